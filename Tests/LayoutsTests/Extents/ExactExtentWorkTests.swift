import Changesets
import Layouts
import Testing

/// The work of edits and queries so small that it can be counted by hand.
@Suite struct ExactExtentWorkTests {
  private static let same = ExtentWorkTests.item
  private static let thick = ItemExtent(cross: 30, main: 12)

  /// Counts of `ExtentWork`: items and lines formed again, places written or moved.
  struct Counts: Equatable, CustomStringConvertible {
    var items: Int
    var lines: Int
    var places: Int

    init(_ items: Int, _ lines: Int, _ places: Int) {
      (self.items, self.lines, self.places) = (items, lines, places)
    }

    var description: String { "(\(items), \(lines), \(places))" }
  }

  private typealias Row = (edit: ExtentEdit, nested: Counts, flat: Counts, tree: Counts)

  /// Returns what `edit` adds to the work of a copy of `before`.
  static func counts(of edit: ExtentEdit, on before: any ExtentIndex) throws -> Counts {
    var index = before
    // The work so far is kept.
    (index.work.itemsRebroken, index.work.linesRebroken) = (1_000, 2_000)
    index.work.placesMoved = 3_000
    try index.apply(edit)
    let work = index.work
    return Counts(
      work.itemsRebroken - 1_000, work.linesRebroken - 2_000, work.placesMoved - 3_000)
  }

  private static func check(_ rows: [Row], _ model: ExtentModel) throws {
    for tested in TestedIndex.allCases {
      let index = try model.makeIndex(tested)
      for row in rows {
        let expected = tested == .nested ? row.nested : tested == .flat ? row.flat : row.tree
        #expect(try counts(of: row.edit, on: index) == expected, "\(tested): \(row.edit)")
      }
    }
  }

  /// Three sections of two lines of three equal items; the second shape has two items on a line.
  private static func model() -> ExtentModel {
    let shape = SectionShape(leading: 4, trailing: 2, rule: ExtentWorkTests.rule)
    var narrow = shape
    narrow.rule.available = 65
    return ExtentModel(
      shapes: [shape, narrow],
      sections: Array(
        repeating: .init(shape: 0, items: Array(repeating: same, count: 6)), count: 3))
  }

  /// A nested index writes what comes, moves the items behind it in its section, and writes the
  /// beginnings of lines and sections that move. A flat index writes the lines and the section's end,
  /// and moves all items, lines and sections behind. A tree counts a run of equal items.
  @Test func editsOfItemsCountTheirWork() throws {
    try Self.check(
      [
        (
          .replaceItems(0..<1, section: 1, [Self.same]), Counts(3, 1, 2), Counts(3, 1, 3),
          Counts(0, 0, 1)
        ),
        (
          .replaceItems(0..<1, section: 1, [Self.thick]), Counts(3, 1, 5), Counts(3, 1, 7),
          Counts(6, 2, 0)
        ),
        (
          .replaceItems(3..<4, section: 1, [Self.thick]), Counts(6, 2, 5), Counts(6, 2, 7),
          Counts(6, 2, 0)
        ),
        (
          .replaceItems(4..<5, section: 1, [Self.thick]), Counts(3, 1, 4), Counts(3, 1, 6),
          Counts(6, 2, 0)
        ),
        (
          .replaceItems(6..<6, section: 1, [Self.same]), Counts(4, 2, 5), Counts(4, 2, 13),
          Counts(0, 0, 1)
        ),
        (
          .replaceItems(1..<1, section: 1, [Self.same]), Counts(7, 3, 11), Counts(7, 3, 19),
          Counts(0, 0, 1)
        ),
        (
          .replaceItems(0..<0, section: 1, [Self.same, Self.same, Self.same]), Counts(3, 1, 16),
          Counts(3, 1, 22), Counts(0, 0, 1)
        ),
        (.replaceItems(0..<1, section: 1, []), Counts(5, 2, 7), Counts(5, 2, 17), Counts(0, 0, 1)),
        (.replaceItems(0..<3, section: 1, []), Counts(0, 0, 7), Counts(0, 0, 14), Counts(0, 0, 1)),
        (.replaceItems(0..<6, section: 1, []), Counts(0, 0, 2), Counts(0, 0, 10), Counts(0, 0, 1)),
        (.setShape(0, section: 1), Counts(0, 0, 0), Counts(6, 2, 3), Counts(0, 0, 0)),
        (.setShape(1, section: 1), Counts(6, 3, 5), Counts(6, 3, 7), Counts(0, 0, 0)),
      ], Self.model())
  }

  /// The same in lists, where each item is a line.
  @Test func editsOfRowsCountTheirWork() throws {
    var model = Self.model()
    model.shapes[0].rule.isSingleColumn = true
    var apart = model.shapes
    apart[0].rule.lineSpacing = 6
    try Self.check(
      [
        (
          .replaceItems(0..<1, section: 1, [Self.same]), Counts(1, 1, 2), Counts(1, 1, 3),
          Counts(0, 0, 1)
        ),
        (
          .replaceItems(0..<1, section: 1, [Self.thick]), Counts(1, 1, 9), Counts(1, 1, 15),
          Counts(6, 6, 0)
        ),
        (
          .replaceItems(4..<5, section: 1, [Self.thick]), Counts(1, 1, 5), Counts(2, 2, 12),
          Counts(6, 6, 0)
        ),
        (
          .replaceItems(6..<6, section: 1, [Self.same]), Counts(1, 1, 4), Counts(2, 2, 17),
          Counts(0, 0, 1)
        ),
        (
          .replaceItems(1..<1, section: 1, [Self.same, Self.thick]), Counts(2, 2, 16),
          Counts(3, 3, 29), Counts(8, 8, 0)
        ),
        (.replaceItems(0..<1, section: 1, []), Counts(0, 0, 12), Counts(0, 0, 24), Counts(0, 0, 1)),
        (.setShape(1, section: 1), Counts(6, 6, 12), Counts(6, 6, 7), Counts(0, 0, 0)),
        (
          .replaceShapes([model.shapes[1], model.shapes[0]]), Counts(18, 18, 39),
          Counts(18, 18, 39), Counts(0, 0, 0)
        ),
        (.replaceShapes(apart), Counts(0, 0, 21), Counts(18, 18, 39), Counts(0, 0, 0)),
      ], model)
  }

  /// Lines of three items, one and one. A nested index moves the lines behind an edit if they get
  /// other numbers, or other first items.
  @Test func aNestedIndexCountsTheLinesItMoves() throws {
    let wide = ItemExtent(cross: 90, main: 10)
    let index = try ExtentWorkTests.index(
      .nested, sections: 1, of: [Self.same, Self.same, Self.same, wide, wide])
    #expect(
      try Self.counts(of: .replaceItems(1..<2, section: 0, [wide]), on: index) == Counts(3, 3, 9))
    #expect(
      try Self.counts(of: .replaceItems(0..<1, section: 0, []), on: index) == Counts(2, 1, 7))
  }

  @Test func editsOfSectionsCountTheirWork() throws {
    let new = ExtentEdit.NewSection(
      .init(shape: 0, items: [Self.same, Self.thick, Self.same, Self.same]))
    let common = ExtentEdit.NewSection(
      .init(shape: 0, items: Array(repeating: Self.same, count: 4)), isCommon: true)
    let equal = ExtentEdit.NewSection(Self.model().sections[1], isCommon: true)
    try Self.check(
      [
        (.replaceSections(1..<1, [new]), Counts(4, 2, 12), Counts(4, 2, 25), Counts(4, 2, 1)),
        (.replaceSections(1..<2, [new]), Counts(4, 2, 9), Counts(4, 2, 16), Counts(4, 2, 2)),
        (.replaceSections(1..<2, [equal]), Counts(6, 2, 10), Counts(6, 2, 9), Counts(0, 0, 2)),
        (.replaceSections(3..<3, [common]), Counts(4, 2, 8), Counts(4, 2, 7), Counts(0, 0, 1)),
        (.replaceSections(1..<2, []), Counts(0, 0, 2), Counts(0, 0, 9), Counts(0, 0, 1)),
        (.replaceSections(0..<2, []), Counts(0, 0, 2), Counts(0, 0, 9), Counts(0, 0, 2)),
        (
          .exchangeSections(removed: [0, 1], inserted: []), Counts(0, 0, 2), Counts(0, 0, 9),
          Counts(0, 0, 2)
        ),
        (
          .exchangeSections(removed: [0, 1, 2], inserted: []), Counts(0, 0, 0), Counts(0, 0, 0),
          Counts(0, 0, 3)
        ),
        (
          .exchangeSections(removed: [0], inserted: [.init(section: 2, source: 0)]),
          Counts(0, 0, 6), Counts(6, 2, 27), Counts(0, 0, 2)
        ),
        (
          .exchangeSections(
            removed: [0, 1],
            inserted: [.init(section: 0, source: 1)]
              + (1..<6).map { .init(section: $0, source: nil, new: new) }),
          Counts(20, 10, 44), Counts(20, 10, 41), Counts(20, 10, 8)
        ),
      ], Self.model())
  }

  /// A first load writes each section, item and line once.
  @Test func aLoadCountsItsWork() throws {
    let new = ExtentEdit.NewSection(.init(shape: 0, items: [Self.same, Self.thick, Self.same]))
    let empty = ExtentEdit.NewSection(.init(shape: 0, items: []))
    let shape = SectionShape(leading: 0, trailing: 0, rule: ExtentWorkTests.rule)
    try Self.check(
      [
        (.replaceSections(0..<0, [new, new]), Counts(6, 2, 12), Counts(6, 2, 10), Counts(6, 2, 2)),
        (
          .exchangeSections(
            removed: [], inserted: [.init(section: 0, source: nil, new: new)]),
          Counts(3, 1, 6), Counts(3, 1, 5), Counts(3, 1, 1)
        ),
        (.replaceSections(0..<0, [empty]), Counts(0, 0, 2), Counts(0, 0, 1), Counts(0, 0, 1)),
      ], ExtentModel(shapes: [shape], sections: []))
  }

  /// A batch of few edits makes each, one of many edits writes each section or the index once.
  @Test func batchesCountTheirWork() throws {
    func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    var few = ItemExchange(removed: [path(0, 2)], inserted: [(path(1, 0), Self.same)])
    few.resized = [(path(2, 5), Self.thick)]
    var many = ItemExchange(removed: (0..<6).map { path(0, $0) }, inserted: few.inserted)
    many.resized = [(path(1, 5), Self.thick)]
    let seven = ItemExchange(
      removed: Array(many.removed.dropFirst()), inserted: many.inserted,
      resized: many.resized)
    let dense = ItemExchange(resized: [0, 1, 2, 3, 4, 5, 0].map { (path(1, $0), Self.thick) })
    let denser = ItemExchange(
      removed: [path(1, 0), path(1, 1)], inserted: [(path(1, 2), Self.same)],
      resized: [0, 1, 3, 4, 3].map { (path(1, $0), Self.thick) })
    try Self.check(
      [
        (.exchangeItems(few), Counts(15, 6, 20), Counts(15, 6, 47), Counts(6, 2, 2)),
        (.exchangeItems(many), Counts(19, 9, 21), Counts(7, 3, 15), Counts(7, 3, 7)),
        (.exchangeItems(seven), Counts(19, 9, 21), Counts(19, 9, 127), Counts(7, 3, 6)),
        (.exchangeItems(dense), Counts(24, 8, 18), Counts(24, 8, 29), Counts(31, 11, 11)),
        (.exchangeItems(denser), Counts(5, 2, 9), Counts(5, 2, 14), Counts(5, 2, 1)),
      ], Self.model())
  }

  /// Rows of 7 heights, in chunks of 60, and the same in lines of three.
  @Test(arguments: [true, false])
  func aTreeCountsItsChunks(isList: Bool) throws {
    var model = Self.model()
    model.shapes[0].rule.isSingleColumn = isList
    model.sections[1].items = (0..<200).map { ItemExtent(cross: 30, main: 10 + Double($0 % 7)) }
    var narrow = model.shapes
    narrow[0].rule.available = 70
    let index = try model.makeIndex(.tree)
    let flat = ItemExtent(cross: 30, main: 3)
    let wide = ItemExtent(cross: 70, main: 3)
    func path(_ item: Int) -> ItemPath { ItemPath(section: 1, item: item) }
    let edits: [(edit: ExtentEdit, list: Counts, flow: Counts)] = [
      (.replaceItems(0..<1, section: 1, [flat]), Counts(60, 60, 1), Counts(60, 20, 1)),
      (.replaceItems(5..<6, section: 1, [flat]), Counts(60, 60, 1), Counts(60, 20, 1)),
      (.replaceItems(61..<62, section: 1, [flat]), Counts(60, 60, 1), Counts(60, 20, 1)),
      (.replaceItems(60..<60, section: 1, [flat]), Counts(61, 61, 1), Counts(201, 67, 7)),
      (.replaceItems(59..<61, section: 1, [wide]), Counts(119, 119, 4), Counts(199, 68, 7)),
      (
        .replaceItems(30..<30, section: 1, Array(repeating: wide, count: 40)), Counts(100, 100, 3),
        Counts(100, 60, 3)
      ),
      (
        .replaceItems(
          30..<30, section: 1, (0..<90).map { ItemExtent(cross: 30, main: Double($0)) }),
        Counts(150, 150, 4), Counts(150, 50, 4)
      ),
      (.replaceItems(10..<170, section: 1, []), Counts(20, 20, 4), Counts(40, 14, 5)),
      (.replaceItems(200..<200, section: 1, [wide]), Counts(21, 21, 1), Counts(21, 8, 1)),
      (
        .exchangeItems(.init(resized: (0..<8).map { (path($0 * 20), flat) })), Counts(180, 180, 1),
        Counts(180, 60, 1)
      ),
      (
        .exchangeItems(.init(resized: (0..<8).map { (path($0), wide) })), Counts(60, 60, 1),
        Counts(260, 98, 1)
      ),
      (
        .exchangeItems(.init(removed: (100..<110).map { path($0) })), Counts(50, 50, 1),
        Counts(180, 61, 1)
      ),
      (.setShape(1, section: 1), Counts(200, 200, 0), Counts(200, 100, 0)),
      (.replaceShapes(narrow), Counts(200, 200, 0), Counts(200, 100, 0)),
      (
        .replaceSections(1..<2, [.init(model.sections[1])]), Counts(200, 200, 2), Counts(200, 67, 2)
      ),
    ]
    for (edit, list, flow) in edits {
      #expect(try Self.counts(of: edit, on: index) == (isList ? list : flow), "\(edit)")
    }
  }

  /// Queries count the sections and lines that they append, and what they look at to find them.
  @Test func queriesCountWhatTheyVisit() throws {
    var rows = Self.model()
    rows.shapes[0].rule.isSingleColumn = true
    rows.sections[1].items = (0..<100).map { ItemExtent(cross: 30, main: 10 + Double($0 % 7)) }
    var lines = Self.model()
    lines.sections[1] = rows.sections[1]
    let many = ExtentModel(
      shapes: rows.shapes, sections: Array(repeating: rows.sections[0], count: 300))
    let cases: [(model: ExtentModel, arrays: [Int], tree: [Int])] = [
      (Self.model(), [4, 3, 3, 6, 11, 17, 17], [2, 2, 2, 3, 6, 10, 10]),
      (rows, [2, 2, 2, 7, 9, 43, 130], [2, 7, 2, 3, 5, 33, 117]),
      (lines, [4, 7, 3, 6, 11, 38, 53], [2, 8, 2, 3, 9, 78, 109]),
      (many, [2, 2, 2, 14, 16, 66, 3009], [4, 4, 4, 5, 7, 42, 2160]),
    ]
    for (model, arrays, tree) in cases {
      for tested in TestedIndex.allCases {
        let index = try model.makeIndex(tested)
        var counts: [Int] = []
        func count(_ query: (inout ExtentBuffer) -> Void) {
          var buffer = ExtentBuffer()
          query(&buffer)
          counts.append(buffer.placesVisited)
        }
        count { index.collect(item: 0, inSection: 0, into: &$0) }
        count { index.collect(item: 5, inSection: 1, into: &$0) }
        count { index.collect(item: 5, inSection: 2, into: &$0) }
        count { index.collect(from: 0, to: 10, into: &$0) }
        count { index.collect(from: 40, to: 70, into: &$0) }
        count { index.collect(from: 0, to: 500, into: &$0) }
        count { index.collect(from: -5, to: 1e9, into: &$0) }
        #expect(counts == (tested == .tree ? tree : arrays), "\(tested)")
      }
    }
  }

  /// A search behind a section or a line of no extent begins with the next one.
  @Test(arguments: [TestedIndex.nested, .flat])
  func whatHasNoExtentIsLookedAtOnce(_ tested: TestedIndex) throws {
    func visited(_ index: any ExtentIndex) -> Int {
      var buffer = ExtentBuffer()
      index.collect(from: 0, to: 500, into: &buffer)
      return buffer.placesVisited
    }
    var index = try ExtentWorkTests.index(tested, sections: 3, of: [Self.same])
    index.replaceItems(0..<1, inSection: 1, with: [])
    // The first section is found in two steps, the last in one. Each has a line, found in one.
    #expect(visited(index) == 2 + 3 + 1 + 3)
    let lines = [10.0, 0, 10].map { ItemExtent(cross: 90, main: $0) }
    index = try ExtentWorkTests.index(tested, sections: 1, of: lines)
    // The section is found in one step, its first line in two, the last in one.
    #expect(visited(index) == 1 + 2 + 1 + 1 + 1 + 1)
  }
}
