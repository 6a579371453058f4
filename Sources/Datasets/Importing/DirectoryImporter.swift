import BasicAlgorithms

/// An importer that reads a directory tree as a collection: directories are sections, their files
/// items.
///
/// A directory precedes its subdirectories, and names are in byte order. Ids are hashes of paths
/// below the root, so a tree gives the same collection wherever it lies.
package struct DirectoryImporter {
  /// Lists a directory; tests can pass one that cannot be read.
  var list: ([UInt8]) throws(DatasetError) -> DirectoryListing = DirectoryListing.init(path:)

  package init(
    list: @escaping ([UInt8]) throws(DatasetError) -> DirectoryListing = DirectoryListing.init(
      path:)
  ) {
    self.list = list
  }

  /// Reads the collection below the directory at `root`, and skips what cannot be read.
  ///
  /// - Throws: `DatasetError` if `root` itself cannot be read, or no file is below it.
  package func collection(at root: String) throws(DatasetError) -> ImportedCollection {
    var collection = ImportedCollection()
    var ids: Set<UInt64> = []
    var byteCount = 0
    var skipped = Skipped()
    // Paths below the root, each with a trailing slash except for the root's, which is empty.
    var waiting: [[UInt8]] = [[]]
    while let directory = waiting.popLast() {
      let listing: DirectoryListing
      do {
        listing = try list(Array(root.utf8) + (directory.isEmpty ? [] : [Self.slash] + directory))
      } catch {
        if directory.isEmpty { throw error }
        skipped.addDirectory(directory, error)
        continue
      }
      skipped.addEntries(of: listing, in: directory)
      collection.sectionSizes.append(listing.files.count)
      for file in listing.files {
        // More than an `Int` only in a listing that somebody made up.
        let (sum, overflows) = byteCount.addingReportingOverflow(file.byteCount)
        byteCount = overflows ? .max : sum
        var id = FNV1a.hash(file.name, continuing: FNV1a.hash(directory))
        while !ids.insert(id).inserted { id = SplitMix64.mix(id &+ SplitMix64.increment) }
        collection.seeds.append(Self.seed(file, id: id))
      }
      for name in listing.directories.reversed() {
        waiting.append(directory + name + [Self.slash])
      }
    }
    guard !collection.seeds.isEmpty else { throw DatasetError.empty(path: root) }
    collection.details.sourceLines = [
      "directory: \(root)", "bytes in its files: \(byteCount)",
    ]
    if let warning = skipped.warning(below: root) {
      collection.details.sourceLines.append("skipped: \(skipped.summary)")
      collection.details.warnings = [warning]
    }
    return collection
  }

  private static func seed(_ file: DirectoryListing.File, id: UInt64) -> ItemSeed {
    ItemSeed(
      id: id, revision: UInt32(truncatingIfNeeded: file.modifiedSeconds),
      sizeClass: UInt8(Int.bitWidth - file.byteCount.leadingZeroBitCount),
      reuseKind: UInt8(truncatingIfNeeded: FNV1a.hash(suffix(of: file.name))))
  }

  /// Returns the name's extension; empty without a dot, or if the only dot is in front.
  private static func suffix(of name: [UInt8]) -> ArraySlice<UInt8> {
    guard let dot = name.lastIndex(of: 0x2e), dot > 0 else { return [] }
    return name[(dot + 1)...]
  }

  private static let slash = UInt8(ascii: "/")
}

extension DirectoryImporter {
  /// The entries that could not be read, and the first of them.
  private struct Skipped {
    var directories = 0
    var entries = 0
    var first: String?

    mutating func addDirectory(_ path: [UInt8], _ error: DatasetError) {
      directories += 1
      guard first == nil else { return }
      let reason = if case .unreadable(_, let reason) = error { reason } else { "\(error)" }
      first = "'\(String(decoding: path, as: UTF8.self))' (\(reason))"
    }

    mutating func addEntries(of listing: DirectoryListing, in path: [UInt8]) {
      entries += listing.unreadableCount
      guard first == nil, let reason = listing.firstReason else { return }
      first = "an entry of './\(String(decoding: path, as: UTF8.self))' (\(reason))"
    }

    var summary: String { "\(directories) unreadable directories, \(entries) unreadable entries" }

    func warning(below root: String) -> String? {
      first.map { "\(summary) below '\(root)' are left out, first \($0)" }
    }
  }
}
