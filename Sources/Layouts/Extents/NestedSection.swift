/// The items and lines of one section of `NestedExtents`, in arrays of its own.
///
/// A list keeps `mains` and `starts` only, 16 bytes an item; any other section keeps `extents` and
/// `lines`, 16 bytes an item and 24 a line.
struct NestedSection: SectionLines, Sendable {
  /// A line of a section that is no list.
  struct Line: Hashable, Sendable {
    /// The position of its first item.
    var firstItem: Int
    /// Where it begins, in points from the first line.
    var start: Double
    /// The largest `main` of its items, in points.
    var thickness: Double
  }

  /// The number of its shape.
  var shape: Int
  /// How many items differ from the one before.
  var differences = 0
  /// What its items take; empty for a list.
  var extents: [ItemExtent] = []
  /// Its lines; empty for a list.
  var lines: [Line] = []
  /// The `main` of a list's items, in points.
  var mains: [Double] = []
  /// Where a list's items begin, in points from the first.
  var starts: [Double] = []

  // MARK: Queries

  /// The number of items. O(1).
  var itemCount: Int { extents.count + mains.count }

  /// The number of lines. O(1).
  var lineCount: Int { lines.count + starts.count }

  /// Whether all items have equal extents; true without items.
  var isUniform: Bool { differences == 0 }

  /// What lines and the spacing between them take, in points. O(1).
  var itemsExtent: Double {
    let count = lineCount
    return count == 0 ? 0 : start(ofLine: count - 1) + thickness(ofLine: count - 1)
  }

  /// Where a line begins, in points from the first.
  @inline(__always)
  func start(ofLine line: Int) -> Double { mains.isEmpty ? lines[line].start : starts[line] }

  /// The largest `main` on a line, in points.
  @inline(__always)
  func thickness(ofLine line: Int) -> Double { mains.isEmpty ? lines[line].thickness : mains[line] }

  /// The line of an item that exists. O(log lines).
  func line(ofItem item: Int, counting visited: inout Int) -> Int {
    guard mains.isEmpty else { return item }
    return lines.indices.firstPlace(counting: &visited) { lines[$0].firstItem > item } - 1
  }

  /// The extent of an item that exists; all of a list are as long as its line.
  func extent(ofItem item: Int, rule: LineRule) -> ItemExtent {
    mains.isEmpty ? extents[item] : ItemExtent(cross: rule.available, main: mains[item])
  }

  /// The extents of all items. O(items).
  func allExtents(rule: LineRule) -> [ItemExtent] {
    mains.isEmpty ? extents : mains.map { ItemExtent(cross: rule.available, main: $0) }
  }

  /// Appends a line that exists.
  func append(line: Int, rule: LineRule, to buffer: inout ExtentBuffer) {
    guard mains.isEmpty else {
      buffer.appendLine(
        ofSingle: line, extent(ofItem: line, rule: rule), start: starts[line],
        itemCount: mains.count)
      return
    }
    let isLast = line == lines.count - 1
    let end = isLast ? extents.count : lines[line + 1].firstItem
    buffer.appendLine(
      lines[line].firstItem..<end, of: extents, origin: 0, start: lines[line].start,
      thickness: lines[line].thickness, isEqual: isUniform, isLast: isLast)
  }
}
