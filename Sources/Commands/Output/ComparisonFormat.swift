import Reports

/// What `compare` prints on standard output.
enum ComparisonFormat: String, CaseIterable {
  case table, json, csv, md

  /// The format named `name`.
  static func named(_ name: String) throws(ToolError) -> ComparisonFormat {
    guard let format = ComparisonFormat(rawValue: name) else {
      throw .unknownName(kind: "format", found: name, known: allCases.map(\.rawValue))
    }
    return format
  }

  /// `document` in this format, with a line end; a table is Markdown here, as it has no width.
  func text(of document: ComparisonDocument) -> String {
    switch self {
    case .json: document.json
    case .csv: document.csv
    case .table, .md: document.markdown
    }
  }
}
