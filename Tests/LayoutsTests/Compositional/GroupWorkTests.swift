import Geometry
import Layouts
import Testing

/// The items that one group may have, and those that are solved for it, with those of members that
/// then do not fit (CL-21).
struct GroupWorkTests {
  private static let whole = LayoutSize(width: .fractionalWidth(1), height: .absolute(50))
  private static let item = LayoutSubitem.item(LayoutItem(whole))
  private static let tooManySolved =
    "more than 1048576 items have to be placed to fill the group, with those of members that do not "
    + "fit; make such members smaller"

  private static func error(_ group: LayoutGroup) -> String? {
    let session = LayoutSession(
      CompositionalLayout(section: LayoutSection(group: group)),
      bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [1])
    do throws(LayoutError) {
      try session.layoutIfNeeded()
      return nil
    } catch {
      return error.description
    }
  }

  /// Returns a row for which `count` items are solved. It has one; the others are of a member that
  /// does not fit beside it.
  private static func row(solving count: Int) -> LayoutGroup {
    let many = LayoutGroup.vertical(whole, repeating: item, count: count - 1)
    return .horizontal(whole, subitems: [item, .group(many)])
  }

  /// 16 rows solve 2²⁰ items.
  @Test func aGroupSolvesUpTo1048576Items() {
    func rows(_ count: Int) -> LayoutGroup {
      .vertical(Self.whole, repeating: .group(Self.row(solving: 65_536)), count: count)
    }
    #expect(Self.error(rows(16)) == nil)
    // A member that repeats is named as the first.
    #expect(Self.error(rows(17)) == "section 0 > group > subitem 0: \(Self.tooManySolved)")
  }

  /// 31 rows, one more and an item: the last item is the one that may be too many.
  @Test func theLastItemOfAGroupMayBeThe1048576th() {
    let rows = LayoutGroup.vertical(
      Self.whole, repeating: .group(Self.row(solving: 32_768)), count: 31)
    func column(_ lastRowCount: Int) -> LayoutGroup {
      .vertical(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(150)),
        subitems: [.group(rows), .group(Self.row(solving: lastRowCount)), Self.item])
    }
    #expect(Self.error(column(32_767)) == nil)
    #expect(Self.error(column(32_768)) == "section 0 > group: \(Self.tooManySolved)")
  }

  /// Each row solves a second item, which is no item of the group.
  @Test func aGroupHas65536ItemsBesideThoseThatDoNotFit() {
    let row = LayoutGroup.horizontal(Self.whole, subitems: [Self.item, Self.item])
    #expect(Self.error(.vertical(Self.whole, repeating: .group(row), count: 65_536)) == nil)
  }

  @Test func aCustomGroupHasUpTo65536Items() {
    func group(_ count: Int) -> LayoutGroup {
      let frame = Rect(x: 0, y: 0, width: 1, height: 1)
      return .custom(Self.whole) { _ in
        Array(repeating: CustomGroupItem(frame: frame), count: count)
      }
    }
    #expect(Self.error(group(65_536)) == nil)
    #expect(
      Self.error(group(65_537))
        == "section 0 > group: more than 65536 items fit in the group; give larger members or a "
        + "smaller group")
  }
}
