#if SQLITE
  /// The schema, the request and the settings of a source that a script runs under.
  public struct FetchedStressConfiguration: Hashable, Sendable {
    /// The primary key of the table.
    public enum Table: String, Hashable, Sendable, Codable, CaseIterable {
      /// `INTEGER PRIMARY KEY`.
      case rowID
      /// Values of all types, `WITHOUT ROWID`.
      case withoutRowID
      /// Texts that begin alike.
      case text
      /// Texts that are equal in either case.
      case nocase
      /// Two columns, in another order than the table has them, `WITHOUT ROWID`.
      case composite
    }

    /// The rule that divides the rows.
    public enum Sections: String, Hashable, Sendable, Codable, CaseIterable {
      /// One section.
      case none
      /// The values of a column of any type, descending.
      case column
      /// The first letter of a name, in either case.
      case expression
      /// The rows of another table, ordered by a column of it.
      case relationship
    }

    /// The order within a section.
    public enum Order: String, Hashable, Sendable, Codable, CaseIterable {
      /// A column of any type.
      case rank
      /// The same, descending, then a name.
      case rankDescending
      /// A name in either case.
      case nocase
      /// A name, descending.
      case nameDescending
      /// Three columns in turn.
      case three
    }

    /// The rows of the request.
    public enum Rows: String, Hashable, Sendable, Codable, CaseIterable {
      /// All.
      case all
      /// Those that a column accepts.
      case filtered
      /// All, each with a column of another table that the request names as a dependency.
      case joined
      /// The same, without the dependency.
      case joinedBlindly
      /// A few, behind the first two.
      case limited
    }

    /// The way of a commit to the view.
    public enum Updates: String, Hashable, Sendable, Codable, CaseIterable {
      /// Row by row.
      case incremental
      /// Row by row, up to three rows a commit; few rows are kept in memory.
      case sparing
      /// All keys fetched and compared.
      case refetch
      /// Row by row; cells keep their content.
      case ignoring
      /// Each change reloads the view.
      case reloading
    }

    /// The place of the database, which decides who else may write.
    public enum Storage: String, Hashable, Sendable, Codable, CaseIterable {
      /// Memory, which nobody else can open.
      case memory
      /// A file with a rollback journal.
      case file
      /// A file with a log, which readers do not wait for.
      case pool
    }

    /// The primary key of the table.
    public var table = Table.rowID
    /// The rule that divides the rows.
    public var sections = Sections.none
    /// The order within a section.
    public var order = Order.rank
    /// The rows of the request.
    public var rows = Rows.all
    /// The way of a commit to the view.
    public var updates = Updates.incremental
    /// The place of the database.
    public var storage = Storage.memory

    /// Creates a configuration: by default all rows of a table with an integer key, in memory.
    public init(
      table: Table = .rowID, sections: Sections = .none, order: Order = .rank, rows: Rows = .all,
      updates: Updates = .incremental, storage: Storage = .memory
    ) {
      (self.table, self.sections, self.order) = (table, sections, order)
      (self.rows, self.updates, self.storage) = (rows, updates, storage)
    }

    /// Configurations in which every value occurs, most of them with several of the others.
    public static let all: [FetchedStressConfiguration] = [
      .init(),
      .init(sections: .column),
      .init(sections: .expression, order: .rankDescending),
      .init(sections: .relationship, order: .nocase),
      .init(order: .nameDescending, rows: .filtered, storage: .file),
      .init(sections: .column, order: .three, rows: .joined),
      .init(sections: .relationship, order: .three, rows: .joinedBlindly),
      .init(sections: .expression, order: .nocase, updates: .ignoring),
      .init(sections: .column, order: .rankDescending, updates: .refetch, storage: .pool),
      .init(sections: .relationship, order: .rank, updates: .refetch),
      .init(table: .withoutRowID, sections: .column, order: .nocase),
      .init(table: .withoutRowID, order: .rank, rows: .joined, updates: .sparing),
      .init(table: .withoutRowID, sections: .relationship, order: .nameDescending, storage: .file),
      .init(table: .text, sections: .expression, order: .rank),
      .init(table: .text, sections: .column, order: .three, rows: .filtered, storage: .pool),
      .init(table: .text, order: .nocase, rows: .limited),
      .init(table: .nocase, order: .nocase),
      .init(table: .nocase, sections: .column, order: .rank, rows: .filtered, updates: .reloading),
      .init(table: .nocase, sections: .relationship, order: .rank, rows: .joined),
      .init(table: .composite, order: .rankDescending),
      .init(table: .composite, sections: .expression, order: .three, updates: .sparing),
      .init(table: .composite, sections: .column, order: .rank, rows: .limited, storage: .file),
      .init(table: .composite, sections: .relationship, order: .nocase, updates: .ignoring),
      .init(table: .composite, sections: .column, order: .nocase, rows: .joined, updates: .refetch),
    ]

    /// A Boolean value that indicates whether each commit on the source's connection can be followed
    /// row by row.
    var isFollowed: Bool {
      rows != .limited && rows != .joinedBlindly && updates != .refetch
    }
  }
#endif
