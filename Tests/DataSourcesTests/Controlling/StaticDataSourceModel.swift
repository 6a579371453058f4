import BasicAlgorithms
import Changesets
import CollectionViews
import DataSources
import Geometry
import ItemStores
import Layouts

/// A cell of a static source that says who filled it.
class LabelCell: CollectionViewCell {
  var label = ""
}

final class OtherLabelCell: LabelCell {}

/// A slow, obvious model of a view with a static data source, and the source itself: random steps
/// are made on both and then compared.
struct StaticDataSourceModel<Store: ItemStore<Int>> {
  let view: CollectionView
  let source: StaticDataSource<String, Store>
  private var numbers: SplitMix64

  // The model: arrays and dictionaries.
  private var sections: [[Int]] = []
  private var sectionItems: [String] = []
  private var registrations: [Registration] = []
  /// The labels of the cells that are shown, as they were filled.
  private var cells: [ItemPath: String] = [:]
  private var headers: [Int: String] = [:]
  private var postUpdates = 0
  private let counter = Counter()

  /// The numbers of steps that did something worth counting.
  private(set) var refusals = 0
  private(set) var missingMatches = 0

  private final class Counter { var postUpdates = 0 }

  private struct Registration {
    let identifier: String
    let condition: Int
    let mark: Int
    let isOther: Bool

    func accepts(_ group: String?, _ item: Int) -> Bool {
      switch condition {
      case 0: true
      case 1: item % 2 == 0
      case 2: group == nil
      default: (group?.count ?? 0) % 2 == 1 && item % 3 == 0
      }
    }

    func label(_ item: Int) -> String { "\(identifier) \(mark) \(isOther) \(item)" }
  }

  struct Mismatch: Error, CustomStringConvertible {
    let description: String
  }

  init(seed: UInt64) throws {
    numbers = SplitMix64(seed: seed)
    view = plainList(height: 75, headerExtent: 10)
    source = try StaticDataSource(for: view)
    source.register(TitleView.self, ofKind: .sectionHeader) { header, path, source in
      header.title = source.item(forSection: path.section) ?? "none"
    }
    source.postUpdate = { [counter] in counter.postUpdates += 1 }
    register("any", condition: 0)
  }

  private mutating func number(below bound: Int) -> Int {
    Int.random(in: 0..<bound, using: &numbers)
  }

  // MARK: Steps

  mutating func step() throws {
    switch number(below: 12) {
    case 0: register(["a", "b", "c", "any"][number(below: 4)], condition: number(below: 4))
    case 1: remove(["a", "b", "c", "any"][number(below: 4)])
    case 2, 3: reload()
    case 4: if number(below: 3) == 0 { reset() }
    case 5, 6: try updateFromOutside()
    case 7: reloadFromOutside()
    default: scroll()
    }
    try layOut()
    try compare()
  }

  private mutating func register(_ identifier: String, condition: Int) {
    let registration = Registration(
      identifier: identifier, condition: condition, mark: number(below: 1_000),
      isOther: number(below: 2) == 0)
    registrations.removeAll { $0.identifier == identifier }
    registrations.append(registration)
    let fill: (LabelCell, Int) -> Void = { $0.label = registration.label($1) }
    // An absent predicate accepts everything.
    let accepts = condition == 0 ? nil : registration.accepts
    if registration.isOther {
      source.register(OtherLabelCell.self, identifier: identifier, where: accepts) { cell, item in
        fill(cell, item)
      }
    } else {
      source.register(LabelCell.self, identifier: identifier, where: accepts) {
        cell, path, source in
        fill(cell, source.item(at: path) ?? -1)
      }
    }
  }

  private mutating func remove(_ identifier: String) {
    registrations.removeAll { $0.identifier == identifier }
    if number(below: 2) == 0 {
      source.removeCells(withIdentifier: identifier)
    } else {
      source.register(nil as LabelCell.Type?, identifier: identifier)
    }
  }

  private mutating func reload() {
    sections = (0..<number(below: 6)).map { _ in
      (0..<number(below: 9)).map { _ in number(below: 12) }
    }
    sectionItems = (0..<number(below: sections.count + 2)).map { String(repeating: "g", count: $0) }
    var given = sections
    if number(below: 2) == 0 {
      source.reload(sections: given, sectionItems: sectionItems)
    } else {
      source.reload(Store(sections: given), sectionItems: sectionItems)
    }
    // The source has copied what it was given.
    for section in given.indices { given[section].append(-1) }
    noteReload()
  }

  private mutating func reset() {
    (sections, sectionItems) = ([], [])
    source.reset()
    noteReload()
  }

  private mutating func noteReload() {
    postUpdates += 1
    (cells, headers) = ([:], [:])
  }

  private mutating func scroll() {
    let range = max(0, view.contentSize.height - 75)
    view.setContentOffset(Point(x: 0, y: Double.random(in: 0...range, using: &numbers).rounded()))
  }

  /// Makes a call that changes no path, which is allowed.
  private mutating func reloadFromOutside() {
    let shown = cells.keys.sorted()
    guard !shown.isEmpty, number(below: 4) > 0 else {
      view.reloadData()
      return (cells, headers) = ([:], [:])
    }
    let path = shown[number(below: shown.count)]
    // Without a match the update's error would come first.
    guard let match = match(path) else { return }
    view.reloadItems(at: [path])
    cells[path] = match.label(sections[path.section][path.item])
  }

  /// Makes a call that the view refuses, with counts that agree or not, in a block or not.
  private mutating func updateFromOutside() throws {
    refusals += 1
    let (first, second) = (path(), path())
    let changeset =
      switch number(below: 4) {
      case 0: Changeset(insertedItems: [first])
      case 1: Changeset(deletedItems: [first], insertedItems: [first])
      case 2: Changeset(movedItems: [.init(from: first, to: second)])
      default: Changeset(movedSections: [.init(from: first.section, to: second.section)])
      }
    var caught: (any Error)?
    do {
      switch number(below: 3) {
      case 0: try view.apply(changeset)
      case 1: try view.performBatchUpdates { try view.apply(changeset) }
      default:
        callOneByOne(changeset)
        try view.layoutIfNeeded()
      }
    } catch {
      caught = error
    }
    guard case .controlled? = caught as? CollectionViewError, !view.lastUpdateWasApplied else {
      throw Mismatch(description: "\(changeset) gave \(String(describing: caught))")
    }
  }

  private func callOneByOne(_ changeset: Changeset) {
    if !changeset.deletedItems.isEmpty { view.deleteItems(at: changeset.deletedItems) }
    if !changeset.insertedItems.isEmpty { view.insertItems(at: changeset.insertedItems) }
    for move in changeset.movedItems { view.moveItem(at: move.source, to: move.target) }
    for move in changeset.movedSections { view.moveSection(move.source, toSection: move.target) }
  }

  private mutating func path() -> ItemPath { at(number(below: 4), number(below: 6)) }

  // MARK: The model's answers

  private func match(_ path: ItemPath) -> Registration? {
    registrations.first { $0.accepts(group(path.section), sections[path.section][path.item]) }
  }

  private func group(_ section: Int) -> String? {
    section >= 0 && section < min(sectionItems.count, sections.count) ? sectionItems[section] : nil
  }

  /// The headers and items that overlap the bounds, found by a walk over everything.
  private var visible: (headers: [Int], items: [ItemPath]) {
    var (headers, items): ([Int], [ItemPath]) = ([], [])
    var top = 0.0
    let (low, high) = (view.contentOffset.y, view.contentOffset.y + 75)
    for section in sections.indices {
      if top < high, top + 10 > low { headers.append(section) }
      top += 10
      for item in sections[section].indices {
        if top < high, top + 10 > low { items.append(at(section, item)) }
        top += 10
      }
    }
    return (headers, items)
  }

  // MARK: Comparing

  /// Lays out the view and the model.
  private mutating func layOut() throws {
    do {
      try view.layoutIfNeeded()
    } catch {
      guard case .noMatchingRegistration(let element) = error else { throw error }
      missingMatches += 1
      let isMissing = visible.items.contains {
        LayoutElement.cell($0) == element && cells[$0] == nil && match($0) == nil
      }
      guard isMissing else { throw Mismatch(description: "there is a match for \(element)") }
      register("any", condition: 0)
      view.reloadData()
      (cells, headers) = ([:], [:])
      try view.layoutIfNeeded()
    }
    let visible = visible
    cells = cells.filter { visible.items.contains($0.key) }
    headers = headers.filter { visible.headers.contains($0.key) }
    for path in visible.items where cells[path] == nil {
      guard let match = match(path) else {
        throw Mismatch(description: "cell \(path) has no match, which is no error")
      }
      cells[path] = match.label(sections[path.section][path.item])
    }
    for section in visible.headers where headers[section] == nil {
      headers[section] = group(section) ?? "none"
    }
  }

  private mutating func compare() throws {
    let shown = view.itemPathsForVisibleItems.map { path in
      (view.cellForItem(at: path) as? LabelCell)?.label ?? "nothing"
    }
    try expect(view.itemPathsForVisibleItems, cells.keys.sorted(), "visible items")
    try expect(shown, cells.sorted { $0.key < $1.key }.map(\.value), "cells")
    for (section, title) in headers {
      try expect(view.shownTitle(ofSection: section), title, "header \(section)")
    }
    for path in cells.keys {
      guard let cell = view.cellForItem(at: path) as? LabelCell else { continue }
      let identifier = String(cell.label.prefix { $0 != " " })
      try expect(cell.reuseIdentifier, identifier, "identifier of \(path)")
      try expect("\(cell is OtherLabelCell)", label(cell, 2), "class of \(path)")
    }
    try expect(view.itemCounts, sections.map(\.count), "counts")
    try expect(counter.postUpdates, postUpdates, "calls of postUpdate")
    try expect(source.cellIdentifiers, registrations.map(\.identifier), "identifiers")
    let path = at(number(below: 8) - 1, number(below: 11) - 1)
    let exists =
      sections.indices.contains(path.section)
      && sections[path.section].indices.contains(path.item)
    try expect(
      source.item(at: path), exists ? sections[path.section][path.item] : nil, "item \(path)")
    try expect(source.item(forSection: path.section), group(path.section), "section item")
    let wanted = number(below: 12)
    let paths = sections.indices.flatMap { section in
      sections[section].indices.filter { sections[section][$0] == wanted }.map { at(section, $0) }
    }
    try expect(source.itemPaths(of: wanted), paths, "paths of \(wanted)")
    if let violation = view.firstViolation() { throw Mismatch(description: violation) }
  }

  private func label(_ cell: LabelCell, _ part: Int) -> String {
    String(cell.label.split(separator: " ")[part])
  }

  private func expect<Value: Equatable>(
    _ found: Value, _ expected: Value, _ name: String
  ) throws {
    guard found == expected else {
      throw Mismatch(description: "\(name): \(found) instead of \(expected)")
    }
  }
}
