/// What a snapshot is written as.
enum SnapshotFormat: String, CaseIterable {
  case svg, text

  /// The format named `name`.
  static func named(_ name: String) throws(ToolError) -> SnapshotFormat {
    guard let format = SnapshotFormat(rawValue: name) else {
      throw .unknownName(kind: "format", found: name, known: allCases.map(\.rawValue))
    }
    return format
  }

  /// `snapshot` in this format, with a line end.
  func text(of snapshot: LayoutSnapshot) -> String {
    switch self {
    case .svg: SnapshotPicture(snapshot).svg
    case .text: snapshot.text
    }
  }
}
