#if SQLITE
  import GRDB

  /// Changes rows in one transaction.
  final class FetchWriter {
    private let table: FetchTable
    let count: Int
    let answer: UInt64 = 0x5772_6974
    private var value: Int64 = 0

    init(_ table: FetchTable) {
      self.table = table
      count = min(FetchStrategy.writtenRows, table.collection.rowCount)
    }

    /// Changes the content of each row.
    func write() -> UInt64 {
      value += 1
      do {
        let changes = try table.database.unsafeReentrantWrite { database in
          let before = database.totalChangesCount
          let statement = try database.cachedStatement(
            sql: "UPDATE message SET revision = ? WHERE id = ?")
          try database.inTransaction(.immediate) {
            for id in 1...Int64(count) {
              try statement.setArguments([value, id])
              try statement.execute()
            }
            return .commit
          }
          return database.totalChangesCount - before
        }
        table.noteUndo([
          FetchEdit(sql: "UPDATE message SET revision = 0 WHERE revision <> 0", arguments: [])
        ])
        return changes == count ? answer : ~answer
      } catch {
        return ~answer
      }
    }
  }
#endif
