import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A cell that counts how often it is asked for its size, and does something when it is changed.
private final class WatchedCell: CollectionViewCell {
  var fits = 0
  var onApply: (() -> Void)?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    fits += 1
    return attributes
  }

  override func apply(_ attributes: LayoutAttributes) { onApply.take()?() }
}

/// Shown views whose attributes change, and those whose do not.
@Suite struct ChangedAttributesTests {
  private func makeView() throws -> (CollectionView, RowsLayout, ArraySource) {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<30)])
    view.register(WatchedCell.self, forCellWithReuseIdentifier: "number")
    try view.pass()
    return (view, layout, source)
  }

  private func cells(_ view: CollectionView) -> [WatchedCell] {
    view.visibleCells.compactMap { $0 as? WatchedCell }
  }

  @Test func aTransformComesAndGoes() throws {
    let (view, layout, source) = try makeView()
    layout.lie = { rows in
      rows.map { row in
        var row = row
        row.transform3D = .scale(x: 0.5, y: 1)
        return row
      }
    }
    for isTurned in [true, false] {
      if !isTurned { layout.lie = nil }
      layout.invalidateLayout()
      try view.pass()
      #expect(view.visibleCells.allSatisfy { ($0.frame.size.width == 25) == isTurned })
    }
    _ = source
  }

  /// IC-8: only a view whose size changes is asked which one it prefers.
  @Test func aViewOfTheSameSizeIsNotAskedForIt() throws {
    let (view, layout, source) = try makeView()
    for cell in cells(view) { cell.fits = 0 }
    layout.rowDepth = 1
    layout.invalidateLayout()
    try view.pass()
    #expect(cells(view).map(\.fits) == Array(repeating: 0, count: 10))
    layout.rowHeight = 20
    layout.invalidateLayout()
    try view.pass()
    #expect(cells(view).map(\.fits) == Array(repeating: 1, count: 5))
    _ = source
  }

  @Test func aLayoutIsNotToldOfASizeThatAViewHas() throws {
    let layout = PlaneLayout(
      [Rect(x: 0, y: 0, width: 50, height: 10)], size: Size(width: 50, height: 100))
    layout.takesPreferredSizes = true
    let source = StubSource()
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    #expect(view.visibleViewCount == 1 && layout.preferences == 0)
  }

  /// The cell that changes first reloads everything: the others have gone by then.
  @Test func aCellThatChangesMayReload() throws {
    let (view, layout, source) = try makeView()
    layout.rowDepth = 1
    layout.lie = { $0.reversed() }
    layout.invalidateLayout()
    cells(view).last?.onApply = { view.reloadData() }
    try view.layoutIfNeeded()
    #expect(view.visibleViewCount == 0)
    try view.pass()
    #expect(view.visibleViewCount == 10)
    _ = source
  }

  /// A pass that finds a view as it is does not stop its animation; a backdrop's path has one level.
  @Test func anAnimationGoesOnWhereNothingChanges() throws {
    let (view, layout, source) = ErrorTests.rowsRig([[1, 2, 3]])
    layout.hasBackdrops = true
    layout.registerDecoration(
      ViewSource.viewClass(CollectionReusableView.self), ofKind: RowsLayout.backdrop)
    try view.pass()
    source.sections = [[1, 2, 3, 4]]
    view.insertItems(at: [at(0, 3)])
    func animated() -> [LayoutElement] { view.animations.map(\.element) }
    let before = animated()
    #expect(before.contains(.decoration(RowsLayout.backdrop, [0])))
    view.setNeedsLayout()
    try view.pass()
    #expect(animated() == before)
  }

  /// Several kinds of decorations lie at one path, and each has its view.
  @Test func kindsAtOnePathAreToldApart() throws {
    let kinds =
      [ElementKind.sectionHeader, .sectionFooter] + (0..<16).map { ElementKind("one path \($0)") }
    let frame = Rect(x: 0, y: 0, width: 50, height: 50)
    let layout = PlaneLayout(
      kinds.map { LayoutAttributes(.decoration($0, [0, 0]), frame: frame) }, size: frame.size)
    for kind in kinds {
      layout.registerDecoration(ViewSource.viewClass(CollectionReusableView.self), ofKind: kind)
    }
    let source = StubSource()
    let view = CollectionView.showing(source, in: layout)
    try view.pass()
    let views = kinds.compactMap { view.view(for: .decoration($0, [0, 0])) }
    #expect(Set(views.map { ObjectIdentifier($0) }).count == kinds.count)
  }

  @Test func supplementaryElementsAreFoundByTheirKind() throws {
    let rig = Rig([[1], [2]], headers: true)
    rig.layout.footerExtent = 5
    rig.view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "header")
    try rig.view.pass()
    for kind in [ElementKind.sectionHeader, .sectionFooter] {
      #expect(
        rig.view.elementPathsForVisibleSupplementaryElements(ofKind: kind) == [[0, 0], [1, 0]])
    }
    #expect(rig.view.elementPathsForVisibleSupplementaryElements(ofKind: .cell) == [])
  }
}
