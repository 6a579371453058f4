/// A policy for cells that are no longer seen, and for cells that are made ahead (RU-20 to RU-28).
///
/// Which policy drops the fewest frames depends on the cells and on how people scroll:
/// `cvbench run --workload reuse` measures it.
public struct ReusePolicy: Hashable, Sendable {
  /// The maximum number of cells that stay bound to their items after they leave. A cell that
  /// returns is not filled again.
  public var lingeringLimit: Int
  /// The maximum number of cells that are kept ready ahead of the scroll direction.
  public var prefetchLimit: Int
  /// The maximum number of cells that one layout pass makes ahead, or one call of
  /// `prepareCellsAhead(until:)`.
  public var prefetchesPerPass: Int
  /// The maximum number of views that wait in one queue; nil for no limit (RU-15).
  public var queueLimit: Int?
  /// The time in which cells are made ahead.
  public var prefetchTime: PrefetchTime

  /// A policy of these numbers; one is prefetched in a pass where prefetching is on at all.
  ///
  /// - Precondition: None is negative.
  public init(
    lingeringLimit: Int, prefetchLimit: Int, prefetchesPerPass: Int = 1, queueLimit: Int? = nil,
    prefetchTime: PrefetchTime = .layoutPass
  ) {
    precondition(
      lingeringLimit >= 0 && prefetchLimit >= 0 && prefetchesPerPass >= 0 && (queueLimit ?? 0) >= 0,
      "ReusePolicy.init: limits must not be negative")
    self.lingeringLimit = lingeringLimit
    self.prefetchLimit = prefetchLimit
    self.prefetchesPerPass = prefetchesPerPass
    self.queueLimit = queueLimit
    self.prefetchTime = prefetchTime
  }

  /// As UICollectionView from iOS 10 on: a few cells linger, and a line or two is made ahead, one
  /// cell in each pass.
  public static let prefetching = ReusePolicy(lingeringLimit: 8, prefetchLimit: 4)

  /// As UICollectionView before it had prefetching: a cell is made or filled in the pass that shows
  /// it, and what leaves is queued at once (c.2).
  public static let classic = ReusePolicy(lingeringLimit: 0, prefetchLimit: 0)

  /// As UICollectionView since iOS 15: cells are made ahead in the time that frames leave (RU-25).
  ///
  /// The numbers are those of `prefetching`: Apple publishes none.
  public static let spareTime = ReusePolicy(
    lingeringLimit: 8, prefetchLimit: 4, prefetchesPerPass: 4, prefetchTime: .spareTime)

  /// As RecyclerView: the last two keep their binding, one is made ahead if it will be ready in
  /// time, five of a type wait (RU-23, RU-26).
  public static let recyclerView = ReusePolicy(
    lingeringLimit: 2, prefetchLimit: 1, queueLimit: 5, prefetchTime: .estimatedSpareTime)
}

/// The time in which cells are made ahead of the scroll direction.
///
/// Spare time needs a `workClock`, and an app that calls `prepareCellsAhead(until:)` after each
/// frame. A view without a clock makes cells ahead in its layout passes.
public enum PrefetchTime: String, Hashable, Sendable, CaseIterable {
  /// In the layout pass: the work is part of the frame (RU-20).
  case layoutPass
  /// Between frames, one cell after the other while there is time left. A cell that has been begun
  /// is finished, even if the next frame then begins late (RU-25).
  case spareTime
  /// Between frames, if the averages of earlier cells say that the cell will be ready before the
  /// next frame begins (RU-26).
  case estimatedSpareTime
}
