/// What one measured call is: a closure that performs a fixed number of operations.
///
/// Whatever the closure needs is made before it, in the scenario's `setUp`.
public struct Measurement {
  /// The operations that one call of `body` performs; figures are divided by it.
  public let operationsPerCall: Int
  /// The answer every call must return; nil where the first call's answer is the reference.
  public let expectedAnswer: UInt64?
  /// Performs the operations and returns a checksum of what they gave.
  public let body: () -> UInt64
  /// Tells what the one call before it did; nil where the scenario counts nothing.
  public let counts: (() -> [OperationCount])?
  /// The frames that are timed one by one as well; nil where there are none.
  public let frames: FrameReplay?

  /// Describes a measured call.
  ///
  /// - Parameters:
  ///   - operationsPerCall: At least 1; at least 1,000 where one operation takes under 100 ns, so
  ///     that calling the closure costs next to nothing.
  ///   - expectedAnswer: What every call must return; nil to hold calls against the first.
  ///   - counts: Is asked once in the allocations pass, after the only call of `body` in a fresh
  ///     measurement, and says what that call did, without the set-up's part. It must say the same
  ///     whenever the scenario is set up and called anew, or the case fails. The time pass never
  ///     asks; the counting itself is part of `body`, and of its time.
  ///   - frames: What is also timed frame by frame, after `body` has been sampled.
  ///   - body: Performs the operations in a loop of its own.
  public init(
    operationsPerCall: Int, expectedAnswer: UInt64? = nil,
    counts: (() -> [OperationCount])? = nil, frames: FrameReplay? = nil,
    body: @escaping () -> UInt64
  ) {
    self.operationsPerCall = operationsPerCall
    self.expectedAnswer = expectedAnswer
    self.counts = counts
    self.frames = frames
    self.body = body
  }
}
