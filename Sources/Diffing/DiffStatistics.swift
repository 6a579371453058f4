/// What one comparison found and what it took, in exact numbers.
public struct DiffStatistics: Hashable, Sendable {
  /// Items that are in both.
  public var matchedItems = 0

  /// Matched items that changed their place among their neighbours, or their section: the minimum for
  /// the matching, which is the only one where no identifier occurs twice.
  public var movedItems = 0

  /// Hash values computed, of items and sections.
  public var hashes = 0

  /// Items known to be equal without looking at them, since both collections share their memory.
  public var sharedItems = 0

  /// Tree nodes looked at to find them.
  public var visitedNodes = 0

  /// Nothing found yet.
  public init() {}
}
