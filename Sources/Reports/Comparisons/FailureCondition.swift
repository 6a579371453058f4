/// What a comparison is asked to fail on, beside what it always fails on.
package enum FailureCondition: Hashable, Sendable {
  /// A time regressed.
  case regressed
  /// Something improved: a figure that is kept is to be renewed.
  case improved
  /// A case of the baseline is not in the candidate.
  case removed
  /// More than this share of the times could not be told.
  case inconclusive(aboveShare: Double)

  /// The conditions as they are typed.
  package static let forms = "regressed, improved, removed, inconclusive, inconclusive>20%"

  /// What `text` says; nil where it is none of the `forms`.
  package init?(_ text: String) {
    switch text {
    case "regressed": self = .regressed
    case "improved": self = .improved
    case "removed": self = .removed
    case "inconclusive": self = .inconclusive(aboveShare: 0)
    default:
      let prefix = "inconclusive>"
      guard text.hasPrefix(prefix), text.last == "%",
        let percent = Double(text.dropFirst(prefix.count).dropLast()), (0..<100) ~= percent
      else { return nil }
      self = .inconclusive(aboveShare: percent / 100)
    }
  }

  /// Whether it says something of times, which then have to be there.
  var isOfTimes: Bool {
    switch self {
    case .regressed, .inconclusive: true
    case .improved, .removed: false
    }
  }
}
