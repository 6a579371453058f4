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
