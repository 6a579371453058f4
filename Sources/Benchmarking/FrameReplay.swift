/// Frames that can be replayed from the first one on, as often as wanted: what is timed one by one.
///
/// Every replay has to do the same. A measured call says how long frames take in the mean; this says
/// how they differ.
public struct FrameReplay {
  /// The frames of one replay.
  public let count: Int
  /// Goes to where the first frame begins; not timed.
  public let rewind: () throws -> Void
  /// Performs one frame, counted from 0; each after the one before it.
  public let perform: (Int) throws -> Void
  /// What the last frame has led to; not timed, and the same after each replay.
  public let answer: () -> UInt64

  /// Describes frames.
  ///
  /// - Parameters:
  ///   - count: At least 1.
  ///   - rewind: Goes to where the first frame begins; not timed.
  ///   - perform: Performs one frame, counted from 0.
  ///   - answer: What the last frame has led to; a replay with another fails the case, as a closure
  ///     that throws does.
  /// - Precondition: `count` is positive.
  public init(
    count: Int, rewind: @escaping () throws -> Void, perform: @escaping (Int) throws -> Void,
    answer: @escaping () -> UInt64
  ) {
    precondition(count > 0, "FrameReplay.init: there must be a frame")
    self.count = count
    self.rewind = rewind
    self.perform = perform
    self.answer = answer
  }
}
