import Foundation
import Mutations
import Testing

/// The list of mutants that no test can kill.
@Suite struct EquivalentMutantsTests {
  private static let list = """
    # A comment.
    Sources/A/A.swift
    - a < b
    + a <= b
    = Equal ones
    = never come.
    - c()
    +2
    = It is called twice.
    """
  private let result = MutantResult(
    mutant: Mutant(
      path: "Sources/A/A.swift", line: 7, operator: .comparison, before: "a < b", after: "a <= b",
      number: 1),
    outcome: .survived, test: nil)

  @Test func aListIsRead() throws {
    let reasons = try EquivalentMutants(Self.list, path: "list").reasons
    #expect(reasons.count == 2)
    #expect(reasons[result.mutant.key] == "Equal ones never come.")
    #expect(reasons.keys.contains { $0.number == 2 && $0.after.isEmpty })
  }

  @Test(arguments: [
    ("- a", 1), ("A.swift\n+ b", 2), ("A.swift\n- a\n= c", 3), ("A.swift\n- a\n+ b\n=", 4),
    ("A.swift\n- a\n+ b\nB.swift", 4), ("A.swift\n- a\n+ b\n= c\n- a\n+ b\n= d", 7),
  ])
  func aLineOutOfPlaceIsAnError(text: String, line: Int) {
    let error = #expect(throws: MutationError.self) { try EquivalentMutants(text, path: "list") }
    #expect(error?.description.hasPrefix("list:\(line): ") == true)
  }

  @Test func aMutantNeedsAReason() {
    #expect(throws: MutationError("list: the last mutant has no reason")) {
      try EquivalentMutants("A.swift\n- a\n+ b", path: "list")
    }
  }

  @Test func survivorsOfTheListAreEquivalent() throws {
    let known = try EquivalentMutants(Self.list, path: "list")
    let other = try EquivalentMutants("", path: "list")
    #expect(known.judged([result]).map(\.outcome) == [.equivalent])
    #expect(other.judged(known.judged([result])).map(\.outcome) == [.survived])
    var killed = result
    killed.outcome = .killed
    #expect(known.judged([killed]) == [killed])
    #expect(known.mistakes(in: [killed]) == [result.mutant.key])
    #expect(known.mistakes(in: [result]) == [])
  }

  /// Every mutant of the list is still one of its file's.
  @Test func theListHoldsOfTheCode() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    func text(_ path: String) throws -> String {
      try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
    let path = "Tests/equivalent-mutants.txt"
    let known = try EquivalentMutants(try text(path), path: path)
    for (path, keys) in Dictionary(grouping: known.reasons.keys, by: \.path) {
      let mutants = Set(MutatedFile(try text(path), path: path).mutants.map(\.key))
      for key in keys {
        #expect(mutants.contains(key), "\(path) has no '\(key.before)' to become '\(key.after)'")
      }
    }
  }
}
