/// A measured call: a closure that performs a fixed number of operations.
///
/// Whatever the closure needs is made before it, in the scenario's `setUp`.
public struct Measurement {
  /// The operations that one call of `body` performs; figures are divided by it.
  public let operationsPerCall: Int
  /// The answer every call must return; nil where the first call's answer is the reference.
  public let expectedAnswer: UInt64?
  /// Makes what the next call uses up, before each call and untimed; nil for nothing.
  public let prepare: (() throws -> Void)?
  /// Performs the operations and returns a checksum of what they gave.
  public internal(set) var body: () -> UInt64
  /// Tells what the one call before it did; nil where the scenario counts nothing.
  public let counts: (() throws -> [OperationCount])?
  /// The frames that are timed one by one as well; nil where there are none.
  public let frames: FrameReplay?
  /// The reason why the live bytes of a call would mislead; nil if they say what it keeps.
  public let liveBytesAbsence: String?

  /// Describes a measured call.
  ///
  /// - Parameters:
  ///   - operationsPerCall: At least 1; at least 1,000 where one operation takes under 100 ns, so
  ///     that calling the closure costs next to nothing.
  ///   - expectedAnswer: What every call must return; nil to compare calls with the first.
  ///   - counts: Is asked once in the allocations pass, after the only call of `body` in a fresh
  ///     measurement, and says what that call did, without the set-up's part. It must say the same
  ///     whenever the scenario is set up and called again, or the case fails. The time pass never
  ///     asks; the counting itself is part of `body`, and of its time. Checks that take too long for
  ///     each launch belong here. If it throws, the case fails.
  ///   - frames: What is also timed frame by frame, after `body` has been sampled.
  ///   - liveBytesAbsence: Why live bytes and their peak would mislead. They count from the start of a
  ///     call, so they are too small if it frees what `prepare` has allocated, and too large if it
  ///     leaves what the next `prepare` frees. Both are then absent, with this reason. Nil if they
  ///     say what a call keeps.
  ///   - prepare: Makes what the next call uses up: edits to commit, for instance. It is not timed, so
  ///     each call is timed by itself; a call should take 10 µs or more. If it throws, the case fails.
  ///   - body: Performs the operations in a loop of its own.
  public init(
    operationsPerCall: Int, expectedAnswer: UInt64? = nil,
    counts: (() throws -> [OperationCount])? = nil, frames: FrameReplay? = nil,
    liveBytesAbsence: String? = nil,
    prepare: (() throws -> Void)? = nil, body: @escaping () -> UInt64
  ) {
    self.operationsPerCall = operationsPerCall
    self.expectedAnswer = expectedAnswer
    self.counts = counts
    self.frames = frames
    self.liveBytesAbsence = liveBytesAbsence
    self.prepare = prepare
    self.body = body
  }
}

extension Measurement {
  /// Makes what the next call uses up.
  ///
  /// - Throws: `SamplingError.unprepared`.
  package func prepareCall() throws(SamplingError) {
    do { try prepare?() } catch { throw .unprepared(reason: "\(error)") }
  }
}

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
  /// The result of the last frame; not timed, and the same after each replay.
  public let answer: () -> UInt64
  /// The work in the time that a frame leaves; nil for none.
  public let spareTime: SpareTime?

  /// Work that is done between frames, as preparing cells that will be shown soon.
  ///
  /// It takes the time that a frame has left, and makes no frame longer by that. What it takes
  /// beyond belongs to the next frame, which begins late. The next frame after a late one begins
  /// at the next multiple of the interval, as on a screen.
  public struct SpareTime {
    /// The interval from one frame to the next, in nanoseconds.
    public let frameNanoseconds: Int
    /// Does the work; is given the nanoseconds that are left.
    public let perform: (_ nanosecondsLeft: Int) throws -> Void

    /// Describes work between frames.
    ///
    /// - Precondition: `frameNanoseconds` is positive.
    public init(
      frameNanoseconds: Int, perform: @escaping (_ nanosecondsLeft: Int) throws -> Void
    ) {
      precondition(frameNanoseconds > 0, "SpareTime.init: a frame must take time")
      self.frameNanoseconds = frameNanoseconds
      self.perform = perform
    }

    /// Returns the nanoseconds that a frame of `nanoseconds` leaves until the next one begins.
    public func left(after nanoseconds: Int) -> Int {
      Self.left(after: nanoseconds, ofFrames: frameNanoseconds)
    }

    /// Returns the nanoseconds that a frame of `nanoseconds` leaves until the next one begins, on a
    /// screen with a frame every `interval` nanoseconds.
    ///
    /// - Precondition: `interval` is positive.
    public static func left(after nanoseconds: Int, ofFrames interval: Int) -> Int {
      max(1, (nanoseconds + interval - 1) / interval) * interval - nanoseconds
    }
  }

  /// Describes frames.
  ///
  /// - Parameters:
  ///   - count: At least 1.
  ///   - rewind: Goes to where the first frame begins; not timed.
  ///   - perform: Performs one frame, counted from 0.
  ///   - answer: What the last frame has led to; a replay with another fails the case, as a closure
  ///     that throws does.
  ///   - spareTime: The work between frames; nil for none.
  /// - Precondition: `count` is positive.
  public init(
    count: Int, rewind: @escaping () throws -> Void, perform: @escaping (Int) throws -> Void,
    answer: @escaping () -> UInt64, spareTime: SpareTime? = nil
  ) {
    precondition(count > 0, "FrameReplay.init: there must be a frame")
    self.count = count
    self.rewind = rewind
    self.perform = perform
    self.answer = answer
    self.spareTime = spareTime
  }
}
