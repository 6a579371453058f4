import Changesets
import Geometry
import Layouts

/// A lane for each section, with items of 80 × 60 points side by side in it.
final class LanesLayout: CollectionViewLayout {
  private var counts: [Int] = []

  override func prepare() throws(LayoutError) {
    counts = host.map { host in (0..<host.numberOfSections).map(host.numberOfItems) } ?? []
  }
  override var contentSize: Size {
    Size(width: Double(counts.max() ?? 0) * 80, height: Double(counts.count) * 60)
  }
  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard counts.indices ~= path.section, 0..<counts[path.section] ~= path.item else { return nil }
    let frame = Rect(x: Double(path.item) * 80, y: Double(path.section) * 60, width: 80, height: 60)
    return LayoutAttributes(cell: path, frame: frame)
  }
  override func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {
    for (section, count) in counts.enumerated() {
      let items = (Int(rect.minX / 80)..<Int(rect.maxX / 80) + 1).clamped(to: 0..<count)
      let cells = items.map { layoutAttributesForItem(at: ItemPath(section: section, item: $0)) }
      buffer += cells.compactMap { $0 }.filter { $0.frame.overlaps(rect) }
    }
  }
}
