import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Rows of 10 points for item 0, 20 for item 1, and so on.
private final class Extents: ListLayoutDelegate {
  let source: MovingSource

  init(_ source: MovingSource) { self.source = source }

  var providedMetrics: ListLayoutMetrics { .itemExtent }
  func extentForItem(at path: ItemPath) -> Double {
    Double(source.sections[path.section][path.item] + 1) * 10
  }
}

/// A cell that prefers 30 points.
private final class PreferringCell: CollectionViewCell {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var preferred = attributes
    preferred.size.height = 30
    return preferred
  }
}

/// Items of different sizes keep theirs while one of them is moved, and after.
@Suite struct MovedSizesTests {
  private func heights(_ rig: MoveRig) -> [Int: Double] {
    var heights: [Int: Double] = [:]
    for case let cell as NumberCell in rig.view.visibleCells {
      heights[cell.number ?? -1] = cell.frame.size.height
    }
    return heights
  }

  private func expectOwnHeights(
    _ rig: MoveRig, _ order: [Int], _ location: SourceLocation = #_sourceLocation
  ) throws {
    try rig.view.pass()
    #expect(rig.numbers == order, sourceLocation: location)
    for (number, height) in heights(rig) {
      #expect(height == Double(number + 1) * 10, "\(number)", sourceLocation: location)
    }
  }

  @Test(arguments: [true, false])
  func aDelegatesSizesGoWithTheirItems(isCancelled: Bool) throws {
    let rig = try MoveRig([[0, 1, 2, 3]])
    let extents = Extents(rig.source)
    rig.layout.delegate = extents
    rig.layout.invalidateLayout()
    try expectOwnHeights(rig, [0, 1, 2, 3])
    #expect(try rig.view.beginInteractiveMovementForItem(at: at(0, 0)))
    try expectOwnHeights(rig, [0, 1, 2, 3])
    // The first displaces the item, the others move it in its new place, from 50 to 60.
    for y in [45.0, 51, 55, 59] {
      try rig.view.updateInteractiveMovementTargetPosition(Point(x: 25, y: y))
      try expectOwnHeights(rig, [1, 2, 0, 3])
    }
    if isCancelled {
      try rig.view.cancelInteractiveMovement()
    } else {
      try rig.view.endInteractiveMovement()
    }
    try expectOwnHeights(rig, isCancelled ? [0, 1, 2, 3] : [1, 2, 0, 3])
    #expect(rig.view.contentSize.height == 100)
    withExtendedLifetime(extents) {}
  }

  @Test func preferredSizesStay() throws {
    let (source, layout) = (MovingSource([[0, 1, 2]]), ListLayout())
    layout.estimatedItemExtent = 20
    let view = CollectionView.showing(source, in: layout, of: PreferringCell.self)
    try view.pass()
    let frames = { (0..<3).map { layout.layoutAttributesForItem(at: at(0, $0))?.frame.minY } }
    #expect(frames() == [0, 30, 60])
    #expect(try view.beginInteractiveMovementForItem(at: at(0, 0)))
    for y in [20.0, 45, 50, 70, 75] {
      try view.updateInteractiveMovementTargetPosition(Point(x: 25, y: y))
      try view.pass()
      #expect(frames() == [0, 30, 60])
    }
    try view.endInteractiveMovement()
    try view.pass()
    #expect(frames() == [0, 30, 60] && view.contentSize.height == 90)
  }
}
