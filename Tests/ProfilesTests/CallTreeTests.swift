import BasicAlgorithms
import Foundation
import Profiles
import Testing

struct CallTreeTests {
  typealias Frame = StackProfile.Frame

  private func tree(_ stacks: [([String], Int)]) -> CallTree {
    var profile = StackProfile()
    for (names, weight) in stacks { profile.add(weight, to: names.map { Frame($0) }) }
    var names = FunctionNames()
    return CallTree(profile, naming: &names)
  }

  @Test func stacksWithOneBeginningShareIt() throws {
    let tree = tree([(["a", "b"], 3), (["a", "c"], 5), (["a"], 1), (["d"], 2)])
    #expect(tree.total == 11)
    let first = try #require(tree.roots.first)
    #expect(tree.functions[first.function].text == "a")
    #expect((first.total, first.ownWeight) == (9, 1))
    #expect(first.children.map { tree.functions[$0.function].text } == ["c", "b"])
    #expect(tree.folded == "a 1\na;b 3\na;c 5\nd 2\n")
  }

  @Test func aRecursiveFunctionCountsOnceOnAStack() {
    let tree = tree([(["f", "g", "f"], 4), (["f"], 1)])
    let cost = tree.costs.first { $0.function.text == "f" }
    #expect(cost?.ownWeight == 5)
    #expect(cost?.total == 5)
  }

  @Test func memoryBelongsToWhoAsksForItAndToItsType() {
    var profile = StackProfile()
    profile.add(7, to: [Frame("f"), Frame("M.Node", object: FunctionName.typeObject)])
    profile.add(2, to: [Frame("f"), Frame("g"), Frame("raw", object: FunctionName.typeObject)])
    var names = FunctionNames()
    let costs = CallTree(profile, naming: &names).costs
    func own(_ name: String) -> Int? { costs.first { $0.function.text == name }?.ownWeight }
    #expect(own("f") == 7)
    #expect(own("g") == 2)
    #expect(own("Node") == 7)
  }

  /// Random stacks against sums over the stacks themselves.
  @Test func weightsAreTheSumsOverTheStacks() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<300 {
      var profile = StackProfile()
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        let depth = Int.random(in: 1...6, using: &random)
        let stack = (0..<depth).map { _ in Frame("f\(Int.random(in: 0..<5, using: &random))") }
        profile.add(Int.random(in: 0...9, using: &random), to: stack)
      }
      var names = FunctionNames()
      let tree = CallTree(profile, naming: &names)
      for cost in tree.costs {
        let frame = Frame(cost.function.text)
        let own = profile.weights.filter { $0.key.last == frame }.values.reduce(0, +)
        let all = profile.weights.filter { $0.key.contains(frame) }.values.reduce(0, +)
        #expect((cost.ownWeight, cost.total) == (own, all))
      }
      let folded = tree.folded.split(separator: "\n").map { $0.split(separator: " ") }
      #expect(folded.reduce(0) { $0 + (Int($1[1]) ?? 0) } == profile.total)
      #expect(tree.roots.reduce(0) { $0 + $1.total } == profile.total)
    }
  }

  private func pass(_ stacks: [([String], Int)], samples: Int? = nil) -> CaseProfile.Pass {
    CaseProfile.Pass(
      samples == nil ? .instructions : .time, tree: tree(stacks), origin: "", unitsPerWeight: 1,
      observationCount: samples)
  }

  @Test func aDifferenceNamesWhatGrewVanishedAndCame() {
    let difference = CallTreeDifference(
      base: pass([(["a", "b"], 10), (["a", "gone"], 3), (["same"], 4)]),
      head: pass([(["a", "b"], 15), (["a", "new"], 2), (["same"], 4)]))
    #expect(difference.changes.map(\.function.text) == ["b", "gone", "new"])
    #expect(difference.changes.map(\.difference) == [5, -3, 2])
    #expect(difference.vanished.map(\.text) == ["gone"])
    #expect(difference.new.map(\.text) == ["new"])
    let root = difference.roots.first
    #expect(root?.base == 13)
    #expect(root?.head == 17)
  }

  @Test func sampledDifferencesWithinTheNoiseAreNotCertain() {
    let difference = CallTreeDifference(
      base: pass([(["a"], 100), (["b"], 100)], samples: 200),
      head: pass([(["a"], 110), (["b"], 200)], samples: 310))
    #expect(difference.changes.map(\.function.text) == ["b", "a"])
    #expect(difference.changes.map(\.isCertain) == [true, false])
  }

  /// Of samples that weigh three each, a third are independent.
  @Test func lateSamplesAreNoMoreEvidence() {
    let stacks = [(["a"], 300), (["b"], 300)]
    let grown = [(["a"], 300), (["b"], 400)]
    func isCertain(_ samples: Int) -> Bool? {
      CallTreeDifference(
        base: pass(stacks, samples: 600 / samples), head: pass(grown, samples: 700 / samples)
      ).changes.first?.isCertain
    }
    #expect(isCertain(1) == true)
    #expect(isCertain(3) == false)
  }

  @Test func stacksSurviveTheWayThroughJSON() throws {
    var profile = StackProfile()
    profile.add(3, to: [Frame("a"), Frame("b", object: "lib.so")])
    profile.add(4, to: [])
    let data = try JSONEncoder().encode(profile)
    #expect(try JSONDecoder().decode(StackProfile.self, from: data) == profile)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        StackProfile.self,
        from: Data(#"{"frames":[],"rows":[{"stack":[0],"weight":1}]}"#.utf8))
    }
  }
}
