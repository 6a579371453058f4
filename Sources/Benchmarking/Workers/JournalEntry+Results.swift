import BasicAlgorithms
package import RunRecords

extension JournalEntry {
  /// The entry of `planned` in one launch of one pass, without results.
  init(
    _ planned: PlannedCase, pass: Pass, launch: Int, status: CaseRecord.Status,
    message: String? = nil
  ) {
    self.init(
      suite: planned.suite, params: planned.parameters, pass: pass, launch: launch, status: status)
    self.message = message
  }

  /// The entry of `planned` with the worker's reply; nil if the reply is to another request, or has
  /// numbers that no worker finds.
  package init?(_ planned: PlannedCase, pass: Pass, launch: Int, _ reply: WorkerReply) {
    guard reply.isPlausible else { return nil }
    self.init(planned, pass: pass, launch: launch, status: .ok)
    switch reply {
    case .sampled(let samples, let operations, let observations):
      add(samples, operationsPerCall: operations)
      info += observations
    case .counted(let metrics, let operations, let checksum):
      exact = metrics
      operationsPerCall = operations
      self.checksum = checksum
    case .described, .opened, .prepared, .measured, .called, .sampledStacks,
      .recordedAllocations, .unable, .failed:
      return nil
    }
  }

  /// Enters the batches of the time pass.
  private mutating func add(_ samples: Samples, operationsPerCall: Int) {
    let operations = samples.callsPerBatch * operationsPerCall
    let perOperation = 1 / Double(operations)
    checksum = samples.answer.hexadecimalDigits
    self.operationsPerCall = operationsPerCall
    opsPerBatch = operations
    batches = samples.batches.map { Self.rounded(Double($0.wallNanoseconds) * perOperation) }
    cpuBatches = samples.batches.map { Self.rounded(Double($0.cpuNanoseconds) * perOperation) }
    info = [
      InfoMetric.harnessShare.record(Self.rounded(samples.harnessShare)),
      InfoMetric.involuntarySwitches.record(
        Double(samples.batches.reduce(0) { $0 + $1.involuntarySwitches })),
      InfoMetric.minorFaults.record(Double(samples.batches.reduce(0) { $0 + $1.minorFaults })),
    ]
    switch samples.drift {
    case .none: break
    case .overcome:
      warnings.append(
        Warning(
          code: "drift-overcome", severity: "info",
          message: "times changed during the first series of batches; a second one was even"))
    case .remaining:
      warnings.append(
        Warning(
          code: "drift",
          message: "times drifted in both series of batches; the second is kept"))
    }
  }

  /// Rounds a figure to a millionth: finer than any clock, with a third of the digits.
  private static func rounded(_ figure: Double) -> Double { (figure * 1e6).rounded() / 1e6 }

  /// Turns the entry into that of a failed case.
  package mutating func fail(_ message: String) {
    status = .failed
    self.message = message
  }
}

extension FrameSampler.Times {
  /// The metrics of a record.
  package var metrics: [MetricRecord] {
    [
      FrameMetric.record(MetricRecord.Quantiles(of: medians)),
      FrameMetric.rawMaximum.record(Double(rawMaximum)),
      FrameMetric.over8Milliseconds.record(Double(count(over: 1e9 / 120))),
      FrameMetric.over11Milliseconds.record(Double(count(over: 1e9 / 90))),
      FrameMetric.over16Milliseconds.record(Double(count(over: 1e9 / 60))),
    ]
  }
}
