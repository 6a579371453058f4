import Statistics

/// Measures one case in one launch.
///
/// A batch is a fixed number of calls, with the clocks read at its edges only. Source for batches
/// of a millisecond and for dropping the first ones: A. Georges et al., "Statistically rigorous
/// Java performance evaluation", 2007, doi:10.1145/1297027.1297033.
package struct Sampler<Clock: SamplingClock> {
  let clock: Clock
  let calibration: ClockCalibration
  let plan: SamplingPlan

  package init(clock: Clock, calibration: ClockCalibration, plan: SamplingPlan) {
    self.clock = clock
    self.calibration = calibration
    self.plan = plan
  }

  /// Measures `measurement`.
  ///
  /// - Parameters:
  ///   - measurement: What to call.
  ///   - callsPerBatch: The calls of a batch as another launch found them; nil to find them here.
  /// - Returns: The batches that count.
  /// - Throws: `SamplingError`, for a wrong answer or a clock that went back.
  package func sample(
    _ measurement: Measurement, callsPerBatch: Int? = nil
  ) throws(SamplingError) -> Samples {
    guard measurement.operationsPerCall > 0 else {
      throw .noOperations(declared: measurement.operationsPerCall)
    }
    try measurement.prepareCall()
    let start = clock.wallNanoseconds()
    let first = measuredCall(of: measurement.body)
    let answer = measurement.expectedAnswer ?? first
    guard first == answer else { throw .wrongAnswer(found: first, expected: answer) }
    if callsPerBatch ?? 1 == 1, let slow = try slowCall(measurement, answer, from: start) {
      return slow
    }
    let calls =
      if let callsPerBatch { callsPerBatch } else { try calibrate(measurement, answer) }
    try warmUp(measurement, answer, calls: calls, from: start)
    var batches = try series(measurement, answer, calls: calls, from: start)
    var drift = Samples.Drift.none
    if try driftTest(batches)?.hasDrift == true {
      // The first series was still warming up, or something disturbed it: it was the warm-up.
      batches = try series(measurement, answer, calls: calls, from: clock.wallNanoseconds())
      drift = try driftTest(batches)?.hasDrift == true ? .remaining : .overcome
    }
    return Samples(
      answer: answer, callsPerBatch: calls, batches: batches,
      harnessShare: try harnessShare(of: batches, measurement, calls: calls), drift: drift)
  }

  /// One call and no more where the first one, since `start`, took very long and so does this: it
  /// was the warm-up, and three more would take longer than a dozen other cases. Else nil.
  private func slowCall(
    _ measurement: Measurement, _ answer: UInt64, from start: Int
  ) throws(SamplingError) -> Samples? {
    let isSlow = { (nanoseconds: Int) in Double(nanoseconds) >= plan.slowCallNanoseconds }
    guard isSlow(clock.wallNanoseconds() - start) else { return nil }
    let only = try batch(measurement, answer, calls: 1)
    guard isSlow(only.wallNanoseconds) else { return nil }
    return Samples(
      answer: answer, callsPerBatch: 1, batches: [only],
      harnessShare: try harnessShare(of: [only], measurement, calls: 1), drift: .none)
  }

  /// The number of calls with which a batch takes long enough: a power of two.
  ///
  /// Two batches in a row have to: the first one may have been long because it was cold.
  func calibrate(
    _ measurement: Measurement, _ answer: UInt64
  ) throws(SamplingError) -> Int {
    var calls = 1
    while true {
      let first = try batch(measurement, answer, calls: calls)
      if calls == 1 && first.wallNanoseconds >= Int(plan.maximumBatchNanoseconds) { return calls }
      if isLongEnough(first),
        isLongEnough(try batch(measurement, answer, calls: calls))
      {
        return calls
      }
      calls *= 2
    }
  }

  /// Returns a Boolean value that indicates whether a batch is long enough. CPU time decides, as
  /// wall time also grows while other processes run. A batch that waits more than it works is long
  /// enough when its wall time reaches the cap.
  private func isLongEnough(_ batch: Batch) -> Bool {
    batch.cpuNanoseconds >= Int(plan.batchNanoseconds(with: calibration))
      || batch.wallNanoseconds >= Int(plan.maximumBatchNanoseconds)
  }

  /// Runs the batches that do not count.
  func warmUp(
    _ measurement: Measurement, _ answer: UInt64, calls: Int, from start: Int
  ) throws(SamplingError) {
    let end = start + budgetNanoseconds / 3
    for _ in 0..<plan.warmUpBatches {
      _ = try batch(measurement, answer, calls: calls)
      if clock.wallNanoseconds() >= end { return }
    }
  }

  /// Batches until there are enough of them, or the time since `start` is spent.
  private func series(
    _ measurement: Measurement, _ answer: UInt64, calls: Int, from start: Int
  ) throws(SamplingError) -> [Batch] {
    let end = start + budgetNanoseconds
    var batches: [Batch] = []
    batches.reserveCapacity(plan.targetBatches)
    while batches.count < plan.minimumBatches
      || (batches.count < plan.targetBatches && clock.wallNanoseconds() < end)
    {
      batches.append(try batch(measurement, answer, calls: calls))
    }
    return batches
  }

  /// Measures one batch. Calls that are prepared are timed one by one.
  func batch(
    _ measurement: Measurement, _ answer: UInt64, calls: Int
  ) throws(SamplingError) -> Batch {
    guard measurement.prepare != nil else { return try run(calls, of: measurement, answer) }
    var batch = Batch(
      wallNanoseconds: 0, cpuNanoseconds: 0, involuntarySwitches: 0, minorFaults: 0)
    for _ in 0..<calls {
      try measurement.prepareCall()
      batch += try run(1, of: measurement, answer)
    }
    return batch
  }

  /// Times calls without a pause.
  private func run(
    _ calls: Int, of measurement: Measurement, _ answer: UInt64
  ) throws(SamplingError) -> Batch {
    let usageBefore = clock.threadUsage()
    let wallBefore = clock.wallNanoseconds()
    let cpuBefore = clock.threadNanoseconds()
    let wrong = measuredCalls(calls, expecting: answer, of: measurement.body)
    let cpuAfter = clock.threadNanoseconds()
    let wallAfter = clock.wallNanoseconds()
    let usageAfter = clock.threadUsage()
    if let wrong { throw .wrongAnswer(found: wrong, expected: answer) }
    guard wallAfter >= wallBefore, cpuAfter >= cpuBefore else {
      throw .nonsense(
        "a clock went back during a batch: wall by \(wallBefore - wallAfter) ns, "
          + "thread CPU by \(cpuBefore - cpuAfter) ns")
    }
    return Batch(
      wallNanoseconds: wallAfter - wallBefore, cpuNanoseconds: cpuAfter - cpuBefore,
      involuntarySwitches: usageAfter.involuntarySwitches - usageBefore.involuntarySwitches,
      minorFaults: usageAfter.minorFaults - usageBefore.minorFaults)
  }

  private var budgetNanoseconds: Int { Int(plan.budgetSeconds * 1e9) }

  /// The drift test of the CPU times; nil with too few batches for one.
  private func driftTest(_ batches: [Batch]) throws(SamplingError) -> DriftTest? {
    guard batches.count >= DriftTest.minimumCount else { return nil }
    do {
      return try DriftTest(batches.map { Double($0.cpuNanoseconds) })
    } catch {
      throw .nonsense("the CPU times cannot be tested for drift: \(error)")
    }
  }

  private func harnessShare(
    of batches: [Batch], _ measurement: Measurement, calls: Int
  ) throws(SamplingError) -> Double {
    do {
      let wall = try Quantiles.median(batches.map { Double($0.wallNanoseconds) })
      guard wall > 0 else { throw SamplingError.nonsense("a batch of \(calls) calls took no time") }
      let overhead =
        measurement.prepare == nil
        ? calibration.overheadNanoseconds(ofBatchWith: calls)
        : Double(calls) * calibration.overheadNanoseconds(ofBatchWith: 1)
      return overhead / wall
    } catch let error as SamplingError {
      throw error
    } catch {
      throw .nonsense("the batches have no median: \(error)")
    }
  }
}
