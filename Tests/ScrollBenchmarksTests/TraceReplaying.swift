import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Foundation
import Geometry
import ItemStores
import Layouts
import ScrollBenchmarks
import Testing

/// A suite that replays recorded traces: the traces, and what replays of them show.
protocol TraceReplaying {}

extension TraceReplaying {
  /// The scenarios that replay a trace, over every pair of store and index.
  var scenarios: [Scenario] { Suite.scroll().scenarios.filter(\.replaysTrace) }

  /// The context of a trace of these frames, in a file that exists while `body` runs.
  func withTrace(
    _ frames: [TraceFrame], dataset: String = "uniform-1000", items: Int = 500,
    _ body: (ScenarioContext) throws -> Void
  ) throws {
    let path = NSTemporaryDirectory() + "trace-\(UUID().uuidString).jsonl"
    let trace = try RecordedTrace(frames)
    try Data(trace.jsonLines.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let planned = PlannedTrace(path: path, checksum: trace.checksum)
    try body(ScenarioContext(dataset: dataset, items: items, seed: 5, trace: planned))
  }

  func frame(
    _ number: Int, y: Double, x: Double = 0, bounds: Size? = nil, tap: Point? = nil,
    update: Changeset? = nil, orthogonalScroll: TraceFrame.OrthogonalScroll? = nil
  ) -> TraceFrame {
    TraceFrame(
      time: Double(number) / 60, offset: Point(x: x, y: y), bounds: bounds, tap: tap,
      update: update, orthogonalScroll: orthogonalScroll)
  }

  var phone: Size { Size(width: 390, height: 844) }

  func item(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// Whatever a trace can hold, over sections of three items: about twenty rows are seen.
  var everything: [TraceFrame] {
    let items = Changeset(
      deletedItems: [item(0, 0), item(2, 1), item(9, 2)], insertedItems: [item(1, 0), item(3, 3)],
      movedItems: [
        .init(from: item(1, 1), to: item(6, 0)), .init(from: item(4, 2), to: item(0, 1)),
      ], reloadedItems: [item(5, 0)])
    let sections = Changeset(
      deletedSections: [1, 4], insertedSections: [0, 7],
      movedSections: [.init(from: 2, to: 5)], reloadedSections: [6],
      insertedItems: [item(0, 0), item(0, 1), item(7, 0)],
      movedItems: [.init(from: item(1, 2), to: item(7, 1))])
    return [
      frame(0, y: 0, bounds: phone),
      frame(1, y: 20, tap: Point(x: 12, y: 90)),
      frame(2, y: 40, update: items),
      frame(3, y: -60, tap: Point(x: 389, y: 0)),
      frame(4, y: 40, bounds: Size(width: 844, height: 390), update: sections),
      frame(5, y: 300),
      frame(6, y: 300, bounds: phone, update: Changeset(deletedSections: [0, 1, 2])),
      frame(7, y: 0, tap: Point(x: 5, y: 400), update: Changeset()),
    ]
  }

  /// Returns the last digests of three replays, frame by frame.
  func ends(of frames: FrameReplay) throws -> Set<UInt64> {
    var ends: Set<UInt64> = []
    for _ in 1...3 {
      try frames.rewind()
      for number in 0..<frames.count { try frames.perform(number) }
      ends.insert(frames.answer())
    }
    return ends
  }
}
