/// The specification of a dataset, as `--dataset` reads it.
///
/// ```swift
/// try DatasetSpec(parsing: "zipf-1000")  // generated: .distribution(.zipf(sections: 1_000))
/// try DatasetSpec(parsing: "directory:/usr/share")  // read: sections are directories
/// try DatasetSpec(parsing: "listing:files.txt")  // the same of a list of files
/// try DatasetSpec(parsing: "csv(section=album):photos.csv").text  // the same text again
/// ```
public enum DatasetSpec: Hashable, Sendable {
  /// A generated dataset.
  case distribution(SectionDistribution)
  /// A directory tree: sections are directories, items their files.
  case directory(path: String)
  /// A list of files: sections are their directories, items the files.
  case listing(path: String)
  /// A CSV file.
  case csv(path: String, columns: CSVColumns)
  /// A run's copy of an imported collection, as `InputSnapshot` writes it for worker processes.
  case snapshot(path: String)

  /// Parses a distribution's name, `directory:PATH`, `listing:FILE`, `csv:FILE`,
  /// `csv(COLUMNS):FILE` or `snapshot:FILE`, with COLUMNS in the form of `CSVColumns`.
  ///
  /// - Throws: `DatasetError.unknownSpec`, or `.unusableColumns` from `CSVColumns`.
  public init(parsing text: String) throws(DatasetError) {
    if let distribution = SectionDistribution(name: text) {
      self = .distribution(distribution)
    } else if let path = Self.rest(of: text, after: "directory:") {
      self = .directory(path: path)
    } else if let path = Self.rest(of: text, after: "listing:") {
      self = .listing(path: path)
    } else if let path = Self.rest(of: text, after: "snapshot:") {
      self = .snapshot(path: path)
    } else if let path = Self.rest(of: text, after: "csv:") {
      self = .csv(path: path, columns: CSVColumns())
    } else if let rest = Self.rest(of: text, after: "csv("),
      let close = rest.firstRange(of: "):"), close.upperBound < rest.endIndex
    {
      let columns = try CSVColumns(parsing: String(rest[..<close.lowerBound]))
      self = .csv(path: String(rest[close.upperBound...]), columns: columns)
    } else {
      throw DatasetError.unknownSpec(text)
    }
  }

  /// The text that `init(parsing:)` reads back: one string carries everything that another process
  /// needs.
  public var text: String {
    switch self {
    case .distribution(let distribution): distribution.name
    case .directory(let path): "directory:\(path)"
    case .listing(let path): "listing:\(path)"
    case .snapshot(let path): "snapshot:\(path)"
    case .csv(let path, CSVColumns()): "csv:\(path)"
    case .csv(let path, let columns): "csv(\(columns.text)):\(path)"
    }
  }

  /// The names and forms of all specifications, for help and error messages.
  public static let names =
    SectionDistribution.names + ["directory:PATH", "listing:FILE", "csv:FILE"]

  /// A Boolean value that indicates whether the collection is imported, and so has its own item
  /// count.
  public var isReal: Bool {
    if case .distribution = self { return false }
    return true
  }

  private static func rest(of text: String, after prefix: String) -> String? {
    guard text.hasPrefix(prefix), text.count > prefix.count else { return nil }
    return String(text.dropFirst(prefix.count))
  }
}

/// Suggests a specification for a misspelt one.
package enum NearestSpec {
  /// Returns the specification with the fewest edits from `text`; nil if none is near.
  ///
  /// A number behind a distribution's name and a path behind a colon are kept.
  package static func find(_ text: String) -> String? {
    if let colon = text.firstIndex(of: ":") {
      guard text[colon...].count > 1 else { return nil }
      let kinds = ["directory", "listing", "csv", "updates"]
      let kind = NearestName.find(String(text[..<colon]), among: kinds)
      return kind.map { $0 + text[colon...] }
    }
    let endings = [(".csv", "csv:"), (".txt", "listing:"), (".jsonl", "updates:")]
    if let kind = endings.first(where: { text.hasSuffix($0.0) })?.1 { return kind + text }
    if text.contains("/") { return "directory:" + text }
    let (name, number) = parts(of: text)
    let known = SectionDistribution.names.map { parts(of: $0).name }
    guard let nearest = NearestName.find(name, among: known) else { return nil }
    let usual = SectionDistribution.names.first { parts(of: $0).name == nearest }
    return SectionDistribution(name: "\(nearest)-\(number)")?.name ?? usual
  }

  /// Returns the text before the trailing number of `text` and its dash, and the number.
  private static func parts(of text: String) -> (name: String, number: Substring) {
    var name = text[...]
    while name.last?.isWholeNumber == true { name.removeLast() }
    let number = text[name.endIndex...]
    if name.last == "-" { name.removeLast() }
    return (String(name), number)
  }
}
