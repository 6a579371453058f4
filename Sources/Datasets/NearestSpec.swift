/// Finds the spec that was probably meant by a text that is none.
package enum NearestSpec {
  /// The spec with the fewest edits from `text`; nil where all are too far to be a typo.
  ///
  /// A number behind a distribution's name and a path behind a colon are kept.
  package static func find(_ text: String) -> String? {
    if let colon = text.firstIndex(of: ":") {
      guard text[colon...].count > 1 else { return nil }
      let kind = NearestName.find(String(text[..<colon]), among: ["directory", "csv"])
      return kind.map { $0 + text[colon...] }
    }
    if text.hasSuffix(".csv") { return "csv:" + text }
    if text.contains("/") { return "directory:" + text }
    let (name, number) = parts(of: text)
    let known = SectionDistribution.names.map { parts(of: $0).name }
    guard let nearest = NearestName.find(name, among: known) else { return nil }
    let usual = SectionDistribution.names.first { parts(of: $0).name == nearest }
    return SectionDistribution(name: "\(nearest)-\(number)")?.name ?? usual
  }

  /// What stands before the number at the end of `text` and its dash, and the number.
  private static func parts(of text: String) -> (name: String, number: Substring) {
    var name = text[...]
    while name.last?.isWholeNumber == true { name.removeLast() }
    let number = text[name.endIndex...]
    if name.last == "-" { name.removeLast() }
    return (String(name), number)
  }
}
