/// What makes a gate fail beside what always does.
package struct GatePolicy: Hashable, Sendable {
  /// Whether an improvement is to be accepted first, by a new baseline.
  package var failsOnImproved = false
  /// The share of inconclusive cases above which the gate fails; nil for never.
  package var mostInconclusive: Double?
  /// Whether a case that only the base has makes it fail.
  package var failsOnRemoved = false

  /// A gate that fails on regressions only.
  package init() {}

  /// Why a condition is none.
  package struct Malformed: Error, Hashable, CustomStringConvertible {
    package let condition: String

    package init(condition: String) { self.condition = condition }

    package var description: String {
      "'\(condition)' is no condition; there are: improved, removed, inconclusive, "
        + "inconclusive>20%"
    }
  }

  /// The policy of conditions as they are typed: `improved`, `removed`, `inconclusive`,
  /// `inconclusive>20%`.
  ///
  /// - Throws: `Malformed` for the first that is none.
  package init(conditions: [String]) throws(Malformed) {
    for condition in conditions {
      switch condition {
      case "improved": failsOnImproved = true
      case "removed": failsOnRemoved = true
      case "inconclusive": mostInconclusive = 0
      default:
        guard let share = Self.share(in: condition) else {
          throw Malformed(condition: condition)
        }
        mostInconclusive = share
      }
    }
  }

  private static func share(in condition: String) -> Double? {
    let prefix = "inconclusive>"
    guard condition.hasPrefix(prefix), condition.hasSuffix("%"),
      let percent = Double(condition.dropFirst(prefix.count).dropLast()),
      (0...100).contains(percent)
    else { return nil }
    return percent / 100
  }
}
