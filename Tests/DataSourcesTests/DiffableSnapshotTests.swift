import BasicAlgorithms
import Changesets
import DataSources
import Datasets
import Testing

@Suite struct DiffableSnapshotTests {
  private typealias Snapshot = DiffableSnapshot<String, Int>

  private func snapshot(_ sections: KeyValuePairs<String, [Int]>) throws -> Snapshot {
    var snapshot = Snapshot()
    for (section, items) in sections {
      try snapshot.appendSections([section])
      try snapshot.appendItems(items)
    }
    return snapshot
  }

  @Test func sectionsAndItemsAreInOrder() throws {
    var snapshot = try snapshot(["a": [1, 2], "b": [], "c": [3]])
    #expect(snapshot.sectionIdentifiers == ["a", "b", "c"])
    #expect(snapshot.itemIdentifiers == [1, 2, 3])
    #expect(snapshot.numberOfSections == 3 && snapshot.numberOfItems == 3)
    try snapshot.insertSections(["d", "e"], beforeSection: "b")
    try snapshot.insertSections(["f"], afterSection: "c")
    try snapshot.moveSection("a", afterSection: "c")
    try snapshot.moveSection("f", beforeSection: "d")
    #expect(snapshot.sectionIdentifiers == ["f", "d", "e", "b", "c", "a"])
    #expect(snapshot.itemIdentifiers == [3, 1, 2])
    try snapshot.appendItems([4, 5], toSection: "d")
    try snapshot.appendItems([6])
    try snapshot.insertItems([7, 8], beforeItem: 5)
    try snapshot.insertItems([9], afterItem: 5)
    try snapshot.moveItem(4, afterItem: 1)
    try snapshot.moveItem(6, beforeItem: 1)
    #expect(try snapshot.itemIdentifiers(inSection: "d") == [7, 8, 5, 9])
    #expect(try snapshot.itemIdentifiers(inSection: "a") == [6, 1, 4, 2])
    #expect(try snapshot.numberOfItems(inSection: "c") == 1)
    #expect(snapshot.indexOfItem(6) == 5 && snapshot.indexOfItem(77) == nil)
    #expect(snapshot.indexOfSection("c") == 4 && snapshot.indexOfSection("z") == nil)
    #expect(snapshot.sectionIdentifier(containingItem: 9) == "d")
    #expect(snapshot.itemPath(of: 4) == ItemPath(section: 5, item: 2))
    #expect(snapshot.itemIdentifier(at: ItemPath(section: 5, item: 2)) == 4)
    #expect(snapshot.itemIdentifier(at: ItemPath(section: 5, item: 4)) == nil)
    #expect(snapshot.sectionIdentifier(at: 0) == "f" && snapshot.sectionIdentifier(at: 6) == nil)
    try snapshot.deleteSections(["d", "b"])
    try snapshot.deleteItems([1, 3, 1])
    #expect(snapshot.sectionIdentifiers == ["f", "e", "c", "a"])
    #expect(snapshot.itemIdentifiers == [6, 4, 2])
    snapshot.deleteAllItems()
    #expect(snapshot.numberOfSections == 4 && snapshot.numberOfItems == 0)
    #expect(snapshot.itemPath(of: 6) == nil)
  }

  /// The mistake is named, and changes nothing.
  private func expect(
    _ error: DiffableSnapshotError, _ text: String, _ edit: (inout Snapshot) throws -> Void
  ) throws {
    var snapshot = try snapshot(["a": [1, 2], "b": [3]])
    #expect(throws: error) { try edit(&snapshot) }
    #expect("\(error)".contains(text), "\(error)")
    #expect(snapshot.sectionIdentifiers == ["a", "b"] && snapshot.itemIdentifiers == [1, 2, 3])
    #expect(snapshot.itemPath(of: 3) == ItemPath(section: 1, item: 0))
    #expect(snapshot.reloadedItemIdentifiers.isEmpty)
  }

  @Test func mistakesWithSectionsAreErrors() throws {
    try expect(.repeated(.section, "c"), "twice") { snapshot in
      try snapshot.appendSections(["c", "c"])
    }
    try expect(.alreadyThere(.section, "b"), "already") { snapshot in
      try snapshot.insertSections(["c", "b"], beforeSection: "a")
    }
    try expect(.unknown(.section, "z"), "no section identifier z") { snapshot in
      try snapshot.insertSections(["c"], afterSection: "z")
    }
    for edit: (inout Snapshot) throws -> Void in [
      { snapshot in try snapshot.deleteSections(["a", "z"]) },
      { snapshot in try snapshot.moveSection("z", afterSection: "a") },
      { snapshot in try snapshot.moveSection("a", beforeSection: "z") },
      { snapshot in try snapshot.reloadSections(["a", "z"]) },
      { snapshot in try snapshot.appendItems([4], toSection: "z") },
      { snapshot in _ = try snapshot.itemIdentifiers(inSection: "z") },
      { snapshot in _ = try snapshot.numberOfItems(inSection: "z") },
    ] { try expect(.unknown(.section, "z"), "no section identifier z", edit) }
    for count in 2...9 {
      let unknown = (0..<count).map { "u\($0)" }
      try expect(.unknown(.section, "u0"), "no section identifier u0") { snapshot in
        try snapshot.deleteSections(["a", "b", "a"] + unknown)
      }
    }
  }

  @Test func mistakesWithItemsAreErrors() throws {
    try expect(.repeated(.item, "4"), "twice") { snapshot in
      try snapshot.appendItems([4, 5, 4])
    }
    try expect(.alreadyThere(.item, "2"), "already") { snapshot in
      try snapshot.insertItems([4, 2], afterItem: 1)
    }
    for edit: (inout Snapshot) throws -> Void in [
      { snapshot in try snapshot.insertItems([4], beforeItem: 9) },
      { snapshot in try snapshot.insertItems([4], afterItem: 9) },
      { snapshot in try snapshot.deleteItems([1, 9]) },
      { snapshot in try snapshot.moveItem(9, beforeItem: 1) },
      { snapshot in try snapshot.moveItem(1, afterItem: 9) },
      { snapshot in try snapshot.reloadItems([1, 9]) },
      { snapshot in try snapshot.reconfigureItems([9]) },
    ] { try expect(.unknown(.item, "9"), "no item identifier 9", edit) }
    var empty = Snapshot()
    #expect(throws: DiffableSnapshotError.noSection) { try empty.appendItems([1]) }
  }

  @Test func markedSectionsAndItemsAreInOrder() throws {
    var snapshot = try snapshot(["a": [1, 2], "b": [3, 4]])
    try snapshot.reloadItems([4, 1])
    try snapshot.reconfigureItems([3, 2])
    try snapshot.reloadSections(["b", "a"])
    #expect(snapshot.reloadedItemIdentifiers == [1, 4])
    #expect(snapshot.reconfiguredItemIdentifiers == [2, 3])
    #expect(snapshot.reloadedSectionIdentifiers == ["a", "b"])
    // What goes and comes again is new, and not to be reloaded.
    try snapshot.deleteItems([1, 2])
    try snapshot.deleteSections(["b"])
    try snapshot.appendSections(["b"])
    try snapshot.appendItems([1, 2, 3, 4])
    #expect(snapshot.reloadedItemIdentifiers.isEmpty)
    #expect(snapshot.reconfiguredItemIdentifiers.isEmpty)
    #expect(snapshot.reloadedSectionIdentifiers == ["a"])
  }

  @Test func copiesAreIndependent() throws {
    var one = try snapshot(["a": Array(0..<100_000)])
    #expect(one.indexOfItem(50_000) == 50_000)
    var other = one
    try other.deleteItems([0])
    try other.insertItems([-1], beforeItem: 70_000)
    try one.moveItem(99_999, beforeItem: 0)
    #expect(one.numberOfItems == 100_000 && one.indexOfItem(50_000) == 50_001)
    #expect(other.indexOfItem(50_000) == 49_999 && other.indexOfItem(70_000) == 70_000)
    #expect(other.indexOfItem(-1) == 69_999 && one.indexOfItem(-1) == nil)
    #expect(one.indexOfItem(0) == 1 && other.indexOfItem(0) == nil)
  }

  /// Edits in any order, against arrays; every identifier is looked up now and then.
  @Test(arguments: UInt64(0)..<10)
  func generatedEdits(seed: UInt64) throws {
    var script = SnapshotScript(seed: seed)
    for step in 0..<300 {
      try script.edit()
      if step % 7 != 0, step < 290 { continue }
      let (snapshot, model) = (script.snapshot, script.model)
      #expect(snapshot.sectionIdentifiers == model.map(\.id), "seed \(seed), step \(step)")
      try #require(
        snapshot.itemIdentifiers == model.flatMap(\.items), "seed \(seed), step \(step)")
      for (section, content) in model.enumerated() {
        #expect(try snapshot.numberOfItems(inSection: content.id) == content.items.count)
        for (item, id) in content.items.enumerated() {
          let path = ItemPath(section: section, item: item)
          try #require(snapshot.itemPath(of: id) == path, "seed \(seed), step \(step), item \(id)")
          #expect(snapshot.itemIdentifier(at: path) == id)
        }
      }
      for id in script.gone { #expect(snapshot.itemPath(of: id) == nil, "seed \(seed), \(id)") }
    }
  }
}

/// Random edits of a snapshot, and the same of arrays.
struct SnapshotScript {
  /// A section, plainly.
  struct Section {
    let id: Int
    var items: [Int]
  }

  var snapshot = DiffableSnapshot<Int, Int>()
  private(set) var model: [Section] = []
  /// The identifiers that were deleted.
  private(set) var gone: Set<Int> = []
  private var numbers: SplitMix64
  private var next = 0

  init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &numbers)
  }

  private mutating func fresh(_ count: Int) -> [Int] {
    // Some of what is gone comes again.
    let again = number(0...2) == 0 ? Array(gone.sorted().prefix(count / 2)) : []
    gone.subtract(again)
    defer { next += count }
    return again + (next..<next + count - again.count)
  }

  private mutating func item() -> (section: Int, item: Int)? {
    let places = model.indices.flatMap { section in
      model[section].items.indices.map { (section, $0) }
    }
    return places.randomElement(using: &numbers).map { (section: $0.0, item: $0.1) }
  }

  private mutating func section() -> Int? { model.indices.randomElement(using: &numbers) }

  /// One edit.
  mutating func edit() throws {
    switch number(0...11) {
    case 0: try insertSections()
    case 1: if number(0...2) == 0 { try deleteSection() }
    case 2: try moveSection()
    case 3, 4, 5: try appendItems()
    case 6, 7: try insertItems()
    case 8, 9: try deleteItems()
    default: try moveItem()
    }
  }

  /// Makes one of two edits beside an anchor, and returns whether it is the one behind.
  private mutating func edit(
    behind: (inout DiffableSnapshot<Int, Int>) throws -> Void,
    before: (inout DiffableSnapshot<Int, Int>) throws -> Void
  ) rethrows -> Bool {
    let isBehind = number(0...1) == 1
    if isBehind { try behind(&snapshot) } else { try before(&snapshot) }
    return isBehind
  }

  private mutating func insertSections() throws {
    guard model.count < 8 else { return }
    let ids = (0..<number(1...2)).map { -1 - next - $0 }
    next += ids.count
    let new = ids.map { Section(id: $0, items: []) }
    guard let anchor = section(), number(0...2) > 0 else {
      try snapshot.appendSections(ids)
      model += new
      return
    }
    let other = model[anchor].id
    let isBehind = try edit(
      behind: { try $0.insertSections(ids, afterSection: other) },
      before: { try $0.insertSections(ids, beforeSection: other) })
    model.insert(contentsOf: new, at: anchor + (isBehind ? 1 : 0))
  }

  private mutating func deleteSection() throws {
    guard let section = section() else { return }
    try snapshot.deleteSections([model[section].id])
    gone.formUnion(model.remove(at: section).items)
  }

  private mutating func moveSection() throws {
    guard let source = section(), let anchor = section() else { return }
    let (id, other) = (model[source].id, model[anchor].id)
    let isBehind = try edit(
      behind: { try $0.moveSection(id, afterSection: other) },
      before: { try $0.moveSection(id, beforeSection: other) })
    guard id != other else { return }
    let moved = model.remove(at: source)
    let place = model.firstIndex { $0.id == other } ?? 0
    model.insert(moved, at: place + (isBehind ? 1 : 0))
  }

  private mutating func appendItems() throws {
    guard let section = section() else { return }
    let isLast = number(0...2) == 0
    let items = fresh(number(0...4))
    try snapshot.appendItems(items, toSection: isLast ? nil : model[section].id)
    model[isLast ? model.count - 1 : section].items += items
  }

  private mutating func insertItems() throws {
    guard let anchor = item() else { return }
    let other = model[anchor.section].items[anchor.item]
    let items = fresh(number(1...3))
    let isBehind = try edit(
      behind: { try $0.insertItems(items, afterItem: other) },
      before: { try $0.insertItems(items, beforeItem: other) })
    model[anchor.section].items.insert(
      contentsOf: items, at: anchor.item + (isBehind ? 1 : 0))
  }

  private mutating func deleteItems() throws {
    let places = (0..<number(1...4)).compactMap { _ in item() }
    let ids = Set(places.map { model[$0.section].items[$0.item] })
    try snapshot.deleteItems(Array(ids))
    for section in model.indices { model[section].items.removeAll(where: ids.contains) }
    gone.formUnion(ids)
  }

  private mutating func moveItem() throws {
    guard let source = item(), let anchor = item() else { return }
    let id = model[source.section].items[source.item]
    let other = model[anchor.section].items[anchor.item]
    let isBehind = try edit(
      behind: { try $0.moveItem(id, afterItem: other) },
      before: { try $0.moveItem(id, beforeItem: other) })
    guard id != other else { return }
    model[source.section].items.remove(at: source.item)
    let place = model[anchor.section].items.firstIndex(of: other) ?? 0
    model[anchor.section].items.insert(id, at: place + (isBehind ? 1 : 0))
  }
}
