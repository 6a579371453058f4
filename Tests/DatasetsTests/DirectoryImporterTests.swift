import BasicAlgorithms
import Foundation
import TestSupport
import Testing

import Datasets

struct DirectoryImporterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var dataset: Dataset {
    get throws { try Dataset(spec: "directory:\(folder.path)", items: 0, seed: 1) }
  }

  private func ids(of dataset: Dataset) -> [UInt64] {
    (0..<dataset.itemCount).map { dataset.seed(atGlobalIndex: $0).id }
  }

  private func ids(_ paths: String...) -> [UInt64] { paths.map { FNV1a.hash($0.utf8) } }

  @Test func directoriesAreSectionsAndFilesItems() throws {
    for name in ["z.txt", "b/2", "b/10", "b/é", "B/x", "b/c/d/deep", "b.d/y"] {
      try folder.write([1, 2, 3], to: name)
    }
    try folder.makeFolder("empty")
    let dataset = try dataset
    #expect(dataset.name == "directory")
    // The root, B, b, b/c, b/c/d, b.d and empty: a directory before those in it, then by bytes.
    #expect(dataset.sectionSizes == [1, 1, 3, 0, 1, 1, 0])
    #expect(
      ids(of: dataset) == ids("z.txt", "B/x", "b/10", "b/2", "b/é", "b/c/d/deep", "b.d/y"))
    #expect(dataset.warnings == [])
    #expect(
      dataset.summaryLines == [
        "dataset: directory", "items: 7", "sections: 7, 2 of them empty",
        "items in the largest section: 3", "directory: \(folder.path)", "bytes in its files: 21",
      ])
  }

  @Test func itemsTakeTheirValuesFromTheMetadata() throws {
    try folder.write([], to: "a", modifiedSeconds: 1_000_000)
    try folder.write([1], to: "b.jpg", modifiedSeconds: 2_000_000)
    try folder.write(Array(repeating: 1, count: 255), to: "c.d.jpg")
    try folder.write(Array(repeating: 1, count: 256), to: ".jpg")
    let dataset = try dataset
    let seeds = (0..<4).map { dataset.seed(atGlobalIndex: $0) }
    #expect(seeds.map(\.id) == ids(".jpg", "a", "b.jpg", "c.d.jpg"))
    #expect(seeds[1].revision == 1_000_000)
    #expect(seeds[2].revision == 2_000_000)
    #expect(seeds.map(\.sizeClass) == [9, 0, 1, 8])
    let jpg = UInt8(truncatingIfNeeded: FNV1a.hash("jpg".utf8))
    let none = UInt8(truncatingIfNeeded: FNV1a.hash("".utf8))
    #expect(jpg != none)
    #expect(seeds.map(\.reuseKind) == [none, none, jpg, jpg])
    #expect(dataset.size(atGlobalIndex: 0) == nil)
  }

  @Test func aTreeIsTheSameWhereverItLies() throws {
    let other = try TemporaryFolder()
    for name in ["b/1", "a/2", "3"] {
      try folder.write([1], to: "deep/\(name)", modifiedSeconds: 5)
    }
    for name in ["3", "a/2", "b/1"] { try other.write([1], to: name, modifiedSeconds: 5) }
    let first = try Dataset(spec: "directory:\(folder.path)/deep", items: 0, seed: 1)
    let second = try Dataset(spec: "directory:\(other.path)/", items: 0, seed: 2)
    #expect(first.sectionSizes == second.sectionSizes)
    #expect((0..<3).allSatisfy { first.seed(atGlobalIndex: $0) == second.seed(atGlobalIndex: $0) })
  }

  @Test func linksAreNotFollowed() throws {
    try folder.write([1], to: "a/file")
    for (name, target) in [("loop", ".."), ("link", "file"), ("dangling", "none")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(of: "a/\(name)"), withDestinationPath: target)
    }
    let dataset = try dataset
    #expect(dataset.sectionSizes == [0, 1])
    #expect(ids(of: dataset) == ids("a/file"))
    #expect(dataset.warnings == [])
  }

  @Test func namesThatAreNoTextAreKept() throws {
    let importer = DirectoryImporter { path throws(DatasetError) in
      var listing = DirectoryListing()
      if path == Array("r".utf8) {
        listing.directories = [[0xfe], [0xff]]
      } else {
        #expect(path == [0x72, 0x2f, 0xfe, 0x2f] || path == [0x72, 0x2f, 0xff, 0x2f])
        listing.files = [0x80, 0x81].map { .init(name: [$0], byteCount: 0, modifiedSeconds: 0) }
      }
      return listing
    }
    let collection = try importer.collection(at: "r")
    #expect(collection.sectionSizes == [0, 2, 2])
    let expected = [
      [0xfe, 0x2f, 0x80], [0xfe, 0x2f, 0x81], [0xff, 0x2f, 0x80], [0xff, 0x2f, 0x81],
    ]
    #expect(collection.seeds.map(\.id) == expected.map { FNV1a.hash($0.map(UInt8.init)) })
  }

  @Test func idsThatCollideAreMadeDistinct() throws {
    // One name thrice stands in for three names of one hash.
    let importer = DirectoryImporter { _ throws(DatasetError) in
      var listing = DirectoryListing()
      listing.files = (0..<3).map { .init(name: [0x61], byteCount: $0, modifiedSeconds: 0) }
      return listing
    }
    let first = try importer.collection(at: "r").seeds.map(\.id)
    #expect(first[0] == FNV1a.hash("a".utf8))
    #expect(Set(first).count == 3)
    #expect(try importer.collection(at: "r").seeds.map(\.id) == first)
  }

  @Test func unreadableSubtreesAreCountedAndLeftOut() throws {
    for name in ["a/1", "b/2", "b/c/3", "d/e/4"] { try folder.write([1], to: name) }
    let importer = DirectoryImporter { path throws(DatasetError) in
      let text = String(decoding: path, as: UTF8.self)
      if text.hasSuffix("/b/") || text.hasSuffix("/d/e/") {
        throw DatasetError.unreadable(path: text, reason: "Permission denied")
      }
      return try DirectoryListing(path: path)
    }
    let collection = try importer.collection(at: folder.path)
    #expect(collection.seeds.map(\.id) == ids("a/1"))
    #expect(collection.sectionSizes == [0, 1, 0])
    #expect(
      collection.details.warnings == [
        "2 unreadable directories, 0 unreadable entries below '\(folder.path)' are left out, "
          + "first 'b/' (Permission denied)"
      ])
    #expect(
      collection.details.sourceLines.last
        == "skipped: 2 unreadable directories, 0 unreadable entries")
  }

  @Test func entriesThatCannotBeExaminedAreCounted() throws {
    let importer = DirectoryImporter { _ throws(DatasetError) in
      var listing = DirectoryListing()
      listing.files = [.init(name: [0x61], byteCount: 0, modifiedSeconds: 0)]
      listing.unreadableCount = 2
      listing.firstReason = "Permission denied"
      return listing
    }
    let collection = try importer.collection(at: "r")
    #expect(collection.seeds.count == 1)
    #expect(
      collection.details.warnings == [
        "0 unreadable directories, 2 unreadable entries below 'r' are left out, "
          + "first an entry of './' (Permission denied)"
      ])
  }

  /// The real thing, where the tests do not run as root, whom no permission stops.
  @Test(.enabled(if: NSUserName() != "root"))
  func permissionsAreRespected() throws {
    for name in ["a/1", "closed/2", "unsearchable/3"] { try folder.write([1], to: name) }
    let modes = [("closed", 0), ("unsearchable", 0o400)]
    for (name, mode) in modes {
      try FileManager.default.setAttributes(
        [.posixPermissions: mode], ofItemAtPath: folder.path(of: name))
    }
    defer {
      for (name, _) in modes {
        try? FileManager.default.setAttributes(
          [.posixPermissions: 0o700], ofItemAtPath: folder.path(of: name))
      }
    }
    let dataset = try dataset
    #expect(ids(of: dataset) == ids("a/1"))
    #expect(
      dataset.summaryLines.last == "skipped: 1 unreadable directories, 1 unreadable entries")
    #expect(dataset.warnings.count == 1)
    #expect(throws: DatasetError.self) {
      try Dataset(spec: "directory:\(folder.path(of: "closed"))", items: 0, seed: 1)
    }
  }

  @Test func rootsThatCannotBeReadAreErrors() throws {
    let missing = folder.path(of: "missing")
    #expect(
      throws: DatasetError.unreadable(path: missing, reason: "No such file or directory")
    ) { try Dataset(spec: "directory:\(missing)", items: 0, seed: 1) }
    let file = try folder.write([1], to: "file.csv")
    #expect(throws: DatasetError.notADirectory(path: file)) {
      try Dataset(spec: "directory:\(file)", items: 0, seed: 1)
    }
    let denied = DatasetError.unreadable(path: "r", reason: "Permission denied")
    let importer = DirectoryImporter { _ throws(DatasetError) in throw denied }
    #expect(throws: denied) { try importer.collection(at: "r") }
  }

  @Test func treesWithoutFilesAreErrors() throws {
    try folder.makeFolder("a/b")
    #expect(throws: DatasetError.empty(path: folder.path)) { try dataset }
  }
}
