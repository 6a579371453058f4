import Changesets
import Geometry
import Layouts

/// Messages that measure themselves. A few stand at the lower edge of the screen, and what is seen stays
/// while older ones come in front.
final class ChatLayout: ListLayout {
  /// The room above the first message, in points.
  private var room = 0.0

  init() {
    super.init()
    estimatedItemExtent = 100
    maintainsVisiblePosition = true
  }

  override func prepare() throws(LayoutError) {
    try super.prepare()
    room = max(0, (host?.bounds.height ?? 0) - super.contentSize.height)
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    super.shouldInvalidateLayout(forBoundsChange: newBounds)
      || newBounds.height != host?.bounds.height
  }

  override var contentSize: Size {
    Size(width: super.contentSize.width, height: super.contentSize.height + room)
  }

  override func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {
    let first = buffer.count
    super.layoutAttributesForElements(in: rect.offsetBy(dx: 0, dy: -room), into: &buffer)
    guard room > 0 else { return }
    for place in first..<buffer.count { buffer[place].center.y += room }
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    var attributes = super.layoutAttributesForItem(at: path)
    attributes?.center.y += room
    return attributes
  }
}
