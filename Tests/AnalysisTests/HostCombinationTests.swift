import Analysis
import BasicAlgorithms
import Foundation
import RunRecords
import Statistics
import Testing

@Suite struct HostCombinationTests {
  private let rule: PairedRule

  init() throws { rule = try PairedRule() }

  /// The time of one case: forty pairs, as far above as below.
  private func time(
    _ ratio: Double, spread: Double = 0.01, isConfirmed: Bool = true,
    role: MetricRecord.Role = .gate
  ) throws -> MetricRecord {
    let pairs = (0..<40).map { log(ratio) + spread * (Double($0) - 19.5) / 11.5 }
    let decision = try PairedDecision(logRatios: pairs, rule: rule)
    var metric = TimeMetric.cpu.unmeasured
    metric.role = role
    metric.median = 100 * ratio
    let isChange = [.regressed, .improved].contains(decision.verdict)
    metric.compare = MetricChange(
      base: 100, ratio: decision.ratio, interval: .init(decision.interval),
      halfWidth: decision.halfWidth, detectable: decision.smallestDetectableEffect, pairs: 40,
      verdict: isChange && !isConfirmed ? .inconclusive : decision.verdict,
      isConfirmed: isConfirmed ? true : nil)
    return metric
  }

  private func allocations(_ base: Int, _ head: Int) -> MetricRecord {
    var metric = ExactMetric.allocations.record(head)
    metric.compare = MetricChange(
      base: Double(base), ratio: Double(head) / Double(base),
      verdict: head > base ? .regressed : .equivalent)
    return metric
  }

  /// The gate of one machine: metrics by scenario, of which a regression makes it end with 1.
  private func gate(
    _ host: String, _ cases: [String: [MetricRecord]], exitCode: Int? = nil,
    change: (inout RunRecord) -> Void = { _ in }
  ) -> (record: RunRecord, path: String) {
    var record = Samples.record([])
    record.kind = .comparison
    record.run.id = "gate-\(host)"
    record.run.planDigest = "aa"
    record.environment.hostKey = "cpu=\(host)"
    record.environment.cpu.model = host
    record.builds = [("base", "a"), ("head", "b")].map { id, digit in
      Build(
        id: id, git: .init(sha: String(repeating: digit, count: 40), dirty: false),
        binary: .init(), compiler: .init(swift: "6.2", target: "x86_64-linux", flags: []))
    }
    record.cases = cases.sorted { $0.key < $1.key }.map { name, metrics in
      var result = CaseRecord(
        suite: "lookup",
        params: CaseParameters(
          scenario: name, storage: "flat", role: "strategy", data: "d", payload: "p", items: 1))
      result.metrics = metrics
      return result
    }
    let hasRegressed = record.cases.contains { result in
      result.metrics.contains { $0.role == .gate && $0.compare?.verdict == .regressed }
    }
    record.summary.exitCode = exitCode ?? (hasRegressed ? 1 : 0)
    change(&record)
    return (record, "\(host).json")
  }

  private func joined(_ gates: [(record: RunRecord, path: String)]) throws -> HostCombination {
    try HostCombination(gates, rule: rule)
  }

  private func change(
    _ whole: HostCombination, _ scenario: String, _ metric: String = TimeMetric.cpu.rawValue
  ) throws -> MetricChange {
    let result = try #require(whole.record.cases.first { $0.params.scenario == scenario })
    return try #require(result.metric(metric)?.compare)
  }

  @Test func machinesThatAgreeTellMore() throws {
    let (precise, coarse) = (try time(1.05), try time(1.05, spread: 0.02))
    let whole = try joined([
      gate("A", ["a": [coarse], "b": [try time(1)]]),
      gate("B", ["a": [precise], "b": [try time(1)]]),
    ])
    #expect(whole.differences.isEmpty && whole.hasRegressed)
    #expect(whole.record.warnings.map(\.code) == [HostCombination.mark])
    #expect(try change(whole, "a").verdict == .regressed)
    #expect(try change(whole, "b").verdict == .equivalent)
    #expect(abs((try change(whole, "a").ratio ?? 0) - 1.05) < 1e-9)
    #expect((try change(whole, "a").halfWidth ?? 1) < (coarse.compare?.halfWidth ?? 0))
    // The figures are those of the machine that tells most.
    #expect(whole.record.cases.first?.part == 1)
    #expect(whole.record.parts.count == 2 && whole.record.kind == .comparison)
  }

  /// Each too little to tell, and together enough: that is what more machines are for.
  @Test func togetherTheyFindWhatNoneFinds() throws {
    let weak = try time(1.022, spread: 0.028)
    try #require(weak.compare?.verdict == .inconclusive)
    let whole = try joined(["A", "B", "C", "D"].map { gate($0, ["a": [weak]]) })
    #expect(try change(whole, "a").verdict == .regressed)
    #expect(whole.hasRegressed)
    // But a change that no machine has seen in fresh pairs is none yet.
    let unseen = try time(1.022, spread: 0.028, isConfirmed: false)
    let open = try joined(["A", "B", "C", "D"].map { gate($0, ["a": [unseen]]) })
    #expect(try change(open, "a").verdict == .inconclusive)
    #expect(!open.hasRegressed)
  }

  /// Slower on one kind of machine is slower, and that machine is named.
  @Test(arguments: [0, 1, 2])
  func aMachineThatDiffersDecides(place: Int) throws {
    var gates: [(record: RunRecord, path: String)] = []
    for (index, host) in ["A", "B", "C"].enumerated() {
      gates.append(gate(host, ["a": [try time(index == place ? 1.08 : 1)], "b": [try time(1)]]))
    }
    let whole = try joined(gates)
    let name = ["A", "B", "C"][place]
    #expect(whole.differences.map(\.host) == ["\(name) with 2 CPUs ('\(name).json')"])
    #expect(abs((whole.differences.first?.ratio ?? 0) - 1.08) < 1e-9)
    #expect(abs((try change(whole, "a").ratio ?? 0) - 1.08) < 1e-9)
    #expect(try change(whole, "a").verdict == .regressed && whole.hasRegressed)
    #expect(try change(whole, "b").verdict == .equivalent)
    #expect(whole.record.warnings.contains { $0.code == "machines-differ" })
  }

  /// Whatever one machine alone has found stays found.
  @Test func noRegressionIsLost() throws {
    let fine = try time(1)
    // A count that the machine with the narrowest interval lacks, or has in order.
    for others in [[fine], [fine, allocations(10, 10)]] {
      let whole = try joined([
        gate("A", ["a": others]),
        gate("B", ["a": [try time(1, spread: 0.02), allocations(10, 11)]]),
      ])
      #expect(whole.hasRegressed)
      #expect(try change(whole, "a", "allocations").verdict == .regressed)
    }
    // An interval without width cannot be combined.
    var flat = fine
    flat.compare?.interval = .init(low: 1, high: 1)
    flat.compare?.halfWidth = 0
    let slow = try time(1.1)
    #expect(try joined([gate("A", ["a": [flat]]), gate("B", ["a": [slow]])]).hasRegressed)
    // A case that another machine skipped.
    let skipped = try joined([
      gate("A", ["a": []]) { $0.cases[0].status = .skipped }, gate("B", ["a": [slow]]),
    ])
    #expect(skipped.hasRegressed && skipped.record.cases.first?.part == 1)
    // A wide interval elsewhere does not outweigh it.
    let wide = try time(1.0, spread: 0.2)
    let one = try joined([gate("A", ["a": [wide]]), gate("B", ["a": [try time(1.03)]])])
    #expect(one.hasRegressed)
    // However many others are precise, and have not found it.
    for hosts in [2, 4, 6] {
      var gates = try (0..<hosts).map { gate("H\($0)", ["a": [try time(1, spread: 0.03)]]) }
      gates.append(gate("B", ["a": [try time(1.045, spread: 0.03)]]))
      #expect(try joined(gates).hasRegressed)
    }
    // So few pairs that they look precise by chance.
    var few = fine
    few.compare?.pairs = 3
    few.compare?.interval = .init(low: 0.9999, high: 1.0001)
    #expect(try joined([gate("A", ["a": [few]]), gate("B", ["a": [slow]])]).hasRegressed)
    // More pairs than there are.
    var odd = fine
    odd.compare?.pairs = .max
    #expect(try joined([gate("A", ["a": [odd]]), gate("B", ["a": [slow]])]).hasRegressed)
  }

  @Test func whatIsAcceptedOrBesideTheGateIsNoRegression() throws {
    let slow = try time(1.1)
    #expect(
      try !joined([
        gate("A", ["a": [slow]], exitCode: 0), gate("B", ["a": [slow]], exitCode: 4),
      ]).hasRegressed)
    #expect(
      try joined([gate("A", ["a": [slow]], exitCode: 0), gate("B", ["a": [slow]])]).hasRegressed)
    let info = try time(1.1, role: .info)
    #expect(try !joined([gate("A", ["a": [info]]), gate("B", ["a": [info]])]).hasRegressed)
  }

  /// Machines that agree are called different in about one gate of a hundred, with the pairs of a gate
  /// that stops as early as it may.
  @Test func machinesThatAgreeSeldomDiffer() throws {
    var random = SplitMix64(seed: 12)
    func noise() throws -> MetricRecord {
      let pairs = (0..<20).map { _ in
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &random) } * 0.01
      }
      let decision = try PairedDecision(logRatios: pairs, rule: rule)
      var metric = TimeMetric.cpu.unmeasured
      metric.compare = MetricChange(
        base: 100, ratio: decision.ratio, interval: .init(decision.interval),
        halfWidth: decision.halfWidth, pairs: 20, verdict: decision.verdict)
      return metric
    }
    let count = 3_000
    var alarms = 0
    for _ in 0..<count {
      let gates = try ["A", "B", "C"].map { host in
        gate(
          host,
          Dictionary(
            uniqueKeysWithValues: try (0..<20).map { ("case-\($0)", [try noise()]) }))
      }
      if try !joined(gates).differences.isEmpty { alarms += 1 }
    }
    print("\(alarms) of \(count) gates of machines that agree have a case that differs")
    #expect(alarms <= count / 50, "\(alarms)")
  }

  @Test func aCaseThatFailsAnywhereFails() throws {
    let whole = try joined([
      gate("A", ["a": [try time(1)]]), gate("B", ["a": []]) { $0.cases[0].status = .failed },
    ])
    #expect(whole.record.cases.map(\.status) == [.failed])
  }

  @Test func othersAreRefused() throws {
    func message(_ gates: [(record: RunRecord, path: String)]) -> String {
      do {
        _ = try joined(gates)
        return ""
      } catch {
        return "\(error)"
      }
    }
    let cases = ["a": [try time(1)]]
    let first = gate("A", cases)
    func second(_ change: (inout RunRecord) -> Void) -> String {
      message([first, gate("B", cases, change: change)])
    }
    #expect(message([first, gate("A", cases)]).contains("same kind of machine"))
    #expect(second { $0.builds[1].git.sha = "cc" }.contains("its head's commit is cc"))
    #expect(second { $0.kind = .run }.contains("'B.json' is no record of a gate"))
    #expect(second { $0.run.planDigest = "bb" }.contains("its plan is bb"))
    #expect(second { $0.run.seed = 7 }.contains("its seed is 7"))
    #expect(second { $0.run.shard = .init(index: 0, total: 2) }.contains("merge its parts first"))
    #expect(second { $0.run.argv = ["x", "--alpha=0.1"] }.contains("a gate with --alpha"))
    #expect(
      message([
        gate("A", cases) { $0.cases[0].checksum = "1" },
        gate("B", cases) { $0.cases[0].checksum = "2" },
      ]).contains("gave another answer in 'B.json'"))
    let whole = try joined([first, gate("B", cases)])
    #expect(message([(whole.record, "all.json"), gate("C", cases)]).contains("joined already"))
    #expect(message([first]).contains("is the only gate"))
    #expect(message([]) == "there is no part to merge")
  }
}
