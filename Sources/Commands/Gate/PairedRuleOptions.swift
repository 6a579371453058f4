internal import ArgumentParser
import Statistics

/// The options that say how sure a verdict on times must be.
struct PairedRuleOptions: ParsableArguments {
  private static let usual = (
    precision: "2%", minPairs: 20, maxPairs: 240, alpha: 0.005, margin: "1%"
  )

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Measure a case until the half-width of its interval is this, as in 2%.", valueName: "share"))
  var precision = Self.usual.precision

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of pairs below which nothing is decided.", valueName: "count"))
  var minPairs = Self.usual.minPairs

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The number of pairs at which a case ends all the same.", valueName: "count")
  )
  var maxPairs = Self.usual.maxPairs

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The one-sided rate of false alarms of what decides; the screen before it has twice that.",
      valueName: "rate"))
  var alpha = Self.usual.alpha

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The change of CPU time that is let pass.", valueName: "share"))
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
