import Changesets
import ItemStores
import Testing

/// What stores say when they are asked for what they do not have; in release builds too.
@Suite struct RequireTests {
  @Test(arguments: BadCall.allCases)
  func aBadCallStopsTheProgram(_ call: BadCall) async throws { try await call.expectStop() }
}

extension BadCall {
  /// Expects that the call stops the program, with the call's message.
  fileprivate func expectStop() async throws {
    let call = self
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [call = call as BadCall] in
      call.perform()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(call.message), "\(message)")
  }
}

/// A call that breaks a rule, on a store of sections with 2, 0 and 5 items.
enum BadCall: String, CaseIterable, Codable, Sendable {
  case item, itemOfMissingSection, itemBeforeFirst, itemOfEmptySection
  case itemAtGlobalIndex, globalIndexNegative, chunks
  case insert, insertIntoMissingSection, replace, moveTarget
  case sectionCount, insertSection, moveSection
  case insertRunOutOfRange, insertRunUnordered, insertRunTwice, insertRunCounts
  case removeRunOutOfRange, removeRunUnordered, moveRunSourceTwice
  case insertRunOfOne, removeRunOfOne, nestedInsertRunOfOne, nestedRemoveRunOfOne
  case insertSectionsOutOfRange, removeSectionsOutOfRange
  case flatItemLimit, flatItemLimitOfInsertion, flatItemLimitOfGrowth, flatItemLimitOfRun
  case flatItemLimitOfUpdate
  case chunkCapacityOfOne, nodeCapacityOfOne, nodeCapacityOfSeventeen
  case updatePutsTwice, updateTakesMissingItem, updateTakesOfMissingSection, updateMovesTwice
  case updateMovesSectionTwice, updateTakesSectionTwice, updatePutsSectionTwice
  case updateTakesMissingSection, updateMovesSectionTooFar
  case targetHasOtherSections, targetLacksItem, targetHasMoreItems, targetLacksMovedItem
  case targetHasMoreItemsWhereOneMoves
  case defaultGlobalIndex, defaultInvariants
  case pathBeyondRange, sectionLimit, loadedSectionTooMany, loadedLastSectionTooMany
  case loadedOneTooMany
  case insertedOneTooMany, replacedOneTooMany, nestedOneTooMany
  case insertedItemTooMany, insertedRunTooMany, updatedOneTooMany
  case nestedInsertedOneTooMany, nestedReplacedOneTooMany

  private static let sections = [[1, 2], [], [3, 4, 5, 6, 7]]

  func perform() {
    var store = FlatIndexedStore(sections: Self.sections)
    var nested = NestedArrayStore(sections: Self.sections)
    func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    switch self {
    case .item: _ = store[path(2, 7)]
    case .itemOfMissingSection: _ = store[path(3, 0)]
    case .itemBeforeFirst: _ = store[path(0, -1)]
    case .itemOfEmptySection: store.remove(at: path(1, 0))
    case .itemAtGlobalIndex: _ = store.item(atGlobalIndex: 7)
    case .globalIndexNegative: _ = store.path(ofGlobalIndex: -1)
    case .chunks: store.forEachChunk(inGlobalRange: 3..<8) { _ in }
    case .insert: store.insert(9, at: path(0, 3))
    case .insertIntoMissingSection: store.insert(9, at: path(3, 0))
    case .replace: store.replace(at: path(0, 2), with: 9)
    case .moveTarget: store.move(from: path(0, 0), to: path(0, 2))
    case .sectionCount: _ = store.itemCount(inSection: 3)
    case .insertSection: store.insertSection([9], at: 4)
    case .moveSection: store.moveSection(from: 0, to: 3)
    case .insertRunOutOfRange: store.insert([8, 9], atSorted: [path(1, 0), path(1, 2)])
    case .insertRunUnordered: store.insert([8, 9], atSorted: [path(1, 0), path(0, 1)])
    case .insertRunTwice: store.insert([8, 9], atSorted: [path(0, 1), path(0, 1)])
    case .insertRunCounts: store.insert([8, 9], atSorted: [path(0, 1)])
    case .removeRunOutOfRange: store.remove(atSorted: [path(0, 1), path(0, 2)])
    case .removeRunUnordered: store.remove(atSorted: [path(0, 1), path(0, 0)])
    case .moveRunSourceTwice:
      store.move(from: [path(0, 1), path(0, 1)], toSorted: [path(1, 0), path(1, 1)])
    case .insertRunOfOne: store.insert([8], atSorted: [path(0, 3)])
    case .removeRunOfOne: store.remove(atSorted: [path(3, 0)])
    case .nestedInsertRunOfOne: nested.insert([8], atSorted: [path(0, 3)])
    case .nestedRemoveRunOfOne: nested.remove(atSorted: [path(1, 0)])
    case .insertSectionsOutOfRange: store.insertSections([[8], [9]], atSorted: [0, 5])
    case .removeSectionsOutOfRange: store.removeSections(atSorted: [1, 3])
    case .flatItemLimit, .flatItemLimitOfInsertion, .flatItemLimitOfGrowth, .flatItemLimitOfRun,
      .flatItemLimitOfUpdate:
      countOneTooMany()
    case .chunkCapacityOfOne: _ = BTreeStore<Int>(chunkCapacity: 1, nodeCapacity: 16)
    case .nodeCapacityOfOne: _ = BTreeStore<Int>(chunkCapacity: 2, nodeCapacity: 1)
    case .nodeCapacityOfSeventeen: _ = BTreeStore<Int>(chunkCapacity: 2, nodeCapacity: 17)
    case .updatePutsTwice, .updateTakesMissingItem, .updateTakesOfMissingSection,
      .updateMovesTwice, .updateMovesSectionTwice, .updateTakesSectionTwice,
      .updatePutsSectionTwice, .updateTakesMissingSection, .updateMovesSectionTooFar:
      applyIllegalUpdate()
    case .targetHasOtherSections, .targetLacksItem, .targetHasMoreItems, .targetLacksMovedItem,
      .targetHasMoreItemsWhereOneMoves:
      applyToWrongTarget()
    case .pathBeyondRange: _ = path(0, 1 << 40)
    case .sectionLimit:
      var tree = BTreeStore<Int>(emptySections: Int(Int32.max))
      tree.insertSection([], at: 0)
    case .loadedSectionTooMany:
      // Beyond a whole leaf of 15.
      for count in [45, 60] {
        _ = BTreeStore<Int>(sections: Array(repeating: [], count: count), sectionLimit: 45)
      }
    case .loadedLastSectionTooMany:
      for count in [46, 47] {
        _ = BTreeStore<Int>(sections: Array(repeating: [], count: count), sectionLimit: 46)
      }
    case .loadedOneTooMany:
      _ = BTreeStore<UInt8>(repeating: 0, sectionCounts: [1, Int(Int32.max)])
    case .insertedOneTooMany, .replacedOneTooMany, .insertedItemTooMany, .insertedRunTooMany,
      .updatedOneTooMany:
      addOneTooManyToTree()
    case .nestedOneTooMany, .nestedInsertedOneTooMany, .nestedReplacedOneTooMany:
      addOneTooManyToArrays()
    case .defaultGlobalIndex: _ = DefaultsStore(count: 2).item(atGlobalIndex: 2)
    case .defaultInvariants: DefaultsStore(count: 2, itemCount: 3).checkInvariants()
    }
  }

  /// Counts to 2³¹, without the items.
  private func countOneTooMany() {
    var starts = SectionStarts(counts: [1 << 30])
    switch self {
    case .flatItemLimit: _ = SectionStarts(counts: [1 << 30, 1 << 30])
    case .flatItemLimitOfInsertion: starts.insert(1 << 30, at: 0)
    case .flatItemLimitOfGrowth: starts.grow(0, by: 1 << 30)
    case .flatItemLimitOfUpdate:
      // The sections share an array.
      let items = [UInt8](repeating: 0, count: 1 << 20)
      var store = FlatIndexedStore<UInt8>()
      store.exchangeSections(
        Changeset(insertedSections: Array(0..<1 << 11)), newItem: { _ in 0 },
        newSection: { _ in items })
    default:
      starts = SectionStarts(counts: [Int(Int32.max)])
      starts.grow(bySorted: [ItemPath(section: 0, item: 0)], 1)
    }
  }

  private func applyIllegalUpdate() {
    var store = FlatIndexedStore(sections: Self.sections)
    func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    switch self {
    case .updatePutsTwice:
      store.apply(Changeset(insertedSections: [3], insertedItems: [path(0, 0), path(0, 0)]))
    case .updateTakesMissingItem:
      store.apply(Changeset(insertedSections: [3], deletedItems: [path(0, 5)]))
    case .updateTakesOfMissingSection:
      store.apply(Changeset(insertedSections: [3], deletedItems: [path(7, 0)]))
    case .updateMovesTwice:
      store.apply(
        Changeset(
          deletedSections: [0], insertedSections: [0],
          movedItems: [
            Changeset.Move(from: path(0, 0), to: path(0, 0)),
            Changeset.Move(from: path(0, 0), to: path(0, 1)),
          ]))
    case .updateMovesSectionTwice:
      applyToLargeTree(
        Changeset(movedSections: [.init(from: 0, to: 0), .init(from: 0, to: 1)]))
    case .updateTakesSectionTwice:
      applyToLargeTree(
        Changeset(deletedSections: [3], movedSections: [.init(from: 3, to: 1)]))
    case .updatePutsSectionTwice:
      applyToLargeTree(
        Changeset(insertedSections: [3], movedSections: [.init(from: 5, to: 3)]))
    case .updateTakesMissingSection: applyToLargeTree(Changeset(deletedSections: [1_000]))
    case .updateMovesSectionTooFar:
      applyToLargeTree(Changeset(movedSections: [.init(from: 5, to: 1_000)]))
    default: break
    }
  }

  /// Adds to a tree of about as many items as it can hold, which share memory.
  private func addOneTooManyToTree() {
    let most = Int(Int32.max)
    func tree(_ counts: Int...) -> BTreeStore<UInt8> {
      BTreeStore(repeating: 0, sectionCounts: counts)
    }
    var full = tree(most)
    switch self {
    case .insertedOneTooMany: full.insertSection([0], at: 0)
    case .replacedOneTooMany:
      var store = tree(most - 2, 2)
      store.replaceSection(at: 1, with: [0, 0, 0])
    case .insertedItemTooMany:
      // The first of the two is the last that there is room for.
      var store = tree(most - 1)
      store.insert(0, at: ItemPath(section: 0, item: most - 1))
      store.insert([0], atSorted: [ItemPath(section: 0, item: most)])
    case .insertedRunTooMany:
      // More than there are chunks, or they would be inserted one by one.
      var store = tree(most - 2_999)
      store.insert(
        Array(repeating: 0, count: 3_000),
        atSorted: (0..<3_000).map { ItemPath(section: 0, item: $0) })
    default:
      full.exchangeSections(
        Changeset(insertedSections: [1]), inOnePass: true, newItem: { _ in 0 },
        newSection: { _ in [0] })
    }
  }

  /// Adds items to sections that share one array.
  private func addOneTooManyToArrays() {
    let items = [UInt8](repeating: 0, count: 1 << 20)
    if self == .nestedOneTooMany {
      _ = NestedArrayStore(sections: repeatElement(items, count: 1 << 11))
    }
    var store = NestedArrayStore.ofMostItems()
    if self == .nestedInsertedOneTooMany { store.insertSection([0], at: 0) }
    if self == .nestedReplacedOneTooMany { store.replaceSection(at: 2_047, with: items) }
  }

  /// Applies an update to a target that it does not lead to.
  private func applyToWrongTarget() {
    var store = FlatIndexedStore(sections: Self.sections)
    func path(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }
    switch self {
    case .targetHasOtherSections:
      store.apply(Changeset(insertedSections: [0]), target: Self.sections)
    case .targetLacksItem:
      store.apply(Changeset(insertedItems: [path(0, 2)]), target: Self.sections)
    case .targetHasMoreItems:
      store.apply(
        Changeset(insertedSections: [0], deletedItems: [path(2, 0)]), target: [[9]] + Self.sections)
    case .targetHasMoreItemsWhereOneMoves:
      let move = Changeset.Move(from: path(0, 0), to: path(2, 0))
      store.apply(Changeset(movedItems: [move]), target: [[2], [], [1, 3, 4, 5, 6, 7, 8]])
    case .targetLacksMovedItem:
      let move = Changeset.Move(from: path(0, 0), to: path(0, 5))
      store.apply(
        Changeset(insertedSections: [0], movedItems: [move]),
        target: [[1], [2], [], [3, 4, 5, 6, 7]])
    default: break
    }
  }

  /// Applies an update to a tree of so many chunks that sections are edited one by one.
  private func applyToLargeTree(_ changeset: Changeset) {
    var store = BTreeStore(sections: (0..<1_000).map { Array(0..<$0) })
    store.apply(changeset, newItem: { _ in 9 }, newSection: { _ in [9] })
  }

  var message: String {
    switch self {
    case .item:
      "FlatIndexedStore.subscript(path: [2, 7]): section 2 has 5 items, so item must be in 0..<5"
    case .itemOfMissingSection:
      "FlatIndexedStore.subscript(path: [3, 0]): there are 3 sections, so section must be in 0..<3"
    case .itemBeforeFirst:
      "FlatIndexedStore.subscript(path: [0, -1]): section 0 has 2 items, so item must be in 0..<2"
    case .itemOfEmptySection:
      "FlatIndexedStore.remove(at: [1, 0]): section 1 has 0 items, so item must be in 0..<0"
    case .itemAtGlobalIndex:
      "FlatIndexedStore.item(atGlobalIndex: 7): there are 7 items, so index must be in 0..<7"
    case .globalIndexNegative:
      "FlatIndexedStore.path(ofGlobalIndex: -1): there are 7 items, so index must be in 0..<7"
    case .chunks:
      "FlatIndexedStore.forEachChunk(inGlobalRange: 3..<8, _:): there are 7 items, so range must "
        + "be within 0..<7"
    case .insert:
      "FlatIndexedStore.insert(_:at: [0, 3]): section 0 has 2 items, so item must be in 0...2"
    case .insertIntoMissingSection:
      "FlatIndexedStore.insert(_:at: [3, 0]): there are 3 sections, so section must be in 0..<3"
    case .replace:
      "FlatIndexedStore.replace(at: [0, 2], with:): section 0 has 2 items, so item must be in 0..<2"
    case .moveTarget:
      "FlatIndexedStore.move(to: [0, 2]): section 0 has 1 items, so item must be in 0...1"
    case .sectionCount:
      "FlatIndexedStore.itemCount(inSection: 3): there are 3 sections, so section must be in 0..<3"
    case .insertSection:
      "FlatIndexedStore.insertSection(_:at: 4): there are 3 sections, so section must be in 0...3"
    case .moveSection:
      "FlatIndexedStore.moveSection(to: 3): there are 3 sections, so section must be in 0..<3"
    case .insertRunOutOfRange:
      "FlatIndexedStore.insert(_:atSorted: [1, 2]): section 1 has 1 items, so item must be in 0...1"
    case .insertRunUnordered:
      "FlatIndexedStore.insert(_:atSorted: …, [1, 0], [0, 1], …): [0, 1] does not follow [1, 0]"
    case .insertRunTwice:
      "FlatIndexedStore.insert(_:atSorted: …, [0, 1], [0, 1], …): [0, 1] does not follow [0, 1]"
    case .insertRunCounts: "FlatIndexedStore.insert(_:atSorted: …): 2 items for 1 places"
    case .removeRunOutOfRange:
      "FlatIndexedStore.remove(atSorted: [0, 2]): section 0 has 2 items, so item must be in 0..<2"
    case .removeRunUnordered:
      "FlatIndexedStore.remove(atSorted: …, [0, 1], [0, 0], …): [0, 0] does not follow [0, 1]"
    case .moveRunSourceTwice:
      "FlatIndexedStore.move(from: …, [0, 1], [0, 1], …, toSorted:): [0, 1] does not follow [0, 1]"
    case .insertRunOfOne:
      "FlatIndexedStore.insert(_:atSorted: [0, 3]): section 0 has 2 items, so item must be in 0...2"
    case .removeRunOfOne:
      "FlatIndexedStore.remove(atSorted: [3, 0]): there are 3 sections, so section must be in 0..<3"
    case .nestedInsertRunOfOne:
      "NestedArrayStore.insert(_:atSorted: [0, 3]): section 0 has 2 items, so item must be in 0...2"
    case .nestedRemoveRunOfOne:
      "NestedArrayStore.remove(atSorted: [1, 0]): section 1 has 0 items, so item must be in 0..<0"
    case .insertSectionsOutOfRange:
      "FlatIndexedStore.insertSections(_:atSorted: 5): there are 4 sections, so section must be in "
        + "0...4"
    case .removeSectionsOutOfRange:
      "FlatIndexedStore.removeSections(atSorted: 3): there are 3 sections, so section must be in "
        + "0..<3"
    case .flatItemLimit, .flatItemLimitOfInsertion, .flatItemLimitOfGrowth, .flatItemLimitOfRun,
      .flatItemLimitOfUpdate:
      "FlatIndexedStore: 2147483648 items; it holds at most 2147483647"
    case .chunkCapacityOfOne:
      "BTreeStore.init(chunkCapacity: 1): a chunk needs room for at least 2 items"
    case .nodeCapacityOfOne: "BTreeStore.init(nodeCapacity: 1): must be in 2...16"
    case .nodeCapacityOfSeventeen: "BTreeStore.init(nodeCapacity: 17): must be in 2...16"
    case .insertedOneTooMany:
      "BTreeStore.insertSection(_:at:): would hold 2147483648 items; it holds at most 2147483647"
    case .replacedOneTooMany:
      "BTreeStore.replaceSection(at:with:): would hold 2147483648 items; it holds at most "
        + "2147483647"
    case .insertedItemTooMany, .insertedRunTooMany:
      "BTreeStore.insert(_:atSorted:): would hold 2147483648 items; it holds at most 2147483647"
    case .updatedOneTooMany:
      "BTreeStore.apply(_:newItem:newSection:): would hold 2147483648 items; it holds at most "
        + "2147483647"
    case .nestedOneTooMany, .nestedInsertedOneTooMany, .nestedReplacedOneTooMany:
      "NestedArrayStore: 2147483648 items; it holds at most 2147483647"
    case .updatePutsTwice, .updateMovesTwice: Self.messageOfUpdate(at: "[0, 0]")
    case .updateTakesMissingItem: Self.messageOfUpdate(at: "section 0")
    case .updateTakesOfMissingSection: Self.messageOfUpdate(at: "section 4")
    case .updateMovesSectionTwice: Self.messageOfUpdate(at: "0")
    case .updateTakesMissingSection:
      "BTreeStore.removeSections(atSorted: 1000): there are 1000 sections, so section must be in "
        + "0..<1000"
    case .updateMovesSectionTooFar:
      "BTreeStore.insertSections(_:atSorted: 1000): there are 999 sections, so section must be in "
        + "0...999"
    case .updateTakesSectionTwice, .updatePutsSectionTwice: Self.messageOfUpdate(at: "3")
    case .targetHasOtherSections:
      Self.messageOfTarget("it has 3 sections, but there are 4 after the update")
    case .targetLacksItem:
      Self.messageOfTarget("section 0 has 2 items, but the update inserts item 2")
    case .targetHasMoreItems:
      Self.messageOfTarget("section 3 has 5 items, but there are 4 after the update")
    case .targetHasMoreItemsWhereOneMoves:
      Self.messageOfTarget("section 2 has 7 items, but there are 6 after the update")
    case .targetLacksMovedItem:
      Self.messageOfTarget("section 0 has 1 items, but the update moves others there")
    case .sectionLimit: "ItemStore: 2147483648 sections; it holds at most 2147483647"
    case .loadedSectionTooMany: "ItemStore: 46 sections; it holds at most 45"
    case .loadedLastSectionTooMany: "ItemStore: 47 sections; it holds at most 46"
    case .loadedOneTooMany: "BTreeStore: 2147483648 items; it holds at most 2147483647"
    case .pathBeyondRange:
      "ItemPath.init(section: 0, item: 1099511627776): sections and items are at least "
        + "-2147483648 and at most 2147483647"
    case .defaultGlobalIndex:
      "DefaultsStore.item(atGlobalIndex: 2): there are 2 items, so index must be in 0..<2"
    case .defaultInvariants:
      "DefaultsStore.checkInvariants(): itemCount is 3, but the sections hold 2"
    }
  }

  private static func messageOfUpdate(at place: String) -> String {
    "ItemStore.apply(_:newItem:newSection:): the update does not fit the store at \(place); valid "
      + "is a legal one"
  }

  private static func messageOfTarget(_ found: String) -> String {
    "ItemStore.apply(_:target:): the target does not fit the update: \(found)"
  }
}

extension FlatIndexedStore<Int> {
  /// Applies an update, with 9 for each new item.
  fileprivate mutating func apply(_ changeset: Changeset) {
    apply(changeset, newItem: { _ in 9 }, newSection: { _ in [9] })
  }
}

/// A section of numbers, with a count of items that need not be true.
private struct DefaultsStore: ItemStore {
  private var count = 0
  let itemCount: Int

  init() { itemCount = 0 }

  init(count: Int, itemCount: Int? = nil) {
    self.count = count
    self.itemCount = itemCount ?? count
  }

  var sectionCount: Int { 1 }
  func itemCount(inSection section: Int) -> Int { count }
  subscript(path: ItemPath) -> Int { path.item }
  mutating func insert(_ item: Int, at path: ItemPath) { count += 1 }

  mutating func remove(at path: ItemPath) -> Int {
    count -= 1
    return path.item
  }

  mutating func insertSection<Items: Sequence<Int>>(_ items: Items, at section: Int) {}
  mutating func removeSection(at section: Int) {}
}
