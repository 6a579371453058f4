import Reports
import RunRecords

/// What `run` prints on standard output.
enum OutputFormat: String, CaseIterable {
  case table, json, csv

  /// The format named `name`.
  static func named(_ name: String) throws(ToolError) -> OutputFormat {
    guard let format = OutputFormat(rawValue: name) else {
      throw .unknownName(kind: "format", found: name, known: allCases.map(\.rawValue))
    }
    return format
  }

  /// `record` in this format, with a line end.
  func text(of record: RunRecord) throws(ToolError) -> String {
    switch self {
    case .table:
      return RunTable.render(record, columns: Terminal.columns, color: Terminal.isColored) + "\n"
    case .json:
      do throws(RecordError) {
        return try record.json()
      } catch {
        throw .record(error)
      }
    case .csv: return RunRecordCSV.render(record)
    }
  }
}
