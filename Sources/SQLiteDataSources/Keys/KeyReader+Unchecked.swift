#if SQLITE
  import Foundation
  package import GRDB
  import GRDBSQLite

  /// Reads keys of rows from a statement, column by column, without a value on the heap for each.
  ///
  /// Unchecked because it calls SQLite's C interface: the statement belongs to a connection that the
  /// caller has access to, and what a column points to is copied before the next step. A value that SQLite
  /// calls unprotected is one that others may use meanwhile; nobody else uses the connection.
  @safe
  package struct KeyReader {
    package let layout: KeyLayout
    private let statement: Statement
    private let pointer: OpaquePointer
    private let argumentCount: Int
    /// The number of the first column of the keys.
    private let firstColumn: Int
    /// The first two sort terms; nil where there are fewer. Of their own, because each row asks for them.
    private let firstSortRule: TermRule?
    private let secondSortRule: TermRule?
    /// The columns of the first terms.
    private let firstSection: Int
    private let firstSort: Int

    /// Creates a reader of `sql`, whose columns are the primary key, the section's terms and the sort
    /// terms.
    ///
    /// - Parameters:
    ///   - sql: A SELECT.
    ///   - arguments: Its first arguments; `seek(_:)` binds those of a key behind them.
    ///   - layout: The terms.
    ///   - database: An access to a connection, in which alone the reader is used.
    /// - Throws: What SQLite says of the statement.
    package init(
      _ sql: String, _ arguments: StatementArguments, _ layout: KeyLayout, _ database: Database
    ) throws {
      self.init(try database.makeStatement(sql: sql), arguments, layout)
    }

    /// Creates a reader of the keys in a statement whose first columns are others.
    ///
    /// - Parameters:
    ///   - statement: A SELECT.
    ///   - arguments: Its first arguments; `bind(_:)` binds those of keys behind them.
    ///   - layout: The terms.
    ///   - firstColumn: The number of columns before the keys.
    package init(
      _ statement: Statement, _ arguments: StatementArguments, _ layout: KeyLayout,
      firstColumn: Int = 0
    ) {
      self.layout = layout
      self.statement = statement
      self.firstColumn = firstColumn
      firstSection = firstColumn + layout.keyCount
      firstSort = firstSection + layout.sections.count
      firstSortRule = layout.sorts.first
      secondSortRule = layout.sorts.dropFirst().first
      unsafe pointer = statement.sqliteStatement
      argumentCount = unsafe Int(sqlite3_bind_parameter_count(pointer))
      // Behind them, NULL until a key is bound.
      statement.setUncheckedArguments(arguments)
      rewind()
    }

    /// Returns whether a connection is inside a transaction that has written.
    package static func isWriting(_ database: Database) -> Bool {
      guard let connection = unsafe database.sqliteConnection else { return false }
      return unsafe sqlite3_txn_state(connection, nil) == SQLITE_TXN_WRITE
    }

    /// Goes to the next row.
    ///
    /// - Returns: False behind the last one.
    package func step() throws -> Bool {
      let status = unsafe sqlite3_step(pointer)
      if status == SQLITE_ROW { return true }
      if status == SQLITE_DONE { return false }
      throw error(status)
    }

    /// Begins again, for the row with a primary key.
    package func seek(_ identity: RowIdentity) {
      rewind()
      bind(identity, endingAt: argumentCount)
    }

    /// Binds the last arguments to primary keys; their texts byte for byte, whatever is in them.
    package func bind(_ identities: [RowIdentity]) {
      var place = argumentCount
      for identity in identities.reversed() {
        bind(identity, endingAt: place)
        place -= layout.usesRowID ? 1 : layout.keyCount
      }
    }

    private func bind(_ identity: RowIdentity, endingAt last: Int) {
      switch identity {
      case .rowID(let id):
        unsafe sqlite3_bind_int64(pointer, Int32(last), id)
      case .values(let values):
        for (place, value) in values.enumerated() {
          bind(value, at: Int32(last - values.count + place + 1))
        }
      }
    }

    /// Ends the reading, so that the statement holds no lock.
    package func rewind() {
      // The status is the last step's, which that step has thrown.
      _ = unsafe sqlite3_reset(pointer)
    }

    private func bind(_ value: SortValue, at place: Int32) {
      // Copied by SQLite at once.
      let transient = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      switch value {
      case .null: unsafe sqlite3_bind_null(pointer, place)
      case .integer(let number): unsafe sqlite3_bind_int64(pointer, place, number)
      case .real(let number): unsafe sqlite3_bind_double(pointer, place, number)
      case .text(let bytes):
        unsafe bytes.withUnsafeBufferPointer { bytes in
          _ = unsafe bytes.withMemoryRebound(to: CChar.self) { text in
            unsafe sqlite3_bind_text(
              pointer, place, text.baseAddress, Int32(text.count), transient)
          }
        }
      case .blob(let bytes):
        unsafe bytes.withUnsafeBytes { bytes in
          _ = unsafe sqlite3_bind_blob(
            pointer, place, bytes.baseAddress, Int32(bytes.count), transient)
        }
      }
    }

    private func error(_ status: Int32) -> DatabaseError {
      let message = unsafe sqlite3_errmsg(sqlite3_db_handle(pointer)).map {
        unsafe String(cString: $0)
      }
      return DatabaseError(
        resultCode: ResultCode(rawValue: status), message: message, sql: statement.sql)
    }
  }

  // MARK: The row at hand

  extension KeyReader {
    /// The rowid, where that is the primary key.
    @inline(__always)
    package var rowID: Int64 { unsafe sqlite3_column_int64(pointer, Int32(firstColumn)) }

    /// The primary key.
    package var identity: RowIdentity {
      layout.usesRowID
        ? .rowID(rowID)
        : .values((0..<layout.keyCount).map { value(at: firstColumn + $0, .binary) })
    }

    /// The section.
    package var section: SectionKey {
      SectionKey(terms: sectionTerms, rules: layout.sections, value: sectionValue)
    }

    /// The terms that order the section.
    package var sectionTerms: [SortValue] {
      layout.sections.indices.map {
        value(at: firstSection + $0, layout.sections[$0].collation)
      }
    }

    private var sectionValue: DatabaseValue {
      guard !layout.sections.isEmpty else { return .null }
      let column = Int32(firstSection + layout.sectionValue)
      switch unsafe sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: return unsafe sqlite3_column_int64(pointer, column).databaseValue
      case SQLITE_FLOAT: return unsafe sqlite3_column_double(pointer, column).databaseValue
      case SQLITE_TEXT:
        return String(decoding: bytes(at: column), as: UTF8.self).databaseValue
      case SQLITE_BLOB: return Data(bytes(at: column)).databaseValue
      default: return .null
      }
    }

    /// Returns whether the section is `other`.
    package func isSection(_ other: SectionKey) -> Bool { sectionTerms == other.terms }

    /// Returns whether the section's first term is an integer `number`, without a value on the heap.
    @inline(__always)
    package func isFirstSectionTerm(_ number: Int64) -> Bool {
      let value = unsafe sqlite3_column_value(pointer, Int32(firstSection))
      return unsafe sqlite3_value_type(value) == SQLITE_INTEGER
        && sqlite3_value_int64(value) == number
    }

    /// The place of the row among the rows of its section.
    @inline(__always)
    package var key: RowKey {
      guard let first = firstSortRule else { return RowKey(high: 0, low: 0) }
      let column = Int32(firstSort)
      var key = RowKey(high: 0, low: 0)
      // One column once, rather than its type and its number.
      let value = unsafe sqlite3_column_value(pointer, column)
      let type = unsafe sqlite3_value_type(value)
      if type == SQLITE_INTEGER {
        key.high = SortWord.number(Double(unsafe sqlite3_value_int64(value)))
      } else if type == SQLITE_TEXT {
        key = textKey(at: column, first.collation)
      } else {
        key.high = word(at: column, first.collation)
      }
      let isAmbiguous = SortWord.isAmbiguous(key.high)
      if !isAmbiguous, let second = secondSortRule {
        let low = word(at: Int32(firstSort + 1), second.collation)
        key.low = second.isDescending ? ~low : low
      }
      if first.isDescending {
        key.high = ~key.high
        if isAmbiguous, type == SQLITE_TEXT { key.low = ~key.low }
      }
      return key
    }

    /// Returns the word of a text, and in the low word the bytes that follow if there are more.
    @inline(never)
    private func textKey(at column: Int32, _ collation: Collation) -> RowKey {
      func key(_ bytes: some RandomAccessCollection<UInt8>) -> RowKey {
        func byte(_ place: Int) -> UInt8 {
          bytes[bytes.index(bytes.startIndex, offsetBy: place)]
        }
        let high = SortWord.text(count: bytes.count, byte: byte)
        guard SortWord.isAmbiguous(high) else { return RowKey(high: high, low: 0) }
        return RowKey(high: high, low: SortWord.continuation(count: bytes.count, byte: byte))
      }
      guard collation == .binary else { return key(collation.folded(bytes(at: column))) }
      // As they lie in the statement, without a copy.
      let start = unsafe sqlite3_column_blob(pointer, column)
      let count = unsafe Int(sqlite3_column_bytes(pointer, column))
      return unsafe key(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// All sort terms.
    package var sorts: [SortValue] {
      layout.sorts.indices.map { value(at: firstSort + $0, layout.sorts[$0].collation) }
    }

    /// The whole place, for a row that is moved or inserted.
    package var place: RowPlace { RowPlace(section: section, key: key, sorts: sorts) }

    private func word(at column: Int32, _ collation: Collation) -> UInt64 {
      switch unsafe sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER:
        return SortWord.number(Double(unsafe sqlite3_column_int64(pointer, column)))
      case SQLITE_FLOAT: return SortWord.number(unsafe sqlite3_column_double(pointer, column))
      case SQLITE_NULL: return SortWord.null
      case SQLITE_TEXT: return textKey(at: column, collation).high
      default: return SortWord.blob
      }
    }

    private func value(at column: Int, _ collation: Collation) -> SortValue {
      let column = Int32(column)
      switch unsafe sqlite3_column_type(pointer, column) {
      case SQLITE_INTEGER: return .integer(unsafe sqlite3_column_int64(pointer, column))
      case SQLITE_FLOAT: return SortValue(unsafe sqlite3_column_double(pointer, column))
      case SQLITE_NULL: return .null
      case SQLITE_TEXT: return .text(collation.folded(bytes(at: column)))
      default: return .blob(bytes(at: column))
      }
    }

    private func bytes(at column: Int32) -> [UInt8] {
      guard let start = unsafe sqlite3_column_blob(pointer, column) else { return [] }
      let count = unsafe Int(sqlite3_column_bytes(pointer, column))
      return unsafe Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
#endif
