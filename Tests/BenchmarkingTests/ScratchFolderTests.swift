import Foundation
import Processes
import Testing

import Benchmarking

/// Folders that the processes of a run share.
struct ScratchFolderTests {
  private let files = FileManager.default

  @Test func itLastsAsLongAsItsValue() throws {
    let place = try Self.place()
    defer { try? files.removeItem(at: place) }
    var folder: ScratchFolder? = ScratchFolder(in: place)
    let path = try #require(folder?.url.path)
    try Data("rows".utf8).write(to: URL(filePath: path).appending(path: "table"))
    #expect(files.fileExists(atPath: path + "/table"))
    folder = nil
    #expect(!files.fileExists(atPath: path))
  }

  /// As after SIGKILL: a folder that nobody holds. One that is held stays, whatever its age, and so
  /// does what the tool did not make.
  @Test func theNextOneRemovesWhatNobodyHolds() throws {
    let place = try Self.place()
    defer { try? files.removeItem(at: place) }
    let held = ScratchFolder(in: place)
    let left = place.appending(path: "cvbench-scratch-\(UUID().uuidString)")
    let young = place.appending(path: "cvbench-scratch-\(UUID().uuidString)")
    let foreign = ["cvbench-scratch-mine", "cvbench-\(UUID().uuidString)", "notes"]
      .map { place.appending(path: $0) }
    for folder in [left, young] + foreign {
      try files.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("rows".utf8).write(to: folder.appending(path: "table"))
    }
    for folder in [held.url, left] + foreign {
      try files.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3_600)], ofItemAtPath: folder.path)
    }
    // The first one in this place has looked through it already; another name of it is another place.
    let next = ScratchFolder(in: place.appending(path: "."))
    #expect(!files.fileExists(atPath: left.path))
    for folder in [held.url, young, next.url] + foreign {
      #expect(files.fileExists(atPath: folder.path), "\(folder.lastPathComponent)")
    }
  }

  private static func place() throws -> URL {
    let place = FileManager.default.temporaryDirectory.appending(
      path: "cvbench-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }
}
