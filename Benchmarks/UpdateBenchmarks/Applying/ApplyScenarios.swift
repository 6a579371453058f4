public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

/// A store type with the name it bears in case ids, and the scenarios that apply updates to it.
///
/// `UpdateStore("mine", MyStore<Item8>.self)` measures `apply-one` to `apply-sections-1-in-20`.
/// Everything below the initialiser is inlinable, so that a store from another package is
/// specialised as the built-in ones are.
public struct UpdateStore: Sendable {
  /// The scenarios of the store.
  public let scenarios: [Scenario]

  /// Creates the scenarios of `store` under the name `name`.
  ///
  /// - Parameters:
  ///   - name: The strategy in case ids: lower-case letters, digits and dashes.
  ///   - store: A store of eight-byte items.
  @inlinable
  public init<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type
  ) where Store.Item == Item8 {
    scenarios = ApplyScenarios.of(name, store)
  }
}

/// The scenarios that apply a changeset and its inverse to a store.
@usableFromInline
enum ApplyScenarios {
  @usableFromInline static var rollsBack: String { "then takes it back; an update each." }

  @inlinable
  static func of<Store: ItemStore & SendableMetatype>(
    _ storage: String, _ store: Store.Type
  ) -> [Scenario] where Store.Item == Item8 {
    func scenario(
      _ name: String, _ summary: String, minimumItems: Int = 1, isHeadline: Bool = false,
      rounds: Int = 1, _ update: @escaping @Sendable (ApplyCollection) -> ApplyUpdate
    ) -> Scenario {
      Scenario(
        "apply-" + name, summary: "\(summary) \(rollsBack)", storage: storage,
        payload: Item8.payloadName, minimumItems: minimumItems, bytesPerItem: 32,
        isHeadline: isHeadline
      ) { context in
        let collection = try ApplyCollection.shared(in: context)
        return try measurement(
          of: update(collection), rounds: rounds, collection,
          context.shared("apply/store/\(storage)") {
            Store(sections: collection.dataset.sections(of: Item8.self))
          })
      }
    }
    return [
      scenario("one", "Deletes an item in the middle,", rounds: 100) { .one($0) },
      scenario(
        "100", "Deletes 50 and inserts 50 items, scattered evenly,", minimumItems: 1_000,
        isHeadline: true
      ) { .scattered(100, $0) },
      scenario(
        "1-in-10000", "Edits one place in 10,000, scattered evenly,", minimumItems: 10_000
      ) { .scattered($0.itemCount / 10_000, $0) },
      scenario("1-in-100", "Edits one place in 100, scattered evenly,", minimumItems: 100) {
        .scattered($0.itemCount / 100, $0)
      },
      scenario("1-in-10", "Edits one place in ten, scattered evenly,", minimumItems: 10) {
        .scattered($0.itemCount / 10, $0)
      },
      scenario(
        "block", "Deletes a hundredth of the items side by side, 1,000 at most, inserts as many,",
        minimumItems: 2
      ) { .block($0) },
      scenario(
        "sections-one", "Deletes a section, moves one to its place, inserts one where that was,"
      ) { .sections(1, $0) },
      scenario(
        "sections-1-in-20", "Deletes, moves and inserts one section in twenty each,",
        minimumItems: 1_000
      ) { .sections(max(1, $0.sectionSizes.count / 20), $0) },
    ]
  }

  @inlinable
  static func measurement<Store: ItemStore>(
    of update: ApplyUpdate, rounds: Int, _ collection: ApplyCollection, _ shared: Store
  ) throws(ApplyError) -> Measurement where Store.Item == Item8 {
    var store = shared
    // Twice: the first edit of a copy copies, and later ones reuse the capacity.
    for _ in 1...2 {
      apply(update, on: &store)
      try update.checkBetween(store, collection)
      rollBack(update, on: &store, collection)
      try update.checkAround(store, collection)
    }
    return Measurement(
      operationsPerCall: 2 * rounds,
      expectedAnswer: (0..<rounds).reduce(0) { sum, _ in sum &* 3 &+ update.answer }
    ) {
      var sum: UInt64 = 0
      for _ in 0..<rounds { sum = sum &* 3 &+ perform(update, on: &store, collection) }
      return sum
    }
  }

  @inlinable
  static func perform<Store: ItemStore>(
    _ update: ApplyUpdate, on store: inout Store, _ collection: ApplyCollection
  ) -> UInt64 where Store.Item == Item8 {
    apply(update, on: &store)
    let between = ApplyUpdate.digest(update.between, store.itemCount) { store[$0] }
    rollBack(update, on: &store, collection)
    return between &* 3
      &+ ApplyUpdate.digest(update.around, store.itemCount) { store[$0] }
  }

  @inlinable
  @inline(__always)
  static func apply<Store: ItemStore>(
    _ update: ApplyUpdate, on store: inout Store
  ) where Store.Item == Item8 {
    store.apply(
      update.forth, newItem: { ApplyCollection.newItem(at: $0) },
      newSection: { update.newSection($0) })
  }

  @inlinable
  @inline(__always)
  static func rollBack<Store: ItemStore>(
    _ update: ApplyUpdate, on store: inout Store, _ collection: ApplyCollection
  ) where Store.Item == Item8 {
    store.apply(
      update.back, newItem: { collection.item(at: $0) },
      newSection: { update.oldSections[$0, default: []] })
  }
}
