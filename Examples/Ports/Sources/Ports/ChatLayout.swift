import Changesets
import Geometry
import Layouts

/// Messages that measure themselves. A few stand at the lower edge of the screen, and what is seen stays
/// while older ones come in front.
final class ChatLayout: ListLayout {
  /// The room above the first message, in points.
  private var room = 0.0
  /// The room before the update that is being prepared.
  private var roomBefore: Double?

  init() {
    super.init()
    estimatedItemExtent = 100
    maintainsVisiblePosition = true
  }

  override func prepare() throws(LayoutError) {
    let before = pendingInvalidation.changes.isEmpty ? nil : room
    try super.prepare()
    roomBefore = roomBefore ?? before
    room = max(0, (host?.bounds.size.height ?? 0) - super.contentSize.height)
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    super.shouldInvalidateLayout(forBoundsChange: newBounds)
      || newBounds.size.height != host?.bounds.size.height
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
    lowered(super.layoutAttributesForItem(at: path), by: room)
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    lowered(super.layoutAttributesForSupplementaryElement(ofKind: kind, at: path), by: room)
  }

  override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    lowered(super.layoutAttributesBeforeUpdate(of: element), by: roomBefore ?? room)
  }

  override func finalizeUpdates() {
    super.finalizeUpdates()
    roomBefore = nil
  }

  private func lowered(
    _ attributes: LayoutAttributes?, by room: Double
  ) -> LayoutAttributes? {
    var attributes = attributes
    attributes?.center.y += room
    return attributes
  }
}
