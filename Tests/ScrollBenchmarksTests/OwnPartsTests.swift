import BenchmarkTestSupport
import Benchmarking
import Changesets
import Datasets
import Geometry
import ItemStores
import Layouts
import ScrollBenchmarks
import TestSupport
import Testing

/// Contenders whose store, items, cells and layout are a user's own.
@Suite struct OwnPartsTests {
  private static let cells = ScrollCellKind<Note>(NoteCell.self) { cell, _, note in
    cell.text = note.title
  }

  private static func suite(_ contenders: [ScrollStorage]) -> Suite {
    .scroll(adding: contenders)
  }

  private func own(_ suite: Suite, _ names: [String]) -> [Scenario] {
    suite.scenarios.filter { names.contains($0.storage) && !$0.replaysTrace }
  }

  @Test func ownPartsGiveTheAnswersOfTheBuiltInOnes() throws {
    let contenders =
      [
        ScrollStorage("notes", MinimalStore<Note>.self, extents: .tree),
        ScrollStorage("notes-cells", MinimalStore<Note>.self, extents: .flat, cells: Self.cells),
        ScrollStorage("notes-table", MinimalStore<Note>.self, cells: Self.cells) {
          TableLayout($0)
        },
        ScrollStorage("btree-table", BTreeStore<Note>.self) { TableLayout($0) },
      ] + ScrollStorage.builtIn(holding: Note.self)
    let suite = Self.suite(contenders)
    checkIDsAreUnique(suite.scenarios)
    let ownScenarios = suite.scenarios.filter { $0.payload == "note" && !$0.replaysTrace }
    #expect(ownScenarios.count { $0.storage == "notes-table" } == 4)
    #expect(ownScenarios.count { $0.storage == "notes" } == 13)
    #expect(Set(ownScenarios.map(\.storage)).count == 13)
    for items in [10, 300] {
      let context = ScenarioContext(dataset: "zipf-1000", items: items, seed: 42)
      var answers = SuiteAnswers()
      for scenario in ownScenarios
      where scenario.minimumItems <= items && (items < 100 || scenario.storage.hasPrefix("notes")) {
        try answers.check(scenario, in: context)
      }
    }
  }

  @Test func aWrongStoreUnderAnOwnLayoutGivesNoRightAnswer() throws {
    let suite = Self.suite([ScrollStorage("wrong", WrongNotes.self) { TableLayout($0) }])
    let context = ScenarioContext(dataset: "uniform-1000", items: 300, seed: 42)
    let scenarios = own(suite, ["wrong"])
    #expect(scenarios.count == 4)
    for scenario in scenarios {
      let measurement = try scenario.setUp(context)
      #expect(measurement.body() != measurement.expectedAnswer, "\(scenario.name)")
    }
  }

  @Test(arguments: [
    (TableLie.missingItem, "the layout has a cell at [0, 1000], but"),
    (.otherFrame, "cell [0, 0]"),
    (.badges, "of the kind 'TableBadge', which nothing provides; name it in supplementaryKinds:"),
    (.sideways, "workloads and traces scroll vertically, on a screen of 390.0 × 844.0"),
  ])
  func aLayoutThatLiesIsAnErrorThatNamesIt(lie: TableLie, message: String) throws {
    let suite = Self.suite([
      ScrollStorage("liar", BTreeStore<Note>.self) { TableLayout($0, lie) }
    ])
    let context = ScenarioContext(dataset: "one-section", items: 50, seed: 1)
    for scenario in own(suite, ["liar"]) {
      let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.hasPrefix("the layout of 'liar' "), "\(text)")
      #expect(text.contains(message), "\(text)")
    }
  }

  @Test func anItemThatForgetsItsIDIsAnError() throws {
    let suite = Self.suite([ScrollStorage("notes", BTreeStore<LostNote>.self, extents: .tree)])
    let context = ScenarioContext(dataset: "one-section", items: 50, seed: 1)
    let scenario = try #require(own(suite, ["notes"]).first)
    let error = #expect(throws: (any Error).self) { try scenario.setUp(context) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("an item of the shape 'lost' has the id 7 and was made of "), "\(text)")
  }

  // MARK: Rows

  private func context(_ csv: String, _ folder: TemporaryFolder) throws -> ScenarioContext {
    let path = try folder.write(csv.utf8, to: "notes.csv")
    return ScenarioContext(dataset: "csv:\(path)", items: 0, seed: 1)
  }

  @Test func itemsAreMadeOfTheRowsOfTheFile() throws {
    let folder = try TemporaryFolder()
    let rows = (0..<30).map { "\($0 % 3),\($0),Note \($0)\n" }.joined()
    let context = try context("section,id,title\n" + rows, folder)
    let suite = Self.suite([
      ScrollStorage("notes-table", MinimalStore<RowNote>.self) { notes in
        #expect(notes.item(at: ItemPath(section: 1, item: 2)).title == "Note 7")
        return TableLayout(notes)
      },
      ScrollStorage("notes", MinimalStore<RowNote>.self, extents: .tree),
    ])
    var answers = SuiteAnswers()
    for scenario in own(suite, ["notes-table", "notes"]) where scenario.minimumItems <= 30 {
      try answers.check(scenario, in: context)
    }
  }

  @Test func aRowThatMakesNoItemIsNamed() throws {
    let folder = try TemporaryFolder()
    let suite = Self.suite([ScrollStorage("notes", BTreeStore<RowNote>.self, extents: .tree)])
    func message(_ csv: String) throws -> String {
      let context = try context(csv, folder)
      let scenario = try #require(own(suite, ["notes"]).first)
      return "\(#expect(throws: DatasetError.self) { try scenario.setUp(context) }, default: "")"
    }
    let path = folder.path(of: "notes.csv")
    #expect(
      try message("section,id,title\na,1,One\na,2,\n")
        == "'\(path)', line 3: no item of the shape 'row-note' can be made of this row: "
        + "a note needs a title")
    #expect(
      try message("section,id,name\na,1,One\n")
        == "'\(path)', line 1, column 1: there is no column 'title'; the header has section, id, "
        + "name")
    #expect(
      try message("section,id,title\na,1,\"One\n")
        == "'\(path)', line 2, column 3: a quoted field that is not closed before the end of the "
        + "file")
  }
}

/// An item of a user's own.
protocol Titled: DatasetItem {
  var title: String { get }
}

struct Note: Titled, SeededItem {
  static let payloadName = "note"
  let seed: ItemSeed
  let title: String

  init(_ seed: ItemSeed) {
    self.seed = seed
    title = "Note \(seed.id)"
  }
}

/// The same, made of a row of a CSV file.
struct RowNote: Titled, SeededItem, RowItem {
  static let payloadName = "row-note"
  let seed: ItemSeed
  let title: String

  init(_ seed: ItemSeed) {
    self.seed = seed
    title = "New note"
  }

  init(_ seed: ItemSeed, row: DatasetRow) throws {
    self.seed = seed
    title = try row.text("title")
    if title.isEmpty { throw Untitled() }
  }

  private struct Untitled: Error, CustomStringConvertible {
    var description: String { "a note needs a title" }
  }
}

/// An item that does not keep its id.
struct LostNote: DatasetItem {
  static let payloadName = "lost"
  var id: UInt64 { 7 }
  var revision: UInt32 { 0 }
  var sizeClass: UInt8 { 0 }
  var reuseKind: UInt8 { 0 }
  init(_ seed: ItemSeed) {}
}

private final class NoteCell: ScrollCell {
  var text = ""
}

/// Gives the item before the one that is asked for.
private struct WrongNotes: ItemStore {
  private var right = MinimalStore<Note>()

  init() {}

  var sectionCount: Int { right.sectionCount }
  func itemCount(inSection section: Int) -> Int { right.itemCount(inSection: section) }
  subscript(path: ItemPath) -> Note {
    right[ItemPath(section: path.section, item: max(0, path.item - 1))]
  }

  mutating func insert(_ item: Note, at path: ItemPath) { right.insert(item, at: path) }
  mutating func remove(at path: ItemPath) -> Note { right.remove(at: path) }
  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Note { right.insertSection(items, at: section) }
  mutating func removeSection(at section: Int) { right.removeSection(at: section) }
}

/// The fault of a layout.
enum TableLie: Sendable { case none, missingItem, otherFrame, badges, sideways }

/// A layout of a user's own: rows whose height is that of the title's length.
private final class TableLayout<Item: Titled>: CollectionViewLayout {
  private let notes: ScrollContent<Item>
  private let lie: TableLie
  private var frames: [(path: ItemPath, frame: Rect)] = []
  private var places: [ItemPath: Int] = [:]

  init(_ notes: ScrollContent<Item>, _ lie: TableLie = .none) {
    self.notes = notes
    self.lie = lie
  }

  override func prepare() throws(LayoutError) {
    guard let host else { return }
    (frames, places) = ([], [:])
    for section in 0..<host.numberOfSections {
      for item in 0..<host.numberOfItems(inSection: section) {
        let path = ItemPath(section: section, item: item)
        let height = Double(20 + notes.item(at: path).title.utf8.count)
        let edge = frames.last.map { lie == .sideways ? $0.frame.maxX : $0.frame.maxY } ?? 0
        places[path] = frames.count
        frames.append(
          (
            path,
            lie == .sideways
              ? Rect(x: edge, y: 0, width: 100, height: 100)
              : Rect(x: 0, y: edge, width: 390, height: height)
          ))
      }
    }
  }

  override var contentSize: Size {
    Size(width: frames.last?.frame.maxX ?? 0, height: frames.last?.frame.maxY ?? 0)
  }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard let place = places[path] else { return nil }
    var frame = frames[place].frame
    if lie == .otherFrame { frame.size.height += 1 }
    return LayoutAttributes(cell: path, frame: frame)
  }

  override func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {
    for (path, frame) in frames where frame.overlaps(rect) {
      let shown = lie == .missingItem ? ItemPath(section: 0, item: path.item + 1_000) : path
      buffer.append(LayoutAttributes(cell: shown, frame: frame))
    }
    guard lie == .badges, rect.overlaps(badge.frame) else { return }
    buffer.append(badge)
  }

  private var badge: LayoutAttributes {
    LayoutAttributes(
      .supplementary(ElementKind("TableBadge"), [0, 0]),
      frame: Rect(x: 0, y: 0, width: 20, height: 20))
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    lie == .badges && badge.element == .supplementary(kind, path) ? badge : nil
  }
}
