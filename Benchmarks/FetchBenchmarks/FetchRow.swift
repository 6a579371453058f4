#if SQLITE
  public import GRDB

  /// A row of the suite's table, declared as apps declare theirs.
  public struct FetchRow: Hashable, Sendable, Identifiable, FetchableRecord, TableRecord {
    /// The table's name.
    public static let databaseTableName = "message"
    /// The primary key.
    public let id: Int64
    /// The value of the section: its number in the collection.
    public let section: Int64
    /// The place among the rows of the section; the id decides between equal ones.
    public let rank: Int64
    /// The number of changes of its content.
    public let revision: Int64
    /// The text that a cell shows.
    public let title: String

    /// Reads a row of a result, by the names of its columns.
    public init(row: Row) {
      id = row["id"]
      section = row["section"]
      rank = row["rank"]
      revision = row["revision"]
      title = row["title"]
    }
  }
#endif
