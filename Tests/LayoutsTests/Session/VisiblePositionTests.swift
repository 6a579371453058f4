import Changesets
import Geometry
import Layouts
import Testing

/// Sizes for which lines are thicker than most of their items, in either orientation.
private final class UnevenSizes: FlowLayoutDelegate {
  var providedMetrics: FlowLayoutMetrics { .itemSize }

  func sizeForItem(at path: ItemPath) -> Size {
    let number = path.section * 31 + path.item
    return Size(width: Double(60 + number * 37 % 100), height: Double(20 + number * 53 % 120))
  }
}

/// The first item that shows, by path, and how far below the visible top it begins.
private func firstVisible(_ session: LayoutSession) throws -> (path: ItemPath, distance: Double) {
  var buffer: [LayoutAttributes] = []
  session.collectVisibleAttributes(into: &buffer)
  let shown = buffer.compactMap { attributes in
    attributes.itemPath.map { ($0, attributes.frame.minY - session.bounds.minY) }
  }
  return try #require(shown.min { $0.0 < $1.0 })
}

/// Not its line: an item thinner than its line lies in the middle, and lines change.
@Test(arguments: [ExtentStrategy.nested, .flat, .tree])
func theFirstVisibleItemStaysWhereItIsSeen(strategy: ExtentStrategy) throws {
  let delegate = UnevenSizes()
  for offset in stride(from: 0.0, to: 4_000, by: 93) {
    let layout = FlowLayout(extents: strategy)
    layout.delegate = delegate
    layout.maintainsVisiblePosition = true
    let session = LayoutSession(
      layout, bounds: Rect(x: 0, y: 0, width: 390, height: 400), itemCounts: [90, 1, 0, 200])
    try session.layoutIfNeeded()
    try session.scroll(to: Point(x: 0, y: 300 + offset))
    let before = try firstVisible(session)
    let turned = Rect(origin: session.bounds.origin, size: Size(width: 700, height: 300))
    try session.setBounds(turned)
    let item = try #require(layout.layoutAttributesForItem(at: before.path))
    #expect(
      item.frame.minY - session.bounds.minY == before.distance,
      "\(strategy.name), \(before.path) at \(offset)")
  }
}
