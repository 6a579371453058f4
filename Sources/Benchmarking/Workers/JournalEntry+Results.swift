import RunRecords

extension JournalEntry {
  /// The entry of `planned` in one launch of one pass, without results.
  init(
    _ planned: PlannedCase, pass: Scenario.Pass, launch: Int, status: CaseRecord.Status,
    message: String? = nil
  ) {
    self.init(
      caseID: planned.id, suite: planned.suite, params: planned.parameters, pass: .init(pass),
      launch: launch, status: status, message: message)
  }

  /// Enters what the time pass gave.
  mutating func add(_ samples: Samples, operationsPerCall: Int) {
    let operations = samples.callsPerBatch * operationsPerCall
    let perOperation = 1 / Double(operations)
    checksum = samples.answer.checksum
    self.operationsPerCall = operationsPerCall
    opsPerBatch = operations
    batches = samples.batches.map { Self.rounded(Double($0.wallNanoseconds) * perOperation) }
    cpuBatches = samples.batches.map { Self.rounded(Double($0.cpuNanoseconds) * perOperation) }
    let switches = samples.batches.reduce(0) { $0 + $1.involuntarySwitches }
    let faults = samples.batches.reduce(0) { $0 + $1.minorFaults }
    info = [
      InfoMetric.harnessShare.record(Self.rounded(samples.harnessShare)),
      InfoMetric.involuntarySwitches.record(Double(switches)),
      InfoMetric.minorFaults.record(Double(faults)),
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
          message: "times changed during both series of batches; the second one is recorded"))
    }
  }

  /// Enters how long single frames took.
  mutating func add<Clock>(_ frames: FrameSampler<Clock>.Times) {
    info += [
      FrameMetric.record(MetricRecord.Quantiles(of: frames.medians)),
      FrameMetric.rawMaximum.record(Double(frames.rawMaximum)),
      FrameMetric.over8Milliseconds.record(Double(frames.count(over: 1e9 / 120))),
      FrameMetric.over16Milliseconds.record(Double(frames.count(over: 1e9 / 60))),
    ]
  }

  /// A figure to a millionth: less than a clock can tell of a batch, and a third of the digits.
  private static func rounded(_ figure: Double) -> Double { (figure * 1e6).rounded() / 1e6 }

  /// Enters what the allocations pass gave.
  mutating func add(_ count: AllocationCount) {
    checksum = count.answer.checksum
    operationsPerCall = count.operationsPerCall
    exact = count.metrics
  }

  /// Enters what the instructions pass gave, but for their number, which only the runner sees.
  mutating func add(_ call: RehearsedCall) {
    checksum = call.answer.checksum
    operationsPerCall = call.operationsPerCall
  }

  /// Makes it the entry of a case without results.
  package mutating func fail(_ message: String) {
    status = .failed
    self.message = message
  }
}

extension JournalEntry.Pass {
  /// Creates the journal's counterpart of a scenario's pass.
  package init(_ pass: Scenario.Pass) {
    switch pass {
    case .time: self = .time
    case .allocations: self = .allocations
    case .instructions: self = .instructions
    }
  }
}
