import Changesets
import ItemStores
import StressTesting

/// A mutation of a store.
enum Flaw: String, CaseIterable {
  /// The one that stores made during a test have; a store's type could not say it without a type
  /// for each.
  @TaskLocal static var planted: Flaw?

  case itemCountSkipsLastSection, countOfEmptySection
  case globalIndexOffByOne, pathAtSectionStart, sectionCountsEmptyOnes, globalRangeClosed
  case itemAtGlobalIndexReversed
  case chunkRepeats, chunkEmpty, chunkLosesLast, chunkSwallowsErrors
  case insertBehind, removeReturnsNeighbour, replaceReturnsNew, moveInBeforeCoordinates
  case insertSectionReversed, replaceSectionKeepsOne, moveSectionInBeforeCoordinates
  case insertRunBackwards, removeRunReversed, replaceRunSkipsLast, moveRunIgnoresOrder
  case insertSectionsShifted, removeSectionsForwards, replaceSectionsSkipsLast, moveSectionsSorted
  case loadLosesEmptySections
  case copyShares, longRunLosesItem, manySectionsForgotten
}

/// The model with the planted mutation, or none.
struct BrokenStore: ItemStore {
  private final class Storage { var model = ArrayOfArraysModel<Int>() }

  private var storage = Storage()
  private var mutation: Flaw? { Flaw.planted }

  private var model: ArrayOfArraysModel<Int> {
    get { storage.model }
    set {
      if mutation != .copyShares && !isKnownUniquelyReferenced(&storage) { storage = Storage() }
      storage.model = newValue
    }
  }

  init() {}

  init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Int {
    model.contents = sections.map { Array($0) }
    if mutation == .loadLosesEmptySections { model.contents.removeAll(where: \.isEmpty) }
  }

  // MARK: Counts and look-ups

  var sectionCount: Int {
    mutation == .manySectionsForgotten ? min(model.sectionCount, 10) : model.sectionCount
  }

  var itemCount: Int {
    guard mutation == .itemCountSkipsLastSection else { return model.itemCount }
    return model.contents.dropLast().joined().count
  }

  func itemCount(inSection section: Int) -> Int {
    let count = model.itemCount(inSection: section)
    return mutation == .countOfEmptySection ? max(1, count) : count
  }

  subscript(path: ItemPath) -> Int { model[path] }

  func item(atGlobalIndex index: Int) -> Int {
    model.item(
      atGlobalIndex: mutation == .itemAtGlobalIndexReversed ? model.itemCount - 1 - index : index)
  }

  func path(ofGlobalIndex index: Int) -> ItemPath {
    let path = model.path(ofGlobalIndex: index)
    guard mutation == .pathAtSectionStart, path.item == 0, path.section > 0 else { return path }
    return ItemPath(
      section: path.section - 1, item: model.itemCount(inSection: path.section - 1))
  }

  func globalIndex(of path: ItemPath) -> Int {
    model.globalIndex(of: path) + (mutation == .globalIndexOffByOne && path.section == 2 ? 1 : 0)
  }

  func section(ofGlobalIndex index: Int) -> Int {
    let section = model.section(ofGlobalIndex: index)
    guard mutation == .sectionCountsEmptyOnes else { return section }
    return model.contents[..<section].filter { !$0.isEmpty }.count
  }

  func globalRange(ofSection section: Int) -> Range<Int> {
    let range = model.globalRange(ofSection: section)
    return mutation == .globalRangeClosed ? range.lowerBound..<range.upperBound + 1 : range
  }

  func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    let empty: [Int] = []
    switch mutation {
    case .chunkRepeats where range.count == 3:
      try model.forEachChunk(inGlobalRange: range, body)
      try model.forEachChunk(inGlobalRange: range, body)
    case .chunkEmpty where range.isEmpty: try body(empty.span)
    case .chunkLosesLast where range.count > 3:
      try model.forEachChunk(inGlobalRange: range.dropLast(), body)
    case .chunkSwallowsErrors:
      do throws(Failure) { try model.forEachChunk(inGlobalRange: range, body) } catch {}
    default: try model.forEachChunk(inGlobalRange: range, body)
    }
  }

  func checkInvariants() {}
}

extension BrokenStore {
  // MARK: Edits of one item or section

  mutating func insert(_ item: Int, at path: ItemPath) {
    var path = path
    if mutation == .insertBehind && path.item + 1 < model.contents[path.section].count {
      path.item += 1
    }
    model.insert(item, at: path)
  }

  mutating func remove(at path: ItemPath) -> Int {
    let neighbour = model.contents[path.section].last ?? 0
    let removed = model.remove(at: path)
    return mutation == .removeReturnsNeighbour ? neighbour : removed
  }

  mutating func replace(at path: ItemPath, with item: Int) -> Int {
    let replaced = model.replace(at: path, with: item)
    return mutation == .replaceReturnsNew ? item : replaced
  }

  mutating func move(from source: ItemPath, to target: ItemPath) {
    var target = target
    if mutation == .moveInBeforeCoordinates && source.section == target.section && source < target {
      target.item -= 1
    }
    model.move(from: source, to: target)
  }

  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Int {
    model.insertSection(
      mutation == .insertSectionReversed ? items.reversed() : Array(items), at: section)
  }

  mutating func removeSection(at section: Int) { model.removeSection(at: section) }

  mutating func replaceSection<Items: Sequence>(at section: Int, with items: Items)
  where Items.Element == Int {
    let kept = mutation == .replaceSectionKeepsOne ? model.contents[section].suffix(1) : []
    model.replaceSection(at: section, with: items + Array(kept))
  }

  mutating func moveSection(from source: Int, to target: Int) {
    let late = mutation == .moveSectionInBeforeCoordinates && target > source
    model.moveSection(from: source, to: late ? target - 1 : target)
  }

  // MARK: Sorted runs

  mutating func insert(_ items: [Int], atSorted paths: [ItemPath]) {
    if mutation == .longRunLosesItem && paths.count > 6 {
      model.insert(items.dropLast(), atSorted: paths.dropLast())
    } else {
      model.insert(mutation == .insertRunBackwards ? items.reversed() : items, atSorted: paths)
    }
  }

  mutating func remove(atSorted paths: [ItemPath]) -> [Int] {
    let removed = model.remove(atSorted: paths)
    return mutation == .removeRunReversed ? removed.reversed() : removed
  }

  mutating func replace(atSorted paths: [ItemPath], with items: [Int]) {
    let count = mutation == .replaceRunSkipsLast ? paths.count - 1 : paths.count
    model.replace(atSorted: Array(paths.prefix(max(0, count))), with: items)
  }

  mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath]) {
    model.move(
      from: mutation == .moveRunIgnoresOrder ? sources.sorted() : sources, toSorted: targets)
  }

  mutating func insertSections(_ items: [[Int]], atSorted sections: [Int]) {
    guard mutation == .insertSectionsShifted, model.sectionCount > 0 else {
      return model.insertSections(items, atSorted: sections)
    }
    for (items, section) in zip(items, sections).reversed() {
      model.insertSection(items, at: min(section, model.sectionCount))
    }
  }

  mutating func removeSections(atSorted sections: [Int]) {
    guard mutation == .removeSectionsForwards else {
      return model.removeSections(atSorted: sections)
    }
    for section in sections { model.removeSection(at: min(section, model.sectionCount - 1)) }
  }

  mutating func replaceSections(atSorted sections: [Int], with items: [[Int]]) {
    let count = mutation == .replaceSectionsSkipsLast ? sections.count - 1 : sections.count
    model.replaceSections(atSorted: Array(sections.prefix(max(0, count))), with: items)
  }

  mutating func moveSections(from sources: [Int], toSorted targets: [Int]) {
    model.moveSections(
      from: mutation == .moveSectionsSorted ? sources.sorted() : sources, toSorted: targets)
  }
}
