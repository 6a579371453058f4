#if SQLITE
  import CSQLiteChanges
  import GRDB

  /// The rows that a connection touches, by SQLite's preupdate hook: the only one that tells of rows that
  /// REPLACE takes out, and of tables without rowids.
  ///
  /// Unchecked because the hook is C. Its memory is never freed, since the connection may call it for as
  /// long as it is open; a connection costs a few hundred bytes.
  @safe
  struct ChangeRecorder {
    private let pointer: OpaquePointer
    private let connection: UnsafeMutableRawPointer

    /// Creates a recorder for a connection; nil if SQLite has no such hook.
    init?(of database: Database) {
      guard cvbench_has_preupdate_hook(), let pointer = unsafe cvbench_recorder_create(),
        let connection = unsafe database.sqliteConnection
      else { return nil }
      unsafe self.pointer = pointer
      unsafe self.connection = UnsafeMutableRawPointer(connection)
    }

    /// The address of a connection.
    static func address(of database: Database) -> UInt {
      unsafe UInt(bitPattern: database.sqliteConnection)
    }

    /// Installs the hook.
    func install() { _ = unsafe cvbench_recorder_install(pointer, connection) }

    /// Removes the hook.
    func remove() { _ = unsafe cvbench_recorder_install(nil, connection) }

    /// Forgets all tables and changes.
    func reset() { unsafe cvbench_recorder_reset(pointer) }

    /// Forgets all changes.
    func clear() { unsafe cvbench_recorder_clear(pointer) }

    /// Adds a table, and returns its number.
    ///
    /// - Parameters:
    ///   - table: The table, as the schema spells it.
    ///   - keyColumns: The numbers of the primary key's columns; empty for the rowid.
    /// - Returns: The table's number; -1 if there is no memory.
    func add(_ table: FetchPlan.TableName, keyColumns: [Int]) -> Int {
      let columns = keyColumns.map { Int32($0) }
      return unsafe columns.withUnsafeBufferPointer {
        unsafe Int(
          cvbench_recorder_add_table(
            pointer, table.schema, table.name, $0.baseAddress, Int32($0.count)))
      }
    }

    /// The most changes that are kept.
    func setLimit(_ limit: Int) { unsafe cvbench_recorder_set_limit(pointer, limit) }

    /// The number of rows of any table that were changed.
    var calls: Int { unsafe Int(cvbench_recorder_calls(pointer)) }

    /// The number of rows of the tables that were touched, kept or not.
    var count: Int { unsafe cvbench_recorder_count(pointer) }

    /// A Boolean value that indicates whether some changes were not kept.
    var isIncomplete: Bool {
      unsafe cvbench_recorder_has_failed(pointer) || overflows
    }

    private var overflows: Bool {
      unsafe cvbench_recorder_kept(pointer) < cvbench_recorder_count(pointer)
    }

    /// Calls `body` with each change: its table's number, the row, and whether the row comes or goes.
    func forEachChange(_ body: (Int, RowIdentity, Bool) -> Void) {
      let count = unsafe cvbench_recorder_kept(pointer)
      guard count > 0, let changes = unsafe cvbench_recorder_changes(pointer) else { return }
      for place in 0..<count {
        let change = unsafe changes[place]
        let identity: RowIdentity =
          change.keyLength == 0 ? .rowID(change.id) : .values(values(of: change))
        body(Int(change.table), identity, change.comesOrGoes != 0)
      }
    }

    private func values(of change: cvbench_change) -> [SortValue] {
      guard let keys = unsafe cvbench_recorder_keys(pointer) else { return [] }
      let bytes = unsafe UnsafeRawBufferPointer(start: keys + change.key, count: change.keyLength)
      var values: [SortValue] = []
      var place = 0
      while place < bytes.count {
        let type = unsafe bytes[place]
        place += 1
        switch type {
        case 1:
          let number = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Int64.self)
          values.append(.integer(number))
          place += 8
        case 2:
          let number = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Double.self)
          values.append(SortValue(number))
          place += 8
        case 3, 4:
          let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: place, as: Int64.self))
          let contents = unsafe Array(bytes[(place + 8)..<(place + 8 + length)])
          values.append(type == 3 ? .text(contents) : .blob(contents))
          place += 8 + length
        default: values.append(.null)
        }
      }
      return values
    }
  }
#endif
