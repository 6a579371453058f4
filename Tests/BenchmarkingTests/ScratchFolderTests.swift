import Foundation
import TestSupport
import Testing

import Benchmarking

/// Folders that the processes of a run share.
struct ScratchFolderTests {
  let place: TemporaryFolder

  init() throws { place = try TemporaryFolder() }

  @Test func itLastsAsLongAsItsValue() throws {
    var folder: ScratchFolder? = ScratchFolder(in: URL(filePath: place.path))
    let names = try place.names()
    #expect(names == [folder?.url.lastPathComponent])
    try place.write("rows".utf8, to: "\(names[0])/table")
    folder = nil
    #expect(try place.names() == [])
  }

  /// As after SIGKILL: a folder that nobody holds. One that is held stays, whatever its age, and so
  /// does what the tool did not make.
  @Test func theNextOneRemovesWhatNobodyHolds() throws {
    let held = ScratchFolder(in: URL(filePath: place.path))
    let left = "cvbench-scratch-\(UUID().uuidString)"
    let young = "cvbench-scratch-\(UUID().uuidString)"
    let foreign = ["cvbench-scratch-mine", "cvbench-\(UUID().uuidString)", "notes"]
    for name in [left, young] + foreign { try place.write("rows".utf8, to: "\(name)/table") }
    for name in [held.url.lastPathComponent, left] + foreign {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3_600)],
        ofItemAtPath: place.path(of: name))
    }
    // The first one in this place has looked through it already; by another name it is another place.
    let next = ScratchFolder(in: URL(filePath: place.path + "/."))
    let staying = [held.url.lastPathComponent, next.url.lastPathComponent, young] + foreign
    #expect(try place.names() == staying.sorted())
  }
}
