#if SQLITE
  import Benchmarking
  import Changesets
  import GRDB
  import SQLiteDataSources

  /// Bounds on what any strategy can reach: the bare SELECTs and the bare transaction, without a source
  /// and a view.
  ///
  /// A floor bears the name of the scenario it bounds, and is headline where that is.
  enum FetchFloors {
    static let storage = "floor-sql"

    static var scenarios: [Scenario] {
      [load] + FetchMovement.allCases.map(frames)
        + FetchStrategy.editCounts.flatMap { edits in
          [
            commit("changeset-\(edits)", edits) { try FetchTable.inMemory(in: $0) },
            commit("commit-\(edits)", edits) { try FetchTable.onFile(in: $0) },
          ]
        } + [write]
    }

    private static func floor(
      _ name: String, _ summary: String, minimumItems: Int = 1, isHeadline: Bool,
      headlineMaximumItems: Int = .max,
      setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
    ) -> Scenario {
      Scenario(
        name, summary: summary, storage: storage, payload: FetchStrategy.payload, role: .floor,
        minimumItems: minimumItems, maximumItems: 10_000_000,
        bytesPerItem: FetchStrategy.bytesPerRow, isHeadline: isHeadline,
        headlineMaximumItems: headlineMaximumItems, setUp: setUp)
    }

    /// A cursor over the keys of all rows, whose columns are read.
    private static var load: Scenario {
      floor("load", "A row of a bare cursor over the keys of all rows.", isHeadline: true) {
        context in
        let table = try FetchTable.onFile(in: context)
        let state = try context.shared("fetch/state") { try FetchState(table) }
        let answer = state.visible(at: 0) &+ UInt64(state.ids.count)
        let rows = Int64(state.ids.count)
        let statement = try table.database.unsafeReentrantRead {
          try BareStatement(
            "SELECT id, section, rank FROM message ORDER BY \(FetchTable.order)", $0)
        }
        return Measurement(operationsPerCall: state.ids.count, expectedAnswer: answer) {
          table.database.unsafeReentrantRead { _ in
            var (count, sum, sections) = (Int64(0), Int64(0), Int64(0))
            var last: Int64 = -1
            while statement.step() {
              count += 1
              sum &+= statement.integer(0) &+ statement.integer(2)
              if statement.integer(1) != last { sections += 1 }
              last = statement.integer(1)
            }
            blackHole(sum &+ sections)
            return count == rows ? answer : ~answer
          }
        }
      }
    }

    /// The rows of a window that `FetchedDataSource` fetches.
    private static let windowRows = FetchedConfiguration().windowRows

    /// Returns the ids of the windows that must be fetched to show one offset after another, if each row
    /// is fetched once.
    ///
    /// A window begins with a row that is seen and missing, and lies in the direction of scrolling. The
    /// first offset is shown before.
    private static func windows(at offsets: [Double], of state: FetchState) -> [[Int64]] {
      let count = state.ids.count
      var isFetched = Array(repeating: false, count: count)
      func window(from place: Int, isUpwards: Bool) -> [Int64] {
        let range =
          isUpwards
          ? max(0, place + 1 - windowRows)..<(place + 1) : place..<min(count, place + windowRows)
        let missing = range.filter { !isFetched[$0] }
        for place in missing { isFetched[place] = true }
        return missing.map { state.ids[$0] }
      }
      var windows: [[Int64]] = []
      for (number, offset) in offsets.enumerated() {
        let places = state.visiblePlaces(at: offset)
        let isUpwards = number > 0 && offset < offsets[number - 1]
        func nextPlace() -> Int? {
          isUpwards ? places.last { !isFetched[$0] } : places.first { !isFetched[$0] }
        }
        while let place = nextPlace() {
          let ids = window(from: place, isUpwards: isUpwards)
          if number > 0 { windows.append(ids) }
        }
      }
      return windows
    }

    /// The windows of rows that come into sight, each by one statement.
    private static func frames(_ movement: FetchMovement) -> Scenario {
      floor(
        movement.rawValue,
        "The windows of rows that come into sight in such a frame, each by one bare query.",
        isHeadline: true
      ) { context in
        let table = try FetchTable.onFile(in: context)
        let state = try context.shared("fetch/state") { try FetchState(table) }
        let extent = Double(state.ids.count) * FetchScreen.rowExtent
        let offsets = movement.offsets(extent, context.seed)
        let answer = offsets.dropFirst().reduce(0) {
          FetchDigest.following($0, state.visible(at: $1))
        }
        let missing = windows(at: offsets, of: state)
        let right = missing.reduce(0) { $0 + $1.count }
        // Always as many parameters, so that one statement serves.
        let windows = missing.map { ids in
          ids + Array(repeating: ids[0], count: windowRows - ids.count)
        }
        let parameters = Array(repeating: "?", count: windowRows).joined(separator: ", ")
        let statement = try table.database.unsafeReentrantRead {
          try BareStatement("SELECT * FROM message WHERE id IN (\(parameters))", $0)
        }
        return Measurement(operationsPerCall: offsets.count - 1, expectedAnswer: answer) {
          table.database.unsafeReentrantRead { _ in
            var found = 0
            for ids in windows {
              statement.bind(ids)
              while statement.step() {
                found += 1
                blackHole(statement.text(4))
              }
            }
            return found == right ? answer : ~answer
          }
        }
      }
    }

    /// COMMIT, and the new keys of all rows that the transaction has touched.
    private static func commit(
      _ name: String, _ edits: Int,
      table: @escaping @Sendable (ScenarioContext) throws -> FetchTable
    ) -> Scenario {
      floor(
        name, "The bare commit, and a look-up of the new key of each row that it touched.",
        minimumItems: FetchStrategy.minimumItems(for: edits), isHeadline: edits == 100
      ) { context in
        let table = try table(context)
        let commits = try FetchCommits.shared(edits, table, in: context)
        let ids = commits.edits.ids
        let (statement, begin, end) = try table.database.unsafeReentrantRead { database in
          (
            try BareStatement("SELECT id, section, rank FROM message WHERE id = ?", database),
            try BareStatement("BEGIN", database), try BareStatement("COMMIT", database)
          )
        }
        let isView = name.hasPrefix("commit")
        let answer = isView ? commits.after.visible(at: commits.offset) : commits.answer
        let present = Set(commits.after.ids)
        let found = ids.count { present.contains($0) }
        return Measurement(
          operationsPerCall: 1, expectedAnswer: answer,
          liveBytesAbsence: FetchCommits.liveBytesAbsence,
          prepare: {
            if table.isEdited { try table.write(commits.edits.back, undo: []) }
            try table.begin(commits.edits.forth, undo: commits.edits.back)
          }
        ) {
          do {
            try table.commit()
            let count = table.database.unsafeReentrantRead { _ in
              var count = 0
              // Else each look-up would lock the file and unlock it.
              _ = begin.step()
              defer { _ = end.step() }
              for id in ids {
                statement.bind(CollectionOfOne(id))
                while statement.step() {
                  count += 1
                  blackHole(statement.integer(1) &+ statement.integer(2))
                }
              }
              return count
            }
            return count == found ? answer : ~answer
          } catch {
            return ~answer
          }
        }
      }
    }

    /// The same transaction while nobody follows.
    private static var write: Scenario {
      floor(
        "write", "The same transaction while nobody follows it.", isHeadline: true,
        headlineMaximumItems: FetchStrategy.writeHeadlineItems
      ) { context in
        let writer = FetchWriter(try FetchTable.onFile(in: context))
        return Measurement(operationsPerCall: writer.count, expectedAnswer: writer.answer) {
          writer.write()
        }
      }
    }
  }
#endif
