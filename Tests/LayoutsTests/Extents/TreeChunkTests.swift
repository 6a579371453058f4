import Layouts
import Testing

/// The chunks of a tree of extents, told by the work of single edits. Each edit is also compared
/// with the model.
///
/// Chunks of different items have 60 of them after a load, and from 15 to 90 after edits.
@Suite struct TreeChunkTests {
  private typealias Counts = ChunkedSection.Counts
  private typealias Row = (edit: ExtentEdit, list: Counts, flow: Counts)

  /// Carries each edit out on a section of its own.
  private func check(_ items: [ItemExtent], _ rows: [Row]) throws {
    for isList in [true, false] {
      let section = try ChunkedSection(items, isList: isList)
      for (edit, list, flow) in rows {
        var edited = section
        let counts = try edited.work(of: edit)
        #expect(counts == (isList ? list : flow), "\(edit)")
      }
    }
  }

  /// Carries edits out one after another.
  private func checkInTurn(_ items: [ItemExtent], _ rows: [Row], tolerance: Double = 0) throws {
    for isList in [true, false] {
      var section = try ChunkedSection(items, isList: isList)
      for (edit, list, flow) in rows {
        let counts = try section.work(of: edit, tolerance: tolerance)
        #expect(counts == (isList ? list : flow), "\(edit)")
      }
    }
  }

  /// A run counts as one item and one line. Those of its last line that another item joins are none
  /// of it.
  @Test func equalItemsAreARunFrom32On() throws {
    let list: [(items: [ItemExtent], counts: Counts)] = [
      (ItemExtent.flat.times(31) + [ItemExtent.thin], Counts(32, 32, 1)),
      (ItemExtent.flat.times(32) + [ItemExtent.thin], Counts(2, 2, 1)),
    ]
    for (items, counts) in list {
      #expect(try ChunkedSection(items, isList: true).load == counts)
    }
    let flow: [(items: [ItemExtent], spacing: Double, counts: Counts)] = [
      (ItemExtent.flat.times(32) + [ItemExtent.thin], 5, Counts(4, 2, 1)),
      (ItemExtent.flat.times(32) + [ItemExtent.wide], 5, Counts(2, 2, 1)),
      (ItemExtent(cross: 0, main: 3).times(40) + [ItemExtent.thin], 0, Counts(41, 1, 1)),
    ]
    for (items, spacing, counts) in flow {
      let section = try ChunkedSection(items, isList: false, interitemSpacing: spacing)
      #expect(section.load == counts)
    }
  }

  /// Other items split a run; of what is behind them, 32 are a run again.
  @Test func otherItemsSplitARun() throws {
    let rows: [(edit: ExtentEdit, counts: Counts)] = [
      (.replace(68..<69, [.thin]), Counts(33, 33, 0)),
      (.replace(67..<68, [.thin]), Counts(3, 3, 0)),
      (.replace(99..<100, [.thin, .thin]), Counts(2, 2, 0)),
      (.replace(50..<50, [.flat, .thin]), Counts(3, 3, 0)),
      (.replace(50..<50, ItemExtent.thin.times(20)), Counts(22, 22, 0)),
    ]
    let section = try ChunkedSection(ItemExtent.flat.times(100), isList: true, isCommon: true)
    var edited = section
    for (edit, counts) in rows {
      edited = section
      let work = try edited.work(of: edit)
      #expect(work == counts, "\(edit)")
    }
    // The 20 equal ones before the rest are a run, too.
    #expect(try edited.work(of: .replace(60..<61, [.slim])) == Counts(20, 20, 2))
  }

  /// First beside its equals, then as a chunk of its own, and at last as one of them again.
  @Test(arguments: [0, 50, 99])
  func anItemAmongEqualOnesIsResized(_ item: Int) throws {
    var section = try ChunkedSection(ItemExtent.flat.times(100), isList: true, isCommon: true)
    for extent: ItemExtent in [.thin, .slim, .flat] {
      _ = try section.work(of: .replace(item..<item + 1, [extent]))
    }
    #expect(section.index.section(at: 0).isUniform)
  }

  /// Within these bounds an edit makes its chunk again, otherwise two of it, or one with the next.
  @Test func chunksHaveFrom15To90Items() throws {
    try check(
      ItemExtent.rows(200),
      [
        (.replace(30..<30, ItemExtent.rows(30, from: 3)), Counts(90, 90, 1), Counts(90, 30, 1)),
        (.replace(30..<30, ItemExtent.rows(31, from: 3)), Counts(91, 91, 3), Counts(231, 77, 9)),
        (.replace(61..<106, []), Counts(15, 15, 1), Counts(15, 5, 1)),
        (.replace(61..<107, []), Counts(74, 74, 3), Counts(94, 32, 5)),
      ])
    try check(ItemExtent.rows(76), [(.replace(62..<64, []), Counts(14, 14, 2), Counts(14, 5, 2))])
  }

  @Test func aLargeChunkSplitsIntoEqualParts() throws {
    try check(
      ItemExtent.rows(200),
      [
        (.replace(30..<30, ItemExtent.rows(60, from: 3)), Counts(120, 120, 3), Counts(120, 40, 3)),
        (.replace(30..<30, ItemExtent.rows(61, from: 3)), Counts(121, 121, 4), Counts(261, 87, 11)),
      ])
    // 46 and 46; lines of three make that 48 and more.
    try checkInTurn(
      ItemExtent.rows(200),
      [
        (.replace(30..<30, ItemExtent.rows(32, from: 3)), Counts(92, 92, 3), Counts(232, 78, 9)),
        (.replace(0..<1, [.thin]), Counts(46, 46, 1), Counts(48, 16, 1)),
      ])
  }

  /// Less than 15 items go with the next chunk, as far as both fill no more than one.
  @Test func aSmallRestJoinsTheNextChunk() throws {
    try check(
      ItemExtent.rows(200),
      [
        (.replace(50..<65, []), Counts(105, 105, 4), Counts(105, 35, 4)),
        (.replace(50..<66, []), Counts(164, 164, 5), Counts(184, 62, 7)),
      ])
    let edit = ExtentEdit.replace(59..<61, ItemExtent.rows(33, from: 2))
    try check(ItemExtent.rows(153), [(edit, Counts(184, 184, 7), Counts(184, 62, 7))])
    try check(ItemExtent.rows(154), [(edit, Counts(151, 151, 6), Counts(185, 62, 7))])
  }

  @Test func chunksBehindAnEditStay() throws {
    try check(
      ItemExtent.rows(200),
      [
        (.replace(0..<60, []), Counts(0, 0, 1), Counts(0, 0, 1)),
        (.replace(50..<120, []), Counts(50, 50, 3), Counts(130, 44, 6)),
        (.replace(40..<75, []), Counts(85, 85, 3), Counts(165, 55, 6)),
        (.replace(60..<60, ItemExtent.rows(31, from: 2)), Counts(151, 151, 6), Counts(231, 77, 9)),
        (.replace(0..<60, [.flat]), Counts(1, 1, 2), Counts(141, 47, 6)),
      ])
    var section = try ChunkedSection(ItemExtent.rows(200), isList: false, interitemSpacing: 0)
    #expect(try section.work(of: .replace(0..<60, [])) == Counts(0, 0, 1))
    // So do runs of other items, also of items without a size.
    try check(
      ItemExtent.rows(60) + ItemExtent.flat.times(40),
      [(.replace(0..<60, [.slim]), Counts(1, 1, 2), Counts(4, 2, 4))])
    try check(
      ItemExtent.rows(60) + ItemExtent(cross: 0, main: 0).times(40),
      [(.replace(0..<60, []), Counts(0, 0, 1), Counts(0, 0, 1))])
  }

  @Test func runsThatMeetAreOne() throws {
    try check(
      ItemExtent.rows(60) + ItemExtent.flat.times(40),
      [(.replace(0..<60, [.flat]), Counts(1, 1, 3), Counts(1, 1, 3))])
    // Two of the 32 share their line with the other item, which goes.
    var section = try ChunkedSection(ItemExtent.flat.times(32) + [ItemExtent.thin], isList: false)
    #expect(try section.work(of: .replace(32..<33, [])) == Counts(1, 1, 3))
    #expect(section.index.section(at: 0).isUniform)
    section = try ChunkedSection(
      ItemExtent.flat.times(32) + [ItemExtent.thin] + ItemExtent.rows(50, cross: 70), isList: false)
    let edit = ExtentEdit.replace(32..<33, ItemExtent.flat.times(40))
    #expect(try section.work(of: edit) == Counts(51, 51, 5))
  }

  /// The item at `place` is a chunk of its own, and the next one comes to begin with its equals.
  @Test(arguments: [0, 50])
  func aRunMeetsARunOfOneItem(_ place: Int) throws {
    var section = try ChunkedSection(
      ItemExtent.flat.times(place + 100), isList: true, isCommon: true)
    let resized = ItemExtent.slim.placed(at: (0..<8).map { place + 5 + 2 * $0 })
    let edits: [ExtentEdit] = [
      .replace(place..<place + 1, [.thin]),
      .replace(place + 2..<place + 60, [ItemExtent.thin] + ItemExtent.rows(57)),
      .batch(removed: [place + 1], resized: resized),
    ]
    for edit in edits { _ = try section.work(of: edit) }
    let edit = ExtentEdit.replace(place + 2..<place + 5, ItemExtent.thin.times(60))
    #expect(try section.work(of: edit) == Counts(46, 46, 4))
  }

  @Test(arguments: [0, 7, 19])
  func itemsThatBecomeEqualAreARun(_ item: Int) throws {
    var items = ItemExtent.flat.times(20)
    items[item] = .thin
    let edit = ExtentEdit.replace(item..<item + 1, [.flat])
    try check(items, [(edit, Counts(1, 1, 2), Counts(1, 1, 2))])
  }

  /// Lengths are stored as `Float` if all of a chunk are exact as that: another one makes its chunk
  /// anew. A list does not store how long its rows are.
  @Test func lengthsThatNoFloatHasStayExact() throws {
    let both = ItemExtent(cross: 29.9, main: 10.1)
    let long = ItemExtent(cross: 29.9, main: 10)
    try checkInTurn(
      ItemExtent.rows(200),
      [
        (.replace(5..<6, [both]), Counts(60, 60, 2), Counts(60, 20, 2)),
        (.replace(6..<7, [ItemExtent(cross: 30, main: 11)]), Counts(60, 60, 1), Counts(60, 20, 1)),
      ], tolerance: 1e-9)
    try checkInTurn(
      ItemExtent.rows(200), [(.replace(5..<6, [long]), Counts(60, 60, 1), Counts(60, 20, 2))],
      tolerance: 1e-9)
    // One chunk of 90 items.
    let thick = ItemExtent(cross: 30, main: 10.1)
    let edit = ExtentEdit.replace(30..<30, [thick] + ItemExtent.rows(29))
    try checkInTurn(
      ItemExtent.rows(200), [(edit, Counts(90, 90, 2), Counts(90, 30, 2))], tolerance: 1e-9)
  }

  /// What has become smaller has the memory for other items.
  @Test func itemsComeAndGoWithinAChunk() throws {
    try checkInTurn(
      ItemExtent.rows(60),
      [
        (.replace(30..<40, []), Counts(50, 50, 1), Counts(50, 17, 1)),
        (.replace(5..<7, [.flat]), Counts(49, 49, 1), Counts(49, 17, 1)),
        (.replace(9..<10, [.flat, .thin]), Counts(50, 50, 1), Counts(50, 17, 1)),
        (.replace(50..<50, [.thin]), Counts(51, 51, 1), Counts(51, 17, 1)),
      ])
  }
}
