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

/// A line as `LineBreaker` formed it.
struct FormedLine: Hashable, Sendable {
  /// The place of its first item in the array of extents.
  var firstPlace: Int
  /// The largest `main` of its items, in points.
  var thickness: Double
}

/// What an edit does to the lines of a section.
struct LineChange: Sendable {
  /// The lines that go.
  var replaced: Range<Int>
  /// The lines that come in their place. Those behind keep their items.
  var lines: [FormedLine]
}

extension LineBreaker {
  /// Forms the lines anew that an edit of `extents` may have changed, and no more.
  ///
  /// Begins with the line before the edit, whose last item may now have a neighbour that fits, and
  /// ends where a line behind the edit begins with an item that began one before: what follows
  /// depends on that item and those behind it only.
  ///
  /// - Parameters:
  ///   - rule: How lines are broken.
  ///   - extents: Items after the edit.
  ///   - end: The place behind the section's last item, after the edit.
  ///   - edited: The places whose items were replaced, before the edit.
  ///   - count: How many items stand there now.
  ///   - lines: The numbers of the section's lines before the edit.
  ///   - work: Counts what is formed.
  ///   - firstPlace: The place of a line's first item before the edit.
  /// - Returns: The lines that go and those that come.
  /// - Complexity: O(items on the lines formed + lines that go + log lines); an array of the lines.
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
    return LineChange(
      replaced: first..<(place < end ? kept : lines.upperBound), lines: formed)
  }
}
