public import Changesets
public import ItemStores
public import Synchronization

/// The paths of a snapshot's identifiers: an index that copies share, and the edits since.
///
/// The index is built on first use, O(*n*), and shared by all copies. Edits do not change it: they
/// are kept as changesets, and a path from the index is mapped through them. Two runs of edits are
/// combined (`followed(by:)`) when the later one is half as large, so *e* edits are in O(log *e*)
/// runs. When they number half as many as the items, the index is dropped.
@usableFromInline
struct SnapshotPaths<ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline var index: Index
  @usableFromInline var runs: [Run] = []

  /// Creates the paths of a store that is not edited yet.
  @usableFromInline
  init(of store: BTreeStore<ItemID>) { index = Index(store) }

  /// An index of paths that is built on first use.
  @usableFromInline
  final class Index: Sendable {
    @usableFromInline
    enum State: Sendable {
      case store(BTreeStore<ItemID>)
      case paths([ItemID: ItemPath])
    }

    @usableFromInline let state: Mutex<State>

    @inlinable
    init(_ store: BTreeStore<ItemID>) { state = Mutex(.store(store)) }

    /// Returns the path of `id`; O(1), and O(*n*) the first time.
    @inlinable
    func path(of id: ItemID) -> ItemPath? {
      state.withLock { state in
        if case .store(let store) = state { state = .paths(Self.paths(in: store)) }
        guard case .paths(let paths) = state else { return nil }
        return paths[id]
      }
    }

    @inlinable
    static func paths(in store: BTreeStore<ItemID>) -> [ItemID: ItemPath] {
      var paths: [ItemID: ItemPath] = [:]
      paths.reserveCapacity(store.itemCount)
      for section in 0..<store.sectionCount {
        var item = 0
        store.forEachChunk(inGlobalRange: store.globalRange(ofSection: section)) { chunk in
          for place in chunk.indices {
            paths[chunk[place]] = ItemPath(section: section, item: item)
            item += 1
          }
        }
      }
      return paths
    }
  }

  /// A sequence of edits, combined.
  @usableFromInline
  struct Run: Sendable {
    @usableFromInline let map: ChangesetMap
    /// The inserted identifiers with their paths after the run.
    @usableFromInline var added: [ItemID: ItemPath]

    @inlinable
    init(_ map: ChangesetMap, _ added: [ItemID: ItemPath]) { (self.map, self.added) = (map, added) }

    @usableFromInline var size: Int { map.changeset.count + added.count }

    /// Returns this run followed by `next`.
    @inlinable
    func followed(by next: Run) -> Run {
      var added = next.added
      for (id, path) in self.added where added[id] == nil {
        if let path = next.map.item(path) { added[id] = path }
      }
      return Run(ChangesetMap(map.changeset.followed(by: next.map.changeset)), added)
    }
  }
}

extension SnapshotPaths {
  /// Returns the path of `id`; O(log² *e*) after *e* edits, and O(*n*) once for an unused index.
  @inlinable
  func path(of id: ItemID) -> ItemPath? {
    var number = runs.count
    while number > 0 {
      number -= 1
      if let path = runs[number].added[id] { return path.taken(through: runs[(number + 1)...]) }
    }
    return index.path(of: id)?.taken(through: runs[...])
  }

  /// Records items that were inserted at the end of a section, where they change no other path.
  ///
  /// They need no changeset: their paths alone are looked up.
  ///
  /// - Parameters:
  ///   - items: The inserted items.
  ///   - path: The path of the first one.
  ///   - store: The items after the insertion.
  @inlinable
  mutating func recordAppended(_ items: [ItemID], at path: ItemPath, _ store: BTreeStore<ItemID>) {
    guard hasRoom(for: items.count, store) else {
      self = SnapshotPaths(of: store)
      return
    }
    // A separate run: the last one may be shared with other copies.
    var added: [ItemID: ItemPath] = [:]
    added.reserveCapacity(items.count)
    var path = path
    for item in items {
      added[item] = path
      path.item += 1
    }
    add(Run(ChangesetMap(Changeset()), added))
  }

  /// Returns whether so many more operations are worth keeping beside the index.
  @inlinable
  func hasRoom(for size: Int, _ store: BTreeStore<ItemID>) -> Bool {
    runs.reduce(size) { $0 + $1.size } <= max(256, store.itemCount / 2)
  }

  /// Records an edit.
  ///
  /// - Parameters:
  ///   - size: The number of its operations.
  ///   - store: The items after the edit.
  ///   - changeset: Returns its operations; not called if the index is dropped.
  ///   - added: Returns the inserted identifiers with their paths after.
  @inlinable
  mutating func record(
    size: Int, _ store: BTreeStore<ItemID>, _ changeset: () -> Changeset,
    added: () -> [ItemID: ItemPath] = { [:] }
  ) {
    guard hasRoom(for: size, store) else {
      self = SnapshotPaths(of: store)
      return
    }
    add(Run(ChangesetMap(changeset()), added()))
  }

  /// Appends the latest run, and combines runs while the one before is not much larger.
  @inlinable
  mutating func add(_ run: Run) {
    runs.append(run)
    while runs.count > 1, runs[runs.count - 2].size <= 2 * runs[runs.count - 1].size {
      let last = runs.removeLast()
      runs.append(runs.removeLast().followed(by: last))
    }
  }
}

extension ItemPath {
  /// Returns the path of the item at this path after `runs`; nil if one of them deletes it.
  @inlinable
  func taken<ItemID>(through runs: ArraySlice<SnapshotPaths<ItemID>.Run>) -> ItemPath? {
    var path = self
    for run in runs {
      guard let next = run.map.item(path) else { return nil }
      path = next
    }
    return path
  }
}
