import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// How far a picture lags behind its cell.
private struct Parallax: CustomLayoutAttributes {
  var shift = 0.0

  func interpolated(to target: Parallax, fraction: Double) -> Parallax {
    Parallax(shift: shift + (target.shift - shift) * fraction)
  }
}

private struct Tint: CustomLayoutAttributes {
  var isDark = false
}

/// Rows whose pictures lag behind.
private final class ParallaxLayout: ListLayout {
  var shift = 1.0 { didSet { invalidateLayout() } }

  private func shifted(_ attributes: LayoutAttributes) -> LayoutAttributes {
    var attributes = attributes
    attributes.custom = Parallax(shift: shift * Double(attributes.itemPath?.item ?? 0))
    return attributes
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    super.layoutAttributesForItem(at: path).map(shifted)
  }

  override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    super.layoutAttributesForElements(in: rect, into: &buffer)
    for place in buffer.indices { buffer[place] = shifted(buffer[place]) }
  }
}

private final class ParallaxCell: CollectionViewCell {
  var shift: Double?
  var applications = 0

  override func apply(_ attributes: LayoutAttributes) {
    applications += 1
    shift = (attributes.custom as? Parallax)?.shift
  }
}

private final class FramedCell: CollectionViewCell {
  final class Content: CellSubview {
    private(set) var layouts = 0
    var frame = Rect.zero { didSet { layouts += 1 } }
  }
  let content = Content()

  required init(frame: Rect) {
    super.init(frame: frame)
    contentView = content
  }
}

@Suite struct CustomAttributesTests {
  @Test func theyAreAppliedWhenTheyDiffer() throws {
    let layout = ParallaxLayout()
    layout.itemExtent = 10
    let source = StubSource(itemCount: 30)
    let view = CollectionView.showing(source, in: layout, of: ParallaxCell.self)
    try view.pass()
    let cell = try #require(view.cellForItem(at: at(0, 3)) as? ParallaxCell)
    #expect(cell.shift == 3 && cell.applications == 1)
    // Equal ones are not applied again.
    layout.invalidateLayout()
    try view.pass()
    #expect(cell.applications == 1)
    layout.shift = 2
    try view.pass()
    #expect(cell.shift == 6 && cell.applications == 2)
    source.itemCount = 31
    try view.performBatchUpdates { view.insertItems(at: [at(0, 30)]) }
    #expect(cell.applications == 2)
    // An update takes them along, and an animation interpolates them.
    source.itemCount = 32
    try view.performBatchUpdates { view.insertItems(at: [at(0, 0)]) }
    #expect(cell.shift == 8)
    view.clock.advance(by: view.animationDuration / 2)
    let shown = view.presentationAttributes(of: cell)?.custom as? Parallax
    #expect(shown.map { $0.shift > 6 && $0.shift < 8 } == true)
    try view.pass()
    withExtendedLifetime(source) {}
  }

  /// A view that is used again has none until they are applied, even if they are the same.
  @Test func theyAreAppliedAfterAReload() throws {
    let layout = ParallaxLayout()
    layout.itemExtent = 10
    let source = StubSource(itemCount: 1)
    let view = CollectionView.showing(source, in: layout, of: ParallaxCell.self)
    try view.pass()
    let cell = try #require(view.visibleCells.first as? ParallaxCell)
    view.reloadData()
    try view.pass()
    #expect(view.visibleCells.first === cell && cell.applications == 2)
    #expect(cell.layoutAttributes?.custom != nil)
    withExtendedLifetime(source) {}
  }

  /// Content is laid out where the size changes, and not where only these do.
  @Test func contentHasTheSizeOfItsCell() throws {
    let layout = ParallaxLayout()
    layout.itemExtent = 10
    let source = StubSource(itemCount: 3)
    let view = CollectionView.showing(source, in: layout, of: FramedCell.self)
    try view.pass()
    for extent in [10.0, 20, 20, 30] {
      let before = view.visibleCells.compactMap { ($0 as? FramedCell)?.content.layouts }
      let isResized = extent != layout.itemExtent
      layout.itemExtent = extent
      layout.shift += 1
      try view.pass()
      for (cell, layouts) in zip(view.visibleCells, before) {
        let content = try #require(cell as? FramedCell).content
        #expect(content.frame.size == Size(width: 50, height: extent))
        #expect(content.layouts == layouts + (isResized ? 1 : 0))
      }
    }
    withExtendedLifetime(source) {}
  }

  @Test func everyCopyKeepsThem() {
    var attributes = LayoutAttributes(cell: at(0, 1), frame: Rect(x: 0, y: 0, width: 5, height: 5))
    let plain = attributes
    #expect(attributes.custom == nil && attributes.isInline)
    attributes.custom = Parallax(shift: 4)
    #expect(attributes != plain && !attributes.isInline)
    #expect(attributes == attributes)
    var same = plain
    same.custom = Parallax(shift: 4)
    #expect(same == attributes && same.hashValue == attributes.hashValue)
    same.custom = Parallax(shift: 5)
    #expect(same != attributes)
    same.custom = Tint()
    #expect(same != attributes)
    // The transform and the custom part leave each other alone.
    attributes.transform3D = .scale(x: 2, y: 2)
    #expect((attributes.custom as? Parallax)?.shift == 4)
    attributes.transform3D = .identity
    #expect((attributes.custom as? Parallax)?.shift == 4)
    for element in [LayoutElement.cell(at(2, 2)), .supplementary(.sectionHeader, [1, 2, 3])] {
      let moved = attributes.replacingElement(with: element)
      #expect((moved.custom as? Parallax)?.shift == 4 && moved.element == element)
    }
    attributes.custom = nil
    #expect(attributes == plain && attributes.isInline)
    var deep = LayoutAttributes(.supplementary(.sectionHeader, [1, 2, 3]))
    deep.custom = Tint(isDark: true)
    deep.custom = nil
    #expect(deep.path == [1, 2, 3])
  }

  @Test func theWayBetweenTwoTypesIsTheTarget() {
    var (source, target) = (LayoutAttributes(cell: at(0, 0)), LayoutAttributes(cell: at(0, 0)))
    source.custom = Parallax(shift: 4)
    target.custom = Parallax(shift: 8)
    let half = source.interpolated(to: target, fraction: 0.5)
    #expect((half.custom as? Parallax)?.shift == 6)
    target.custom = Tint(isDark: true)
    let tinted = source.interpolated(to: target, fraction: 0.5)
    #expect((tinted.custom as? Tint)?.isDark == true)
  }
}
