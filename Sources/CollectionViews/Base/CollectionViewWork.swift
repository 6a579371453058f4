/// The work that a collection view has done since it was made: exact counts, equal in every run.
public struct CollectionViewWork: Hashable, Sendable {
  /// Layout passes that looked at what is visible.
  public var passes = 0
  /// Preparations of a layout.
  public var preparations = 0
  /// Questions for counts: one for the sections and one for each section, each time.
  public var countCalls = 0
  /// Questions for views, decorations not among them.
  public var viewCalls = 0
  /// Attributes that layouts returned about rectangles: the bounds, and what lies ahead of them.
  public var attributesReturned = 0
  /// Views to which other attributes were applied.
  public var applied = 0
  /// Views that began to be shown.
  public var displayed = 0
  /// Views that ceased to be shown.
  public var ended = 0
  /// Cells that were shown again without being asked for.
  public var returned = 0
  /// Cells that were asked for before they were shown.
  public var prefetched = 0
  /// Cells that were made ahead and wait, because there was no time to fill them (RU-27).
  public var madeToWait = 0
  /// Views dequeued outside of any request (RU-8).
  public var strayDequeued = 0
  /// Updates applied.
  public var updates = 0
  /// Reloads of everything.
  public var reloads = 0
  /// Views that an update or another layout animated.
  public var animated = 0

  /// Nothing done.
  public init() {}
}
