internal import Changesets

/// A repository's files as commits change them, each with the item that it is in a trace.
struct HistoryState {
  private(set) var tree = HistoryTree()
  /// The same as the trace has it so far: what batches are held against.
  private(set) var state = UpdateTrace.State()

  /// Carries a commit out, and says it as a batch.
  ///
  /// The paths of the batch come from the tree before and the one after; nothing is compared, since a
  /// log says what happened.
  ///
  /// - Throws: `CommitPlan.Contradiction`.
  /// - Complexity: O(*e* log *n* + *e* · *d*) for *e* changes among *n* files, in directories of *d*.
  mutating func advance(
    by commit: GitCommit, isLenient: Bool
  ) throws(CommitPlan.Contradiction) -> UpdateTrace.Batch {
    let before = tree
    let plan = try CommitPlan(commit.changes, isLenient: isLenient) { before.place(of: $0) != nil }
    carryOut(plan)
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

  private mutating func carryOut(_ plan: CommitPlan) {
    var moving: [[UInt8]: UpdateTrace.Item] = [:]
    for path in plan.gone {
      guard let place = tree.place(of: path) else { continue }
      moving[path] = tree[place].item
      tree.remove(at: place)
    }
    for path in plan.changed {
      guard let place = tree.place(of: path) else { continue }
      tree[place].item = tree[place].item.changed
    }
    var taken: Set<UpdateTrace.ID> = []
    for (path, origin) in plan.coming.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      if case .moved(let source, let isChanged) = origin, let item = moving[source] {
        tree.insert(isChanged ? item.changed : item, at: path)
      } else {
        let id = newID(path, &taken)
        tree.insert(UpdateTrace.Item(id: id, revision: 0), at: path)
      }
    }
    tree.removeEmptyDirectories()
  }

  /// An id that no item has, nor had before the commit: the path, unless a file that came there
  /// has moved on since and keeps it.
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
    for (path, origin) in plan.coming {
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
    for path in plan.gone {
      guard let source = before.place(of: path) else { continue }
      let directory = before.directories[source.section].path
      if tree.section(of: directory) == nil {
        operations.deletedSections.insert(source.section)
      } else if !moving.contains(source) {
        operations.deleted.append(source)
      }
    }
    for path in plan.coming.keys {
      let directory = HistoryTree.split(path).directory
      guard before.section(of: directory) == nil, let section = tree.section(of: directory) else {
        continue
      }
      operations.sections[section] = operations.own(tree.directories[section].section, at: section)
    }
    return operations.batch(named: commit.hash)
  }

  /// The operations of a batch as they are gathered.
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

    /// A section that comes, without the items that move there.
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

  /// Holds what the batch has led to against the tree, in the directories that the commit touched.
  private func checkTouched(_ plan: CommitPlan, _ commit: GitCommit) {
    check(
      state.sections.count == tree.directories.count, commit,
      "leads to \(state.sections.count) sections, not \(tree.directories.count)")
    var touched: Set<[UInt8]> = []
    for path in plan.gone.union(plan.changed).union(plan.coming.keys) {
      touched.insert(HistoryTree.split(path).directory)
    }
    for section in touched.compactMap({ tree.section(of: $0) }) {
      check(
        state.sections[section] == tree.directories[section].section, commit,
        "leads to another section \(section) than there are files in the directory")
    }
  }

  /// Ends the program over a mistake of this type's own.
  private func check(_ condition: Bool, _ commit: GitCommit, _ found: @autoclosure () -> String) {
    require(
      condition, "HistoryState.advance(by: \(commit.hash)): the batch \(found())")
  }
}

extension UpdateTrace.Item {
  /// The item with other content.
  fileprivate var changed: Self { Self(id: id, revision: revision &+ 1) }
}

/// The files of a repository at one commit: directories in the order of their paths' bytes, and in
/// each its own files in the order of their names'.
struct HistoryTree {
  /// A file.
  struct File: Hashable {
    let name: [UInt8]
    var item: UpdateTrace.Item
  }

  /// A directory that has files of its own.
  struct Directory: Hashable {
    /// The path from the repository's root, without a slash at the end; empty for the root.
    let path: [UInt8]
    var files: [File] = []
  }

  private(set) var directories: [Directory] = []

  subscript(place: ItemPath) -> File {
    get { directories[place.section].files[place.item] }
    set { directories[place.section].files[place.item] = newValue }
  }

  /// Where the file at `path` is; nil where there is none.
  func place(of path: [UInt8]) -> ItemPath? {
    let (directory, name) = Self.split(path)
    let section = firstDirectory(from: directory)
    guard section < directories.count, directories[section].path == directory else { return nil }
    let files = directories[section].files
    let item = Self.firstFile(from: name, in: files)
    guard item < files.count, files[item].name == name else { return nil }
    return ItemPath(section: section, item: item)
  }

  /// Where the directory at `path` is; nil where it has no files of its own.
  func section(of path: [UInt8]) -> Int? {
    let section = firstDirectory(from: path)
    return section < directories.count && directories[section].path == path ? section : nil
  }

  /// Takes a file out, and leaves its directory even if that was its last.
  mutating func remove(at place: ItemPath) {
    directories[place.section].files.remove(at: place.item)
  }

  /// Puts a file where its name has it, in a new directory if need be.
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

  /// Takes out the directories that have no files.
  mutating func removeEmptyDirectories() { directories.removeAll(where: \.files.isEmpty) }

  /// The directory's path and the name in it.
  static func split(_ path: [UInt8]) -> (directory: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
  }

  private func firstDirectory(from path: [UInt8]) -> Int {
    Self.first(in: directories) { !$0.path.lexicographicallyPrecedes(path) }
  }

  private static func firstFile(from name: [UInt8], in files: [File]) -> Int {
    first(in: files) { !$0.name.lexicographicallyPrecedes(name) }
  }

  /// The index of the first element for which `isPast` holds, which then holds for all behind it.
  private static func first<Element>(
    in elements: [Element], where isPast: (Element) -> Bool
  ) -> Int {
    var (lower, upper) = (0, elements.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if isPast(elements[middle]) { upper = middle } else { lower = middle + 1 }
    }
    return lower
  }
}

extension HistoryTree.Directory {
  /// The directory as a trace has it; the root is `.`, which no directory in it is called.
  var section: UpdateTrace.Section {
    UpdateTrace.Section(
      id: UpdateTrace.ID(path.isEmpty ? "." : QuotedName.text(path)), items: files.map(\.item))
  }
}
