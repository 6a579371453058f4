/// What a comparison calls its two sides.
package struct SideNames: Hashable, Sendable {
  package var baseline: String
  package var candidate: String

  package init(baseline: String = "A", candidate: String = "B") {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// The name of the record at `index`: A to Z, then by number.
  static func letter(_ index: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return index < letters.count ? String(letters[index]) : "R\(index + 1)"
  }
}
