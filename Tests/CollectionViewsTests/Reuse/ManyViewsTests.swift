import Changesets
import CollectionViews
import Geometry
import Testing

/// Windows of hundreds of views.
@Suite struct ManyViewsTests {
  /// Bounds grow after many rows have come and gone.
  @Test func largeBoundsAfterALongScroll() throws {
    let rig = Rig([Array(0..<2_000)])
    try rig.view.pass()
    for step in 1...300 {
      rig.view.setContentOffset(Point(x: 0, y: Double(step) * 9))
      try rig.view.layoutIfNeeded()
    }
    rig.view.setBoundsSize(Size(width: 50, height: 5_000))
    try rig.view.pass()
    #expect(rig.view.itemPathsForVisibleItems == (270..<770).map { at(0, $0) })
    rig.view.setBoundsSize(Size(width: 50, height: 50))
    try rig.view.pass()
    #expect(rig.view.itemPathsForVisibleItems == (270..<275).map { at(0, $0) })
  }
}
