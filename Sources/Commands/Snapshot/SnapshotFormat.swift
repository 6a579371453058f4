/// The format of a snapshot.
enum SnapshotFormat: String, CaseIterable {
  case svg, text

  /// The first characters of a snapshot in this format, which hardly any other file has.
  var beginning: String {
    switch self {
    case .svg: SnapshotPicture.beginning
    case .text: LayoutSnapshot.beginning
    }
  }

  /// Returns whether `text` begins as a snapshot in any format.
  static func isSnapshot(_ text: String) -> Bool {
    allCases.contains { text.hasPrefix($0.beginning) }
  }

  /// Returns `snapshot` in this format, with a line end.
  func text(of snapshot: LayoutSnapshot) -> String {
    switch self {
    case .svg: SnapshotPicture(snapshot).svg
    case .text: snapshot.text
    }
  }
}
