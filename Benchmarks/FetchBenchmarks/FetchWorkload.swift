#if SQLITE
  import Benchmarking
  import Changesets
  import Datasets
  import GRDB
  import Geometry

  /// The behaviour of a kind of app with a database: how it scrolls, and what is committed meanwhile.
  enum FetchWorkload: String, CaseIterable, Sendable {
    case inbox
    case library

    var workload: Workload {
      Workload(rawValue, summary: summary, scenario: scenario, dataset: dataset)
    }

    var scenario: String { "workload-\(rawValue)" }

    var summary: String {
      switch self {
      case .inbox:
        "A mailbox on a database, flung through from its top; now and then two messages come, one is "
          + "read and one goes."
      case .library:
        "Albums by year on a database, jumped and scrolled through; now and then ten are given another "
          + "place or title."
      }
    }

    /// The dataset that distributes its rows over sections.
    var dataset: String { self == .inbox ? "one-section" : "zipf-1000" }

    private var traces: [ScrollTrace.Kind] {
      self == .inbox
        ? [.fling(pointsPerSecond: 2_000), .fling(pointsPerSecond: 4_000), .directionFlips]
        : [.jump, .steady]
    }

    /// The frames from one commit to the one that takes it back, and to the next.
    var framesPerCommit: Int { self == .inbox ? 30 : 60 }

    /// Returns the content offsets of all frames, in points.
    func offsets(_ contentExtent: Double, _ seed: UInt64) -> [Double] {
      var offsets: [Double] = []
      for kind in traces {
        let trace = ScrollTrace(
          kind, contentExtent: contentExtent, viewportExtent: FetchScreen.size.height,
          startOffset: offsets.last ?? (self == .inbox ? 0 : contentExtent / 2), seed: seed)
        offsets += trace.offsets
      }
      // Each commit is taken back.
      let commits = (offsets.count - 1) / framesPerCommit
      return Array(offsets.prefix(1 + (commits - commits % 2) * framesPerCommit))
    }

    /// The transaction that comes, and the one that takes it back.
    func edits(_ collection: FetchCollection) -> (forth: [FetchEdit], back: [FetchEdit]) {
      let rows = collection.rowCount
      switch self {
      case .inbox:
        let new = [Int64(rows + 1), Int64(rows + 2)]
        let read = collection.id(at: rows / 3)
        let gone = collection.offsets.path(ofGlobalIndex: rows / 2)
        let goneID = collection.id(at: rows / 2)
        return (
          new.map { id in
            FetchEdit(
              sql: FetchEdit.insertion,
              arguments: [id, 0, -id, 0, FetchCollection.title(id, 0)])
          } + [
            FetchEdit(
              sql: FetchEdit.change, arguments: [1, FetchCollection.title(read, 1), read]),
            FetchEdit(sql: FetchEdit.deletion, arguments: [goneID]),
          ],
          new.map { FetchEdit(sql: FetchEdit.deletion, arguments: [$0]) } + [
            FetchEdit(
              sql: FetchEdit.change, arguments: [0, FetchCollection.title(read, 0), read]),
            FetchEdit(
              sql: FetchEdit.insertion, arguments: collection.arguments(goneID, gone)),
          ]
        )
      case .library:
        let edits = FetchEdits(
          min(10, rows / 2), of: collection, from: min(rows / 2, max(0, rows - 20)))
        return (edits.forth, edits.back)
      }
    }
  }

  extension FetchStrategy {
    /// A scenario that replays a workload.
    func scenario(of workload: FetchWorkload) -> Scenario {
      scenario(
        workload.scenario, workload.summary, minimumItems: 100, isHeadline: false
      ) { context, table in
        let run = try FetchWorkloadRun(workload, self, table, context)
        return Measurement(
          operationsPerCall: run.frameCount, expectedAnswer: run.answer, counts: { run.rig.counts },
          frames: FrameReplay(
            count: run.frameCount, rewind: { try run.begin() }, perform: { try run.show($0 + 1) },
            answer: { run.rig.visible }),
          liveBytesAbsence: "commits free rows that were in the cache before the call",
          prepare: { try run.begin() }
        ) {
          do { return try run.perform() } catch { return ~run.answer }
        }
      }
    }
  }

  /// One workload on one strategy.
  final class FetchWorkloadRun {
    let rig: FetchRig
    let answer: UInt64
    private let workload: FetchWorkload
    private let table: FetchTable
    private let offsets: [Double]
    private let edits: (forth: [FetchEdit], back: [FetchEdit])
    private var isChanged = false

    init(
      _ workload: FetchWorkload, _ strategy: FetchStrategy, _ table: FetchTable,
      _ context: ScenarioContext
    ) throws {
      self.workload = workload
      self.table = table
      rig = try FetchRig(strategy, table)
      edits = workload.edits(table.collection)
      let states = try context.shared("fetch/\(workload)/states") { [edits] in
        let before = try FetchState(table)
        try table.write(edits.forth, undo: edits.back)
        let after = try FetchState(table)
        try table.write(edits.back, undo: [])
        return [before, after]
      }
      try rig.load()
      offsets = workload.offsets(rig.contentExtent, context.seed)
      var (sum, commits) = (UInt64(0), 0)
      for frame in 1..<offsets.count where frame.isMultiple(of: workload.framesPerCommit) {
        commits += 1
        sum = FetchDigest.following(sum, states[commits % 2].visible(at: offsets[frame]))
      }
      answer = sum
      // Once through, so that all queues and buffers are as large as they get.
      try begin()
      _ = try perform()
      try rig.verify(states[0])
      try begin()
    }

    var frameCount: Int { offsets.count - 1 }

    /// Goes to the first frame, with the rows as they were before any commit, and counts from there on.
    func begin() throws {
      if isChanged { try commit() }
      rig.rows.dropRows()
      try rig.show(offsets[0])
      rig.beginCounting()
    }

    /// Shows all frames, with their commits, and says what those showed that came after one.
    func perform() throws -> UInt64 {
      var sum: UInt64 = 0
      for frame in 1..<offsets.count {
        try show(frame)
        if frame.isMultiple(of: workload.framesPerCommit) {
          sum = FetchDigest.following(sum, rig.visible)
        }
      }
      return sum
    }

    /// Shows a frame behind the first, after the commit that is due.
    func show(_ frame: Int) throws {
      if frame.isMultiple(of: workload.framesPerCommit) { try commit() }
      try rig.show(offsets[frame])
    }

    private func commit() throws {
      try table.write(isChanged ? edits.back : edits.forth, undo: isChanged ? [] : edits.back)
      isChanged.toggle()
      try rig.refresh()
    }
  }
#endif
