import Changesets
import ItemStores

/// A call of a method that every store has, with a position that one of sections with 2, 0 and 5
/// items does not have.
enum BadStoreCall: String, Codable, Sendable {
  // Look-ups.
  case itemOfMissingSection, item, itemCount, itemAtGlobalIndex, pathOfGlobalIndex
  case indexOfMissingSection, index, sectionOfGlobalIndex, globalRange, chunks, itemsOfSection
  // Edits of one item.
  case insertIntoMissingSection, insert, remove, replace
  case moveFromMissingSection, moveFrom, moveToMissingSection, moveTo
  // Edits of one section.
  case insertSection, removeSection, replaceSection, moveSectionFrom, moveSectionTo
  // Sorted runs of items.
  case insertRunCounts, insertRunOrder, insertRunOfMissingSection, insertRun, insertPassItem
  case insertRunBeforeFirstSection, removeRunBeforeFirstSection, insertRunOfOneIntoMissingSection
  case removeRunOrder, removeRunOfMissingSection, removeRun, removeRunOfOne, removePassItem
  case replaceRunCounts, replaceRunOrder, moveRunCounts, moveRunOrder, moveRunSourceTwice
  // Sorted runs of sections.
  case insertSectionsCounts, insertSectionsOrder, removeSectionsOrder, replaceSectionsCounts
  case replaceSectionsOrder, moveSectionsCounts, moveSectionsOrder, moveSectionsSourceTwice
  case removeSectionsOfOne, replaceSectionsOfOne

  static let lookUps: [BadStoreCall] = [
    .itemOfMissingSection, .item, .itemCount, .itemAtGlobalIndex, .globalRange, .chunks,
  ]

  static let sections: [BadStoreCall] = [
    .insertSection, .removeSection, .replaceSection, .moveSectionFrom,
  ]

  static let runs: [BadStoreCall] = [
    .insertRunCounts, .insertRunOrder, .insertRunOfMissingSection, .insertRun, .removeRunOrder,
    .removeRunOfMissingSection, .removeRun,
  ]

  static let sectionRuns: [BadStoreCall] = [
    .insertSectionsCounts, .insertSectionsOrder, .removeSectionsOrder, .replaceSectionsCounts,
    .replaceSectionsOrder, .moveSectionsCounts, .moveSectionsOrder, .moveSectionsSourceTwice,
  ]

  /// What a store need not write itself.
  static let defaults: [BadStoreCall] = [
    .itemAtGlobalIndex, .pathOfGlobalIndex, .indexOfMissingSection, .index,
    .sectionOfGlobalIndex, .globalRange, .chunks, .moveFromMissingSection, .moveFrom,
    .moveToMissingSection, .moveTo, .moveSectionFrom, .moveSectionTo, .insertRunCounts,
    .insertRunOrder, .removeRunOrder, .replaceRunCounts, .replaceRunOrder, .moveRunCounts,
    .moveRunOrder, .moveRunSourceTwice,
  ]

  private var path: ItemPath {
    switch self {
    case .itemOfMissingSection, .indexOfMissingSection, .insertIntoMissingSection,
      .moveFromMissingSection, .moveToMissingSection, .insertRunOfMissingSection,
      .removeRunOfMissingSection, .insertRunOfOneIntoMissingSection:
      ItemPath(section: 3, item: 0)
    case .insert: ItemPath(section: 2, item: 6)
    case .insertRun: ItemPath(section: 2, item: 7)
    default: ItemPath(section: 2, item: 5)
    }
  }

  func perform<Store: ItemStore<Int>>(on store: consuming Store) {
    switch self {
    case .itemOfMissingSection, .item: _ = store[path]
    case .itemCount: _ = store.itemCount(inSection: 3)
    case .itemAtGlobalIndex: _ = store.item(atGlobalIndex: 7)
    case .pathOfGlobalIndex: _ = store.path(ofGlobalIndex: 7)
    case .indexOfMissingSection, .index: _ = store.globalIndex(of: path)
    case .sectionOfGlobalIndex: _ = store.section(ofGlobalIndex: 7)
    case .globalRange: _ = store.globalRange(ofSection: 3)
    case .chunks: store.forEachChunk(inGlobalRange: 3..<8) { _ in }
    case .itemsOfSection: _ = store.items(inSection: 3)
    case .insertIntoMissingSection, .insert: store.insert(9, at: path)
    case .remove: store.remove(at: path)
    case .replace: store.replace(at: path, with: 9)
    case .moveFromMissingSection, .moveFrom:
      store.move(from: path, to: ItemPath(section: 1, item: 0))
    case .moveToMissingSection, .moveTo:
      store.move(from: ItemPath(section: 2, item: 0), to: path)
    case .insertSection: store.insertSection([9], at: 4)
    case .removeSection: store.removeSection(at: 3)
    case .replaceSection: store.replaceSection(at: 3, with: [9])
    case .moveSectionFrom: store.moveSection(from: 3, to: 0)
    case .moveSectionTo: store.moveSection(from: 0, to: 3)
    default: performRun(on: store)
    }
  }

  private func performRun<Store: ItemStore<Int>>(on store: consuming Store) {
    let first = ItemPath(section: 0, item: 0)
    let second = ItemPath(section: 0, item: 1)
    let before = ItemPath(section: 2, item: 0)
    let negative = ItemPath(section: -1, item: 0)
    // As many in one section as a nested store needs for a pass over it.
    let eight = (0..<8).map { ItemPath(section: 2, item: $0) }
    switch self {
    case .insertRunCounts: store.insert([8], atSorted: [first, second])
    case .insertRunOrder: store.insert([8, 9], atSorted: [second, first])
    case .insertRunOfMissingSection, .insertRun: store.insert([8, 9], atSorted: [before, path])
    case .insertRunOfOneIntoMissingSection: store.insert([8], atSorted: [path])
    case .insertRunBeforeFirstSection: store.insert([8, 9], atSorted: [negative, first])
    case .removeRunBeforeFirstSection: store.remove(atSorted: [negative, first])
    case .insertPassItem:
      store.insert(
        Array(0..<9), atSorted: [first] + eight.dropLast() + [ItemPath(section: 2, item: 13)])
    case .removeRunOrder: store.remove(atSorted: [first, second, first])
    case .removeRunOfMissingSection, .removeRun: store.remove(atSorted: [before, path])
    case .removeRunOfOne: store.remove(atSorted: [path])
    case .removePassItem: store.remove(atSorted: eight)
    case .replaceRunCounts: store.replace(atSorted: [first, second], with: [8])
    case .replaceRunOrder: store.replace(atSorted: [second, first], with: [8, 9])
    case .moveRunCounts: store.move(from: [first], toSorted: [first, second])
    case .moveRunOrder: store.move(from: [first, second], toSorted: [second, first])
    case .moveRunSourceTwice: store.move(from: [first, first], toSorted: [first, second])
    case .insertSectionsCounts: store.insertSections([[8]], atSorted: [0, 1])
    case .insertSectionsOrder: store.insertSections([[8], [9]], atSorted: [1, 0])
    case .removeSectionsOrder: store.removeSections(atSorted: [1, 0])
    case .removeSectionsOfOne: store.removeSections(atSorted: [3])
    case .replaceSectionsOfOne: store.replaceSections(atSorted: [3], with: [[8]])
    case .replaceSectionsCounts: store.replaceSections(atSorted: [0, 1], with: [[8]])
    case .replaceSectionsOrder: store.replaceSections(atSorted: [1, 0], with: [[8], [9]])
    case .moveSectionsCounts: store.moveSections(from: [0], toSorted: [0, 1])
    case .moveSectionsOrder: store.moveSections(from: [0, 1], toSorted: [1, 0])
    case .moveSectionsSourceTwice: store.moveSections(from: [0, 0], toSorted: [0, 1])
    default: break
    }
  }
}

extension BadStoreCall {
  /// The call, as the program names it, and what it says of the position.
  var message: (call: String, found: String) {
    let noSection = "there are 3 sections, so section must be in 0..<3"
    let noItem = "section 2 has 5 items, so item must be in 0..<5"
    let noIndex = "there are 7 items, so index must be in 0..<7"
    return switch self {
    case .itemOfMissingSection: ("subscript(path: [3, 0])", noSection)
    case .item: ("subscript(path: [2, 5])", noItem)
    case .itemCount: ("itemCount(inSection: 3)", noSection)
    case .itemAtGlobalIndex: ("item(atGlobalIndex: 7)", noIndex)
    case .pathOfGlobalIndex: ("path(ofGlobalIndex: 7)", noIndex)
    case .indexOfMissingSection: ("globalIndex(of: [3, 0])", noSection)
    case .index: ("globalIndex(of: [2, 5])", noItem)
    case .sectionOfGlobalIndex: ("section(ofGlobalIndex: 7)", noIndex)
    case .globalRange: ("globalRange(ofSection: 3)", noSection)
    case .chunks:
      ("forEachChunk(inGlobalRange: 3..<8", "there are 7 items, so range must be within 0..<7")
    case .itemsOfSection: ("items(inSection: 3)", noSection)
    case .insertIntoMissingSection: ("insert(_:at: [3, 0])", noSection)
    case .insert: ("insert(_:at: [2, 6])", "section 2 has 5 items, so item must be in 0...5")
    case .remove: ("remove(at: [2, 5])", noItem)
    case .replace: ("replace(at: [2, 5], with:)", noItem)
    case .moveFromMissingSection: ("move(from: [3, 0])", noSection)
    case .moveFrom: ("move(from: [2, 5])", noItem)
    case .moveToMissingSection: ("move(to: [3, 0])", noSection)
    case .moveTo: ("move(to: [2, 5])", "section 2 has 4 items, so item must be in 0...4")
    case .insertSection:
      ("insertSection(_:at: 4)", "there are 3 sections, so section must be in 0...3")
    case .removeSection: ("removeSection(at: 3)", noSection)
    case .replaceSection: ("replaceSection(at: 3, with:)", noSection)
    case .moveSectionFrom: ("moveSection(from: 3)", noSection)
    case .moveSectionTo: ("moveSection(to: 3)", noSection)
    default: messageOfRun
    }
  }

  private var messageOfRun: (call: String, found: String) {
    let noOrder = "[0, 0] does not follow [0, 1]"
    let noSectionOrder = "0 does not follow 1"
    let noSection = "there are 3 sections, so section must be in 0..<3"
    let otherCounts = "1 items for 2 places"
    return switch self {
    case .insertRunCounts: ("insert(_:atSorted: …)", otherCounts)
    case .insertRunOrder: ("insert(_:atSorted: …, [0, 1], [0, 0], …)", noOrder)
    case .insertRunOfMissingSection, .insertRunOfOneIntoMissingSection:
      ("insert(_:atSorted:", noSection)
    case .insertRun:
      ("insert(_:atSorted: [2, 7])", "section 2 has 6 items, so item must be in 0...6")
    case .insertRunBeforeFirstSection: ("insert(_:atSorted:", noSection)
    case .removeRunBeforeFirstSection: ("remove(atSorted:", noSection)
    case .insertPassItem:
      ("insert(_:atSorted: [2, 13])", "section 2 has 12 items, so item must be in 0...12")
    case .removeRunOrder: ("remove(atSorted: …, [0, 1], [0, 0], …)", noOrder)
    case .removeRunOfMissingSection:
      ("remove(atSorted:", noSection)
    case .removeRun, .removeRunOfOne, .removePassItem:
      ("remove(atSorted: [2, 5])", "section 2 has 5 items, so item must be in 0..<5")
    case .replaceRunCounts: ("replace(atSorted: …, with:)", otherCounts)
    case .replaceRunOrder: ("replace(atSorted: …, [0, 1], [0, 0], …, with:)", noOrder)
    case .moveRunCounts: ("move(from: …, toSorted:)", otherCounts)
    case .moveRunOrder: ("move(from: …, [0, 1], [0, 0], …, toSorted:)", noOrder)
    case .moveRunSourceTwice:
      ("move(from: …, [0, 0], [0, 0], …, toSorted:)", "[0, 0] does not follow [0, 0]")
    case .insertSectionsCounts: ("insertSections(_:atSorted: …)", otherCounts)
    case .insertSectionsOrder: ("insertSections(_:atSorted: …, 1, 0, …)", noSectionOrder)
    case .removeSectionsOrder: ("removeSections(atSorted: …, 1, 0, …)", noSectionOrder)
    case .removeSectionsOfOne: ("removeSections(atSorted: 3)", noSection)
    case .replaceSectionsOfOne: ("replaceSections(atSorted: 3, with:)", noSection)
    case .replaceSectionsCounts: ("replaceSections(atSorted: …, with:)", otherCounts)
    case .replaceSectionsOrder:
      ("replaceSections(atSorted: …, 1, 0, …, with:)", noSectionOrder)
    case .moveSectionsCounts: ("moveSections(from: …, toSorted:)", otherCounts)
    case .moveSectionsOrder: ("moveSections(from: …, 1, 0, …, toSorted:)", noSectionOrder)
    case .moveSectionsSourceTwice:
      ("moveSections(from: …, 0, 0, …, toSorted:)", "0 does not follow 0")
    default: ("", "")
    }
  }
}
