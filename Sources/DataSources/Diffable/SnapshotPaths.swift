public import Changesets
public import ItemStores
public import Synchronization

/// Where each identifier of a snapshot is: an index that copies share, and what was edited since.
///
/// The index is built when it is first asked for, O(*n*), and shared by all copies. Edits do not touch
/// it: they are kept as changesets, and a path that the index knows is taken through them. Two runs of
/// edits become one (`followed(by:)`) when the later is half as large, so *e* edits are in
/// O(log *e*) runs. When they are half as many as the items, the index is dropped.
@usableFromInline
struct SnapshotPaths<ItemID: Hashable & Sendable>: Sendable {
  @usableFromInline var index: Index
  @usableFromInline var runs: [Run] = []

  /// The paths in a store that is empty, or was not edited since.
  @usableFromInline
  init(of store: BTreeStore<ItemID>) { index = Index(store) }

  /// Paths that are looked for when they are first needed.
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

    /// Where `id` is; O(1), and O(*n*) the first time.
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

  /// Edits, one after the other.
  @usableFromInline
  struct Run: Sendable {
    @usableFromInline let map: ChangesetMap
    /// What came, by its path after the run.
    @usableFromInline var added: [ItemID: ItemPath]

    @inlinable
    init(_ map: ChangesetMap, _ added: [ItemID: ItemPath]) { (self.map, self.added) = (map, added) }

    @usableFromInline var size: Int { map.changeset.count + added.count }

    /// This run and then `next`.
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
  /// Where `id` is; O(log² *e*) after *e* edits, and O(*n*) once for an index that nobody has asked.
  @inlinable
  func path(of id: ItemID) -> ItemPath? {
    var number = runs.count
    while number > 0 {
      number -= 1
      if let path = runs[number].added[id] { return path.taken(through: runs[(number + 1)...]) }
    }
    return index.path(of: id)?.taken(through: runs[...])
  }

  /// Takes note of items that have come at the end of a section, where they change no other path.
  ///
  /// So they need no changeset, which takes sections to be endless: what they are is only looked up.
  ///
  /// - Parameters:
  ///   - items: What has come.
  ///   - path: Where the first of it is.
  ///   - store: The items with them.
  @inlinable
  mutating func recordAppended(
    _ items: [ItemID], at path: ItemPath, _ store: BTreeStore<ItemID>
  ) {
    guard hasRoom(for: items.count, store) else {
      self = SnapshotPaths(of: store)
      return
    }
    // A run of its own: the last one may be shared with other copies.
    var added: [ItemID: ItemPath] = [:]
    added.reserveCapacity(items.count)
    var path = path
    for item in items {
      added[item] = path
      path.item += 1
    }
    add(Run(ChangesetMap(Changeset()), added))
  }

  /// Whether so many more operations are worth keeping beside the index.
  @inlinable
  func hasRoom(for size: Int, _ store: BTreeStore<ItemID>) -> Bool {
    runs.reduce(size) { $0 + $1.size } <= max(256, store.itemCount / 2)
  }

  /// Takes note of an edit.
  ///
  /// - Parameters:
  ///   - size: The number of its operations.
  ///   - store: The items after it.
  ///   - changeset: What it did; not made where the index is dropped.
  ///   - added: What came, by its path after.
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

  /// Adds the latest run, and makes one of two as long as the former is not much larger.
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
  /// Where an item at this path is after `runs`; nil if one of them takes it away.
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
