import Changesets
import Geometry
import Layouts
import Testing

/// Attributes that become those of another element or place, and the order in which they are seen.
@Suite struct AttributeChangeTests {
  private static let ring = ElementKind("AttributeChangeTests.ring")
  private let path = ItemPath(section: 2, item: 5)
  private let frame = Rect(x: 10, y: 20, width: 30, height: 40)

  /// Attributes of their own, to be interpolated.
  private struct Tint: CustomLayoutAttributes {
    var depth: Double

    func interpolated(to target: Tint, fraction: Double) -> Tint {
      Tint(depth: depth + (target.depth - depth) * fraction)
    }
  }

  /// Returns a cell in which nothing is as usual, except perhaps what takes an object.
  private func makeCell(hasRareFields: Bool) -> LayoutAttributes {
    var cell = LayoutAttributes(cell: path, frame: frame)
    (cell.alpha, cell.zIndex, cell.isHidden) = (0.25, 3, true)
    if hasRareFields {
      cell.transform3D = .scale(x: 2, y: 2)
      cell.custom = Tint(depth: 4)
    }
    return cell
  }

  private func expectSameLook(_ left: LayoutAttributes, _ right: LayoutAttributes) {
    #expect(left.center == right.center && left.size == right.size)
    #expect(left.alpha == right.alpha && left.zIndex == right.zIndex)
    #expect(left.isHidden == right.isHidden && left.transform3D == right.transform3D)
    #expect(left.custom.isEqual(to: right.custom))
  }

  // MARK: Another element

  @Test func anotherElementHasTheSamePlaceAndLook() {
    for hasRareFields in [false, true] {
      let cell = makeCell(hasRareFields: hasRareFields)
      for element in [
        LayoutElement.cell(ItemPath(section: 7, item: 1)), .decoration(Self.ring, [1, 2, 3]),
      ] {
        let moved = cell.replacingElement(with: element)
        #expect(moved.element == element)
        expectSameLook(moved, cell)
      }
      let other = ItemPath(section: 0, item: 9)
      let moved = cell.replacingItemPath(with: other)
      #expect(moved.element == .cell(other) && moved.isInline == !hasRareFields)
      expectSameLook(moved, cell)
    }
  }

  @Test func attributesBecomeOthersWhole() {
    let other = LayoutAttributes(cell: ItemPath(section: 0, item: 1))
    for hasRareFields in [false, true] {
      for otherHasRareFields in [false, true] {
        var other = other
        if otherHasRareFields { other.custom = Tint(depth: 1) }
        var cell = makeCell(hasRareFields: hasRareFields)
        cell.take(other)
        #expect(cell == other && cell.isInline == !otherHasRareFields)
      }
      var cell = makeCell(hasRareFields: hasRareFields)
      cell.take(other.inline)
      #expect(cell == other && cell.isInline)
    }
  }

  /// Attributes are of one element if kind, category and path are the same, however they look.
  @Test func everythingOfAnElementTellsItFromOthers() {
    let elements = [
      LayoutElement.cell(path), .cell(ItemPath(section: 2, item: 6)),
      .decoration(Self.ring, [2, 5]), .supplementary(Self.ring, [2, 5]),
      .supplementary(.sectionHeader, [2, 5]), .supplementary(.sectionHeader, [2, 0]),
      .supplementary(.sectionHeader, [2]), .supplementary(.sectionHeader, [2, 0, 0]),
    ]
    for left in elements {
      for right in elements {
        var other = LayoutAttributes(right, frame: frame)
        #expect(LayoutAttributes(left).isOfElement(of: other) == (left == right))
        #expect(other.isOfElement(of: LayoutAttributes(left)) == (left == right))
        other.transform3D = .scale(x: 2, y: 2)
        #expect(LayoutAttributes(left).isOfElement(of: other) == (left == right))
      }
    }
  }

  @Test func aSectionOutOfRangeIsNone() {
    #expect(LayoutAttributes(.supplementary(.sectionHeader, [1 << 40, 0])).section == -1)
  }

  /// A hash is made of the element and its bounds.
  @Test func theElementAndItsBoundsAreHashed() {
    let element = LayoutElement.decoration(Self.ring, ElementPath(path))
    let other = Rect(x: 10, y: 20, width: 30, height: 41)
    let all = [
      LayoutAttributes(element, frame: frame), LayoutAttributes(element, frame: other),
      LayoutAttributes(.decoration(Self.ring, [2, 6]), frame: frame),
      LayoutAttributes(.decoration(ElementKind("another"), ElementPath(path)), frame: frame),
      LayoutAttributes(.supplementary(Self.ring, ElementPath(path)), frame: frame),
    ]
    #expect(Set(all.map(\.hashValue)).count == all.count)
  }

  // MARK: Order

  /// The `zIndex` counts first, then the category, the kind and the path.
  @Test func anElementBehindAnotherIsSoByTheFirstDifference() {
    func attributes(_ element: LayoutElement, zIndex: Int = 0) -> LayoutAttributes {
      var attributes = LayoutAttributes(element)
      attributes.zIndex = zIndex
      return attributes
    }
    let ascending = [
      attributes(.decoration(Self.ring, [9, 9]), zIndex: -1), attributes(.cell(path)),
      attributes(.cell(ItemPath(section: 3, item: 0))),
      attributes(.supplementary(.sectionHeader, [2, 5])),
      attributes(.supplementary(.sectionFooter, [0, 0])),
      attributes(.decoration(.sectionHeader, [0, 0])), attributes(.cell(path), zIndex: 1),
    ]
    for (left, front) in ascending.enumerated() {
      for (right, other) in ascending.enumerated() {
        #expect(front.isBehind(other) == (left < right), "\(front), \(other)")
      }
    }
  }

  // MARK: On the way

  private func ends() -> (LayoutAttributes, LayoutAttributes) {
    var source = LayoutAttributes(cell: path, frame: Rect(x: 0, y: 0, width: 40, height: 80))
    var target = LayoutAttributes(
      cell: ItemPath(section: 0, item: 0), frame: Rect(x: 100, y: 20, width: 20, height: 20))
    (source.alpha, target.alpha) = (0.5, 1)
    (source.zIndex, target.zIndex, target.isHidden) = (4, 9, true)
    (source.transform3D, target.transform3D) = (.identity, .scale(x: 3, y: 1))
    (source.custom, target.custom) = (Tint(depth: 8), Tint(depth: 0))
    return (source, target)
  }

  @Test func everyNumberIsInterpolated() {
    let (source, target) = ends()
    for (fraction, x, width, alpha, scale, depth) in [
      (0.0, 20.0, 40.0, 0.5, 1.0, 8.0), (0.25, 42.5, 35, 0.625, 1.5, 6), (1, 110, 20, 1, 3, 0),
    ] {
      let between = source.interpolated(to: target, fraction: fraction)
      #expect(between.center.x == x && between.size.width == width && between.alpha == alpha)
      #expect(between.transform3D == .scale(x: scale, y: 1))
      #expect((between.custom as? Tint)?.depth == depth)
      #expect(between.element == target.element && between.zIndex == 9 && between.isHidden)
    }
  }

  /// Beyond the ends numbers go on, but sizes end at 0 and alphas at 0 and 1.
  @Test func beyondTheEndsSizesAndAlphasStayValid() {
    let (source, target) = ends()
    let far = source.interpolated(to: target, fraction: 4)
    #expect(far.center.x == 380 && far.size == .zero && far.alpha == 1)
    let twice = source.interpolated(to: target, fraction: 2)
    #expect(twice.center.x == 200 && twice.size == .zero)
    let back = source.interpolated(to: target, fraction: -2)
    #expect(back.center.x == -160 && back.size == Size(width: 80, height: 200) && back.alpha == 0)
  }

  /// Frames in tenths of a point are sums that round; a transition that has ended moves nothing.
  @Test func theEndIsTheTargetToTheBit() {
    for tenth in 0..<200 {
      let target = LayoutAttributes(
        cell: path,
        frame: Rect(x: Double(tenth) / 10, y: 0.3, width: Double(tenth % 7) / 10 + 0.1, height: 1))
      let source = LayoutAttributes(cell: path, frame: frame)
      #expect(source.interpolated(to: target, fraction: 1) == target)
    }
  }
}
