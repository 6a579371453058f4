/// Puts items on one line after another, greedily (FL-5).
///
/// Lengths are added up from a line's first item on, and sums are compared, so that three items of
/// a third of the line's length fill it (FL-22).
struct LineBreaker: Sendable {
  /// The rule that decides whether an item fits.
  let rule: LineRule
  /// The number of items on the line.
  private(set) var itemCount = 0
  /// The largest `main` of the line's items, in points (FL-9).
  private(set) var thickness = 0.0
  /// The sum of the items' `cross`, in points, added up from the first on.
  private(set) var crossSum = 0.0
  /// The length of the line's items and the spacing between them, in points.
  private var used = 0.0

  /// Creates a breaker without a line; call `begin(with:)` first.
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

/// A line as `LineBreaker` formed it.
struct FormedLine: Hashable, Sendable {
  /// The place of its first item in the array of extents.
  var firstPlace: Int
  /// The largest `main` of its items, in points.
  var thickness: Double
}

/// The effect of an edit on the lines of a section.
struct LineChange: Sendable {
  /// The lines that the edit removes.
  var replaced: Range<Int>
  /// The lines that replace them. The lines behind keep their items.
  var lines: [FormedLine]
}

extension LineBreaker {
  /// Forms the lines that an edit of `extents` may have changed, and no more.
  ///
  /// Begins with the line before the edit, because the line's last item may have a new neighbour
  /// that fits. Ends at a line behind the edit that begins with the same item as before: the
  /// following lines depend on that item and its successors only.
  ///
  /// - Parameters:
  ///   - rule: The rule that breaks lines.
  ///   - extents: The items after the edit.
  ///   - end: The place behind the section's last item, after the edit.
  ///   - edited: The places of the replaced items, before the edit.
  ///   - count: The number of items that replace them.
  ///   - lines: The numbers of the section's lines before the edit.
  ///   - work: The counter of formed items and lines.
  ///   - firstPlace: Returns the place of a line's first item before the edit.
  /// - Returns: The removed lines and their replacements.
  /// - Complexity: O(items on the formed lines + removed lines + log lines); one array of lines.
  static func reformLines(
    by rule: LineRule, of extents: [ItemExtent], upTo end: Int, edited: Range<Int>, count: Int,
    lines: Range<Int>, counting work: inout ExtentWork, firstPlace: (Int) -> Int
  ) -> LineChange {
    var searched = 0
    var kept = lines.firstPlace(counting: &searched) { firstPlace($0) >= edited.lowerBound }
    let first = Swift.max(kept - 1, lines.lowerBound)
    var place = first < lines.upperBound ? firstPlace(first) : edited.lowerBound
    let shift = count - edited.count
    var breaker = LineBreaker(rule)
    var formed: [FormedLine] = []
    while place < end {
      if place >= edited.lowerBound + count {
        while kept < lines.upperBound, firstPlace(kept) + shift < place { kept += 1 }
        if kept < lines.upperBound, firstPlace(kept) + shift == place { break }
      }
      let next = breaker.formLine(of: extents, from: place, upTo: end)
      formed.append(FormedLine(firstPlace: place, thickness: breaker.thickness))
      work.itemsRebroken += next - place
      place = next
    }
    work.linesRebroken += formed.count
    return LineChange(replaced: first..<(place < end ? kept : lines.upperBound), lines: formed)
  }
}
