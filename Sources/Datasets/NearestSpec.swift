/// Finds the spec that was probably meant by a text that is none.
enum NearestSpec {
  /// The spec with the fewest edits from `text`; nil where all are too far to be a typo.
  ///
  /// A number behind a distribution's name and a path behind a colon are kept.
  static func find(_ text: String) -> String? {
    if let colon = text.firstIndex(of: ":") {
      guard text[colon...].count > 1 else { return nil }
      let kind = NearestName.find(String(text[..<colon]), among: ["directory", "csv"])
      return kind.map { $0 + text[colon...] }
    }
    if text.hasSuffix(".csv") { return "csv:" + text }
    if text.contains("/") { return "directory:" + text }
    let stem =
      text[...].lastIndex { !$0.isWholeNumber }.map { text[...$0] } ?? text[..<text.startIndex]
    let number = text[stem.endIndex...]
    let usual = "1000"
    let comparable = number.isEmpty ? text : stem + usual
    guard let name = NearestName.find(String(comparable), among: SectionDistribution.names) else {
      return nil
    }
    guard name.hasSuffix(usual), !number.isEmpty else { return name }
    return SectionDistribution(name: String(name.dropLast(usual.count)) + number)?.name ?? name
  }
}
