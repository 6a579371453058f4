import RunRecords

/// The time and the number of batches for one case in one launch.
public struct SamplingPlan: Codable, Hashable, Sendable {
  /// The time to spend on one case in one launch from its first call on, set-up not counted, in
  /// seconds. A case whose single calls take longer gets one batch of one call, after a first call.
  public var budgetSeconds: Double
  /// The batches after which a case has enough, however much time is left.
  public var targetBatches: Int
  /// The fewest batches that a figure is made of, but for calls that take longer than the budget.
  public var minimumBatches: Int
  /// The batches dropped at the start, unless they alone take a third of the budget.
  public var warmUpBatches: Int
  /// The least time that a batch takes, in nanoseconds, unless the clocks need more.
  public var minimumBatchNanoseconds: Double
  /// The most that the clocks may ask a batch to take, in nanoseconds.
  public var maximumBatchNanoseconds: Double

  /// Describes how to sample; the defaults are those of every preset.
  ///
  /// - Parameters:
  ///   - budgetSeconds: The time to spend on one case in one launch.
  ///   - targetBatches: The batches after which a case has enough.
  ///   - minimumBatches: The fewest batches that a figure is made of, at least 1.
  ///   - warmUpBatches: The batches dropped at the start, at least 1.
  ///   - minimumBatchNanoseconds: The least time that a batch takes.
  ///   - maximumBatchNanoseconds: The most that the clocks may ask a batch to take.
  public init(
    budgetSeconds: Double, targetBatches: Int = 200, minimumBatches: Int = 3,
    warmUpBatches: Int = 3, minimumBatchNanoseconds: Double = 1_000_000,
    maximumBatchNanoseconds: Double = 20_000_000
  ) {
    self.budgetSeconds = budgetSeconds
    self.targetBatches = targetBatches
    self.minimumBatches = minimumBatches
    self.warmUpBatches = warmUpBatches
    self.minimumBatchNanoseconds = minimumBatchNanoseconds
    self.maximumBatchNanoseconds = maximumBatchNanoseconds
  }

  /// The time from which on a single call is enough for a launch, in nanoseconds.
  var slowCallNanoseconds: Double { budgetSeconds * 1e9 }

  /// The time that a batch has to take for its clocks to be read exactly enough, in nanoseconds.
  ///
  /// At least a thousand steps of the clock, and two hundred times what reading both clocks
  /// costs; the number of calls is doubled until there, so batches end up to twice as long.
  package func batchNanoseconds(with calibration: ClockCalibration) -> Double {
    let needed = max(
      minimumBatchNanoseconds, 1_000 * calibration.clock.resolutionNs,
      200 * (calibration.clock.wallReadNs + calibration.clock.cpuReadNs))
    return min(needed, maximumBatchNanoseconds)
  }
}
