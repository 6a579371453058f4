/// What a line-based layout has done since it was made, counted: to be read before and after.
///
/// Counts only grow, over reloads and updates too.
@frozen
public struct LayoutWork: Hashable, Sendable {
  /// What preparations and edits did to the extent index.
  public var extents: ExtentWork
  /// How many items' sizes were asked for, one by one.
  public var sizesAsked: Int
  /// How many nodes, sections, lines and searched array entries queries looked at.
  public var placesVisited: Int

  /// Counts, such as none.
  @inlinable
  public init(extents: ExtentWork = ExtentWork(), sizesAsked: Int = 0, placesVisited: Int = 0) {
    self.extents = extents
    self.sizesAsked = sizesAsked
    self.placesVisited = placesVisited
  }
}

extension LineLayout {
  /// What preparations, edits and queries have done so far. O(1).
  public final var layoutWork: LayoutWork { solver.work }
}
