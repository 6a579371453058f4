/// The tool's own version.
enum ToolVersion {
  /// Semantic versioning; the one place that says it.
  static let number = "0.1.0"
  static var description: String { number }
}
