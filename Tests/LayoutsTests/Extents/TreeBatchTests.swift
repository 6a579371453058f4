import Layouts
import Testing

/// The chunks of a tree of extents, told by the work of batches of eight edits or more, each in one
/// pass. Each batch is also compared with the model.
@Suite struct TreeBatchTests {
  private typealias Counts = ChunkedSection.Counts
  private typealias Row = (edit: ExtentEdit, list: Counts, flow: Counts)

  /// Carries edits out one after another.
  private func check(_ items: [ItemExtent], _ rows: [Row]) throws {
    for isList in [true, false] { try check(items, rows, isList: isList) }
  }

  private func check(_ items: [ItemExtent], _ rows: [Row], isList: Bool) throws {
    var section = try ChunkedSection(items, isList: isList)
    for (edit, list, flow) in rows {
      let counts = try section.work(of: edit)
      #expect(counts == (isList ? list : flow), "\(edit)")
    }
  }

  /// Eight edits that change no line's items.
  private static let some = ItemExtent.slim.placed(at: (0..<8).map { 2 * $0 })

  @Test func aBatchFillsASection() throws {
    let edit = ExtentEdit.batch(inserted: ItemExtent.rows(8).placed(from: 0))
    try check([], [(edit, Counts(8, 8, 1), Counts(8, 3, 1))])
    try check([.flat], [(edit, Counts(9, 9, 1), Counts(9, 3, 1))])
  }

  /// 46 and 45; lines of three make that 48 and what is left, with the next chunk.
  @Test func aBatchSplitsALargeChunkIntoEqualParts() throws {
    try check(
      ItemExtent.rows(200),
      [
        (
          .batch(inserted: ItemExtent.rows(31, from: 3).placed(from: 30)), Counts(91, 91, 1),
          Counts(231, 77, 1)
        ),
        (.replace(0..<1, [.thin]), Counts(46, 46, 1), Counts(48, 16, 1)),
        (.replace(90..<91, [.slim]), Counts(45, 45, 1), Counts(48, 16, 1)),
      ])
  }

  /// The chunk and what its last line takes in make chunks of up to 90 items.
  @Test func aBatchGoesOnWithTheNextLine() throws {
    try check(
      ItemExtent.rows(200),
      [
        (
          .batch(inserted: ItemExtent.rows(10).placed(from: 10)), Counts(70, 70, 1),
          Counts(280, 94, 1)
        ),
        (.replace(0..<1, [.thin]), Counts(70, 70, 1), Counts(90, 30, 1)),
      ])
    try check(
      ItemExtent.rows(200),
      [(.batch(removed: [59], resized: Self.some), Counts(59, 59, 1), Counts(258, 87, 1))])
  }

  /// The item behind the shortened line is too long for it; those behind would fit.
  @Test func chunksBehindABatchStay() throws {
    let items = ItemExtent.rows(60) + ItemExtent.rows(60, cross: 70) + ItemExtent.rows(120)
    let row: Row = (
      .batch(removed: [59], resized: Self.some), Counts(59, 59, 1), Counts(59, 20, 1)
    )
    try check(items, [row])
  }

  /// The item behind the shortened line fits, the next one does not.
  @Test func oneItemJoinsTheLineOfABatch() throws {
    var items = ItemExtent.rows(122, cross: 60)
    for item in [58, 61] { items[item].cross = 95 }
    let resized =
      ItemExtent(cross: 60, main: 9).placed(at: (0..<8).map { 4 * $0 })
      + [(59, ItemExtent(cross: 30, main: 9))]
    try check(items, [(.batch(resized: resized), Counts(60, 60, 1), Counts(180, 179, 1))])
  }

  /// The last item of a line goes, all of the run behind it, and the line takes in what comes then.
  @Test func aLineGoesOnBehindARemovedRun() throws {
    let items = ItemExtent.rows(60) + ItemExtent.wide.times(40) + ItemExtent.rows(100)
    let row: Row = (.batch(removed: Array(59..<100)), Counts(59, 59, 1), Counts(159, 53, 1))
    try check(items, [row])
  }

  /// The item between them goes.
  @Test func runsThatMeetInABatchAreOne() throws {
    let items =
      ItemExtent.flat.times(60) + [ItemExtent.thin] + ItemExtent.flat.times(39)
      + ItemExtent.rows(100)
    let resized = ItemExtent.slim.placed(at: (0..<8).map { 110 + 2 * $0 })
    let row: Row = (
      .batch(removed: [60], resized: resized), Counts(82, 82, 1), Counts(102, 36, 1)
    )
    try check(items, [row])
  }

  /// Sixteen chunks are two leaves. The first edit is of the first item of the second leaf, which
  /// now fits on the last line of the first; others are behind it.
  @Test func aBatchKeepsTheItemsOfOtherLeaves() throws {
    let places = (0..<8).map { 490 + 10 * $0 }
    let resized =
      [(480, ItemExtent(cross: 30, main: 9))] + ItemExtent(cross: 60, main: 9).placed(at: places)
    try check(
      ItemExtent.rows(960, cross: 60),
      [
        (.batch(resized: resized), Counts(180, 180, 2), Counts(180, 179, 2)),
        (
          .batch(resized: ItemExtent(cross: 60, main: 8).placed(at: places)), Counts(119, 119, 2),
          Counts(119, 119, 2)
        ),
      ])
  }

  /// The first leaf goes with a part of the second one, or its last chunk becomes too large for one.
  @Test func anEditGoesOnInTheNextLeaf() throws {
    let removed = ExtentEdit.batch(removed: Array(0..<500), resized: [(400, .slim)])
    let inserted = ExtentEdit.batch(
      inserted: ItemExtent.rows(31, from: 2).placed(from: 470), resized: [(10, .slim)])
    for row: Row in [
      (removed, Counts(160, 160, 1), Counts(460, 154, 1)),
      (inserted, Counts(151, 151, 2), Counts(631, 211, 2)),
    ] {
      try check(ItemExtent.rows(960), [row])
    }
  }

  /// The first leaf ends with a run, whose last two items begin the second leaf, as the item behind
  /// them joins their line. That one becomes their equal, and more come behind it.
  @Test func aRunGoesOnInTheNextLeaf() throws {
    let items =
      ItemExtent.rows(420) + ItemExtent.flat.times(32) + [ItemExtent.thin] + ItemExtent.rows(470)
    let edit = ExtentEdit.batch(
      inserted: ItemExtent.flat.times(40).placed(from: 453), resized: [(452, .flat), (700, .slim)])
    try check(items, [(edit, Counts(0, 0, 0), Counts(472, 158, 2))], isList: false)
  }

  /// A pass is expected to cost as much as single edits of an eighth of the chunks.
  @Test func manyEditsRewriteEverything() throws {
    // 112 chunks.
    let index = try ExtentWorkTests.index(.tree, sections: 1, of: ItemExtent.rows(6_720))
    #expect(!index.rewritesEverything(forEdits: 13))
    #expect(index.rewritesEverything(forEdits: 14))
  }
}
