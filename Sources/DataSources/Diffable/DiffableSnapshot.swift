public import Changesets
public import ItemStores

/// Which sections and items there are to be, and in which order: made, edited and then applied to a
/// `DiffableDataSource`, as `NSDiffableDataSourceSnapshot` is.
///
/// A value: a copy costs nothing, and editing the copy of a million items copies a few kilobytes of
/// them. Items and sections are identifiers, each there once. The place of an identifier is looked up
/// in an index that is built, O(*n*), when one is first asked for (every edit that names an item does);
/// copies share it, and edits are kept beside it until they are half as many as the items. With *e* edits
/// since, a look-up is O(log² *e*), and an edit of *k* items costs O(*k* log² *e*), amortised, and what
/// it costs a `BTreeStore`. Source: N-4.
public struct DiffableSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Sendable
{
  @usableFromInline var names = SectionNames<SectionID>()
  @usableFromInline var store = BTreeStore<ItemID>()
  @usableFromInline var paths: SnapshotPaths<ItemID>
  @usableFromInline var marks = Marks()

  /// What is to be shown anew though its identifier stays.
  @usableFromInline
  struct Marks: Sendable {
    @usableFromInline var reloadedSections: Set<SectionID> = []
    @usableFromInline var reloadedItems: Set<ItemID> = []
    @usableFromInline var reconfiguredItems: Set<ItemID> = []

    @usableFromInline
    init() {}

    @usableFromInline var marksItems: Bool { !(reloadedItems.isEmpty && reconfiguredItems.isEmpty) }
    @usableFromInline var isEmpty: Bool { !marksItems && reloadedSections.isEmpty }
  }

  /// A snapshot without sections.
  @inlinable
  public init() { paths = SnapshotPaths(of: BTreeStore()) }
}

// MARK: Sections and items

extension DiffableSnapshot {
  /// The number of sections.
  @inlinable
  public var numberOfSections: Int { names.ids.count }

  /// The number of items in all sections.
  @inlinable
  public var numberOfItems: Int { store.itemCount }

  /// The identifiers of all sections, in order; O(1).
  @inlinable
  public var sectionIdentifiers: [SectionID] { names.ids }

  /// The identifiers of all items, section by section; O(*n*).
  @inlinable
  public var itemIdentifiers: [ItemID] { itemIdentifiers(inGlobalRange: 0..<store.itemCount) }

  /// The number of items in a section.
  ///
  /// - Throws: `.unknown`.
  @inlinable
  public func numberOfItems(inSection section: SectionID) throws(DiffableSnapshotError) -> Int {
    store.itemCount(inSection: try knownSection(section))
  }

  /// The identifiers of the items in a section; O(its items).
  ///
  /// - Throws: `.unknown`.
  @inlinable
  public func itemIdentifiers(
    inSection section: SectionID
  ) throws(DiffableSnapshotError) -> [ItemID] {
    itemIdentifiers(inGlobalRange: store.globalRange(ofSection: try knownSection(section)))
  }

  @inlinable
  func itemIdentifiers(inGlobalRange range: Range<Int>) -> [ItemID] {
    var ids: [ItemID] = []
    ids.reserveCapacity(range.count)
    store.forEachChunk(inGlobalRange: range) { chunk in
      for place in chunk.indices { ids.append(chunk[place]) }
    }
    return ids
  }
}

// MARK: Places

extension DiffableSnapshot {
  /// The index of a section; nil if it is not there. O(1).
  @inlinable
  public func indexOfSection(_ section: SectionID) -> Int? { names.indexes[section] }

  /// The index of an item among all items; nil if it is not there. The cost is that of a look-up.
  @inlinable
  public func indexOfItem(_ item: ItemID) -> Int? { paths.path(of: item).map(store.globalIndex) }

  /// The path of an item; nil if it is not there. The cost is that of a look-up.
  @inlinable
  public func itemPath(of item: ItemID) -> ItemPath? { paths.path(of: item) }

  /// The section that an item is in; nil if it is not there. The cost is that of a look-up.
  @inlinable
  public func sectionIdentifier(containingItem item: ItemID) -> SectionID? {
    paths.path(of: item).map { names.ids[$0.section] }
  }

  /// The identifier of the section at `index`; nil if there is none.
  @inlinable
  public func sectionIdentifier(at index: Int) -> SectionID? {
    names.ids.indices.contains(index) ? names.ids[index] : nil
  }

  /// The identifier of the item at `path`; nil if there is none. O(log *n*).
  @inlinable
  public func itemIdentifier(at path: ItemPath) -> ItemID? {
    guard names.ids.indices.contains(path.section), path.item >= 0,
      path.item < store.itemCount(inSection: path.section)
    else { return nil }
    return store[path]
  }

  @inlinable
  func knownSection(_ section: SectionID) throws(DiffableSnapshotError) -> Int {
    guard let index = names.indexes[section] else { throw .unknown(.section, "\(section)") }
    return index
  }

  @inlinable
  func knownItem(_ item: ItemID) throws(DiffableSnapshotError) -> ItemPath {
    guard let path = paths.path(of: item) else { throw .unknown(.item, "\(item)") }
    return path
  }
}

// MARK: What is to be shown anew

extension DiffableSnapshot {
  /// Has sections be reloaded, with all their items and headers, when the snapshot is applied.
  ///
  /// - Parameter sections: Sections that are there; those that are new then are shown anew anyway.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func reloadSections(_ sections: [SectionID]) throws(DiffableSnapshotError) {
    for section in sections { _ = try knownSection(section) }
    marks.reloadedSections.formUnion(sections)
  }

  /// Has items be reloaded when the snapshot is applied: each gets another cell, but for one that moves,
  /// which keeps its cell and has it filled anew.
  ///
  /// - Parameter items: Items that are there; those that are new then are shown anew anyway.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func reloadItems(_ items: [ItemID]) throws(DiffableSnapshotError) {
    for item in items { _ = try knownItem(item) }
    marks.reloadedItems.formUnion(items)
  }

  /// Has items' cells be filled anew, and kept, when the snapshot is applied.
  ///
  /// - Parameter items: Items that are there; of one that is reloaded too it asks nothing.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func reconfigureItems(_ items: [ItemID]) throws(DiffableSnapshotError) {
    for item in items { _ = try knownItem(item) }
    marks.reconfiguredItems.formUnion(items)
  }

  /// The sections to be reloaded, in order; O(*r* log *r*).
  @inlinable
  public var reloadedSectionIdentifiers: [SectionID] {
    marks.reloadedSections.compactMap(indexOfSection).sorted().map { names.ids[$0] }
  }

  /// The items to be reloaded, in order; O(*r* log *r*) and their look-ups.
  @inlinable
  public var reloadedItemIdentifiers: [ItemID] { inOrder(marks.reloadedItems) }

  /// The items to be reconfigured, in order; O(*r* log *r*) and their look-ups.
  @inlinable
  public var reconfiguredItemIdentifiers: [ItemID] { inOrder(marks.reconfiguredItems) }

  @inlinable
  func inOrder(_ items: Set<ItemID>) -> [ItemID] {
    items.compactMap(itemPath).sorted().map { store[$0] }
  }

  /// The changes that the marks ask for; places are those in this snapshot.
  @inlinable
  var markedChanges: Changeset {
    Changeset(
      reloadedSections: marks.reloadedSections.compactMap(indexOfSection),
      reloadedItems: marks.reloadedItems.compactMap(itemPath),
      reconfiguredItems: marks.reconfiguredItems.compactMap(itemPath))
  }

  /// The same without asking for anything to be shown anew.
  @inlinable
  var withoutMarks: DiffableSnapshot {
    var snapshot = self
    snapshot.marks = Marks()
    return snapshot
  }
}

/// The identifiers of sections in order, each there once, and the index of each.
@usableFromInline
struct SectionNames<SectionID: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var ids: [SectionID] = []
  @usableFromInline private(set) var indexes: [SectionID: Int] = [:]

  @usableFromInline
  init() {}

  /// Puts `new` in front of the section at `index`; O(*s*), and O(new) at the end.
  @usableFromInline
  mutating func insert(_ new: [SectionID], at index: Int) {
    ids.insert(contentsOf: new, at: index)
    number(from: index)
  }

  /// Takes sections out; O(*s*).
  @usableFromInline
  mutating func remove(_ gone: Set<SectionID>) {
    for id in gone { indexes[id] = nil }
    ids.removeAll(where: gone.contains)
    number(from: 0)
  }

  /// Moves a section to where it is once it has been taken out; O(*s*).
  @usableFromInline
  mutating func move(from source: Int, to target: Int) {
    ids.insert(ids.remove(at: source), at: target)
    number(from: min(source, target))
  }

  private mutating func number(from start: Int) {
    for index in start..<ids.count { indexes[ids[index]] = index }
  }
}

/// Why a snapshot cannot be edited so: what was found, and what to do. It is as it was before.
///
/// UIKit stops the app over these, but for an identifier that is appended or inserted and is there
/// already: that it moves, with a warning.
public enum DiffableSnapshotError: Error, Hashable, Sendable {
  /// An identifier that occurs twice among those to add.
  case repeated(Kind, String)
  /// An identifier to add that the snapshot has already.
  case alreadyThere(Kind, String)
  /// An identifier that the snapshot does not have.
  case unknown(Kind, String)
  /// Items to append without a section, to a snapshot without one.
  case noSection

  /// What is identified.
  public enum Kind: String, Hashable, Sendable {
    /// A section.
    case section
    /// An item.
    case item
  }
}

extension DiffableSnapshotError: CustomStringConvertible {
  /// The message for the developer of the app: one sentence.
  public var description: String {
    switch self {
    case .repeated(let kind, let id):
      "\(kind.rawValue) identifier \(id) is to be added twice; add each once"
    case .alreadyThere(let kind, let id):
      "the snapshot has \(kind.rawValue) identifier \(id) already; delete it first, or move it"
    case .unknown(let kind, let id):
      "the snapshot has no \(kind.rawValue) identifier \(id); add it first"
    case .noSection:
      "items are to be appended to a snapshot that has no sections; append a section first"
    }
  }
}
