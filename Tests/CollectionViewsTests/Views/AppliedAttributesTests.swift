import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// A view in a cell that knows which sizes it was given.
private final class SizedPart: CellSubview {
  var sizes: [Size] = []
  var frame = Rect.zero { didSet { sizes.append(frame.size) } }
}

private final class PartCell: CollectionViewCell {
  let part = SizedPart()
  private(set) var applications = 0

  required init(frame: Rect) {
    super.init(frame: frame)
    contentView = part
  }

  override func apply(_ attributes: LayoutAttributes) { applications += 1 }
}

/// The attributes that shown views are given, with and without a transform.
@Suite struct AppliedAttributesTests {
  private func makeView(isMoved: Bool) throws -> (CollectionView, RowsLayout, ArraySource) {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<5)])
    layout.lie = { rows in
      guard isMoved else { return rows }
      return rows.map { row in
        var row = row
        row.transform3D = .translation(x: 3, y: 0)
        return row
      }
    }
    view.register(PartCell.self, forCellWithReuseIdentifier: "number")
    try view.layoutIfNeeded()
    return (view, layout, source)
  }

  private func cells(_ view: CollectionView) -> [PartCell] {
    view.visibleCells.compactMap { $0 as? PartCell }
  }

  /// An update behind the rows changes none of them.
  @Test(arguments: [false, true])
  func whatIsAsItWasIsNotApplied(isMoved: Bool) throws {
    let (view, _, source) = try makeView(isMoved: isMoved)
    let before = cells(view)
    #expect(before.map(\.applications) == [1, 1, 1, 1, 1])
    source.sections = [Array(0..<6)]
    view.insertItems(at: [at(0, 5)])
    #expect(before.map(\.applications) == [1, 1, 1, 1, 1])
    #expect(cells(view).count == 6 && view.work.applied == 6)
  }

  /// A scale changes the frame alone, so a cell that is first shown scaled is laid out once.
  @Test func aScaledCellIsMadeAtItsOwnSize() throws {
    let (view, layout, source) = ErrorTests.rowsRig([Array(0..<40)])
    layout.lie = { rows in
      rows.map { row in
        var row = row
        row.transform3D = .scale(x: 0.5, y: 0.5)
        return row
      }
    }
    view.register(PartCell.self, forCellWithReuseIdentifier: "number")
    for y in [0.0, 200] {
      try view.scroll(to: y)
      #expect(cells(view).allSatisfy { $0.frame.size == Size(width: 25, height: 5) })
      #expect(cells(view).allSatisfy { $0.part.sizes == [Size(width: 50, height: 10)] })
    }
    #expect(view.reuseStatistics.reused > 0)
    // One that is dequeued without a request has that size, too.
    let stray = try view.dequeueReusableCell(withReuseIdentifier: "number", for: at(0, 25))
    #expect(stray.frame == Rect(x: 0, y: 250, width: 50, height: 10))
    _ = source
  }

  /// A part of a cell has its size, and is given none where the size stays.
  @Test(arguments: [false, true])
  func partsHaveTheSizeOfTheirCells(isMoved: Bool) throws {
    let (view, layout, source) = try makeView(isMoved: isMoved)
    let first = try #require(cells(view).first)
    #expect(first.part.frame.size == Size(width: 50, height: 10))
    first.part.sizes = []
    layout.rowDepth = 1
    layout.invalidateLayout()
    try view.layoutIfNeeded()
    #expect(first.applications == 2 && first.part.sizes == [])
    layout.rowHeight = 20
    layout.invalidateLayout()
    try view.layoutIfNeeded()
    #expect(first.applications == 3 && first.part.sizes == [Size(width: 50, height: 20)])
    _ = source
  }
}
