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

/// Recorded traces over every pair of store and index.
@Suite struct ReplayTests: TraceReplaying {
  @Test func everyPairReplaysEverything() throws {
    #expect(scenarios.count == 9)
    for (dataset, items) in [("uniform-3", 200), ("zipf-30", 200), ("one-per-section", 60)] {
      // Sections of one item have no third one.
      let frames =
        dataset == "uniform-3" ? everything : everything.filter { $0.update?.isEmpty ?? true }
      try withTrace(frames, dataset: dataset, items: items) { context in
        var answers: Set<UInt64> = []
        for scenario in scenarios {
          let measurement = try scenario.setUp(context)
          #expect(measurement.operationsPerCall == frames.count)
          let expected = try #require(measurement.expectedAnswer)
          answers.insert(expected)
          for call in 1...2 {
            #expect(measurement.body() == expected, "\(scenario.storage), \(dataset), call \(call)")
          }
        }
        #expect(answers.count == 1)
      }
    }
  }

  /// A view without an extent shows nothing, and comes back as what has become of it meanwhile.
  @Test(arguments: [
    Size(width: 390, height: 0), Size(width: 0, height: 844), Size(width: 0, height: 0),
  ])
  func emptyBoundsShowNothing(size: Size) throws {
    let update = Changeset(deletedItems: [item(0, 0)], insertedItems: [item(2, 1)])
    for number in 0...5 {
      var frames = [
        frame(0, y: 0, bounds: phone), frame(1, y: 20, tap: Point(x: 12, y: 90)),
        frame(2, y: 40), frame(3, y: 300, update: update), frame(4, y: 320),
        frame(5, y: 310, update: Changeset(reloadedItems: [item(1, 0)])),
      ]
      frames[number].bounds = size
      frames[number].tap = nil
      if number < 5 { frames[number + 1].bounds = phone }
      try withTrace(frames, dataset: "uniform-3", items: 200) { context in
        for scenario in scenarios {
          let measurement = try scenario.setUp(context)
          for call in 1...2 {
            #expect(
              measurement.body() == measurement.expectedAnswer,
              "\(scenario.storage), frame \(number), call \(call)")
          }
        }
      }
    }
  }

  /// Frames timed one by one end where they did, replay after replay, updates and all.
  @Test func replayedFramesEndAlike() throws {
    try withTrace(everything, dataset: "uniform-3", items: 200) { context in
      for scenario in scenarios {
        let measurement = try scenario.setUp(context)
        let frames = try #require(measurement.frames)
        #expect(frames.count == everything.count - 1)
        #expect(try ends(of: frames).count == 1, "\(scenario.storage)")
        #expect(measurement.body() == measurement.expectedAnswer, "\(scenario.storage)")
      }
    }
  }

  /// What synthetic traces and real ones share: once warm, a scroll makes no view.
  @Test(arguments: [Axis.vertical, .horizontal])
  func scrollsMakeNoViews(axis: Axis) throws {
    let synthetic = ScrollTrace(
      .fling(pointsPerSecond: 4_000), contentExtent: 20_000, viewportExtent: phone[axis], seed: 1)
    let trace = RecordedTrace(synthetic, along: axis, viewport: phone)
    try withTrace(trace.frames) { context in
      let scenario = try #require(scenarios.first { $0.storage == "btree-tree" })
      let measurement = try scenario.setUp(context)
      #expect(measurement.body() == measurement.expectedAnswer)
      let tell = try #require(measurement.counts)
      let counts = Dictionary(uniqueKeysWithValues: try tell().map { ($0.name, $0.value ?? -1) })
      #expect(counts["views_created"] == 0)
      #expect(counts["count_calls"] == 0)
      #expect(counts["view_calls", default: 0] > 30)
    }
  }

  /// The rows that a trace shows are those that the trace's offsets and bounds say.
  @Test func anotherTraceHasAnotherAnswer() throws {
    func answer(_ frames: [TraceFrame]) throws -> UInt64? {
      var found: UInt64?
      try withTrace(frames, dataset: "uniform-3", items: 200) { context in
        let measurement = try scenarios[0].setUp(context)
        found = measurement.body()
        #expect(found == measurement.expectedAnswer)
      }
      return found
    }
    let whole = try answer(everything)
    for number in everything.indices {
      var frames = everything
      frames[number].tap = nil
      frames[number].update = nil
      frames[number].bounds = number == 0 ? phone : nil
      let isEmpty = (everything[number].update?.isEmpty ?? true) && everything[number].tap == nil
      guard !isEmpty else { continue }
      // Later frames may make no sense without it.
      guard let other = try? answer(frames) else { continue }
      #expect(other != whole, "frame \(number)")
    }
  }

  /// A store that gives the wrong items must not become a figure.
  @Test func aWrongStoreGivesNoRightAnswer() throws {
    let wrong = Suite.scroll(adding: [ScrollStorage("wrong", WrongStore.self, extents: .tree)])
    let scenario = try #require(
      wrong.scenarios.first { $0.storage == "wrong" && $0.replaysTrace })
    try withTrace(everything, dataset: "uniform-3", items: 200) { context in
      let measurement = try scenario.setUp(context)
      #expect(measurement.body() != measurement.expectedAnswer)
    }
  }

  private func problem(
    _ frames: [TraceFrame], items: Int = 500, _ location: SourceLocation = #_sourceLocation
  ) throws -> String {
    var found = ""
    try withTrace(frames, items: items) { context in
      for scenario in scenarios {
        let error = #expect(throws: (any Error).self, sourceLocation: location) {
          try scenario.check?(context)
        }
        found = error.map { "\($0)" } ?? ""
      }
    }
    return found
  }

  @Test func whatCannotBeReplayedIsRefused() throws {
    let start = frame(0, y: 0, bounds: phone)
    #expect(try problem([start]).contains("it has one frame"))
    #expect(
      try problem([start, frame(1, y: 10), frame(2, y: 20, x: 5)]).contains(
        "line 3: the offset (5.0, 20.0) has moved along both axes"))
    #expect(
      try problem([start, frame(1, y: 1_400)], items: 10).contains(
        "line 2: the offset is 1400.0 points, and 10 rows end at"))
    #expect(
      try problem([start, frame(1, y: -900)]).contains(
        "line 2: the offset is -900.0 points, and rows begin at 0, more than a screen"))
    #expect(
      try problem([start, frame(1, y: 10, tap: Point(x: 390, y: 20))]).contains(
        "line 2: the tap at (390.0, 20.0) meets no visible row"))
    #expect(
      try problem([start, frame(1, y: 10, tap: Point(x: 5, y: 9))]).contains("line 2: the tap"))
    #expect(
      try problem([start, frame(1, y: 0, tap: Point(x: 5, y: 700))], items: 3).contains(
        "line 2: the tap"))
    #expect(
      try problem([start, frame(1, y: 0, update: Changeset(deletedItems: [item(0, 500)]))])
        .contains("line 2: the update cannot be applied to this collection: "))
    #expect(
      try problem([
        start, frame(1, y: 0, update: Changeset(deletedItems: [item(0, 499)])),
        frame(2, y: 0, update: Changeset(reloadedItems: [item(0, 499)])),
      ]).contains("line 3: the update"))
  }

  @Test func aTraceThatChangesIsRefused() throws {
    try withTrace([frame(0, y: 0, bounds: phone), frame(1, y: 5)]) { context in
      let path = try #require(context.trace?.path)
      let other = try RecordedTrace([frame(0, y: 0, bounds: phone), frame(1, y: 6)])
      try Data(other.jsonLines.utf8).write(to: URL(filePath: path))
      let error = #expect(throws: (any Error).self) { try scenarios[0].setUp(context) }
      #expect(error.map { "\($0)" }?.contains("has changed since the run began") == true)
    }
  }

  @Test func withoutATraceThereIsNoReplay() throws {
    let plain = PlannedDataset(spec: "uniform-1000", name: "uniform-1000", items: 100)
    var traced = plain
    traced.trace = PlannedTrace(path: "trace.jsonl", checksum: 1)
    for scenario in Suite.scroll().scenarios {
      #expect(!(scenario.runs(on: plain) && scenario.runs(on: traced)), "\(scenario.name)")
      #expect(scenario.runs(on: traced) == scenario.replaysTrace, "\(scenario.name)")
    }
  }
}
