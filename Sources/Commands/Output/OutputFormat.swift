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

  /// `record` in this format, with a line end; `namesPreset` is for a table.
  func text(of record: RunRecord, namesPreset: Bool = true) throws(ToolError) -> String {
    switch self {
    case .table:
      return RunTable.render(
        record, columns: Terminal.columns, color: Terminal.isColored, namesPreset: namesPreset)
        + "\n"
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
