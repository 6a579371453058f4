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
@Suite struct ReplayTests {
  private let scenarios = Suite.scroll().scenarios.filter(\.replaysTrace)

  /// The context of a trace of these frames, in a file that exists while `body` runs.
  private func withTrace(
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

  private func frame(
    _ number: Int, y: Double, x: Double = 0, bounds: Size? = nil, tap: Point? = nil,
    update: Changeset? = nil, orthogonalScroll: TraceFrame.OrthogonalScroll? = nil
  ) -> TraceFrame {
    TraceFrame(
      time: Double(number) / 60, offset: Point(x: x, y: y), bounds: bounds, tap: tap,
      update: update, orthogonalScroll: orthogonalScroll)
  }

  private let phone = Size(width: 390, height: 844)

  private func item(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  /// Whatever a trace can hold, over sections of three items: about twenty rows are seen.
  private var everything: [TraceFrame] {
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

  /// Returns the last digests of three replays, frame by frame.
  private func ends(of frames: FrameReplay) throws -> Set<UInt64> {
    var ends: Set<UInt64> = []
    for _ in 1...3 {
      try frames.rewind()
      for number in 0..<frames.count { try frames.perform(number) }
      ends.insert(frames.answer())
    }
    return ends
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

  /// A grid over a store, as a layout of the user's own.
  private func grid<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type
  ) -> ScrollStorage where Store.Item == Item8 {
    ScrollStorage(name, store) { _ in
      let layout = FlowLayout()
      layout.itemSize = Size(width: 90, height: 70)
      return layout
    }
  }

  private func ownReplays(_ contenders: [ScrollStorage]) -> [Scenario] {
    Suite.scroll(adding: contenders).scenarios.filter {
      $0.storage.hasPrefix("own-") && $0.replaysTrace
    }
  }

  @Test func anOwnLayoutIsReplayedOverAnyStore() throws {
    let own = ownReplays([
      grid("own-tree", BTreeStore<Item8>.self), grid("own-arrays", NestedArrayStore<Item8>.self),
      grid("own-wrong", WrongStore.self),
    ])
    #expect(own.count == 3)
    try withTrace(everything, dataset: "uniform-3", items: 200) { context in
      let list = try scenarios[0].setUp(context).expectedAnswer
      for scenario in own {
        try scenario.check?(context)
        let measurement = try scenario.setUp(context)
        // The one of all contenders with these items.
        #expect(measurement.expectedAnswer == list)
        for call in 1...2 {
          let isRight = measurement.body() == list
          #expect(isRight == (scenario.storage != "own-wrong"), "\(scenario.storage), call \(call)")
        }
      }
    }
    try withTrace([frame(0, y: 0, bounds: phone), frame(1, y: 0, x: 9)]) { context in
      let error = #expect(throws: (any Error).self) { try own[0].check?(context) }
      #expect(
        error.map { "\($0)" }?.contains(
          "line 2: the offset (9.0, 0.0) has moved sideways since the first frame") == true)
    }
  }

  /// 200 cells in lines of four end at 4,486 points: 50 lines of 70, spaced by 10, for an upright
  /// phone, and 23 lines of nine for a turned one. The rows of a list would end at some 8,800.
  @Test func anOwnLayoutIsReplayedAsFarAsItGoes() throws {
    let own = try #require(ownReplays([grid("own-tree", BTreeStore<Item8>.self)]).first)
    func end(_ y: Double, turned: Bool = false) throws -> UInt64 {
      var end: UInt64 = 0
      let bounds = turned ? Size(width: 844, height: 390) : nil
      let frames = [
        frame(0, y: 0, bounds: bounds == nil ? phone : Size(width: 2_000, height: 390)),
        frame(1, y: y, bounds: bounds, tap: Point(x: 389, y: 100_000)),
      ]
      try withTrace(frames, items: 200) { context in
        try own.check?(context)
        let timed = try #require(own.setUp(context).frames)
        for _ in 1...2 {
          try timed.rewind()
          try timed.perform(0)
          end = timed.answer()
        }
      }
      return end
    }
    let last = 50.0 * 80 - 10 - 844
    #expect(try end(90_000) == end(last))
    #expect(try end(6_000) == end(last))
    #expect(try end(last - 100) != end(last))
    // Wider, the content is shorter: it is laid out before the offset is cut.
    #expect(try end(1_000, turned: true) != end(0, turned: true))
    #expect(try end(90_000, turned: true) != end(1_000, turned: true))
  }

  /// Cells that measure themselves, seen from below first: what a replay has measured is not known to
  /// the next one.
  @Test func everyReplayBeginsWithEstimates() throws {
    let cells = ScrollCellKind<Item8>(TallCell.self) { _, _, _ in }
    func estimated<Store: ItemStore & SendableMetatype>(
      _ name: String, _ store: Store.Type
    ) -> ScrollStorage where Store.Item == Item8 {
      ScrollStorage(name, store, cells: cells) { _ in
        let list = ListLayout()
        list.estimatedItemExtent = 40
        return list
      }
    }
    let own = ownReplays([
      estimated("own-tree", BTreeStore<Item8>.self),
      estimated("own-flat", FlatIndexedStore<Item8>.self),
    ])
    let upward =
      [frame(0, y: 3_000, bounds: phone)]
      + (1...30).map {
        frame($0, y: 3_000 - 90 * Double($0))
      }
    // More rows are measured in the last frame than in the first.
    let growing = [
      frame(0, y: 0, bounds: phone), frame(1, y: 8_000),
      frame(2, y: 8_000, bounds: Size(width: 390, height: 1_688)),
    ]
    for (frames, items) in [(upward, 200), (growing, 500)] {
      try replaysAreAlike(own, over: frames, items: items)
    }
  }

  /// Rows that scroll by themselves, of pages as wide as the view.
  private func pages<Store: ItemStore & SendableMetatype>(
    _ name: String, _ store: Store.Type
  ) -> ScrollStorage where Store.Item == Item8 {
    ScrollStorage(name, store) { _ in
      let page = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(200)),
        subitems: [
          .item(LayoutItem(LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))))
        ])
      var section = LayoutSection(group: page)
      section.orthogonalScrollingBehavior = .paging
      return CompositionalLayout(section: section)
    }
  }

  /// The sections of the first frame are at their beginning in each replay; the number of one that is
  /// scrolled counts after the update, and its offset is clamped by the content of the new size.
  @Test func sectionsThatScrollByThemselvesAreReplayed() throws {
    func scrolled(_ section: Int, to offset: Double) -> TraceFrame.OrthogonalScroll {
      TraceFrame.OrthogonalScroll(section: section, offset: offset)
    }
    let frames = [
      frame(0, y: 0, bounds: phone), frame(1, y: 0, orthogonalScroll: scrolled(1, to: 390)),
      frame(2, y: 0, orthogonalScroll: scrolled(0, to: 100)),
      frame(
        3, y: 0, update: Changeset(deletedSections: [0]), orthogonalScroll: scrolled(0, to: 700)),
    ]
    let own = ownReplays([
      pages("own-tree", BTreeStore<Item8>.self), pages("own-flat", FlatIndexedStore<Item8>.self),
    ])
    try replaysAreAlike(own, over: frames, items: 5_000)
    // The layout shows other cells for it; a list ignores it.
    let still = frames.map { frame in
      var frame = frame
      frame.orthogonalScroll = nil
      return frame
    }
    func shown(_ scenario: Scenario, _ frames: [TraceFrame]) throws -> Set<UInt64> {
      var found: Set<UInt64> = []
      try withTrace(frames, items: 5_000) { context in
        found = try ends(of: #require(scenario.setUp(context).frames))
      }
      return found
    }
    #expect(try shown(own[0], frames).isDisjoint(with: shown(own[0], still)))
    let wide = Size(width: 844, height: 390)
    let turned = [
      frame(0, y: 0, bounds: phone),
      frame(1, y: 0, bounds: wide, orthogonalScroll: scrolled(0, to: 1e9)),
    ]
    let afterwards = [
      frame(0, y: 0, bounds: phone), frame(1, y: 0, bounds: wide),
      frame(2, y: 0, orthogonalScroll: scrolled(0, to: 1e9)),
    ]
    #expect(try shown(own[0], turned) == shown(own[0], afterwards))
    let updated = [
      frame(0, y: 0, bounds: phone), frame(1, y: 0, update: Changeset(deletedSections: [0])),
      frame(2, y: 0, orthogonalScroll: scrolled(0, to: 700)),
    ]
    let atOnce = [
      frame(0, y: 0, bounds: phone),
      frame(
        1, y: 0, update: Changeset(deletedSections: [0]), orthogonalScroll: scrolled(0, to: 700)),
    ]
    #expect(try shown(own[0], atOnce) == shown(own[0], updated))
    #expect(try shown(scenarios[0], frames) == shown(scenarios[0], still))
  }

  private func replaysAreAlike(
    _ scenarios: [Scenario], over frames: [TraceFrame], items: Int
  ) throws {
    try withTrace(frames, items: items) { context in
      for scenario in scenarios {
        let measurement = try scenario.setUp(context)
        for call in 1...3 {
          #expect(measurement.body() == measurement.expectedAnswer, "\(scenario.storage), \(call)")
        }
        let timed = try #require(measurement.frames)
        #expect(try ends(of: timed).count == 1, "\(scenario.storage)")
      }
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

/// A cell that is 20 to 83 points high, by its item.
private final class TallCell: ScrollCell {
  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    var fitted = attributes
    fitted.frame.size.height = Double(20 + id % 64)
    return fitted
  }
}
