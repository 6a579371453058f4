internal import ArgumentParser
import Benchmarking
import Foundation
import Analysis
import Processes
import Reports
import RunRecords
import Statistics

/// The options that say when a gate ends, and when it fails.
struct GateOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Begin no further pair after this long, as in 90s or 15m; what is not decided then is "
        + "inconclusive.",
      valueName: "time"))
  var budget = "15m"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give a case up when a side takes longer than this to set it up or to measure a batch.",
      valueName: "time"))
  var caseTimeout = "60s"

  @Option(
    help: ArgumentHelp(
      "Fail for this too; repeated, for any of them.",
      discussion: "improved, removed, inconclusive, or a share of it, as in 'inconclusive>20%'.",
      valueName: "condition"))
  var failOn: [String] = []

  @Flag(help: "Compare allocations, bytes and counts, and no times.")
  var exactOnly = false

  @Flag(help: "Compare times even where both sides hold the same machine code.")
  var gateEqualCode = false

  @Option(
    help: ArgumentHelp(
      "A file of slow-downs that are wanted: CASE METRIC +LIMIT until YYYY-MM-DD because REASON.",
      valueName: "file"),
    completion: .file(extensions: ["txt"]))
  var accept: String?
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
    do {
      text = try String(contentsOfFile: accept, encoding: .utf8)
    } catch {
      throw .invalidValue(
        option: "--accept", found: accept,
        reason: "cannot be read: \(SystemError.message(of: error))")
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
