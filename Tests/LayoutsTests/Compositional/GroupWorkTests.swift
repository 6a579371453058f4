import Geometry
import Layouts
import Testing

/// The items that are solved for one group, with those of members that then do not fit.
struct GroupWorkTests {
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))

  /// Returns the error of a group of rows. Each row has one item, and solves 65,535 more of a member
  /// that does not fit beside it.
  private static func error(rowCount: Int) -> String? {
    let item = LayoutSubitem.item(LayoutItem(whole))
    let many = LayoutGroup.vertical(whole, repeating: item, count: 65_535)
    let row = LayoutGroup.horizontal(whole, subitems: [item, .group(many)])
    let rows = LayoutGroup.vertical(whole, repeating: .group(row), count: rowCount)
    let session = LayoutSession(
      CompositionalLayout(section: LayoutSection(group: rows)),
      bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1])
    do throws(LayoutError) {
      try session.layoutIfNeeded()
      return nil
    } catch {
      return error.description
    }
  }

  /// 16 rows solve 2²⁰ items.
  @Test func aGroupSolvesUpTo1048576Items() {
    #expect(Self.error(rowCount: 16) == nil)
    #expect(
      Self.error(rowCount: 17)?.contains(
        "more than 1048576 items are solved for the group, with those of members that do not fit")
        == true)
  }
}
