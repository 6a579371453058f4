import Analysis
internal import ArgumentParser
import Benchmarking
import Foundation
import Processes
import Reports
import RunRecords
import Statistics

/// The options that say when a gate ends, and when it fails.
struct GateOptions: ParsableArguments {
  @Option(
    "Begin no further pair after this long, as in 90s or 15m; what is not decided then is "
      + "inconclusive.", value: "time", parsing: .unconditional)
  var budget = "15m"

  @Option(
    "Give a case up when a side takes longer than this to set it up or to measure a batch; ten "
      + "times this under callgrind.", value: "time", parsing: .unconditional)
  var caseTimeout = "60s"

  @Option(
    "Fail for this too; repeated, for any of them.",
    discussion: "improved, removed, inconclusive, or a share of it, as in 'inconclusive>20%'.",
    value: "condition", completion: Completion.conditions())
  var failOn: [String] = []

  @Option(
    "Profile both builds of each case that has regressed, at most ten, into directories in here.",
    value: "directory", completion: .directory)
  var profileRegressed: String?

  @Flag(help: "Compare allocations, bytes and counts, and no times.")
  var exactOnly = false

  @Flag(help: "Compare times even where both sides hold the same machine code.")
  var gateEqualCode = false

  @Option(
    "A file of slow-downs that are wanted: CASE METRIC +LIMIT until YYYY-MM-DD because REASON.",
    value: "file", completion: .file(extensions: ["txt"]))
  var accept: String?

  @Option(HistoryAcceptances.help, value: "place", completion: .directory)
  var history: String?
}

extension GateOptions {
  /// Returns the conditions that make the gate fail.
  func policy() throws(ToolError) -> GatePolicy {
    GatePolicy(failingOn: try FailureCondition.parsed(failOn))
  }

  /// The slow-downs that are wanted; none without a file.
  func acceptances() throws(ToolError) -> [Acceptance] {
    guard let accept else { return [] }
    let text: String
    do throws(InputError) {
      text = try SystemFile.text(of: accept)
    } catch {
      throw .invalidValue(
        option: "--accept", found: accept, reason: "cannot be read: \(error.text)")
    }
    do {
      return try Acceptance.parse(text, path: accept)
    } catch {
      throw .invalidValue(option: "--accept", found: accept, reason: "\(error)")
    }
  }

  /// Today in UTC, as `2026-12-31`.
  static var today: String {
    Date.now.formatted(.iso8601.year().month().day())
  }
}

extension FailureCondition {
  /// The conditions that `--fail-on` gives.
  static func parsed(_ texts: [String]) throws(ToolError) -> Set<FailureCondition> {
    var conditions: Set<FailureCondition> = []
    for text in texts {
      guard let condition = FailureCondition(text) else {
        throw .invalidValue(option: "--fail-on", found: text, reason: "there are: \(forms)")
      }
      conditions.insert(condition)
    }
    return conditions
  }
}

/// The options that say how sure a verdict on times must be.
struct PairedRuleOptions: ParsableArguments {
  private static let usual = (
    precision: "2%", minPairs: 20, maxPairs: 240, alpha: 0.005, margin: "1%"
  )

  @Option(
    "Measure a case until the half-width of its interval is this, as in 2%.", value: "share",
    parsing: .unconditional)
  var precision = Self.usual.precision

  @Option(
    "The number of pairs below which nothing is decided.", value: "count", parsing: .unconditional)
  var minPairs = Self.usual.minPairs

  @Option(
    "The number of pairs at which a case ends all the same.", value: "count",
    parsing: .unconditional)
  var maxPairs = Self.usual.maxPairs

  @Option(
    "The one-sided rate of false alarms of what decides; the screen before it has twice that.",
    value: "rate", parsing: .unconditional)
  var alpha = Self.usual.alpha

  @Option("The change of CPU time that is let pass.", value: "share", parsing: .unconditional)
  var margin = Self.usual.margin
}

extension PairedRuleOptions {
  /// The first option, and its value, that is not as usual; nil where all are.
  var firstGiven: (option: String, value: String)? {
    let usual = Self.usual
    if precision != usual.precision { return ("--precision", precision) }
    if minPairs != usual.minPairs { return ("--min-pairs", "\(minPairs)") }
    if maxPairs != usual.maxPairs { return ("--max-pairs", "\(maxPairs)") }
    if alpha != usual.alpha { return ("--alpha", "\(alpha)") }
    return margin != usual.margin ? ("--margin", margin) : nil
  }

  /// The rule of the stage that decides, and of the screen before it.
  func rules() throws(ToolError) -> (rule: PairedRule, screen: PairedRule) {
    let (precision, margin) = (
      try Share.parse(precision, option: "--precision"),
      try Share.parse(margin, option: "--margin")
    )
    func rule(alpha: Double) throws(ToolError) -> PairedRule {
      do {
        return try PairedRule(
          margin: margin, alpha: alpha, precision: precision, leastPairs: minPairs,
          mostPairs: maxPairs)
      } catch {
        throw refusal(of: error)
      }
    }
    return (try rule(alpha: alpha), try rule(alpha: min(0.49, 2 * alpha)))
  }

  /// The option that stands for the parameter of a rule that is out of range, and what is valid.
  private func refusal(of error: SampleError) -> ToolError {
    guard case .parameterOutOfRange(let name, _, let valid) = error else {
      return .failed(reason: "\(error)")
    }
    let options = [
      "leastPairs": ("--min-pairs", "\(minPairs)"), "mostPairs": ("--max-pairs", "\(maxPairs)"),
      "alpha": ("--alpha", "\(alpha)"), "margin": ("--margin", margin),
      "precision": ("--precision", precision),
    ]
    let (option, found) = options[name] ?? ("--\(name)", "")
    return .invalidValue(
      option: option, found: found,
      reason: name == "mostPairs"
        ? "--min-pairs is \(minPairs); give that many or more" : "valid is \(valid)")
  }
}
