import BasicAlgorithms
import Benchmarking
import Testing

@Suite struct ShardSimulationTests {
  private func parts(_ random: inout SplitMix64, most: Int) -> [[Double]] {
    (0..<random.number(in: 1...most)).map { _ in
      (0..<random.number(in: 1...6)).map { _ in Double(random.number(in: 1...50)) }
    }
  }

  /// The model: second by second, free machines take the parts in their order.
  private func model(_ parts: [[Double]], machines: Int) -> Double {
    var waiting = parts.map { Int($0.reduce(0, +)) }[...]
    var left = [Int](repeating: 0, count: machines)
    var seconds = 0
    while !waiting.isEmpty || left.contains(where: { $0 > 0 }) {
      for machine in left.indices where left[machine] == 0 {
        left[machine] = waiting.popFirst() ?? 0
      }
      guard left.contains(where: { $0 > 0 }) else { break }
      seconds += 1
      for machine in left.indices where left[machine] > 0 { left[machine] -= 1 }
    }
    return Double(seconds)
  }

  @Test func withoutFaultsItIsAListSchedule() {
    var random = SplitMix64(seed: 8)
    for _ in 0..<2_000 {
      let parts = parts(&random, most: 12)
      let machines = random.number(in: 1...5)
      let simulation = ShardSimulation(parts: parts, machines: machines)
      let makespan = simulation.makespan(faults: .none, seed: random.next())
      #expect(makespan == model(parts, machines: machines))
      #expect(makespan >= simulation.bound)
      // Graham's bound for any order of parts.
      let longest = parts.map { $0.reduce(0, +) }.max() ?? 0
      #expect(makespan <= simulation.bound + longest)
    }
  }

  /// Whatever happens, every case is done, and no schedule is better than the bound.
  @Test func faultsOnlyCost() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<500 {
      let parts = parts(&random, most: 30)
      let simulation = ShardSimulation(parts: parts, machines: random.number(in: 1...8))
      let faults = ShardSimulation.Faults(
        interrupted: Double.random(in: 0...0.9, using: &random), lost: 0.3, requeueSeconds: 20,
        slow: 0.2, slowness: 4)
      let seed = random.next()
      let makespan = simulation.makespan(faults: faults, seed: seed)
      #expect(makespan >= simulation.bound)
      #expect(makespan == simulation.makespan(faults: faults, seed: seed))
    }
    // All machines slow, and nothing else: so many times as long.
    let simulation = ShardSimulation(parts: [[3, 4], [5]], machines: 2)
    #expect(simulation.makespan(faults: .init(slow: 1, slowness: 3), seed: 1) == 21)
  }

  /// A thousand parts of three thousand cases, with the usual trouble, on a thousand machines and on
  /// a hundred.
  @Test(arguments: [(1_000, 12.0), (100, 2.0)])
  func aThousandPartsEnd(machines: Int, most: Double) {
    var random = SplitMix64(seed: 10)
    let cases = (0..<3_000).map { _ in Double.random(in: 0.5...30, using: &random) }
    let parts = (0..<1_000).map { part in
      stride(from: part, to: 3_000, by: 1_000).map { cases[$0] }
    }
    let simulation = ShardSimulation(parts: parts, machines: machines)
    let ratios = (0..<100).map { seed in
      simulation.makespan(faults: .usual, seed: seed) / simulation.bound
    }.sorted()
    print("1,000 parts on \(machines) machines: \(ratios[50]) and \(ratios[94]) times the bound")
    #expect(ratios[94] <= most)
  }
}
