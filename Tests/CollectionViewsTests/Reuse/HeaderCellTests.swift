import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Headers of a class of cells, which are no cells of the items at their paths.
@Suite struct HeaderCellTests {
  private func rig() throws -> Rig {
    let rig = Rig([Array(0..<20), [100, 101]], headers: true)
    rig.view.register(
      NumberCell.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    try rig.view.pass()
    return rig
  }

  private func header(_ rig: Rig, _ section: Int) throws -> NumberCell {
    let view = rig.view.supplementaryView(forElementOfKind: .sectionHeader, at: [section, 0])
    return try #require(view as? NumberCell)
  }

  @Test func theyAreNotSelectedWithTheFirstItem() throws {
    let rig = try rig()
    try rig.view.selectItem(at: at(0, 0))
    #expect(try header(rig, 0).isSelected == false)
    rig.view.check()
    rig.view.touchDown(onItemAt: at(0, 0))
    rig.view.check()
    rig.view.touchCancelled()
    // One that comes to be shown while the first item of its section is selected.
    try rig.view.selectItem(at: at(1, 0))
    try rig.view.scroll(to: 200)
    #expect(rig.view.cellForItem(at: at(1, 0))?.isSelected == true)
    #expect(try header(rig, 1).isSelected == false)
  }

  @Test func theyHaveNoItem() throws {
    let rig = try rig()
    #expect(rig.view.itemPath(for: try header(rig, 0)) == nil)
    let cell = try #require(rig.view.cellForItem(at: at(0, 0)))
    #expect(rig.view.itemPath(for: cell) == at(0, 0))
  }
}
