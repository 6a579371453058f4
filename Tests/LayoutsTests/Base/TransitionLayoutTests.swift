import Changesets
import Geometry
import Layouts
import Testing

/// A layout between two others, without a view (TR-6, TR-7).
@Suite struct TransitionLayoutTests {
  private let current = PlacedLayout(size: Size(width: 100, height: 200))
  private let next = PlacedLayout(size: Size(width: 300, height: 100))
  private let both = ItemPath(section: 0, item: 0)
  private let leaving = ItemPath(section: 0, item: 1)
  private let coming = ItemPath(section: 0, item: 2)

  private func makeBetween(_ progress: Double = 0) throws -> TransitionLayout {
    current.place(both, Rect(x: 0, y: 0, width: 10, height: 10), zIndex: 2)
    current.place(leaving, Rect(x: 20, y: 0, width: 10, height: 10))
    next.place(both, Rect(x: 100, y: 50, width: 30, height: 20), zIndex: 7, isHidden: true)
    next.place(coming, Rect(x: 140, y: 50, width: 10, height: 10))
    let between = TransitionLayout(currentLayout: current, nextLayout: next)
    try move(between, to: progress)
    return between
  }

  private func move(_ between: TransitionLayout, to progress: Double) throws(LayoutError) {
    between.transitionProgress = progress
    try between.prepare()
  }

  @Test func sizesAndOffsetsAreBetween() throws {
    let between = try makeBetween(0.25)
    #expect(between.contentSize == Size(width: 150, height: 175))
    between.currentOffset = Point(x: 4, y: 8)
    between.nextOffset = Point(x: 8, y: 0)
    #expect(between.contentOffset == Point(x: 5, y: 6))
    #expect(between.preparedProgress == 0.25)
    // No less than nothing, on either axis.
    try move(between, to: -1)
    #expect(between.contentSize == Size(width: 0, height: 300))
    try move(between, to: 3)
    #expect(between.contentSize == Size(width: 700, height: 0))
  }

  /// The progress counts from the next preparation on; one that is no number throws.
  @Test func progressIsPrepared() throws {
    let between = try makeBetween(0.5)
    between.transitionProgress = 0.75
    #expect(between.preparedProgress == 0.5)
    #expect(between.contentSize.width == 200)
    between.transitionProgress = .infinity
    #expect(throws: LayoutError.length(property: "transitionProgress", section: nil, .infinity)) {
      try between.prepare()
    }
    #expect(between.preparedProgress == 0.5)
  }

  @Test func aNewTransitionIsAtItsBeginning() {
    let between = TransitionLayout(currentLayout: current, nextLayout: next)
    #expect(between.transitionProgress == 0 && between.preparedProgress == 0)
    #expect(between.contentSize == current.contentSize)
  }

  /// Frames in tenths of a point are sums that round.
  @Test func atItsBeginningATransitionMovesNothingByABit() throws {
    let between = try makeBetween(0)
    for tenth in 0..<200 {
      let element = LayoutElement.cell(ItemPath(section: 1, item: tenth))
      let attributes = LayoutAttributes(
        element,
        frame: Rect(x: Double(tenth) / 10, y: 0.3, width: Double(tenth % 7) / 10 + 0.1, height: 1))
      current.elements[element] = attributes
      next.elements[element] = LayoutAttributes(
        element, frame: Rect(x: 70, y: 9, width: 3, height: 4))
      #expect(between.layoutAttributes(for: element) == attributes)
    }
  }

  @Test func elementsOfBothMove() throws {
    for (progress, frame) in [
      (0.0, Rect(x: 0, y: 0, width: 10, height: 10)),
      (0.25, Rect(x: 25, y: 12.5, width: 15, height: 12.5)),
      (1, Rect(x: 100, y: 50, width: 30, height: 20)),
    ] {
      let between = try makeBetween(progress)
      let moved = try #require(between.layoutAttributesForItem(at: both))
      #expect(moved.frame == frame)
      #expect(moved.alpha == 1)
      #expect(moved.zIndex == (progress < 0.5 ? 2 : 7))
      #expect(moved.isHidden == (progress >= 0.5))
    }
    let half = try #require(try makeBetween(0.5).layoutAttributesForItem(at: both))
    #expect(half.zIndex == 7 && half.isHidden)
  }

  @Test func elementsOfOneFade() throws {
    let between = try makeBetween(0.25)
    let (gone, new) = (
      try #require(between.layoutAttributesForItem(at: leaving)),
      try #require(between.layoutAttributesForItem(at: coming))
    )
    #expect(gone.alpha == 0.75 && gone.frame.minX == 20)
    #expect(new.alpha == 0.25 && new.frame.minX == 140)
    #expect(between.layoutAttributesForItem(at: ItemPath(section: 0, item: 3)) == nil)
    // At the start one that comes is there, and not to be seen.
    try move(between, to: 0)
    #expect(between.layoutAttributesForItem(at: coming)?.alpha == 0)
    #expect(between.layoutAttributesForItem(at: leaving)?.alpha == 1)
  }

  @Test func otherElementsMoveAsWell() throws {
    let (kind, path) = (ElementKind("TransitionLayoutTests"), ElementPath([0, 0]))
    for element in [LayoutElement.supplementary(kind, path), .decoration(kind, path)] {
      current.elements[element] = LayoutAttributes(
        element, frame: Rect(x: 0, y: 0, width: 10, height: 10))
      next.elements[element] = LayoutAttributes(
        element, frame: Rect(x: 8, y: 0, width: 10, height: 10))
      let between = try makeBetween(0.5)
      #expect(between.layoutAttributes(for: element)?.frame.minX == 4)
    }
  }

  /// An element is in the answer, once, if it is at its end's place of the rectangle.
  @Test func whatIsSeenAtAnEndIsSeenBetween() throws {
    let between = try makeBetween(0.5)
    func seen(_ rect: Rect) -> [ItemPath] {
      between.layoutAttributesForElements(in: rect).compactMap(\.itemPath)
    }
    #expect(seen(Rect(x: 0, y: 0, width: 200, height: 100)) == [both, leaving, coming])
    // Content is seen from 60, 20 on.
    between.currentOffset = Point(x: 0, y: 0)
    between.nextOffset = Point(x: 120, y: 40)
    #expect(seen(Rect(x: 70, y: 20, width: 20, height: 5)) == [leaving])
    #expect(seen(Rect(x: 75, y: 25, width: 10, height: 10)) == [leaving, coming])
    #expect(seen(Rect(x: 60, y: 20, width: 5, height: 5)) == [both])
  }

  @Test func eitherLayoutMayNeedAPreparation() throws {
    let between = try makeBetween()
    let bounds = Rect(x: 0, y: 0, width: 1, height: 1)
    for (old, new) in [(false, false), (true, false), (false, true), (true, true)] {
      (current.invalidatesForBounds, next.invalidatesForBounds) = (old, new)
      #expect(between.shouldInvalidateLayout(forBoundsChange: bounds) == (old || new))
    }
  }

  @Test func velocitiesAreThoseOfTheLastTwoValues() throws {
    let between = try makeBetween()
    var time = 1.0
    between.currentTime = { time }
    #expect(between.value(forAnimatedKey: "a") == nil && between.velocity(forAnimatedKey: "a") == 0)
    between.updateValue(3, forAnimatedKey: "a")
    #expect(between.velocity(forAnimatedKey: "a") == 0)
    time = 1.5
    between.updateValue(5, forAnimatedKey: "a")
    between.updateValue(9, forAnimatedKey: "b")
    #expect(between.value(forAnimatedKey: "a") == 5 && between.value(forAnimatedKey: "b") == 9)
    #expect(between.velocity(forAnimatedKey: "a") == 4)
    // At one time the speed stays what it was.
    between.updateValue(7, forAnimatedKey: "a")
    #expect(between.value(forAnimatedKey: "a") == 7)
    #expect(between.velocity(forAnimatedKey: "a") == 4)
    time = 2.5
    between.updateValue(4, forAnimatedKey: "a")
    #expect(between.velocity(forAnimatedKey: "a") == -3)
    between.transitionProgress = 0.5
    time = 2.75
    between.transitionProgress = 1
    #expect(between.progressVelocity == 2)
  }

  /// Its time is not known.
  @Test func aValueBeforeTheTransitionBeginsSaysNothingAboutVelocity() {
    let between = TransitionLayout(currentLayout: current, nextLayout: next)
    between.updateValue(10, forAnimatedKey: "a")
    between.transitionProgress = 0.5
    var time = 4.0
    between.currentTime = { time }
    between.updateValue(30, forAnimatedKey: "a")
    between.transitionProgress = 0.75
    #expect(between.velocity(forAnimatedKey: "a") == 0 && between.progressVelocity == 0)
    time = 5
    between.updateValue(40, forAnimatedKey: "a")
    between.transitionProgress = 1
    #expect(between.velocity(forAnimatedKey: "a") == 10 && between.progressVelocity == 0.25)
  }
}

/// Elements where a test places them.
private final class PlacedLayout: CollectionViewLayout {
  var elements: [LayoutElement: LayoutAttributes] = [:]
  var invalidatesForBounds = false
  private var order: [LayoutElement] = []
  private let size: Size

  init(size: Size) { self.size = size }

  func place(_ path: ItemPath, _ frame: Rect, zIndex: Int = 0, isHidden: Bool = false) {
    var attributes = LayoutAttributes(cell: path, frame: frame)
    (attributes.zIndex, attributes.isHidden) = (zIndex, isHidden)
    if elements.updateValue(attributes, forKey: .cell(path)) == nil { order.append(.cell(path)) }
  }

  override var contentSize: Size { size }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    buffer += order.compactMap { elements[$0] }.filter { $0.frame.overlaps(rect) }
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    elements[.cell(path)]
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { elements[.supplementary(kind, path)] }

  override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { elements[.decoration(kind, path)] }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    invalidatesForBounds
  }
}
