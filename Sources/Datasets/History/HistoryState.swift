import BasicAlgorithms
import Changesets

/// The files of a repository while commits change them, with their items in the trace.
struct HistoryState {
  private(set) var tree = HistoryTree()
  /// The state of the trace so far, against which batches are checked.
  private(set) var state = UpdateTrace.State()

  /// Applies a commit and returns it as a batch.
  ///
  /// The paths of the batch come from the trees before and after; no trees are compared, since a
  /// log records the changes.
  ///
  /// - Throws: `CommitPlan.Contradiction`.
  /// - Complexity: O(*e* log *n* + *e* · *d*) for *e* changes among *n* files, in directories of *d*.
  mutating func advance(
    by commit: GitCommit, isLenient: Bool
  ) throws(CommitPlan.Contradiction) -> UpdateTrace.Batch {
    let before = tree
    let plan = try CommitPlan(commit.changes, isLenient: isLenient) { before.place(of: $0) != nil }
    apply(plan)
    let batch = batch(of: commit, plan, before)
    do throws(UpdateTrace.Impossible) {
      try state.apply(batch)
    } catch {
      check(false, commit, "is impossible: expected \(error.expected), found \(error.found)")
    }
    checkTouched(plan, commit)
    return batch
  }

  // MARK: Trees

  private mutating func apply(_ plan: CommitPlan) {
    var moving: [[UInt8]: UpdateTrace.Item] = [:]
    for path in plan.removed {
      guard let place = tree.place(of: path) else { continue }
      moving[path] = tree[place].item
      tree.remove(at: place)
    }
    for path in plan.changed {
      guard let place = tree.place(of: path) else { continue }
      tree[place].item = tree[place].item.changed
    }
    var taken: Set<UpdateTrace.ID> = []
    for (path, origin) in plan.added.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      if case .moved(let source, let isChanged) = origin, let item = moving[source] {
        tree.insert(isChanged ? item.changed : item, at: path)
      } else {
        let id = newID(path, &taken)
        tree.insert(UpdateTrace.Item(id: id, revision: 0), at: path)
      }
    }
    tree.removeEmptyDirectories()
  }

  /// Returns an unused id, also before the commit: the path, or the path with a number if a file
  /// from there moved on with it.
  private func newID(_ path: [UInt8], _ taken: inout Set<UpdateTrace.ID>) -> UpdateTrace.ID {
    let text = QuotedName.text(path)
    var (id, number) = (UpdateTrace.ID(text), 1)
    while state.hasItem(id) || !taken.insert(id).inserted {
      number += 1
      id = UpdateTrace.ID("\(text) (\(number))")
    }
    return id
  }

  // MARK: Batches

  private func batch(
    of commit: GitCommit, _ plan: CommitPlan, _ before: HistoryTree
  ) -> UpdateTrace.Batch {
    var operations = Operations()
    for (path, origin) in plan.added {
      guard let target = tree.place(of: path) else { continue }
      if case .moved(let source, let isChanged) = origin, let source = before.place(of: source) {
        operations.moved.append(Changeset.Move(from: source, to: target))
        operations.movedTargets.insert(target)
        guard isChanged else { continue }
        operations.reconfigured.append(source)
        operations.items[target] = tree[target].item
      } else if before.section(of: tree.directories[target.section].path) != nil {
        operations.inserted.append(target)
        operations.items[target] = tree[target].item
      }
    }
    for path in plan.changed {
      guard let source = before.place(of: path), let target = tree.place(of: path) else { continue }
      operations.reloaded.append(source)
      operations.items[target] = tree[target].item
    }
    let moving = Set(operations.moved.map(\.source))
    for path in plan.removed {
      guard let source = before.place(of: path) else { continue }
      let directory = before.directories[source.section].path
      if tree.section(of: directory) == nil {
        operations.deletedSections.insert(source.section)
      } else if !moving.contains(source) {
        operations.deleted.append(source)
      }
    }
    for path in plan.added.keys {
      let directory = HistoryTree.split(path).directory
      guard before.section(of: directory) == nil, let section = tree.section(of: directory) else {
        continue
      }
      operations.sections[section] = operations.own(tree.directories[section].section, at: section)
    }
    return operations.batch(named: commit.hash)
  }

  /// The collected operations of a batch.
  private struct Operations {
    var deletedSections: Set<Int> = []
    var deleted: [ItemPath] = []
    var inserted: [ItemPath] = []
    var moved: [Changeset.Move<ItemPath>] = []
    var movedTargets: Set<ItemPath> = []
    var reloaded: [ItemPath] = []
    var reconfigured: [ItemPath] = []
    var items: [ItemPath: UpdateTrace.Item] = [:]
    var sections: [Int: UpdateTrace.Section] = [:]

    /// Returns an inserted section without the items that move into it.
    func own(_ section: UpdateTrace.Section, at index: Int) -> UpdateTrace.Section {
      let items = section.items.enumerated().filter { item, _ in
        !movedTargets.contains(ItemPath(section: index, item: item))
      }
      return UpdateTrace.Section(id: section.id, items: items.map(\.element))
    }

    func batch(named name: String) -> UpdateTrace.Batch {
      UpdateTrace.Batch(
        name: name,
        changeset: Changeset(
          deletedSections: Array(deletedSections), insertedSections: Array(sections.keys),
          deletedItems: deleted, insertedItems: inserted, movedItems: moved,
          reloadedItems: reloaded, reconfiguredItems: reconfigured),
        items: items, sections: sections)
    }
  }

  // MARK: Checks

  /// Checks the result of the batch against the tree, in the directories that the commit changed.
  private func checkTouched(_ plan: CommitPlan, _ commit: GitCommit) {
    check(
      state.sections.count == tree.directories.count, commit,
      "leads to \(state.sections.count) sections, not \(tree.directories.count)")
    var touched: Set<[UInt8]> = []
    for path in plan.removed.union(plan.changed).union(plan.added.keys) {
      touched.insert(HistoryTree.split(path).directory)
    }
    for section in touched.compactMap({ tree.section(of: $0) }) {
      check(
        state.sections[section] == tree.directories[section].section, commit,
        "leads to another section \(section) than there are files in the directory")
    }
  }

  /// Stops the program at a mistake of this type.
  private func check(_ condition: Bool, _ commit: GitCommit, _ found: @autoclosure () -> String) {
    require(condition, "HistoryState.advance(by: \(commit.hash)): the batch \(found())")
  }
}

extension UpdateTrace.Item {
  /// The item with its next revision.
  fileprivate var changed: Self { Self(id: id, revision: revision &+ 1) }
}

/// The files of a repository at one commit: directories in the byte order of their paths, files in
/// the byte order of their names.
struct HistoryTree {
  /// A file.
  struct File: Hashable {
    let name: [UInt8]
    var item: UpdateTrace.Item
  }

  /// A directory that directly contains files.
  struct Directory: Hashable {
    /// The path from the repository's root, without a trailing slash; empty for the root.
    let path: [UInt8]
    var files: [File] = []
  }

  private(set) var directories: [Directory] = []

  subscript(place: ItemPath) -> File {
    get { directories[place.section].files[place.item] }
    set { directories[place.section].files[place.item] = newValue }
  }

  /// Returns the place of the file at `path`; nil if there is none.
  func place(of path: [UInt8]) -> ItemPath? {
    let (directory, name) = Self.split(path)
    let section = firstDirectory(from: directory)
    guard section < directories.count, directories[section].path == directory else { return nil }
    let files = directories[section].files
    let item = Self.firstFile(from: name, in: files)
    guard item < files.count, files[item].name == name else { return nil }
    return ItemPath(section: section, item: item)
  }

  /// Returns the section of the directory at `path`; nil if it directly contains no file.
  func section(of path: [UInt8]) -> Int? {
    let section = firstDirectory(from: path)
    return section < directories.count && directories[section].path == path ? section : nil
  }

  /// Removes a file, and keeps its directory even if that is empty now.
  mutating func remove(at place: ItemPath) {
    directories[place.section].files.remove(at: place.item)
  }

  /// Inserts a file in the order of names, in a new directory if necessary.
  mutating func insert(_ item: UpdateTrace.Item, at path: [UInt8]) {
    let (directory, name) = Self.split(path)
    let section = firstDirectory(from: directory)
    if section == directories.count || directories[section].path != directory {
      directories.insert(Directory(path: directory), at: section)
    }
    let item = File(name: name, item: item)
    let place = Self.firstFile(from: name, in: directories[section].files)
    directories[section].files.insert(item, at: place)
  }

  /// Removes the directories without files.
  mutating func removeEmptyDirectories() { directories.removeAll(where: \.files.isEmpty) }

  /// Returns the directory's path and the name in it.
  static func split(_ path: [UInt8]) -> (directory: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  private func firstDirectory(from path: [UInt8]) -> Int {
    directories.partitioningIndex { !$0.path.lexicographicallyPrecedes(path) }
  }

  private static func firstFile(from name: [UInt8], in files: [File]) -> Int {
    files.partitioningIndex { !$0.name.lexicographicallyPrecedes(name) }
  }
}

extension HistoryTree.Directory {
  /// The directory as a section of a trace; the root has the id `.`, which no directory in it has.
  var section: UpdateTrace.Section {
    UpdateTrace.Section(
      id: UpdateTrace.ID(path.isEmpty ? "." : QuotedName.text(path)), items: files.map(\.item))
  }
}
