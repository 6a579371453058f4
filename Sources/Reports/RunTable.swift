public import RunRecords

/// The table that `run` prints.
public enum RunTable {
  /// The table of `record` as text, `columns` wide at most.
  public static func render(_ record: RunRecord, columns: Int = 120) -> String { "" }
}
