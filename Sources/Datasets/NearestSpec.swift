/// Finds the spec that was probably meant by a text that is none.
enum NearestSpec {
  /// The spec with the fewest edits from `text`; nil where all are too far to be a typo.
  ///
  /// A number behind a distribution's name and a path behind a colon are kept.
  static func find(_ text: String) -> String? {
    if let colon = text.firstIndex(of: ":") {
      guard text[colon...].count > 1 else { return nil }
      let kind = nearest(to: String(text[..<colon]), among: ["directory", "csv"])
      return kind.map { $0 + text[colon...] }
    }
    if text.hasSuffix(".csv") { return "csv:" + text }
    if text.contains("/") { return "directory:" + text }
    let stem =
      text[...].lastIndex { !$0.isWholeNumber }.map { text[...$0] } ?? text[..<text.startIndex]
    let number = text[stem.endIndex...]
    let usual = "1000"
    let comparable = number.isEmpty ? text : stem + usual
    guard let name = nearest(to: comparable, among: SectionDistribution.names) else { return nil }
    guard name.hasSuffix(usual), !number.isEmpty else { return name }
    return SectionDistribution(name: String(name.dropLast(usual.count)) + number)?.name ?? name
  }

  /// The nearest of `names`, the first of equals; nil where over a third of its letters differ.
  private static func nearest(to text: String, among names: [String]) -> String? {
    let source = Array(text.lowercased())
    let distances = names.map { (name: $0, edits: editDistance(source, Array($0))) }
    let nearest = distances.min { $0.edits < $1.edits }
    return nearest.flatMap { $0.edits * 3 <= $0.name.count ? $0.name : nil }
  }

  /// The fewest insertions, deletions and replacements that turn `source` into `target`.
  ///
  /// Source: V. Levenshtein 1966; row by row, as R. Wagner and M. Fischer, doi:10.1145/321796.321811.
  static func editDistance(_ source: [Character], _ target: [Character]) -> Int {
    var row = Array(0...target.count)
    for (position, character) in source.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for column in target.indices {
        let replaced = diagonal + (character == target[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
      }
    }
    return row[target.count]
  }
}
