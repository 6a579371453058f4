public import Changesets
public import Geometry

/// The layout between two others during an interactive transition (TR-6).
///
/// Every element moves from its place in the current layout to its place in the next one; an
/// element of only one of them fades. A subclass may place elements by the values that a gesture
/// gives to `updateValue(_:forAnimatedKey:)`.
///
/// An element that is visible at neither end of the transition is not visible in between.
open class TransitionLayout: CollectionViewLayout {
  /// The layout that the transition leaves.
  public final let currentLayout: CollectionViewLayout
  /// The layout that it goes to.
  public final let nextLayout: CollectionViewLayout
  /// The progress of the transition: 0 for the current layout, 1 for the next; other numbers
  /// extrapolate.
  ///
  /// Elements move at the next pass after an invalidation (TR-7).
  public final var transitionProgress = 0.0 {
    didSet { progressSamples.add(transitionProgress, at: currentTime()) }
  }
  /// The content offset under the current layout.
  public package(set) final var currentOffset = Point.zero
  /// The content offset that the next layout will have.
  public package(set) final var nextOffset = Point.zero
  /// The clock, in seconds; NaN until the host sets it, so that earlier values have no velocity.
  package final var currentTime: () -> Double = { .nan }
  private var shownProgress = 0.0
  private var progressSamples = Samples()
  private var values: [String: Samples] = [:]

  /// Creates a layout between two that one host lays out.
  public init(currentLayout: CollectionViewLayout, nextLayout: CollectionViewLayout) {
    self.currentLayout = currentLayout
    self.nextLayout = nextLayout
  }

  // MARK: Values of a gesture

  /// Keeps the latest value of whatever a gesture calls `key`.
  public final func updateValue(_ value: Double, forAnimatedKey key: String) {
    values[key, default: Samples()].add(value, at: currentTime())
  }

  /// Returns the latest value of `key`; nil before the first.
  public final func value(forAnimatedKey key: String) -> Double? { values[key]?.last?.value }

  /// Returns the change of `key`'s value per second, by its last two values; 0 if there are none.
  public final func velocity(forAnimatedKey key: String) -> Double { values[key]?.velocity ?? 0 }

  /// The change of the progress per second, by its last two values.
  public final var progressVelocity: Double { progressSamples.velocity }

  /// The last two values of something, with their times.
  private struct Samples {
    var last: (value: Double, time: Double)?
    var velocity = 0.0

    mutating func add(_ value: Double, at time: Double) {
      if let last, time > last.time { velocity = (value - last.value) / (time - last.time) }
      last = (value, time)
    }
  }

  // MARK: Geometry

  /// Moves the elements to `transitionProgress`.
  ///
  /// The host prepares both layouts before.
  open override func prepare() throws(LayoutError) {
    guard transitionProgress.isFinite else {
      throw .length(property: "transitionProgress", section: nil, transitionProgress)
    }
    shownProgress = transitionProgress
  }

  /// The progress at the last preparation.
  public final var preparedProgress: Double { shownProgress }

  /// Between the content sizes of both layouts.
  open override var contentSize: Size {
    let size = currentLayout.contentSize.lerp(to: nextLayout.contentSize, fraction: shownProgress)
    return Size(width: max(0, size.width), height: max(0, size.height))
  }

  /// The content offset at the prepared progress.
  public final var contentOffset: Point {
    currentOffset.lerp(to: nextOffset, fraction: shownProgress)
  }

  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    let offset = contentOffset
    func moved(_ origin: Point) -> Rect {
      Rect(
        origin: Point(
          x: rect.origin.x - offset.x + origin.x, y: rect.origin.y - offset.y + origin.y),
        size: rect.size)
    }
    var (current, next): ([LayoutAttributes], [LayoutAttributes]) = ([], [])
    currentLayout.shownElements(in: moved(currentOffset), into: &current)
    nextLayout.shownElements(in: moved(nextOffset), into: &next)
    var seen: Set<LayoutElement> = []
    for attributes in current + next {
      let element = attributes.element
      guard seen.insert(element).inserted, let between = layoutAttributes(between: element) else {
        continue
      }
      buffer.append(between)
    }
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    layoutAttributes(between: .cell(path))
  }

  open override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    layoutAttributes(between: .supplementary(kind, path))
  }

  open override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    layoutAttributes(between: .decoration(kind, path))
  }

  /// Returns one element on its way; nil if neither layout has it.
  private func layoutAttributes(between element: LayoutElement) -> LayoutAttributes? {
    let current = currentLayout.shownAttributes(for: element)
    let next = nextLayout.shownAttributes(for: element)
    guard let either = current ?? next else { return nil }
    var source = current ?? either
    var target = next ?? either
    if current == nil { source.alpha = 0 }
    if next == nil { target.alpha = 0 }
    // Exact to the bit: a transition that begins moves nothing (TR-6).
    if shownProgress == 0 { return source }
    var between = source.interpolated(to: target, fraction: shownProgress)
    let look = shownProgress < 0.5 ? source : target
    between.zIndex = look.zIndex
    between.isHidden = look.isHidden
    return between
  }

  /// Returns true if the new bounds need a preparation of either layout.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    currentLayout.shouldInvalidateLayout(forBoundsChange: newBounds)
      || nextLayout.shouldInvalidateLayout(forBoundsChange: newBounds)
  }
}
