import Changesets
import Geometry
import Layouts
import Testing

/// What a host shows of a layout for the other reading direction: a mirror image.
@Suite struct MirroringTests {
  private let host = SettableHost(
    bounds: Rect(x: 50, y: 0, width: 100, height: 80),
    inset: EdgeInsets(top: 0, left: 10, bottom: 0, right: 20))
  private let layout = SignLayout()
  private let path = ItemPath(section: 0, item: 2)
  private let header = LayoutElement.supplementary(.sectionHeader, [0, 2])
  private let whole = Rect(x: -1_000, y: -1_000, width: 9_000, height: 9_000)

  /// Prepares the layout, mirrored unless said otherwise.
  private func prepare(flips: Bool = true, width: Double = 300) throws {
    layout.flips = flips
    layout.width = width
    host.direction = .rightToLeft
    layout.host = host
    layout.invalidateLayout()
    _ = try layout.prepareIfNeeded()
  }

  @Test func aLayoutIsMirroredIfItFlipsAndTheDirectionsDiffer() throws {
    #expect(!layout.isMirrored)
    for flips in [false, true] {
      for own in [UserInterfaceLayoutDirection.leftToRight, .rightToLeft] {
        for direction in [UserInterfaceLayoutDirection.leftToRight, .rightToLeft] {
          (layout.flips, layout.direction, host.direction) = (flips, own, direction)
          layout.host = host
          layout.invalidateLayout()
          _ = try layout.prepareIfNeeded()
          let isMirrored = flips && own != direction
          #expect(layout.isMirrored == isMirrored, "\(flips), \(own), \(direction)")
          #expect((layout.mirroredStart != nil) == isMirrored)
          #expect(layout.shownItem(at: path)?.frame.minX == (isMirrored ? 280 : 10))
        }
      }
    }
  }

  @Test func everyAnswerIsMirrored() throws {
    try prepare()
    let frame = Rect(x: 280, y: 7, width: 10, height: 5)
    #expect(layout.shownItem(at: path)?.frame == frame)
    #expect(layout.shownAttributes(for: header)?.frame == frame)
    var buffer: [LayoutAttributes] = []
    layout.shownElements(in: Rect(x: 285, y: 0, width: 1, height: 10), into: &buffer)
    #expect(buffer.map(\.frame) == [frame, frame])
    buffer = []
    layout.shownElements(in: Rect(x: 15, y: 0, width: 1, height: 10), into: &buffer)
    #expect(buffer.isEmpty)
  }

  @Test func withoutAMirrorAnswersAreTheLayouts() throws {
    try prepare(flips: false)
    let frame = Rect(x: 10, y: 7, width: 10, height: 5)
    #expect(layout.shownItem(at: path)?.frame == frame)
    #expect(layout.shownAttributes(for: header)?.frame == frame)
    #expect(layout.shownAttributesBeforeUpdate(of: header)?.frame == frame)
    var buffer: [LayoutAttributes] = []
    layout.shownElements(in: whole, into: &buffer)
    #expect(buffer.map(\.frame) == [frame, frame])
    #expect(layout.shownTarget(from: Point(x: 3, y: 4)) == Point(x: 4, y: 4))
    #expect(layout.shownTargetPath(of: path, heldAt: Point(x: 3, y: 4)) == path)
    #expect(layout.heldAt == Point(x: 3, y: 4))
    #expect(layout.shownHeldItem(at: path, position: Point(x: 3, y: 4))?.center.x == 3)
  }

  /// The mirror stands in the middle of the content, or of the bounds less the insets if the
  /// content is narrower.
  @Test func theMirrorBeginsAtTheLastOffset() throws {
    try prepare()
    #expect(layout.mirroredStart == 220)
    try prepare(width: 60)
    #expect(layout.mirroredStart == -10)
    #expect(layout.shownItem(at: path)?.frame.minX == 50)
  }

  /// Elements before an update were shown in the mirror of that time, however often the layout is
  /// prepared before the next.
  @Test func answersBeforeAnUpdateAreMirroredInTheWidthBefore() throws {
    try prepare()
    layout.width = 500
    let context = LayoutInvalidationContext()
    context.change = Changeset(insertedItems: [path])
    layout.invalidateLayout(with: context)
    _ = try layout.prepareIfNeeded()
    #expect(layout.shownItem(at: path)?.frame.minX == 480)
    #expect(layout.shownAttributesBeforeUpdate(of: .cell(path))?.frame.minX == 280)
    try prepare(width: 700)
    #expect(layout.shownItem(at: path)?.frame.minX == 680)
    #expect(layout.shownAttributesBeforeUpdate(of: .cell(path))?.frame.minX == 280)
  }

  /// A layout that comes to be mirrored, or no longer is, in the same preparation as an update.
  @Test(arguments: [false, true])
  func anUpdateThatTurnsTheMirrorTooAnswersInTheOneBefore(wasMirrored: Bool) throws {
    try prepare()
    try prepare(flips: wasMirrored, width: 300)
    (layout.flips, layout.width) = (!wasMirrored, 500)
    let context = LayoutInvalidationContext()
    context.change = Changeset(insertedItems: [path])
    layout.invalidateLayout(with: context)
    _ = try layout.prepareIfNeeded()
    #expect(layout.shownItem(at: path)?.frame.minX == (wasMirrored ? 10 : 480))
    let before = layout.shownAttributesBeforeUpdate(of: .cell(path))
    #expect(before?.frame.minX == (wasMirrored ? 280 : 10))
  }

  @Test func itemsAndOtherElementsAnimateByTheirOwnHooks() throws {
    for flips in [false, true] {
      try prepare(flips: flips)
      let cell = LayoutAttributes(cell: path)
      let other = LayoutAttributes(header)
      let shown = [
        layout.shownStart(of: cell), layout.shownStart(of: other), layout.shownEnd(of: cell),
        layout.shownEnd(of: other),
      ]
      #expect(shown.map { $0?.center.x } == (flips ? [299, 298, 297, 296] : [1, 2, 3, 4]))
    }
  }

  /// The layout ends every scroll a point farther in its own direction.
  @Test func offsetsAndVelocitiesAreMirroredBothWays() throws {
    try prepare()
    #expect(layout.shownTarget(from: Point(x: 30, y: 4)) == Point(x: 29, y: 4))
    #expect(layout.proposed == Point(x: 300 - 100 - 30, y: 4))
    let target = layout.shownTarget(from: Point(x: 30, y: 4), velocity: Point(x: 8, y: 9))
    #expect(target == Point(x: 29, y: 4))
    #expect(layout.velocity == Point(x: -8, y: 9))
  }

  @Test func anItemIsHeldInTheMirror() throws {
    try prepare()
    _ = layout.shownTargetPath(of: path, heldAt: Point(x: 290, y: 5))
    #expect(layout.heldAt == Point(x: 10, y: 5))
    let held = layout.shownHeldItem(at: path, position: Point(x: 290, y: 5))
    #expect(held?.center == Point(x: 290, y: 5))
    #expect(held?.zIndex == .max)
  }

  /// A mirrored line of headers sticks to the trailing edge of the host.
  @Test func pinnedHeadersStickToTheMirroredEdge() throws {
    let flow = MirroredFlowLayout()
    flow.scrollDirection = .horizontal
    flow.headerReferenceSize = Size(width: 10, height: 0)
    flow.sectionHeadersPinToVisibleBounds = true
    host.direction = .rightToLeft
    host.itemCounts = [200]
    flow.host = host
    _ = try flow.prepareIfNeeded()
    // The bounds end at 150, and the content 20 points before.
    let header = flow.shownAttributes(for: .supplementary(.sectionHeader, [0, 0]))
    #expect(header?.frame.maxX == 130)
  }
}

private final class MirroredFlowLayout: FlowLayout {
  override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
}

/// One item and one header at (10, 7), which notes what it is asked.
private final class SignLayout: CollectionViewLayout {
  var flips = true
  var direction = UserInterfaceLayoutDirection.leftToRight
  var width = 300.0
  private(set) var proposed: Point?
  private(set) var velocity: Point?
  private(set) var heldAt: Point?

  override var flipsHorizontallyInOppositeLayoutDirection: Bool { flips }
  override var developmentLayoutDirection: UserInterfaceLayoutDirection { direction }
  override var contentSize: Size { Size(width: width, height: 80) }

  private func attributes(_ element: LayoutElement) -> LayoutAttributes {
    LayoutAttributes(element, frame: Rect(x: 10, y: 7, width: 10, height: 5))
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    attributes(.cell(path))
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { attributes(.supplementary(kind, path)) }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    let cell = LayoutElement.cell(ItemPath(section: 0, item: 2))
    let elements = [cell, .supplementary(.sectionHeader, [0, 2])]
    buffer += elements.map { attributes($0) }.filter { $0.frame.overlaps(rect) }
  }

  override func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    attributes(element)
  }

  // MARK: Hooks, told apart by their centres

  private func hook(_ element: LayoutElement, _ x: Double) -> LayoutAttributes? {
    var hook = attributes(element)
    hook.center.x = x
    return hook
  }

  override func initialLayoutAttributesForAppearingItem(at path: ItemPath) -> LayoutAttributes? {
    hook(.cell(path), 1)
  }

  override func initialLayoutAttributesForAppearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { hook(element, 2) }

  override func finalLayoutAttributesForDisappearingItem(at path: ItemPath) -> LayoutAttributes? {
    hook(.cell(path), 3)
  }

  override func finalLayoutAttributesForDisappearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { hook(element, 4) }

  override func targetContentOffset(forProposedContentOffset offset: Point) -> Point {
    proposed = offset
    return Point(x: offset.x + 1, y: offset.y)
  }

  override func targetContentOffset(
    forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
  ) -> Point {
    self.velocity = velocity
    return super.targetContentOffset(
      forProposedContentOffset: offset, withScrollingVelocity: velocity)
  }

  override func targetItemPath(
    forInteractivelyMovingItem path: ItemPath, withPosition position: Point
  ) -> ItemPath {
    heldAt = position
    return path
  }
}
