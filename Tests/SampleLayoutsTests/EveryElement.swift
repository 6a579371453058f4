import Changesets
import Geometry
import Layouts
import Testing

/// The dull model of a rectangle query: asks for every element alone and keeps what overlaps.
struct EveryElement {
  /// Every element that the layout can have under the session's counts; it may have none of some.
  let elements: [LayoutElement]

  /// Creates the elements of a session: all cells, and the elements that `others` returns for each
  /// section and item count.
  init(of session: LayoutSession, others: (_ section: Int, _ items: Int) -> [LayoutElement]) {
    elements = session.itemCounts.enumerated().flatMap { section, count in
      (0..<count).map { .cell(ItemPath(section: section, item: $0)) } + others(section, count)
    }
  }

  /// Returns the elements that overlap `rect`.
  func overlapping(_ rect: Rect, in layout: CollectionViewLayout) -> Set<LayoutAttributes> {
    Set(elements.compactMap { layout.layoutAttributes(for: $0) }.filter { $0.frame.overlaps(rect) })
  }

  /// Expects that the rectangle query gives the same, each element once.
  func expectSame(in rect: Rect, of layout: CollectionViewLayout, _ context: String) {
    let answer = layout.layoutAttributesForElements(in: rect)
    #expect(Set(answer) == overlapping(rect, in: layout), "\(context), in \(rect)")
    #expect(Set(answer.map(\.element)).count == answer.count, "\(context), in \(rect)")
  }
}

extension LayoutSession {
  /// Lays `layout` out once.
  static func laidOut(
    _ layout: CollectionViewLayout, width: Double = 320, height: Double = 480, _ counts: [Int]
  ) throws -> LayoutSession {
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: width, height: height), itemCounts: counts)
    try session.layoutIfNeeded()
    return session
  }
}

/// All lists of up to `sections` counts, each up to `items`.
func everyCounts(sections: Int, items: Int) -> [[Int]] {
  var lists: [[Int]] = [[]]
  var longest: [[Int]] = [[]]
  for _ in 0..<sections {
    longest = longest.flatMap { list in (0...items).map { list + [$0] } }
    lists += longest
  }
  return lists
}
