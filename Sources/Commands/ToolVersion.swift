import RunRecords

/// The tool's own version.
enum ToolVersion {
  /// Semantic versioning; the one place that says it.
  static let number = "0.1.0"

  /// What `--version` prints.
  static var description: String { number }

  /// What records name as their writer.
  static var identity: ToolIdentity { ToolIdentity(name: "cvbench", version: number) }
}
