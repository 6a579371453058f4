public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

/// The scenarios of one store type.
///
/// Each measured closure owns its store, its key array and the loop over them, and calls `Store` by
/// its type: once specialised there is no witness table, existential or closure per element.
@usableFromInline
struct StoreScenarios<Store: ItemStore & SendableMetatype>: Sendable
where Store.Item: DatasetItem & SendableMetatype {
  @usableFromInline typealias Item = Store.Item

  @usableFromInline let storage: String
  @usableFromInline let reach: EditReach

  @inlinable
  init(storage: String, reach: EditReach) {
    self.storage = storage
    self.reach = reach
  }

  /// Everything, for the headline shape.
  @inlinable
  var all: [Scenario] {
    counts + itemReads + globalReads + iterations + builds + singleEdits + editRuns + snapshots
  }

  /// The scenarios that compare item shapes; they allocate so much that 100k items are enough.
  @inlinable
  var acrossShapes: [Scenario] {
    let most = 100_000
    return [
      itemReads(.random, maximumItems: most), iterate(maximumItems: most),
      insertAndDelete(at: .random, maximumItems: most),
    ]
  }

  /// A scenario of this store, whose set-up is given the collection that it runs on.
  @inlinable
  func scenario(
    _ name: String, _ summary: String, isHeadline: Bool = false, maximumItems: Int = .max,
    isTimed: Bool = true,
    setUp: @escaping @Sendable (ScenarioContext, LookupCollection) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: Item.payloadName,
      maximumItems: maximumItems, isHeadline: isHeadline, isTimed: isTimed
    ) { context in
      try setUp(context, LookupCollection.shared(in: context))
    }
  }

  /// A scenario that looks up the keys of `order` in the store that all cases read.
  @inlinable
  func reads(
    _ name: String, _ summary: String, isHeadline: Bool = false, maximumItems: Int = .max,
    order: KeyOrder = .random,
    setUp: @escaping @Sendable (Store, LookupCollection, LookupKeys) -> Measurement
  ) -> Scenario {
    scenario(name, summary, isHeadline: isHeadline, maximumItems: maximumItems) {
      context, collection in
      setUp(try sharedStore(context, collection), collection, collection.keys(order))
    }
  }

  /// A scenario that edits a separate store at random keys.
  @inlinable
  func edits(
    _ name: String, _ summary: String, isHeadline: Bool = false,
    setUp: @escaping @Sendable (Store, LookupCollection, LookupKeys) -> Measurement
  ) -> Scenario {
    scenario(name, summary, isHeadline: isHeadline) { _, collection in
      setUp(try editableStore(collection), collection, collection.keys(.random))
    }
  }

  /// The store that all cases of this process read; edits of a copy pay for unsharing it.
  @inlinable
  func sharedStore(
    _ context: ScenarioContext, _ collection: LookupCollection
  ) throws -> Store {
    try context.shared("lookup/store/\(storage)/\(Item.payloadName)") {
      if let rows = try collection.dataset.rowSections(of: Item.self) {
        return Store(sections: rows)
      }
      return Store(sections: collection.dataset.sections(of: Item.self))
    }
  }

  /// A store that shares nothing with another and has grown where an insertion makes it grow.
  ///
  /// A copy of the shared store would pay for unsharing on the first touch of each part, and a
  /// freshly loaded array for growing; both are over once an item has been put into and taken out
  /// of every section, and one more by itself.
  @inlinable
  func editableStore(
    _ collection: LookupCollection, inOneSection: Bool = false
  ) throws -> Store {
    if let rows = try collection.dataset.rowSections(of: Item.self) {
      return editableStore(rows, collection, inOneSection: inOneSection)
    }
    return editableStore(
      collection.dataset.sections(of: Item.self), collection, inOneSection: inOneSection)
  }

  @inlinable
  func editableStore<Sections: Sequence>(
    _ sections: Sections, _ collection: LookupCollection, inOneSection: Bool
  ) -> Store where Sections.Element: Sequence<Item> {
    var store =
      inOneSection
      ? Store(sections: CollectionOfOne(sections.joined())) : Store(sections: sections)
    let sizes = inOneSection ? [collection.itemCount] : collection.sectionSizes
    let paths = sizes.indices.map { ItemPath(section: $0, item: sizes[$0]) }
    store.insert(collection.newItems(count: paths.count), atSorted: paths)
    store.remove(atSorted: paths)
    let middle =
      inOneSection
      ? ItemPath(section: 0, item: collection.itemCount / 2)
      : collection.path(ofGlobalIndex: collection.itemCount / 2)
    store.insert(Item(LookupCollection.newSeed(0)), at: middle)
    store.remove(at: middle)
    return store
  }
}
