package import Changesets
package import Geometry

/// A direction in which a language is read.
public enum UserInterfaceLayoutDirection: String, Hashable, Sendable {
  /// The direction of English.
  case leftToRight
  /// The direction of Arabic.
  case rightToLeft
}

/// The answers of a layout as a host shows them: unchanged, or mirrored.
///
/// A layout whose `flipsHorizontallyInOppositeLayoutDirection` is true knows nothing of the other
/// direction. Its host asks here; each call costs one look at a flag while nothing is mirrored.
extension CollectionViewLayout {
  /// Appends the attributes that are shown of every element that overlaps `rect` to an empty buffer.
  package final func shownElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {
    guard isMirrored else { return layoutAttributesForElements(in: rect, into: &buffer) }
    layoutAttributesForElements(in: mirrored(rect), into: &buffer)
    for place in buffer.indices { buffer[place] = mirrored(buffer[place]) }
  }

  /// Returns the attributes that are shown of an item.
  package final func shownItem(at path: ItemPath) -> LayoutAttributes? {
    isMirrored
      ? layoutAttributesForItem(at: path).map(mirrored) : layoutAttributesForItem(at: path)
  }

  /// Returns the attributes that are shown of any element.
  package final func shownAttributes(for element: LayoutElement) -> LayoutAttributes? {
    isMirrored ? layoutAttributes(for: element).map(mirrored) : layoutAttributes(for: element)
  }

  /// Returns the attributes that were shown before the update that is being prepared.
  package final func shownAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    let attributes = layoutAttributesBeforeUpdate(of: element)
    return wasMirrored ? attributes.map { Self.mirrored($0, in: mirrorWidthBefore) } : attributes
  }

  /// Returns the attributes from which an element comes, in an update.
  package final func shownStart(of attributes: LayoutAttributes) -> LayoutAttributes? {
    let start =
      if attributes.category == .cell, let path = attributes.itemPath {
        initialLayoutAttributesForAppearingItem(at: path)
      } else {
        initialLayoutAttributesForAppearingElement(attributes.element)
      }
    return isMirrored ? start.map(mirrored) : start
  }

  /// Returns the attributes to which an element goes, in an update.
  package final func shownEnd(of attributes: LayoutAttributes) -> LayoutAttributes? {
    let end =
      if attributes.category == .cell, let path = attributes.itemPath {
        finalLayoutAttributesForDisappearingItem(at: path)
      } else {
        finalLayoutAttributesForDisappearingElement(attributes.element)
      }
    return isMirrored ? end.map(mirrored) : end
  }

  /// Returns where a fling should end instead of at `offset`; without a velocity, where an update or
  /// another layout should.
  package final func shownTarget(from offset: Point, velocity: Point? = nil) -> Point {
    guard isMirrored, let width = host?.bounds.size.width else {
      return target(from: offset, velocity)
    }
    func turned(_ offset: Point) -> Point { Point(x: mirrorWidth - width - offset.x, y: offset.y) }
    return turned(target(from: turned(offset), velocity.map { Point(x: -$0.x, y: $0.y) }))
  }

  private func target(from offset: Point, _ velocity: Point?) -> Point {
    guard let velocity else { return targetContentOffset(forProposedContentOffset: offset) }
    return targetContentOffset(forProposedContentOffset: offset, withScrollingVelocity: velocity)
  }

  /// Returns the path for an item that a user holds at `position`.
  package final func shownTargetPath(of path: ItemPath, heldAt position: Point) -> ItemPath {
    targetItemPath(forInteractivelyMovingItem: path, withPosition: mirroredIfNeeded(position))
  }

  /// Returns the attributes of an item that a user holds at `position`.
  package final func shownHeldItem(at path: ItemPath, position: Point) -> LayoutAttributes? {
    let held = layoutAttributesForInteractivelyMovingItem(
      at: path, withTargetPosition: mirroredIfNeeded(position))
    return isMirrored ? held.map(mirrored) : held
  }

  /// The last offset along x, where the mirror image begins, as of the last preparation; nil if the
  /// layout is not mirrored.
  package final var mirroredStart: Double? { isMirrored ? mirroredEnd : nil }

  // MARK: Mirroring

  /// Notes whether the layout is mirrored, and about what, after a preparation.
  final func noteMirror(isOfUpdate: Bool) {
    // An update may take several preparations, of which the first applies it.
    if isOfUpdate { (wasMirrored, mirrorWidthBefore) = (isMirrored, mirrorWidth) }
    let isOpposite = host?.effectiveUserInterfaceLayoutDirection != developmentLayoutDirection
    isMirrored = isOpposite && flipsHorizontallyInOppositeLayoutDirection
    guard isMirrored, let host else { return }
    let inset = host.contentInset
    mirrorWidth = max(contentSize.width, host.bounds.size.width - inset.total(.horizontal))
    mirroredEnd = mirrorWidth - host.bounds.size.width + inset.right
  }

  /// The host's bounds in the layout's own coordinates.
  final var ownBounds: Rect? { host.map { isMirrored ? mirrored($0.bounds) : $0.bounds } }

  /// The host's margins as the layout sees them: the right one is the left in a mirror.
  final var ownInset: EdgeInsets {
    guard var inset = host?.contentInset else { return .zero }
    if isMirrored { (inset.left, inset.right) = (inset.right, inset.left) }
    return inset
  }

  private func mirrored(_ rect: Rect) -> Rect {
    Rect(x: mirrorWidth - rect.maxX, y: rect.minY, width: rect.size.width, height: rect.size.height)
  }

  private func mirroredIfNeeded(_ point: Point) -> Point {
    isMirrored ? Point(x: mirrorWidth - point.x, y: point.y) : point
  }

  private func mirrored(_ attributes: LayoutAttributes) -> LayoutAttributes {
    Self.mirrored(attributes, in: mirrorWidth)
  }

  private static func mirrored(
    _ attributes: LayoutAttributes, in width: Double
  ) -> LayoutAttributes {
    var attributes = attributes
    attributes.center.x = width - attributes.center.x
    return attributes
  }
}
