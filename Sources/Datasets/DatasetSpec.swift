/// What the text after `--dataset` names.
public enum DatasetSpec: Hashable, Sendable {
  /// A generated dataset.
  case distribution(SectionDistribution)
  /// A directory tree: sections are directories, items their files.
  case directory(path: String)
  /// A CSV file.
  case csv(path: String)

  /// Reads `directory:PATH`, `csv:FILE` or a distribution's name; nil for anything else.
  public init?(_ text: String) {
    if text.hasPrefix("directory:") {
      self = .directory(path: String(text.dropFirst("directory:".count)))
    } else if text.hasPrefix("csv:") {
      self = .csv(path: String(text.dropFirst("csv:".count)))
    } else if let distribution = SectionDistribution(name: text) {
      self = .distribution(distribution)
    } else {
      return nil
    }
  }

  /// Everything that can be named, for help and error messages.
  public static let names = SectionDistribution.names + ["directory:PATH", "csv:FILE"]

  /// Whether the collection is read rather than generated, and so brings its own item count.
  public var isReal: Bool {
    if case .distribution = self { return false }
    return true
  }
}
