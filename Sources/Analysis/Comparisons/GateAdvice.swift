import RunRecords
import Statistics

/// The `gate` command that decides what two files leave open, and the time it takes.
package struct GateAdvice: Hashable, Sendable {
  /// The name of the tool to call.
  package let tool: String
  /// The words of the command line behind the tool's name.
  package let arguments: [String]
  /// The number of cases that the command measures.
  package let caseCount: Int
  /// The record whose executable the command's `BASE` stands for; nil where it names the base.
  package let missingBase: String?
  /// The record whose executable the command's `HEAD` stands for; nil where it names the head, or
  /// where that is the executable that is called.
  package let missingHead: String?

  /// The most cases that the command names one by one.
  private static let mostCases = 3
  /// The most scenarios that the command names.
  private static let mostScenarios = 12

  /// Advises how to decide about `cases` of `comparison`.
  ///
  /// - Complexity: O(*n*) for *n* cases of the records.
  init(deciding cases: [CaseComparison], of comparison: RecordComparison) {
    tool = comparison.options.tool
    let base = Self.base(of: comparison)
    let head =
      base.takesExecutables ? Self.head(of: comparison) : (arguments: [], isKnown: true)
    missingBase = base.isKnown ? nil : comparison.names.baseline
    missingHead = head.isKnown ? nil : comparison.names.candidate
    let scenarios = Set(cases.map { "\($0.candidate.suite)/\($0.candidate.params.scenario)/" })
      .sorted()
    let argv = comparison.candidate.run.argv
    let all = comparison.cases
    var selection: [String]
    if cases.count <= Self.mostCases {
      selection = cases.flatMap { ["--filter", $0.id] }
      caseCount = cases.count
    } else {
      let filters = Self.options(["--filter"], of: argv)
      if scenarios.count > Self.mostScenarios, !filters.isEmpty {
        selection = filters
        caseCount = all.count
      } else if scenarios.count <= Self.mostScenarios {
        selection = scenarios.flatMap { ["--filter", $0] }
        caseCount = all.count { result in scenarios.contains { result.id.hasPrefix($0) } }
      } else {
        let suites = Set(cases.map(\.candidate.suite)).sorted()
        selection = suites.flatMap { ["--suite", $0] }
        // The preset of a gate takes no more without a filter.
        caseCount = min(40, all.count { suites.contains($0.candidate.suite) })
      }
      selection += Self.options(["--storage", "--exclude"], of: argv) + Self.sizes(of: cases)
    }
    arguments =
      ["gate"] + base.arguments + head.arguments + selection
      + Self.options(["--dataset", "--csv-columns", "--seed", "--trace", "--updates"], of: argv)
  }

  /// The option for the sizes of `cases`; nothing for imported data, which has its own size.
  private static func sizes(of cases: [CaseComparison]) -> [String] {
    let sizes = Set(cases.compactMap { CaseKey($0.id)?.items }).sorted()
    // 10,100 would be the number 10100 with its digits in groups.
    let isOneNumber = sizes.dropFirst().contains { (100..<1_000).contains($0) }
    return sizes.isEmpty
      ? [] : ["--sizes", sizes.map(String.init).joined(separator: isOneNumber ? ", " : ",")]
  }

  /// The least and the most seconds that the pairs of processes take.
  package var seconds: ClosedRange<Int> { Self.seconds(forCases: caseCount) }

  /// Returns the seconds that a gate of `count` cases takes: it ends a case when its interval is
  /// narrow, and the whole after a quarter of an hour.
  package static func seconds(forCases count: Int, budget: Int = 900) -> ClosedRange<Int> {
    let least = 2 * count
    return least...max(least, min(15 * count, budget))
  }

  /// The option that names the base of the comparison: a baseline, or the commit.
  private static func base(
    of comparison: RecordComparison
  ) -> (arguments: [String], isKnown: Bool, takesExecutables: Bool) {
    if let name = comparison.options.baselineNames[comparison.baseline.run.id] {
      return (["--base", name], true, true)
    }
    let git = comparison.baseline.builds.first?.git
    guard let commit = git?.sha, git?.dirty == false else {
      return (["--base", "BASE"], false, true)
    }
    return (["--base-ref", String(commit.prefix(12))], true, false)
  }

  /// The option that names the head; none where the candidate measured the executable that is
  /// called.
  private static func head(
    of comparison: RecordComparison
  ) -> (arguments: [String], isKnown: Bool) {
    let text = comparison.candidate.builds.first?.binary.textSHA256
    guard let text, let own = comparison.options.ownTextSHA256, text != own else {
      return ([], true)
    }
    if let name = comparison.options.baselineNames[comparison.candidate.run.id] {
      return (["--head", name], true)
    }
    return (["--head", "HEAD"], false)
  }

  /// Returns the `options` of a command line, with their values.
  private static func options(_ options: [String], of argv: [String]) -> [String] {
    argv.enumerated().flatMap { index, argument -> [String] in
      if options.contains(argument), argv.indices.contains(index + 1) {
        return [argument, argv[index + 1]]
      }
      return options.contains { argument.hasPrefix($0 + "=") } ? [argument] : []
    }
  }
}

extension RecordComparison {
  /// The cases whose times were compared and not decided, in the order of the table.
  package var undecided: [CaseComparison] {
    cases.filter { $0.time?.verdict == .inconclusive }
  }

  /// The undecided cases whose medians differ by more than the launches explain, the greatest
  /// difference first: they may have changed.
  package var suspects: [CaseComparison] {
    func distance(_ result: CaseComparison) -> Double {
      result.time?.ratio.map { $0 < 1 ? 1 / $0 : $0 } ?? 1
    }
    return undecided.filter { result in
      guard let range = result.time?.decision?.equivalenceInterval else { return false }
      return range.lowerBound > 1 + rule.margin || range.upperBound < 1 / (1 + rule.margin)
    }.sorted { (distance($1), $0.id) < (distance($0), $1.id) }
  }

  /// The command that decides about the suspects, or else about all undecided cases, or about all
  /// of them where the hosts differ; nil where everything is decided, and for one machine code,
  /// whose times differ by noise alone.
  package var gateAdvice: GateAdvice? {
    guard !isOfOneCode, exactKeyDifference == nil else { return nil }
    let undecided =
      areTimesCompared
      ? undecided : cases.filter { $0.baseline.metric(options.clock.rawValue) != nil }
    guard !undecided.isEmpty else { return nil }
    return GateAdvice(deciding: suspects.isEmpty ? undecided : suspects, of: self)
  }

  /// The slow-down, as a share, that half of the cases would have shown; nil without times.
  ///
  /// - Complexity: That of `UnpairedDecision.smallestDetectableEffect`, for each case.
  package var typicalDetectableEffect: Double? {
    let effects = cases.compactMap { $0.time?.decision?.smallestDetectableEffect }
    return try? Quantiles.median(effects)
  }
}
