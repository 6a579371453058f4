#if SQLITE
  public import CollectionViews
  import GRDB

  /// An error of a request, of its database or of the view that shows it. It says what was found, where,
  /// and what to do.
  ///
  /// The view shows the last whole state after each of them.
  public enum FetchedDataError: Error, Hashable, Sendable {
    /// There is no database file at a path, or it cannot be opened.
    case missing(path: String)
    /// Another connection keeps the database locked for longer than the busy timeout; with the process
    /// that holds the lock, where the system tells.
    case locked(path: String, holder: LockHolder?)
    /// The file is no database, or a broken one.
    case corrupt(path: String, message: String)
    /// The database cannot be written.
    case readOnly(path: String)
    /// The disk, or the size that the database may have, is full.
    case full(path: String)
    /// The request no longer fits the schema, or never did.
    case schema(path: String, message: String)
    /// SQLite refused a statement for another reason.
    case database(path: String, message: String)

    /// A request has no sort terms.
    case noOrder(table: String)
    /// A table has no primary key in the result of the request.
    case noPrimaryKey(table: String, columns: [String])
    /// A column of a row's primary key is NULL, so that other rows may have the same one.
    case nullKey(table: String, row: String)
    /// The order hangs on a function that returns another value each time it is called.
    case unstableOrder(table: String, function: String)
    /// Sections are ordered by a collation that only the database knows.
    case sectionCollation(String)
    /// The texts of the database are not UTF-8.
    case encoding(path: String, found: String)
    /// The request includes children of its rows, which further queries would fetch.
    case includesChildren(table: String)
    /// A relationship refers to a column that is no primary key and not unique.
    case notToOne(table: String, key: String)
    /// The value of a section is NULL where that is not allowed.
    case nullSection(row: String)
    /// A row that the request returns more than once, as a join with several rows does.
    case duplicateRow(table: String, row: String)
    /// The value of a section is of another type than its item.
    case sectionType(value: String, expected: String)
    /// A limit or an offset is negative.
    case negativeLimit(limit: Int?, offset: Int)
    /// The source was started, or asked to fetch, inside a transaction on the same connection.
    case insideTransaction(path: String)
    /// The view that the source served no longer exists.
    case viewGone
    /// The view was wrong, or refused an update.
    case view(CollectionViewError)

    /// A process that holds a lock.
    public struct LockHolder: Hashable, Sendable {
      /// The number of the process.
      public let processID: Int
      /// The name of its executable.
      public let name: String

      /// Creates a holder.
      public init(processID: Int, name: String) {
        self.processID = processID
        self.name = name
      }
    }
  }

  extension FetchedDataError {
    /// Creates the error that `error`, thrown by GRDB for the database at `path`, stands for.
    package init(_ error: any Error, path: String) {
      switch error {
      case let known as FetchedDataError: self = known
      case let view as CollectionViewError: self = .view(view)
      case let database as DatabaseError: self.init(database, path)
      default: self = .database(path: path, message: "\(error)")
      }
    }

    private init(_ error: DatabaseError, _ path: String) {
      let message = error.message ?? "\(error.resultCode)"
      switch error.resultCode {
      case .SQLITE_BUSY, .SQLITE_LOCKED:
        self = .locked(path: path, holder: LockHolder.ofDatabase(at: path))
      case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt(path: path, message: message)
      case .SQLITE_READONLY: self = .readOnly(path: path)
      case .SQLITE_FULL: self = .full(path: path)
      case .SQLITE_CANTOPEN: self = .missing(path: path)
      case .SQLITE_ERROR, .SQLITE_SCHEMA: self = .schema(path: path, message: message)
      default: self = .database(path: path, message: message)
      }
    }
  }

  extension FetchedDataError: CustomStringConvertible {
    /// One sentence: what was found, where, and what to change.
    public var description: String {
      switch self {
      case .missing(let path):
        "the database \(path) cannot be opened; check that the file exists and may be read"
      case .locked(let path, let holder):
        "the database \(path) is locked"
          + (holder.map { " by process \($0.processID) (\($0.name))" } ?? "")
          + "; end its transaction, or raise the busy timeout of the connection"
      case .corrupt(let path, let message):
        "the database \(path) cannot be read (\(message)); restore it from a copy"
      case .readOnly(let path):
        "the database \(path) is read-only; open it for writing, or give the file that permission"
      case .full(let path):
        "there is no room for the database \(path); free some of the disk. Nothing of the "
          + "transaction was kept"
      case .schema(let path, let message):
        "the request does not fit the schema of \(path) (\(message)); change it, then reload"
      case .database(let path, let message): "SQLite refused a statement on \(path): \(message)"
      case .noOrder(let table):
        "the request for \(table) has no sort terms; give at least one in sortedBy"
      case .noPrimaryKey(let table, let columns):
        "the result has no column \(columns.joined(separator: ", ")), the primary key of \(table); "
          + "select it"
      case .nullKey(let table, let row):
        "a row of \(table) has the primary key \(row); declare its columns NOT NULL, or filter such "
          + "rows out"
      case .unstableOrder(let table, let function):
        "the request for \(table) sorts or filters by \(function)(), whose value is another one at "
          + "each reading; store the value in a column"
      case .sectionCollation(let name):
        "the sections are ordered by the collation \(name), which only the database knows; use "
          + "BINARY, NOCASE or RTRIM"
      case .encoding(let path, let found):
        "the texts of the database \(path) are \(found); copy it into one with PRAGMA encoding = "
          + "'UTF-8'"
      case .includesChildren(let table):
        "the request for \(table) includes children, as by including(all:); fetch them when a cell is "
          + "filled"
      case .notToOne(let table, let key):
        "\(table).\(key) is not unique, so a row may refer to several sections; name a primary key "
          + "or a unique column"
      case .nullSection(let row):
        "the section of row \(row) is NULL; allow it with allowsNull, or filter such rows out"
      case .duplicateRow(let table, let row):
        "the request returns the row \(row) of \(table) more than once; join so that there is one result "
          + "for each row, or group them"
      case .sectionType(let value, let expected):
        "the section value \(value) is no \(expected); use another type of section item"
      case .negativeLimit(let limit, let offset):
        "limit \(limit.map(String.init) ?? "nil") and offset \(offset) were found; both must be 0 "
          + "or more"
      case .insideTransaction(let path):
        "rows were asked for inside a transaction on \(path) that has written; ask after it has ended"
      case .viewGone:
        "the view that the source served no longer exists; create a source for another"
      case .view(let error): error.description
      }
    }
  }
#endif
