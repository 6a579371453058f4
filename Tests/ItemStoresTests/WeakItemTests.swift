import BasicAlgorithms
import Changesets
import ItemStores
import StressTesting
import Testing

/// Items that hold weak references. Their bytes alone are not enough to move them: a place that one
/// has left holds no reference any more.
@Suite struct WeakItemTests {
  @Test func storesConform() throws {
    let targets = WeaklyHeldObjects()
    func check<Store: ItemStore<WeakItem>>(_ store: Store.Type) throws {
      try StoreConformance.checkRandomOperations(store, operations: 300, seed: 41) { targets[$0] }
    }
    try check(NestedArrayStore<WeakItem>.self)
    try check(FlatIndexedStore<WeakItem>.self)
    try check(BTreeStore<WeakItem>.self)
    try check(SmallBTreeStore<WeakItem, 5, 3>.self)
  }

  @Test func storesApplyUpdates() throws {
    var numbers = SplitMix64(seed: 43)
    for round in 0..<60 {
      var mix = ChangesetMix(&numbers)
      if round.isMultiple(of: 3) {
        // Few edits of items alone, which stores make one by one, or all at once.
        (mix.deletedSections, mix.insertedSections) = (0, 0)
        (mix.movedSections, mix.reloadedSections) = (0, 0)
        (mix.sections, mix.items) = (1...3, 60...100)
        (mix.takenItems, mix.insertedItems) = (1, 1)
      }
      let update = LegalChangeset(mix, &numbers)
      try check(NestedArrayStore<WeakItem>.self, update)
      try check(FlatIndexedStore<WeakItem>.self, update)
      try check(BTreeStore<WeakItem>.self, update)
      try check(SmallBTreeStore<WeakItem, 5, 3>.self, update)
    }
  }

  /// Applies `update` to a store alone with its items, and to one of which a copy is held.
  private func check<Store: ItemStore<WeakItem>>(
    _: Store.Type, _ update: LegalChangeset
  ) throws {
    let targets = WeaklyHeldObjects()
    func items(_ sections: [[Int]]) -> [[WeakItem]] { sections.map { $0.map { targets[$0] } } }
    func apply(to store: inout Store) {
      store.apply(
        update.changeset, newItem: { targets[update.newItem($0)] },
        newSection: { items([update.newSection($0)])[0] })
      store.checkInvariants()
    }
    var store = Store(sections: items(update.before))
    apply(to: &store)
    try #require(store.sections() == items(update.after), "\(Store.self), \(update)")
    store = Store(sections: items(update.before))
    let copy = store
    apply(to: &store)
    try #require(store.sections() == items(update.after), "\(Store.self), \(update), shared")
    try #require(copy.sections() == items(update.before), "\(Store.self), \(update), a copy")
  }
}

/// A weak reference, equal to another one of the same object while that lives.
private struct WeakItem: Equatable {
  weak var target: WeaklyHeldObject?

  static func == (left: WeakItem, right: WeakItem) -> Bool {
    left.target != nil && left.target === right.target
  }
}

private final class WeaklyHeldObject {}

/// Keeps an object for each number.
private final class WeaklyHeldObjects {
  private var all: [Int: WeaklyHeldObject] = [:]

  /// The item that refers to the object of `number`.
  subscript(number: Int) -> WeakItem {
    let target = all[number] ?? WeaklyHeldObject()
    all[number] = target
    return WeakItem(target: target)
  }
}
