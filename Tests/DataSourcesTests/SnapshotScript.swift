import BasicAlgorithms
import DataSources
import Datasets

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
    let isBehind = number(0...1) == 1
    if isBehind {
      try snapshot.insertSections(ids, afterSection: model[anchor].id)
    } else {
      try snapshot.insertSections(ids, beforeSection: model[anchor].id)
    }
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
    let isBehind = number(0...1) == 1
    if isBehind {
      try snapshot.moveSection(id, afterSection: other)
    } else {
      try snapshot.moveSection(id, beforeSection: other)
    }
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
    let isBehind = number(0...1) == 1
    if isBehind {
      try snapshot.insertItems(items, afterItem: other)
    } else {
      try snapshot.insertItems(items, beforeItem: other)
    }
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
    let isBehind = number(0...1) == 1
    if isBehind {
      try snapshot.moveItem(id, afterItem: other)
    } else {
      try snapshot.moveItem(id, beforeItem: other)
    }
    guard id != other else { return }
    model[source.section].items.remove(at: source.item)
    let place = model[anchor.section].items.firstIndex(of: other) ?? 0
    model[anchor.section].items.insert(id, at: place + (isBehind ? 1 : 0))
  }
}
