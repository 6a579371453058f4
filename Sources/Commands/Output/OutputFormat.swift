import Analysis
import Reports
import RunRecords

/// A format in which `run` prints its result.
enum OutputFormat: String, CaseIterable {
  case table, json, csv

  /// Returns `record` in this format, with a line end; the last three parameters are a table's.
  func text(
    of record: RunRecord, namesPreset: Bool = true, subject: String? = nil, showsDetails: Bool
  ) throws(ToolError) -> String {
    switch self {
    case .table:
      return RunTable.render(
        record, columns: Terminal.columns, color: Terminal.isColored, namesPreset: namesPreset,
        subject: subject, showsDetails: showsDetails)
        + "\n"
    case .json: return try ToolError.wrap(try record.json(), as: ToolError.record)
    case .csv: return RunRecordCSV.render(record)
    }
  }
}

/// A format in which `gate` prints its result.
enum GateFormat: String, CaseIterable {
  case table, md, json

  /// Returns `judgement` on `record` in this format, with a line end.
  func text(of judgement: GateJudgement, on record: RunRecord) throws(ToolError) -> String {
    switch self {
    case .table: judgement.render(columns: Terminal.columns, color: Terminal.isColored) + "\n"
    case .md: judgement.markdown
    case .json: try ToolError.wrap(try record.json(), as: ToolError.record)
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
