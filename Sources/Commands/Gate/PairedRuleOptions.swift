internal import ArgumentParser
import Statistics

/// The options that say how sure a verdict on times must be.
struct PairedRuleOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Measure a case until the half-width of its interval is this, as in 2%.", valueName: "share"))
  var precision = "2%"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of pairs below which nothing is decided.", valueName: "count"))
  var minPairs = 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of pairs at which a case ends all the same.", valueName: "count")
  )
  var maxPairs = 240

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The one-sided rate of false alarms of what decides; the screen before it has twice that.",
      valueName: "rate"))
  var alpha = 0.005

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The change of CPU time that is let pass.", valueName: "share"))
  var margin = "1%"
}

extension PairedRuleOptions {
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
        throw .invalidValue(
          option: Self.option(named: error), found: "\(error)", reason: "give another one")
      }
    }
    return (try rule(alpha: alpha), try rule(alpha: min(0.49, 2 * alpha)))
  }

  /// The option that stands for the parameter of a rule that is out of range.
  private static func option(named error: SampleError) -> String {
    guard case .parameterOutOfRange(let name, _, _) = error else { return "gate" }
    return [
      "leastPairs": "--min-pairs", "mostPairs": "--max-pairs", "alpha": "--alpha",
      "margin": "--margin", "precision": "--precision",
    ][name] ?? "--\(name)"
  }
}
