/// Two keys of a record that should be equal, part by part.
package struct KeyDifference: Hashable, Sendable {
  /// The parts of the baseline's key that the candidate's does not have, in order.
  package var baseline: [String]
  /// The parts of the candidate's key that the baseline's does not have, in order.
  package var candidate: [String]

  /// Tells two keys apart; nil where they are equal.
  ///
  /// - Parameters:
  ///   - baseline: Parts set apart by `;` or `|`.
  ///   - candidate: The same of the other record.
  package init?(baseline: String, candidate: String) {
    guard baseline != candidate else { return nil }
    let parts = Self.parts(baseline)
    let otherParts = Self.parts(candidate)
    self.baseline = parts.filter { !otherParts.contains($0) }
    self.candidate = otherParts.filter { !parts.contains($0) }
    // The same parts in another order, or another number of times: only the whole tells.
    if self.baseline.isEmpty, self.candidate.isEmpty {
      self.baseline = [baseline]
      self.candidate = [candidate]
    }
  }

  private static func parts(_ key: String) -> [String] {
    key.split { $0 == ";" || $0 == "|" }.map { part in
      String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
  }
}
