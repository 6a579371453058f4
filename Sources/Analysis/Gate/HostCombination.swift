#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
package import RunRecords
package import Statistics

/// The gates of two builds on several kinds of machine as one gate.
///
///     let whole = try HostCombination([(amd, "amd.json"), (intel, "intel.json")], rule: rule)
///     for difference in whole.differences { print(difference) }
///     print(whole.record.cases.count, whole.hasRegressed)
///
/// The times of a case are combined by inverse variance, so that all together find what none finds. What
/// one machine has found stays: a change that is slower on one kind of machine only is slower. Where
/// machines differ by more than chance, the worst decides, and is named. Of counts, and of what cannot
/// be combined, the worst decides, too.
package struct HostCombination: Sendable {
  /// A case whose times depend on the machine.
  package struct Difference: Hashable, Sendable, CustomStringConvertible {
    package let id: String
    package let metric: String
    /// The machine that decides, with the path of its record.
    package let host: String
    /// Head over base there.
    package let ratio: Double
    /// Head over base on all machines together.
    package let common: Double

    package var description: String {
      func text(_ ratio: Double) -> String { "\((ratio * 1000).rounded() / 1000) ×" }
      return "\(id): \(metric) is \(text(ratio)) on \(host), and \(text(common)) on all together; "
        + "that machine counts"
    }
  }

  /// The whole gate. Each case has the figures of one machine, its part, and the ratio of all or of
  /// the machine that decides.
  package let record: RunRecord
  /// The cases whose times depend on the machine, in the order of the cases.
  package let differences: [Difference]
  /// A Boolean value that indicates whether anything has regressed that no machine's gate accepted.
  package let hasRegressed: Bool

  /// The code of the warning by which a joined gate is known.
  package static let mark = "joined-machines"
  /// The probability of calling any case of a gate different where all machines agree. With the 20
  /// pairs of a gate it is up to five times that, in simulations.
  private static let falseAlarms = 0.002

  /// Joins the records of whole gates, one of each kind of machine.
  ///
  /// - Parameters:
  ///   - gates: The records with their paths.
  ///   - rule: The rule that the gates went by.
  /// - Throws: `MergeError` for records of other builds or plans, of no gate, or of one kind of machine.
  /// - Complexity: O(cases · gates).
  package init(
    _ gates: [(record: RunRecord, path: String)], rule: PairedRule
  ) throws(MergeError) {
    guard var joined = gates.first?.record else { throw .nothing }
    guard gates.count > 1 else { throw .oneGate(path: gates[0].path) }
    try Self.check(gates)
    let hosts = gates.map { gate in
      let cpu = gate.record.environment.cpu
      return "\(cpu.model ?? "an unknown CPU") with \(cpu.logical) CPUs ('\(gate.path)')"
    }
    var measured: [String: [(host: Int, result: CaseRecord)]] = [:]
    var ids: [String] = []
    for (host, gate) in gates.enumerated() {
      for result in gate.record.cases {
        if measured[result.id] == nil { ids.append(result.id) }
        measured[result.id, default: []].append((host, result))
      }
    }
    var joiner = Joiner(rule: rule, mostChance: Self.falseAlarms / Double(max(1, ids.count)))
    var cases: [CaseRecord] = []
    for id in ids {
      let results = measured[id] ?? []
      try Self.checkAnswers(results, of: id, gates.map(\.path))
      if let result = joiner.join(results, of: id) { cases.append(result) }
    }
    joined.cases = cases
    joined.run = RecordMerge.run(of: gates.map(\.record))
    joined.run.planDigest = gates[0].record.run.planDigest
    joined.run.completed = gates.allSatisfy(\.record.run.completed)
    joined.parts = gates.map { RunPart(run: $0.record.run, environment: $0.record.environment) }
    joined.environment.hostKey = RecordMerge.hostKey(of: gates.map(\.record.environment.hostKey))
    differences = joiner.differences.map { found in
      Difference(
        id: found.id, metric: found.metric, host: hosts[found.host], ratio: found.ratio,
        common: found.common)
    }
    joined.warnings =
      [
        Warning(
          code: Self.mark, severity: "info",
          message: "gates of \(gates.count) kinds of machine were joined")
      ] + differences.map { Warning(code: "machines-differ", message: "\($0)") }
      + Self.warnings(of: gates.map(\.record))
    joined.summary = Summary(of: cases, exitCode: 0)
    record = joined
    // A gate that ended with 0, 4 or 6 has accepted what regressed in it.
    let accepting = Set(
      gates.indices.filter { [0, 4, 6].contains(gates[$0].record.summary.exitCode) })
    hasRegressed = joiner.regressions.contains { hosts in
      hosts.isEmpty || hosts.contains { !accepting.contains($0) }
    }
  }

  /// Refuses records that are not of one gate on several kinds of machine.
  private static func check(
    _ gates: [(record: RunRecord, path: String)]
  ) throws(MergeError) {
    var hosts: [String: String] = [:]
    for (record, path) in gates {
      guard record.kind == .comparison, record.builds.count == 2, record.run.planDigest != nil
      else {
        throw .noGate(path: path)
      }
      guard record.run.shard == .whole else { throw .partOfAGate(path: path) }
      if record.warnings.contains(where: { $0.code == mark }) { throw .alreadyMerged(path: path) }
      let ownRule = ["--alpha", "--margin"].first { name in
        record.run.argv.contains { $0 == name || $0.hasPrefix(name + "=") }
      }
      if let ownRule { throw .ownRule(path: path, option: ownRule) }
      if let other = hosts.updateValue(path, forKey: record.environment.hostKey) {
        throw .oneHost(paths: [other, path])
      }
      try RecordMerge.requireOnePlan(record, path, as: gates[0].record, gates[0].path)
    }
  }

  /// The warnings of all gates, each once. That both sides are of one code holds where all say so.
  private static func warnings(of records: [RunRecord]) -> [Warning] {
    var seen: Set<Warning> = []
    return records.flatMap(\.warnings).filter { warning in
      let isOfAll = records.allSatisfy { $0.warnings.contains { $0.code == warning.code } }
      return (warning.code != "equal-code" || isOfAll) && seen.insert(warning).inserted
    }
  }

  /// Refuses a case whose answers differ: its times are of different work.
  private static func checkAnswers(
    _ results: [(host: Int, result: CaseRecord)], of id: String, _ paths: [String]
  ) throws(MergeError) {
    let answers = results.filter { $0.result.status == .ok }.compactMap { host, result in
      result.checksum.map { (host, $0) }
    }
    guard let first = answers.first, let other = answers.first(where: { $0.1 != first.1 }) else {
      return
    }
    throw .answers(id: id, paths: [paths[first.0], paths[other.0]])
  }
}

/// The joining of cases, one after another.
private struct Joiner {
  let rule: PairedRule
  /// The probability below which machines differ.
  let mostChance: Double
  private(set) var differences: [Found] = []
  /// The hosts that found each regression; none where only all together show it.
  private(set) var regressions: [[Int]] = []

  init(rule: PairedRule, mostChance: Double) {
    (self.rule, self.mostChance) = (rule, mostChance)
  }

  /// A difference, with the place of the machine that decides.
  struct Found {
    let id: String
    let metric: String
    let host: Int
    let ratio: Double
    let common: Double
  }

  /// A metric on one machine.
  private typealias Measured = (host: Int, metric: MetricRecord)

  /// The case on all machines; nil without any.
  mutating func join(
    _ results: [(host: Int, result: CaseRecord)], of id: String
  ) -> CaseRecord? {
    func of(_ host: Int, _ result: CaseRecord) -> CaseRecord {
      var result = result
      result.part = host
      return result
    }
    if let failed = results.first(where: { [.failed, .timeout].contains($0.result.status) }) {
      return of(failed.host, failed.result)
    }
    let measured = results.filter { $0.result.status == .ok }
    guard let first = measured.first else { return results.first.map { of($0.host, $0.result) } }
    // The machine with the narrowest interval tells most.
    let best =
      measured.min { Self.width($0.result) < Self.width($1.result) } ?? first
    var names: [String] = []
    for (_, result) in measured {
      for metric in result.metrics where !names.contains(metric.name) { names.append(metric.name) }
    }
    var joined = of(best.host, best.result)
    joined.metrics = names.compactMap { name in
      let metrics = measured.compactMap { host, result in
        result.metric(name).map { (host: host, metric: $0) }
      }
      let own = metrics.first { $0.host == best.host } ?? metrics.first
      return own.map { join(metrics, own: $0, of: id) }
    }
    return joined
  }

  private static func width(_ result: CaseRecord) -> Double {
    result.metric(TimeMetric.cpu.rawValue)?.compare?.halfWidth ?? .infinity
  }

  /// One metric on all machines, with the figures of `own` where no other decides.
  private mutating func join(_ metrics: [Measured], own: Measured, of id: String) -> MetricRecord {
    let compared = metrics.filter { $0.metric.compare != nil && $0.metric.role == .gate }
    guard own.metric.role == .gate, let worst = Self.worst(of: compared) else { return own.metric }
    let finders = compared.filter { $0.metric.compare?.verdict == .regressed }.map(\.host)
    guard compared.count > 1, worst.metric.kind == .sampled, own.metric.compare != nil,
      let common = Common(compared.compactMap(\.metric.compare), rule),
      let change = common.change(base: own.metric.compare?.base ?? 0)
    else {
      // Counts, and what cannot be combined.
      if !finders.isEmpty { regressions.append(finders) }
      return worst.metric
    }
    if common.agreementProbability < mostChance {
      differences.append(
        Found(
          id: id, metric: own.metric.name, host: worst.host,
          ratio: worst.metric.compare?.ratio ?? .nan, common: common.ratio))
      if !finders.isEmpty { regressions.append(finders) }
      return worst.metric
    }
    // Many machines that are not slower would hide the one that is.
    if !finders.isEmpty, change.verdict != .regressed {
      regressions.append(finders)
      return worst.metric
    }
    if change.verdict == .regressed { regressions.append(finders) }
    var joined = own.metric
    joined.compare = change
    return joined
  }

  /// The machine with the worst verdict, and of several the greatest ratio.
  private static func worst(of metrics: [Measured]) -> Measured? {
    func rank(_ measured: Measured) -> (Int, Double) {
      let change = measured.metric.compare
      let order: [Verdict] = [.improved, .equivalent, .inconclusive, .regressed]
      return (change.flatMap { order.firstIndex(of: $0.verdict) } ?? -1, change?.ratio ?? .infinity)
    }
    return metrics.max { rank($0) < rank($1) }
  }
}

/// The change of one metric on all machines together.
private struct Common {
  private let combined: CombinedEstimate
  private let rule: PairedRule
  private let pairs: Int
  /// The changes that were found in fresh pairs.
  private let confirmed: [MetricChange]

  var agreementProbability: Double { combined.agreementProbability }
  var ratio: Double { exp(combined.value) }

  /// More pairs than any gate makes are no pairs. Fewer than the rule's decide nothing, and the
  /// variance of few is too uncertain for a weight.
  private static let mostPairs = 1_000_000

  /// Combines `changes` by `rule`; nil where one has no interval, or one without width.
  init?(_ changes: [MetricChange], _ rule: PairedRule) {
    var parts: [CombinedEstimate.Part] = []
    for change in changes {
      guard let ratio = change.ratio, let interval = change.interval, let pairs = change.pairs,
        (rule.leastPairs...Self.mostPairs).contains(pairs)
      else { return nil }
      let freedom = pairs - 2 * Int(rule.trimming * Double(pairs)) - 1
      guard freedom > 0, let student = try? StudentT(degreesOfFreedom: freedom),
        let quantile = try? student.quantile(1 - rule.alpha)
      else { return nil }
      parts.append(
        .init(
          value: log(ratio),
          standardError: log(interval.high / interval.low) / 2 / quantile,
          freedom: Double(freedom)))
    }
    guard let combined = try? CombinedEstimate(parts) else { return nil }
    self.combined = combined
    self.rule = rule
    pairs = changes.reduce(0) { $0 + ($1.pairs ?? 0) }
    confirmed = changes.filter { $0.isConfirmed == true }
  }

  /// The change with its verdict; nil where the estimate has no bounds.
  func change(base: Double) -> MetricChange? {
    guard let student = try? StudentT(degreesOfFreedom: max(1, combined.freedom)),
      let quantile = try? student.quantile(1 - rule.alpha),
      let equivalence = try? student.quantile((1 + rule.equivalenceConfidence) / 2),
      let power = try? student.quantile(rule.power)
    else { return nil }
    let (value, error) = (combined.value, combined.standardError)
    func bounds(_ quantile: Double) -> ClosedRange<Double> {
      (value - quantile * error)...(value + quantile * error)
    }
    let interval = bounds(quantile)
    var verdict = Verdict(
      bounds: interval, equivalence: bounds(equivalence), margin: rule.margin,
      equivalenceMargin: rule.equivalenceMargin)
    // As on one machine: fresh pairs decide over a change, on one of them at least, and the same way.
    let isConfirmed = confirmed.contains { (($0.ratio ?? 1) > 1) == (value > 0) }
    if verdict == .regressed || verdict == .improved, !isConfirmed { verdict = .inconclusive }
    return MetricChange(
      base: base, ratio: exp(value),
      interval: .init(low: exp(interval.lowerBound), high: exp(interval.upperBound)),
      halfWidth: expm1(quantile * error),
      detectable: expm1(log1p(rule.margin) + (quantile + power) * error), pairs: pairs,
      verdict: verdict, isConfirmed: isConfirmed ? true : nil)
  }
}
