/// Puts items on one line after another, greedily (FL-5).
///
/// Lengths are added up from a line's first item on, and sums are compared, so that three items of
/// a third of the line's length fill it (FL-22).
struct LineBreaker: Sendable {
  /// What decides who joins.
  let rule: LineRule
  /// The number of items on the line.
  private(set) var itemCount = 0
  /// The largest `main` of the line's items, in points (FL-9).
  private(set) var thickness = 0.0
  /// The sum of the items' `cross`, in points, added up from the first on.
  private(set) var crossSum = 0.0
  /// What the items and the spacing between them take of the line, in points.
  private var used = 0.0

  /// Nothing on the line yet; `begin(with:)` comes first.
  init(_ rule: LineRule) { self.rule = rule }

  /// Puts an item at the beginning of a new line, whatever its length.
  @inline(__always)
  mutating func begin(with extent: ItemExtent) {
    itemCount = 1
    thickness = extent.main
    crossSum = extent.cross
    used = extent.cross
  }

  /// Puts an item on the line if it fits, and says whether it did.
  @inline(__always)
  mutating func join(_ extent: ItemExtent) -> Bool {
    guard rule.fits(extent.cross, after: used) else { return false }
    itemCount += 1
    thickness = max(thickness, extent.main)
    crossSum += extent.cross
    used = used + rule.interitemSpacing + extent.cross
    return true
  }

  /// Puts the items from place `first` of `extents` on a new line, as many as fit.
  ///
  /// - Parameters:
  ///   - extents: Items in order.
  ///   - first: The place of the line's first item.
  ///   - end: The place behind the last item of the section, more than `first`.
  /// - Returns: The place behind the last item of the line.
  /// - Complexity: O(items on the line); no allocation.
  mutating func formLine(of extents: [ItemExtent], from first: Int, upTo end: Int) -> Int {
    begin(with: extents[first])
    var place = first + 1
    while place < end, join(extents[place]) { place += 1 }
    return place
  }
}
