package import Benchmarking
package import RunRecords
package import Statistics

/// One case of a gate, with everything measured of it so far.
package struct GatedCase: Sendable {
  package let planned: PlannedCase
  /// The state of the case, and its outcome at the end.
  package var status = CaseRecord.Status.skipped
  package var message: String? = "nothing of it was measured before the end"
  package var checksum: String?
  /// A Boolean value that indicates whether the builds answer differently: nothing of it compares
  /// then.
  package var answersDiffer = false
  package var operationsPerCall: Int?
  package var callsPerBatch: Int?
  /// The exact metrics of both builds.
  package var baseCounts: [MetricRecord] = []
  package var headCounts: [MetricRecord] = []
  /// The pairs of the current stage.
  package var pairs: [GatePair] = []
  /// A Boolean value that indicates whether these are fresh pairs, after the first showed a change.
  package var isConfirming = false
  /// The pairs of the first stage, once there is a second one.
  var screenedPairs: [GatePair] = []
  package var cpu: PairedDecision?
  package var wall: PairedDecision?

  package init(_ planned: PlannedCase) { self.planned = planned }
}

/// One pair of processes that measured one case.
package struct GatePair: Hashable, Sendable {
  package var cpu: Times
  package var wall: Times

  /// The result of the pair by one clock.
  package struct Times: Hashable, Sendable {
    /// ln(head/base): the median over the rounds.
    package var logRatio: Double
    /// The base's median round, in nanoseconds for one operation.
    package var base: Double
    /// The head's.
    package var head: Double

    /// The times of `rounds`, whose batches have so many operations.
    init(_ rounds: [PairedRound], operations: Double) throws(SampleError) {
      logRatio = try PairedRound.medianLogRatio(rounds)
      base = try Quantiles.median(rounds.map { $0.firstBase + $0.secondBase }) / (2 * operations)
      head = try Quantiles.median(rounds.map { $0.firstHead + $0.secondHead }) / (2 * operations)
    }
  }
}

extension GatedCase {
  /// Returns the case as a record has it.
  ///
  /// - Parameters:
  ///   - exactDifference: The reason why exact metrics do not compare; nil if they do.
  ///   - hostDifference: The reason why instructions do not compare; nil if they do.
  ///   - timesAreWanted: Whether its times are compared.
  /// - Returns: The head's figures, with their change from the base's.
  package func record(
    exactDifference: String?, hostDifference: String? = nil, timesAreWanted: Bool
  ) -> CaseRecord {
    var params = planned.parameters
    params.operationsPerCall = operationsPerCall
    var record = CaseRecord(
      suite: planned.suite, params: params, status: status, message: message)
    record.checksum = checksum
    record.opsPerBatch = callsPerBatch.map { $0 * (operationsPerCall ?? 1) }
    if !answersDiffer {
      let metrics =
        timeMetrics(areWanted: timesAreWanted) + exactMetrics(exactDifference, hostDifference)
      record.metrics = metrics.inRecordOrder()
    }
    return record
  }

  private func timeMetrics(areWanted: Bool) -> [MetricRecord] {
    guard areWanted, planned.scenario.passes.contains(.time) else { return [] }
    guard let cpu = timeMetric(.cpu, pairs.map(\.cpu), cpu),
      let wall = timeMetric(.wall, pairs.map(\.wall), wall)
    else {
      guard status == .ok else { return [] }
      let reason = "\(pairs.count) pairs were measured before the end, too few to decide on"
      return [TimeMetric.cpu.absent(reason)]
    }
    return [cpu, wall]
  }

  /// Returns a metric of the head's times, with the change from the base's; nil without a decision.
  private func timeMetric(
    _ metric: TimeMetric, _ times: [GatePair.Times], _ decision: PairedDecision?
  ) -> MetricRecord? {
    guard let decision, let base = try? Quantiles.median(times.map(\.base)),
      let head = try? Quantiles.median(times.map(\.head)),
      let spread = try? Quantiles.median(times.map { abs($0.head - head) })
    else { return nil }
    var record = metric.unmeasured
    record.launches = times.map(\.head)
    (record.median, record.mad, record.min) = (head, spread, record.launches?.min())
    record.compare = MetricChange(
      base: base, ratio: decision.ratio,
      interval: .init(decision.interval),
      halfWidth: decision.halfWidth, detectable: decision.smallestDetectableEffect,
      pairs: times.count, verdict: verdict(decision), isConfirmed: isConfirming ? true : nil)
    return record
  }

  /// The verdict of a decision: a change that only the screen has seen is inconclusive.
  private func verdict(_ decision: PairedDecision) -> Verdict {
    switch decision.verdict {
    case .regressed, .improved: isConfirming ? decision.verdict : .inconclusive
    case .equivalent, .inconclusive: decision.verdict
    }
  }

  private func exactMetrics(
    _ exactDifference: String?, _ hostDifference: String?
  ) -> [MetricRecord] {
    headCounts.map { head in
      let isInstructions = head.name == ExactMetric.instructions.rawValue
      let difference = isInstructions ? hostDifference : exactDifference
      var record = head
      guard let base = baseCounts.first(where: { $0.name == head.name }) else { return record }
      if let difference {
        record.value = nil
        record.absent = "not comparable: \(difference)"
        return record
      }
      guard let value = head.value, let baseValue = base.value else {
        if record.absent == nil, let reason = base.absent {
          record.value = nil
          record.absent = "the base has none: \(reason)"
        }
        return record
      }
      record.compare = MetricChange(
        base: Double(baseValue),
        ratio: baseValue == 0 ? nil : Double(value) / Double(baseValue),
        verdict: Self.verdict(on: head, value, against: baseValue))
      return record
    }
  }
}
