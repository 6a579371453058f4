public import Changesets
public import ItemStores

/// The sections and items of a `DiffableDataSource`, in order: create, edit and apply it, as
/// `NSDiffableDataSourceSnapshot`.
///
/// A snapshot is a value: a copy costs nothing, and editing the copy of a million items copies a
/// few kilobytes. Items and sections are unique identifiers. An index finds the place of an
/// identifier. It is built in O(*n*) on first use, which every edit that names an item is, and
/// shared by copies. Edits are kept beside the index until they number half as many as the items.
/// After *e* edits, a look-up takes O(log² *e*), and an edit of *k* items takes O(*k* log² *e*),
/// amortised, plus its cost in a `BTreeStore`.
public struct DiffableSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Sendable
{
  @usableFromInline var names = SectionNames<SectionID>()
  @usableFromInline var store = BTreeStore<ItemID>()
  @usableFromInline var paths: SnapshotPaths<ItemID>
  @usableFromInline var marks = Marks()

  /// The marks of sections and items that are reloaded or reconfigured although their identifiers
  /// stay.
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

  /// Creates a snapshot without sections.
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

  /// Returns the number of items in a section.
  ///
  /// - Throws: `.unknown`.
  @inlinable
  public func numberOfItems(inSection section: SectionID) throws(DiffableSnapshotError) -> Int {
    store.itemCount(inSection: try knownSection(section))
  }

  /// Returns the identifiers of the items in a section; O(its items).
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
  /// Returns the index of a section; nil if it is absent. O(1).
  @inlinable
  public func indexOfSection(_ section: SectionID) -> Int? { names.indexes[section] }

  /// Returns the index of an item among all items; nil if it is absent. Costs a look-up.
  @inlinable
  public func indexOfItem(_ item: ItemID) -> Int? { paths.path(of: item).map(store.globalIndex) }

  /// Returns the path of an item; nil if it is absent. Costs a look-up.
  @inlinable
  public func itemPath(of item: ItemID) -> ItemPath? { paths.path(of: item) }

  /// Returns the section that contains an item; nil if it is absent. Costs a look-up.
  @inlinable
  public func sectionIdentifier(containingItem item: ItemID) -> SectionID? {
    paths.path(of: item).map { names.ids[$0.section] }
  }

  /// Returns the identifier of the section at `index`; nil if there is none.
  @inlinable
  public func sectionIdentifier(at index: Int) -> SectionID? {
    names.ids.indices.contains(index) ? names.ids[index] : nil
  }

  /// Returns the identifier of the item at `path`; nil if there is none. O(log *n*).
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

// MARK: Reloading and reconfiguring

extension DiffableSnapshot {
  /// Marks sections to be reloaded, with all their items and headers, when the snapshot is applied.
  ///
  /// - Parameter sections: Sections of the snapshot. The mark of a section that is new to the view
  ///   has no effect.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func reloadSections(_ sections: [SectionID]) throws(DiffableSnapshotError) {
    for section in sections { _ = try knownSection(section) }
    marks.reloadedSections.formUnion(sections)
  }

  /// Marks items to be reloaded when the snapshot is applied. Each gets another cell, unless it
  /// moves: then it keeps its cell, which is filled again.
  ///
  /// - Parameter items: Items of the snapshot. The mark of an item that is new to the view has no
  ///   effect.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func reloadItems(_ items: [ItemID]) throws(DiffableSnapshotError) {
    for item in items { _ = try knownItem(item) }
    marks.reloadedItems.formUnion(items)
  }

  /// Marks items whose cells are kept and filled again when the snapshot is applied.
  ///
  /// - Parameter items: Items of the snapshot. The mark has no effect on an item that is reloaded
  ///   too.
  /// - Throws: `.unknown`.
  @inlinable
  public mutating func reconfigureItems(_ items: [ItemID]) throws(DiffableSnapshotError) {
    for item in items { _ = try knownItem(item) }
    marks.reconfiguredItems.formUnion(items)
  }

  /// The sections marked for a reload, in order; O(*r* log *r*).
  @inlinable
  public var reloadedSectionIdentifiers: [SectionID] {
    marks.reloadedSections.compactMap(indexOfSection).sorted().map { names.ids[$0] }
  }

  /// The items marked for a reload, in order; O(*r* log *r*) and their look-ups.
  @inlinable
  public var reloadedItemIdentifiers: [ItemID] { inOrder(marks.reloadedItems) }

  /// The items marked for reconfiguration, in order; O(*r* log *r*) and their look-ups.
  @inlinable
  public var reconfiguredItemIdentifiers: [ItemID] { inOrder(marks.reconfiguredItems) }

  @inlinable
  func inOrder(_ items: Set<ItemID>) -> [ItemID] {
    items.compactMap(itemPath).sorted().map { store[$0] }
  }

  /// The changes that the marks request, with paths of this snapshot.
  @inlinable
  var markedChanges: Changeset {
    Changeset(
      reloadedSections: marks.reloadedSections.compactMap(indexOfSection),
      reloadedItems: marks.reloadedItems.compactMap(itemPath),
      reconfiguredItems: marks.reconfiguredItems.compactMap(itemPath))
  }

  /// The snapshot without its marks.
  @inlinable
  var withoutMarks: DiffableSnapshot {
    var snapshot = self
    snapshot.marks = Marks()
    return snapshot
  }
}

/// The unique identifiers of sections in order, and the index of each.
@usableFromInline
struct SectionNames<SectionID: Hashable & Sendable>: Sendable {
  @usableFromInline private(set) var ids: [SectionID] = []
  @usableFromInline private(set) var indexes: [SectionID: Int] = [:]

  @usableFromInline
  init() {}

  /// Inserts `new` in front of the section at `index`; O(*s*), and O(new) at the end.
  @usableFromInline
  mutating func insert(_ new: [SectionID], at index: Int) {
    ids.insert(contentsOf: new, at: index)
    number(from: index)
  }

  /// Removes sections; O(*s*).
  @usableFromInline
  mutating func remove(_ gone: Set<SectionID>) {
    for id in gone { indexes[id] = nil }
    ids.removeAll(where: gone.contains)
    number(from: 0)
  }

  /// Moves a section; `target` is its index after the move. O(*s*).
  @usableFromInline
  mutating func move(from source: Int, to target: Int) {
    ids.insert(ids.remove(at: source), at: target)
    number(from: min(source, target))
  }

  private mutating func number(from start: Int) {
    for index in start..<ids.count { indexes[ids[index]] = index }
  }
}

/// An error in an edit of a snapshot, which stays unchanged: the message says what was found and
/// what to do.
///
/// UIKit stops the app instead. Only appending or inserting an identifier that the snapshot already
/// contains moves it there, with a warning.
public enum DiffableSnapshotError: Error, Hashable, Sendable {
  /// An identifier occurs twice among those to add.
  case repeated(Kind, String)
  /// The snapshot already contains an identifier to add.
  case alreadyThere(Kind, String)
  /// The snapshot does not contain an identifier.
  case unknown(Kind, String)
  /// Items are appended without a section, to a snapshot that has none.
  case noSection

  /// The kind of an identifier.
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
      "\(kind.rawValue) identifier \(id) is added twice; add each once"
    case .alreadyThere(let kind, let id):
      "the snapshot has \(kind.rawValue) identifier \(id) already; delete it first, or move it"
    case .unknown(let kind, let id):
      "the snapshot has no \(kind.rawValue) identifier \(id); add it first"
    case .noSection:
      "items are to be appended to a snapshot that has no sections; append a section first"
    }
  }
}
