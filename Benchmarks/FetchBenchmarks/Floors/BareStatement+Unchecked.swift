#if SQLITE
  import GRDB
  import GRDBSQLite

  /// A statement without GRDB's part: the least that a query costs.
  ///
  /// Unchecked because it calls SQLite's C interface: the statement belongs to a connection that the
  /// caller has access to, and it is finalised before that connection is closed, as GRDB keeps it.
  @safe
  struct BareStatement {
    private let statement: Statement
    private let pointer: OpaquePointer

    /// Compiles `sql`.
    init(_ sql: String, _ database: Database) throws {
      statement = try database.makeStatement(sql: sql)
      unsafe pointer = statement.sqliteStatement
    }

    /// Binds integers to the parameters, from the first on, and begins again.
    @inline(__always)
    func bind(_ values: some Sequence<Int64>) {
      unsafe sqlite3_reset(pointer)
      var place: Int32 = 1
      for value in values {
        unsafe sqlite3_bind_int64(pointer, place, value)
        place += 1
      }
    }

    /// Goes to the next row; false behind the last one, after which it begins again.
    @inline(__always)
    func step() -> Bool {
      if unsafe sqlite3_step(pointer) == SQLITE_ROW { return true }
      unsafe sqlite3_reset(pointer)
      return false
    }

    /// Goes to the next row; false behind the last one, after which it begins again.
    ///
    /// - Throws: `DatabaseError` for anything but a row and the end.
    func next() throws -> Bool {
      let code = unsafe sqlite3_step(pointer)
      if code == SQLITE_ROW { return true }
      unsafe sqlite3_reset(pointer)
      guard code == SQLITE_DONE else {
        throw DatabaseError(resultCode: ResultCode(rawValue: code))
      }
      return false
    }

    /// Reads an integer of the row at hand.
    @inline(__always)
    func integer(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(pointer, column) }

    /// Reads the bytes of a text of the row at hand.
    @inline(__always)
    func text(_ column: Int32) -> String {
      guard let text = unsafe sqlite3_column_text(pointer, column) else { return "" }
      return unsafe String(cString: text)
    }
  }
#endif
