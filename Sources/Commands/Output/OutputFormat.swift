import Reports
import RunRecords

/// A format in which `run` prints its result.
enum OutputFormat: String, CaseIterable {
  case table, json, csv

  /// Returns `record` in this format, with a line end; only a table names the preset.
  func text(of record: RunRecord, namesPreset: Bool = true) throws(ToolError) -> String {
    switch self {
    case .table:
      return RunTable.render(
        record, columns: Terminal.columns, color: Terminal.isColored, namesPreset: namesPreset)
        + "\n"
    case .json: return try ToolError.wrap(try record.json(), as: ToolError.record)
    case .csv: return RunRecordCSV.render(record)
    }
  }
}

/// A format in which `compare` prints its result.
enum ComparisonFormat: String, CaseIterable {
  case table, json, csv, md

  /// Returns `document` in this format, with a line end; a table without a width is Markdown.
  func text(of document: ComparisonDocument) -> String {
    switch self {
    case .json: document.json
    case .csv: document.csv
    case .table, .md: document.markdown
    }
  }
}
