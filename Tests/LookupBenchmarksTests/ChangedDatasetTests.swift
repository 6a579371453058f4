import Benchmarking
import Datasets
import Foundation
import LookupBenchmarks
import Testing

/// A real collection that somebody writes to while it is measured.
@Test func aCollectionThatChangesIsRefused() throws {
  let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: root) }
  for name in ["a", "b"] { try Data("text".utf8).write(to: root.appending(path: name)) }

  let spec = "directory:\(root.path)"
  let planned = try Dataset(spec: spec, items: 0, seed: 1)
  func setUp() throws {
    let scenario = try #require(Suite.lookup().scenarios.first)
    _ = try scenario.setUp(
      ScenarioContext(
        dataset: spec, items: planned.itemCount, seed: 1, checksum: planned.checksum))
  }
  try setUp()
  // As many items as before, one of them another: its name alone tells.
  try FileManager.default.moveItem(
    at: root.appending(path: "b"), to: root.appending(path: "c"))
  let error = #expect(throws: (any Error).self) { try setUp() }
  #expect(error.map { "\($0)" }?.contains("has changed since the run began") == true)
}
