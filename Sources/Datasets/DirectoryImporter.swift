/// Reads a directory tree as a collection: directories are sections, their files items.
///
/// Names are in the order of their bytes, so a tree gives the same collection wherever it lies.
struct DirectoryImporter {
  /// Lists a directory; a parameter, so that a test can have one that cannot be read.
  var list: (String) throws(DatasetError) -> DirectoryListing = DirectoryListing.init(path:)

  /// The collection below the directory at `root`.
  func collection(at root: String) throws(DatasetError) -> ImportedCollection {
    var collection = ImportedCollection()
    var ids: Set<UInt64> = []
    var bytes = 0
    var unreadable: [String] = []
    var waiting: [(path: String, name: String)] = [(root, "")]
    while let directory = waiting.popLast() {
      let listing: DirectoryListing
      do {
        listing = try list(directory.path)
      } catch {
        if directory.name.isEmpty { throw error }
        unreadable.append(directory.name)
        continue
      }
      let files = listing.files.sorted { Self.precedes($0.name, $1.name) }
      if !files.isEmpty { collection.sectionSizes.append(files.count) }
      for file in files {
        bytes += file.byteCount
        var id = FNV1a.hash((directory.name + "/" + file.name).utf8)
        while !ids.insert(id).inserted { id = SplitMix64.mix(id) }
        collection.seeds.append(Self.seed(file, id: id))
      }
      for name in listing.directories.sorted(by: { Self.precedes($1, $0) }) {
        waiting.append((directory.path + "/" + name, directory.name + "/" + name))
      }
    }
    guard collection.itemCount > 0 else { throw DatasetError.empty(path: root) }
    collection.sourceLines = ["directory: \(root)", "bytes in its files: \(bytes)"]
    if let first = unreadable.first {
      collection.warnings.append(
        "\(unreadable.count) directories below '\(root)' cannot be read and are left out, "
          + "'\(first.dropFirst())' first")
    }
    return collection
  }

  private static func seed(_ file: DirectoryListing.File, id: UInt64) -> ItemSeed {
    let suffix = file.name.lastIndex(of: ".").map { file.name[$0...] } ?? ""
    return ItemSeed(
      id: id, revision: UInt32(truncatingIfNeeded: file.modifiedSeconds),
      sizeClass: UInt8(Int.bitWidth - file.byteCount.leadingZeroBitCount),
      reuseKind: UInt8(truncatingIfNeeded: FNV1a.hash(suffix.utf8)))
  }

  private static func precedes(_ first: String, _ second: String) -> Bool {
    first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
