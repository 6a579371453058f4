public import Changesets

/// Items in sections, as a collection view's data source holds them.
///
///     func firstOfEach<Store: ItemStore>(_ store: Store) -> [Store.Item] {
///       (0..<store.sectionCount).filter { store.itemCount(inSection: $0) > 0 }
///         .map { store[ItemPath(section: $0, item: 0)] }
///     }
///
/// A store has value semantics: a copy is a snapshot that no later edit of the original changes.
/// Items have two addresses, an `ItemPath` and a *global index* (the position when all sections are
/// laid end to end). Positions out of range stop the program with a message that names the method,
/// what was found and what is valid.
///
/// A store of one's own needs `init()`, the two counts, the subscript and four edits; the rest has
/// defaults that are correct but linear, and every one of them is a customisation point.
public protocol ItemStore<Item> {
  /// The type of the store's items.
  associatedtype Item

  /// A store with no sections.
  init()

  /// A store with one section for each element of `sections`, in order.
  ///
  /// Both sequences are read once, so items can be made on the fly.
  init<Sections: Sequence>(sections: Sections)
  where Sections.Element: Sequence, Sections.Element.Element == Item

  // MARK: Counts

  /// The number of sections, empty ones included.
  var sectionCount: Int { get }

  /// The number of items in all sections.
  var itemCount: Int { get }

  /// The number of items in `section`.
  func itemCount(inSection section: Int) -> Int

  // MARK: Look-ups

  /// The item at `path`.
  subscript(path: ItemPath) -> Item { get }

  /// The item at global index `index`.
  func item(atGlobalIndex index: Int) -> Item

  /// The path of the item at global index `index`.
  func path(ofGlobalIndex index: Int) -> ItemPath

  /// The global index of the item at `path`.
  func globalIndex(of path: ItemPath) -> Int

  /// The section that holds global index `index`; empty sections hold none.
  func section(ofGlobalIndex index: Int) -> Int

  /// The global indexes of the items in `section`.
  func globalRange(ofSection section: Int) -> Range<Int>

  // MARK: Iteration

  /// Calls `body` with the items at global indexes `range`, in order, in contiguous chunks.
  ///
  /// Chunks are as long as storage allows and never empty.
  func forEachChunk<Failure: Error>(
    inGlobalRange range: Range<Int>, _ body: (Span<Item>) throws(Failure) -> Void
  ) throws(Failure)

  // MARK: States

  /// A Boolean value that indicates whether the first edit of a copy costs about what it costs a
  /// store that shares nothing, whatever the size.
  static var copiesOnlyWhatIsEdited: Bool { get }

  /// Returns the ranges of this store that do not share memory with `source`, a state of it before or
  /// after.
  ///
  /// - Returns: Nil if nothing is known, as for stores that are not states of one store.
  func unsharedRanges(from source: Self) -> UnsharedRanges?

  // MARK: Edits of one item

  /// Puts `item` at `path`; the items behind it in its section move up by one.
  ///
  /// `path.item` may equal the section's count.
  mutating func insert(_ item: Item, at path: ItemPath)

  /// Takes the item at `path` out and returns it.
  @discardableResult
  mutating func remove(at path: ItemPath) -> Item

  /// Puts `item` in the place of the item at `path`, which it returns.
  @discardableResult
  mutating func replace(at path: ItemPath, with item: Item) -> Item

  /// Moves the item at `source` to `target`, a path as it is once the item has been taken out.
  mutating func move(from source: ItemPath, to target: ItemPath)

  // MARK: Edits of one section

  /// Puts a section of `items` at position `section`, which may equal the section count.
  mutating func insertSection<Items: Sequence>(_ items: Items, at section: Int)
  where Items.Element == Item

  /// Takes `section` and its items out.
  mutating func removeSection(at section: Int)

  /// Puts `items` in the place of those of `section`.
  mutating func replaceSection<Items: Sequence>(at section: Int, with items: Items)
  where Items.Element == Item

  /// Moves section `source` to position `target`, as it is once the section has been taken out.
  mutating func moveSection(from source: Int, to target: Int)

  // MARK: Sorted runs of edits

  /// Inserts `items[k]` so that it ends up at `paths[k]`, for all k at once.
  ///
  /// - Parameters:
  ///   - items: As many items as there are paths.
  ///   - paths: Strictly ascending, as they are *after* all insertions (BU-1).
  mutating func insert(_ items: [Item], atSorted paths: [ItemPath])

  /// Takes out the items at `paths` and returns them in that order.
  ///
  /// - Parameter paths: Strictly ascending, as they are *before* all removals (BU-1).
  /// - Returns: The items that stood at `paths`.
  @discardableResult
  mutating func remove(atSorted paths: [ItemPath]) -> [Item]

  /// Puts `items[k]` in the place of the item at `paths[k]`, for all k.
  mutating func replace(atSorted paths: [ItemPath], with items: [Item])

  /// Moves the item at `sources[k]` to `targets[k]`, for all k at once.
  ///
  /// - Parameters:
  ///   - sources: Distinct paths as they are before the moves, in the order of `targets`.
  ///   - targets: Strictly ascending paths, as they are after all moves.
  mutating func move(from sources: [ItemPath], toSorted targets: [ItemPath])

  /// Inserts `items[k]` as the section that ends up at position `sections[k]`, for all k at once.
  mutating func insertSections(_ items: [[Item]], atSorted sections: [Int])

  /// Takes out the sections at strictly ascending positions, as they are before all removals.
  mutating func removeSections(atSorted sections: [Int])

  /// Puts `items[k]` in the place of the items of section `sections[k]`, for all k.
  mutating func replaceSections(atSorted sections: [Int], with items: [[Item]])

  /// Moves section `sources[k]` to `targets[k]`, for all k at once; as for items.
  mutating func moveSections(from sources: [Int], toSorted targets: [Int])

  // MARK: Whole updates

  /// Returns a Boolean value that indicates whether edits of the items at `paths`, ascending, cost
  /// less one by one than as a sorted run.
  func prefersSingleEdits(atSorted paths: [ItemPath]) -> Bool

  /// Takes items out and puts others in, of sections that all stay where they are.
  ///
  /// - Parameters:
  ///   - taken: Strictly ascending, as they are before.
  ///   - moves: Those of `taken` that move, with their places after; ascending by source.
  ///   - inserted: Strictly ascending, as they are after everything.
  ///   - newItem: Gives the item for one of `inserted`; asked ascending, once each.
  mutating func exchangeItems(
    taken: [ItemPath], moves: [Changeset.Move<ItemPath>], inserted: [ItemPath],
    newItem: (ItemPath) -> Item)

  /// Applies an update that inserts, deletes, moves or reloads sections, except for reloaded and
  /// reconfigured items.
  ///
  /// - Parameters:
  ///   - changeset: A legal update of this store; `SectionEdits` has its edits in order.
  ///   - newItem: Gives the item for a path after; asked once each.
  ///   - newSection: Gives the items of an inserted or reloaded section, by its index after, without
  ///     those that move into it; asked once each.
  mutating func exchangeSections(
    _ changeset: Changeset, newItem: (ItemPath) -> Item, newSection: (Int) -> [Item])

  /// A copy of the items of `section`.
  func items(inSection section: Int) -> [Item]

  // MARK: Checks

  /// Stops the program if the store's own structure is broken.
  func checkInvariants()
}
