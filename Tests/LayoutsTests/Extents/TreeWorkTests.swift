import Changesets
import Layouts
import Testing

/// The work of a tree for many edits of one section and of few, counted by hand.
@Suite struct TreeWorkTests {
  private typealias Counts = ExactExtentWorkTests.Counts

  private static let same = ExtentWorkTests.item

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// The first `count` items of a section, as long as they are or as others of the section.
  private static func sized(_ section: Int, _ count: Int) -> [ItemExchange.Sized] {
    (0..<count).map { (path(section, $0), same) }
  }

  /// Equal items come to equal ones, go or stay as they are. That writes the section once for each
  /// edit, or for all of them if there are eight of each section.
  @Test func eightEditsOfASectionAreMadeTogether() throws {
    let index = try ExtentWorkTests.index(
      .tree, sections: 3, of: Array(repeating: Self.same, count: 12))
    let rows: [(edits: ItemExchange, places: Int)] = [
      (.init(inserted: Self.sized(0, 8)), 1),
      (.init(resized: Self.sized(1, 7)), 7),
      (.init(resized: Self.sized(1, 8)), 1),
      (
        .init(
          removed: [0, 1, 2].map { Self.path(1, $0) }, inserted: Self.sized(1, 3),
          resized: [5, 6].map { (Self.path(1, $0), Self.same) }), 1
      ),
      (.init(removed: [Self.path(1, 0)], inserted: Self.sized(0, 8)), 9),
      (.init(resized: Self.sized(0, 8) + Self.sized(1, 1)), 9),
      (.init(resized: Self.sized(0, 8) + Self.sized(1, 8)), 2),
    ]
    for (edits, places) in rows {
      let counts = try ExactExtentWorkTests.counts(of: .exchangeItems(edits), on: index)
      #expect(counts == Counts(0, 0, places), "\(edits)")
    }
  }

  /// A section without items is uniform too: the extent that its items had counts.
  @Test func anEmptiedSectionTakesEqualItemsAtOnce() throws {
    var index = try ExtentWorkTests.index(
      .tree, sections: 1, of: Array(repeating: Self.same, count: 12))
    index.replaceItems(0..<12, inSection: 0, with: [])
    for edit in [
      .replaceItems(0..<0, section: 0, [Self.same, Self.same]),
      .exchangeItems(.init(inserted: Self.sized(0, 8))),
    ] as [ExtentEdit] {
      #expect(try ExactExtentWorkTests.counts(of: edit, on: index) == Counts(0, 0, 1), "\(edit)")
      var filled: any ExtentIndex = index
      try filled.apply(edit)
      filled.checkInvariants()
      #expect(filled.section(at: 0).isUniform)
      #expect(filled.itemExtent(1, inSection: 0) == Self.same)
    }
  }

  /// A tree says whether edits that fall evenly into all sections are made in a pass, which writes
  /// every leaf: if each section has eight, and one for eight chunks.
  @Test func aTreeSaysWhetherItIsRewritten() throws {
    let rule = LineRule(
      available: 100, interitemSpacing: 0, lineSpacing: 1, isSingleColumn: true)
    for (sections, items, edits, leaves) in [
      (2, 200, 15, nil), (2, 200, 16, 2), (1, 7_200, 14, nil), (1, 7_200, 15, 8),
    ] as [(Int, Int, Int, Int?)] {
      let rows = (0..<items).map { ItemExtent(cross: 30, main: 10 + Double($0 % 7)) }
      let index = try ExtentWorkTests.index(.tree, sections: sections, of: rows, rule: rule)
      #expect(index.rewritesEverything(forEdits: edits) == (leaves != nil), "\(edits)")
      let distance = items * sections / edits
      let resized: [ItemExchange.Sized] = (0..<edits).map { edit in
        (
          Self.path(edit % sections, edit / sections * distance + 5),
          ItemExtent(cross: 30, main: 3)
        )
      }
      let counts = try ExactExtentWorkTests.counts(
        of: .exchangeItems(.init(resized: resized)), on: index)
      #expect(counts.places == leaves ?? edits, "\(edits)")
    }
  }

  /// A chunk of one item stands in front of one of sixty, which need not be looked at.
  @Test(arguments: [true, false])
  func anEditOfALoneItemLeavesTheChunkBehindIt(isList: Bool) throws {
    let rule = LineRule(
      available: 100, interitemSpacing: 2, lineSpacing: 4, isSingleColumn: isList)
    let items = (0..<122).map { ItemExtent(cross: 60, main: 10 + Double($0 % 7)) }
    var index = try ExtentWorkTests.index(.tree, sections: 1, of: items, rule: rule)
    index.replaceItems(0..<59, inSection: 0, with: [])
    let edit = ExtentEdit.replaceItems(0..<1, section: 0, [ItemExtent(cross: 70, main: 3)])
    #expect(try ExactExtentWorkTests.counts(of: edit, on: index) == Counts(1, 1, 2))
  }
}
