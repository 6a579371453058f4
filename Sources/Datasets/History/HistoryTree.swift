internal import Changesets

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
