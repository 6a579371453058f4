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

  /// What a snapshot in this format begins with, and hardly another file.
  var beginning: String {
    switch self {
    case .svg: SnapshotPicture.beginning
    case .text: LayoutSnapshot.beginning
    }
  }

  /// The bytes that tell whether a file is a snapshot.
  static var longestBeginning: Int { allCases.map(\.beginning.utf8.count).max() ?? 0 }

  /// `snapshot` in this format, with a line end.
  func text(of snapshot: LayoutSnapshot) -> String {
    switch self {
    case .svg: SnapshotPicture(snapshot).svg
    case .text: snapshot.text
    }
  }
}
