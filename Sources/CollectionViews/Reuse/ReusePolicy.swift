/// A policy for cells that are no longer seen, and for cells that are made ahead (RU-20 to RU-23).
public struct ReusePolicy: Hashable, Sendable {
  /// The maximum number of cells that stay bound to their items after they leave. A cell that
  /// returns is not filled again.
  public var lingeringLimit: Int
  /// The maximum number of cells that are kept ready ahead of the scroll direction.
  public var prefetchLimit: Int
  /// The maximum number of cells that one layout pass makes ahead.
  public var prefetchesPerPass: Int
  /// The maximum number of views that wait in one queue; nil for no limit (RU-15).
  public var queueLimit: Int?

  /// A policy of these numbers; one is prefetched in a pass where prefetching is on at all.
  ///
  /// - Precondition: None is negative.
  public init(
    lingeringLimit: Int, prefetchLimit: Int, prefetchesPerPass: Int = 1, queueLimit: Int? = nil
  ) {
    precondition(
      lingeringLimit >= 0 && prefetchLimit >= 0 && prefetchesPerPass >= 0 && (queueLimit ?? 0) >= 0,
      "ReusePolicy.init: limits must not be negative")
    self.lingeringLimit = lingeringLimit
    self.prefetchLimit = prefetchLimit
    self.prefetchesPerPass = prefetchesPerPass
    self.queueLimit = queueLimit
  }

  /// As UICollectionView with prefetching: a few cells linger, and a line or two is made ahead.
  public static let prefetching = ReusePolicy(lingeringLimit: 8, prefetchLimit: 4)

  /// As UICollectionView before it had prefetching: what leaves is queued at once (c.2).
  public static let classic = ReusePolicy(lingeringLimit: 0, prefetchLimit: 0)

  /// As RecyclerView: the last two keep their binding, one is made ahead, five of a type wait.
  public static let recyclerView = ReusePolicy(lingeringLimit: 2, prefetchLimit: 1, queueLimit: 5)
}
