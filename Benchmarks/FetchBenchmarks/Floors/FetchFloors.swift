#if SQLITE
  import Benchmarking
  import Changesets
  import GRDB

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
      setUp: @escaping @Sendable (ScenarioContext) throws -> Measurement
    ) -> Scenario {
      Scenario(
        name, summary: summary, storage: storage, payload: FetchStrategy.payload, role: .floor,
        minimumItems: minimumItems, maximumItems: 10_000_000,
        bytesPerItem: FetchStrategy.bytesPerRow, isHeadline: isHeadline, setUp: setUp)
    }

    /// A cursor over the keys of all rows, whose columns are read.
    private static var load: Scenario {
      floor("load", "A row of a bare cursor over the keys of all rows.", isHeadline: true) { context in
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

    /// The rows that come into sight with each frame, by primary key.
    private static func frames(_ movement: FetchMovement) -> Scenario {
      floor(
        movement.rawValue, "The rows that come into sight in such a frame, by primary key.",
        isHeadline: true
      ) { context in
        let table = try FetchTable.onFile(in: context)
        let state = try context.shared("fetch/state") { try FetchState(table) }
        let extent = Double(state.ids.count) * FetchScreen.rowExtent
        let offsets = movement.offsets(extent, context.seed)
        let answer = offsets.dropFirst().reduce(0) {
          FetchDigest.following($0, state.visible(at: $1))
        }
        let frames = zip(offsets, offsets.dropFirst()).map { before, now in
          state.visibleIDs(at: now).subtracting(state.visibleIDs(at: before)).sorted()
        }
        let right = frames.reduce(0) { $0 + $1.count }
        let statement = try table.database.unsafeReentrantRead {
          try BareStatement("SELECT * FROM message WHERE id = ?", $0)
        }
        return Measurement(operationsPerCall: frames.count, expectedAnswer: answer) {
          table.database.unsafeReentrantRead { _ in
            var found = 0
            for ids in frames {
              for id in ids {
                statement.bind(CollectionOfOne(id))
                while statement.step() {
                  found += 1
                  blackHole(statement.text(4))
                }
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
        let statement = try table.database.unsafeReentrantRead {
          try BareStatement("SELECT id, section, rank FROM message WHERE id = ?", $0)
        }
        let isView = name.hasPrefix("commit")
        let answer = isView ? commits.after.visible(at: commits.offset) : commits.answer
        let present = Set(commits.after.ids)
        let found = ids.count { present.contains($0) }
        return Measurement(
          operationsPerCall: 1, expectedAnswer: answer,
          prepare: {
            if table.isEdited { try table.write(commits.edits.back, undo: []) }
            try table.begin(commits.edits.forth, undo: commits.edits.back)
          }
        ) {
          do {
            try table.commit()
            let count = table.database.unsafeReentrantRead { _ in
              var count = 0
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
      floor("write", "The same transaction while nobody follows it.", isHeadline: true) { context in
        let writer = try FetchWriter(FetchTable.onFile(in: context))
        return Measurement(operationsPerCall: writer.count, expectedAnswer: writer.answer) {
          writer.write()
        }
      }
    }
  }
#endif
