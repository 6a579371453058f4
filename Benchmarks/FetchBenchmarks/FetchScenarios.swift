#if SQLITE
  import Benchmarking
  import Changesets
  import Datasets
  import Geometry

  extension FetchStrategy {
    /// The item shape in case ids.
    static let payload = "message"
    /// The bytes of a row: in the file, its index, the page cache and what a strategy holds.
    static let bytesPerRow = 400
    /// The numbers of edits of the commits that are measured.
    static let editCounts = [1, 100, 10_000]

    /// The scenarios of this strategy.
    var scenarios: [Scenario] {
      (readsAsIncremental ? [] : [load] + movements)
        + Self.editCounts.flatMap { [changeset($0), commit($0)] } + [write]
        + FetchWorkload.allCases.map(scenario(of:))
    }

    /// A scenario of this strategy, whose set-up is given the table that it runs on.
    func scenario(
      _ name: String, _ summary: String, minimumItems: Int = 1, isHeadline: Bool = false,
      headlineMaximumItems: Int = .max, slowMaximumItems: Int = Self.slowItems,
      setUp: @escaping @Sendable (ScenarioContext, FetchTable) throws -> Measurement
    ) -> Scenario {
      Scenario(
        name, summary: summary, storage: self.name, payload: Self.payload,
        minimumItems: minimumItems, maximumItems: isSlow ? slowMaximumItems : 10_000_000,
        bytesPerItem: Self.bytesPerRow, isHeadline: isHeadline,
        headlineMaximumItems: isSlow
          ? min(Self.slowHeadlineItems, headlineMaximumItems) : headlineMaximumItems
      ) { context in
        try setUp(context, FetchTable.onFile(in: context))
      }
    }

    /// The most rows of most scenarios, with a strategy whose commits cost as much as a load: at a million
    /// a call takes seconds.
    static let slowItems = 100_000
    /// The most rows of such a strategy in the smoke and quick presets: `commit-100` misses frames there
    /// already (results/bench.json).
    static let slowHeadlineItems = 10_000
    /// The most rows of such a strategy in the scenarios that show how it grows.
    static let slowGrowthItems = 1_000_000

    /// Returns the fewest rows for `edits`.
    static func minimumItems(for edits: Int) -> Int { max(10, 2 * edits) }

    /// Returns the limit under which a commit of `edits` is followed row by row.
    static func changeLimit(for edits: Int) -> Int { max(1_000, edits) }

    // MARK: Loading

    private var load: Scenario {
      scenario(
        "load",
        "A row that is loaded, or what is needed of it: all of them, until the first are laid out.",
        isHeadline: true, slowMaximumItems: Self.slowGrowthItems
      ) { context, table in
        let state = try context.shared("fetch/state") { try FetchState(table) }
        var rig = try FetchRig(self, table)
        try rig.load()
        try rig.verify(state)
        let answer = state.visible(at: 0) &+ UInt64(state.ids.count)
        return Measurement(
          operationsPerCall: state.ids.count, expectedAnswer: answer,
          counts: {
            let bytes = (rig.rows as? FetchedRows)?.keyBytes
            return rig.counts
              + (bytes.map { [OperationCount(name: "key_bytes", value: $0, unit: "byte")] } ?? [])
          },
          // A view and a source without rows, so that a call keeps what all rows take.
          prepare: {
            rig = try FetchRig(self, table)
            rig.beginCounting()
          }
        ) {
          do {
            try rig.load()
            let sizes = (0..<rig.rows.sectionCount).lazy.map { rig.rows.rowCount(inSection: $0) }
            return rig.visible &+ UInt64(sizes.reduce(0, +))
          } catch {
            return ~answer
          }
        }
      }
    }

    // MARK: Scrolling

    private var movements: [Scenario] {
      FetchMovement.allCases.map { movement in
        scenario(
          movement.rawValue, "A frame of a list of rows on a database, \(movement.summary).",
          isHeadline: true
        ) { context, table in
          let state = try context.shared("fetch/state") { try FetchState(table) }
          let rig = try FetchRig(self, table)
          try rig.load()
          let offsets = movement.offsets(rig.contentExtent, context.seed)
          let answer = offsets.dropFirst().reduce(0) {
            FetchDigest.following($0, state.visible(at: $1))
          }
          // Once through, so that views and statements are there.
          for offset in offsets { try rig.show(offset) }
          func begin() throws {
            rig.rows.dropRows()
            try rig.show(offsets[0])
            rig.beginCounting()
          }
          return Measurement(
            operationsPerCall: offsets.count - 1, expectedAnswer: answer, counts: { rig.counts },
            frames: FrameReplay(
              count: offsets.count - 1, rewind: begin,
              perform: { try rig.show(offsets[$0 + 1]) }, answer: { rig.displayed }),
            prepare: begin
          ) {
            do {
              var sum: UInt64 = 0
              for offset in offsets.dropFirst() {
                try rig.show(offset)
                sum = FetchDigest.following(sum, rig.displayed)
              }
              return sum
            } catch {
              return ~answer
            }
          }
        }
      }
    }

    // MARK: Writing

    /// The most rows that the transaction of `write` changes.
    static let writtenRows = 100_000
    /// The most rows at which the quick preset takes `write`: each of them is looked up.
    static let writeHeadlineItems = 10_000

    private var write: Scenario {
      scenario(
        "write", "A row changed by a transaction on up to 100,000 rows, while it is followed.",
        isHeadline: !isSlow, headlineMaximumItems: Self.writeHeadlineItems,
        slowMaximumItems: Self.slowGrowthItems
      ) { context, table in
        let writer = FetchWriter(table)
        let rig = try FetchRig(
          self, table, changeLimit: Self.changeLimit(for: writer.count))
        try rig.load()
        // A first time, so that buffers and statements are there. The first commit after a load may
        // still be recorded under the limit of a source without rows.
        _ = writer.write()
        try rig.refresh()
        var isBehind = false
        func write() -> UInt64 {
          isBehind = true
          return writer.write()
        }
        // So that no commit waits when a call begins.
        func catchUp() throws {
          if isBehind { try rig.following { try rig.refresh() } }
          isBehind = false
        }
        _ = write()
        try catchUp()
        return Measurement(
          operationsPerCall: writer.count, expectedAnswer: writer.answer,
          liveBytesAbsence: "the commit of a call waits for the next refresh, which frees it",
          prepare: catchUp
        ) {
          write()
        }
      }
    }
  }

  /// The movements over a database.
  enum FetchMovement: String, CaseIterable, Sendable {
    case jump
    case steady

    var summary: String {
      switch self {
      case .jump: "scrolled to any other place with each frame"
      case .steady: "scrolled on at 1,200 points a second"
      }
    }

    /// Returns the content offsets of the frames, in points.
    func offsets(_ contentExtent: Double, _ seed: UInt64) -> [Double] {
      ScrollTrace(
        self == .jump ? .jump : .steady, contentExtent: contentExtent,
        viewportExtent: FetchScreen.size.height,
        startOffset: (contentExtent / 2 / FetchScreen.rowExtent).rounded() * FetchScreen.rowExtent,
        seed: seed
      ).offsets
    }
  }
#endif
