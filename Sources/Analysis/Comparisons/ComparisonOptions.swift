package import RunRecords
package import Statistics

/// The options of a comparison of records.
package struct ComparisonOptions: Hashable, Sendable {
  /// The clock whose times are judged.
  package var clock: TimeMetric
  /// The rule for changes of a time.
  package var rule: UnpairedRule
  /// A Boolean value that indicates whether times of different hosts are compared all the same.
  package var ignoresHosts: Bool

  /// The baselines whose executable is kept, by the id of their run: names for a gate.
  package var baselineNames: [String: String] = [:]
  /// The filters that each run was called with, by the id of the run.
  package var filters: [String: [String]] = [:]
  /// The `text_sha256` of the executable that the command would call; nil where it is not known.
  package var ownTextSHA256: String?
  /// The name of the executable in that command.
  package var tool = "cvbench"

  /// Judges times of `clock` by `rule`, else by that clock's own.
  package init(
    clock: TimeMetric = .cpu, rule: UnpairedRule? = nil, ignoresHosts: Bool = false
  ) {
    self.clock = clock
    self.rule = rule ?? Self.ruleOfRuns(for: clock.rawValue)
    self.ignoresHosts = ignoresHosts
  }

  /// The share within which two runs are called the same: records of one build lie further apart
  /// than the sides of a gate.
  package static let equivalenceMarginOfRuns = 0.05

  /// The rule for the metric called `name` of two runs.
  package static func ruleOfRuns(for name: String) -> UnpairedRule {
    let own = rule(for: name)
    let runs = try? UnpairedRule(
      margin: own.margin, alpha: own.alpha, equivalenceMargin: equivalenceMarginOfRuns,
      equivalenceConfidence: own.equivalenceConfidence, power: own.power)
    return runs ?? own
  }

  /// The rule for the metric called `name`: other processes' work is in wall time, so its margin is
  /// wider.
  package static func rule(for name: String) -> UnpairedRule {
    name == TimeMetric.wall.rawValue ? .wallTime : .cpuTime
  }
}

/// The names of the two sides of a comparison.
package struct SideNames: Hashable, Sendable {
  package var baseline: String
  package var candidate: String

  package init(baseline: String = "A", candidate: String = "B") {
    self.baseline = baseline
    self.candidate = candidate
  }

  /// The name of the record at `index`: A to Z, then by number.
  package static func letter(_ index: Int) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    return index < letters.count ? String(letters[index]) : "R\(index + 1)"
  }
}

/// A condition on which a comparison fails at the user's wish.
package enum FailureCondition: Hashable, Sendable {
  /// A time regressed.
  case regressed
  /// Something improved, so that a stored figure needs renewal.
  case improved
  /// A case of the baseline is not in the candidate.
  case removed
  /// More than this share of the times could not be told.
  case inconclusive(aboveShare: Double)

  /// The conditions as they are typed.
  package static let forms = "regressed, improved, removed, inconclusive, inconclusive>20%"

  /// Parses a condition; nil for a text that is none of the `forms`.
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

  /// A Boolean value that indicates whether it says something of times, which then have to be
  /// there.
  var isOfTimes: Bool {
    switch self {
    case .regressed, .inconclusive: true
    case .improved, .removed: false
    }
  }
}

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
