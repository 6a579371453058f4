import RunRecords
import Statistics

/// The `gate` command that decides what two files leave open, and the time it takes.
package struct GateAdvice: Hashable, Sendable {
  /// The tool to call, as one word for a shell.
  package let tool: String
  /// The words of the command line behind the tool's name.
  package let arguments: [String]
  /// The number of cases to decide about.
  package let caseCount: Int
  /// The number of cases that the command measures.
  package let measuredCount: Int
  /// The record whose executable the command's `BASE` stands for; nil where it names the base.
  package let missingBase: String?
  /// The record whose executable the command's `HEAD` stands for; nil where it names the head, or
  /// where that is the executable that is called.
  package let missingHead: String?
  /// The record whose build is not the command's head, as the gate builds the work tree; nil where
  /// it is, as far as known.
  package let replacedHead: String?

  /// The most cases that the command names one by one.
  private static let mostCases = 12
  /// The most scenarios that the command names.
  private static let mostScenarios = 12

  /// Advises how to decide about `cases` of `comparison`.
  ///
  /// - Complexity: O(*n*) for *n* cases of the records.
  init(deciding cases: [CaseComparison], of comparison: RecordComparison) {
    tool = comparison.options.tool
    let base = Self.base(of: comparison)
    let head = Self.head(of: comparison, takesExecutables: base.takesExecutables)
    let unknownHead = head.isKnown ? nil : comparison.names.candidate
    missingBase = base.isKnown ? nil : comparison.names.baseline
    missingHead = base.takesExecutables ? unknownHead : nil
    replacedHead = base.takesExecutables ? nil : unknownHead
    let selection = Self.selection(of: cases, in: comparison)
    caseCount = cases.count
    measuredCount = selection.count
    arguments =
      ["gate"] + base.arguments + head.arguments + selection.arguments
      + Self.options(
        ["--dataset", "--csv-columns", "--seed", "--trace", "--updates"],
        of: comparison.candidate.run.argv)
  }

  /// Returns the options that select `cases`, and the number of cases that they take.
  ///
  /// Few are named one by one. Of more, their scenarios are, at their storages and sizes; of many
  /// scenarios the run's own filters are, or else the suites.
  private static func selection(
    of cases: [CaseComparison], in comparison: RecordComparison
  ) -> (arguments: [String], count: Int) {
    guard cases.count > mostCases else {
      return (cases.flatMap { ["--filter", $0.id] }, cases.count)
    }
    let scenarios = Set(cases.map { "\($0.candidate.suite)/\($0.candidate.params.scenario)/" })
      .sorted()
    let suites = Set(cases.map(\.candidate.suite)).sorted()
    // Complete ids have their own sizes, and none may be said beside them.
    let typed = comparison.options.filters[comparison.candidate.run.id] ?? []
    let areTyped =
      scenarios.count > mostScenarios && !typed.isEmpty
      && typed.allSatisfy { CaseKey($0)?.items == nil }
    // A filter that takes nothing is refused. Each of the run's took something of the whole run.
    let chosen = areTyped ? comparison.cases : cases
    let storages = Set(chosen.map(\.candidate.params.storage)).sorted()
    let items = Set(chosen.compactMap { CaseKey($0.id)?.items })
    let narrowed = comparison.cases.filter { result in
      storages.contains(result.candidate.params.storage)
        && CaseKey(result.id)?.items.map { items.contains($0) } ?? true
    }
    var arguments: [String]
    let count: Int
    if areTyped {
      arguments = typed.flatMap { ["--filter", $0] }
      count = narrowed.count
    } else if scenarios.count <= mostScenarios {
      arguments = scenarios.flatMap { ["--filter", $0] }
      count = narrowed.count { result in scenarios.contains { result.id.hasPrefix($0) } }
    } else {
      arguments = suites.flatMap { ["--suite", $0] }
      // The preset of a gate takes no more without a filter.
      count = min(40, narrowed.count { suites.contains($0.candidate.suite) })
    }
    arguments += ["--storage", storages.joined(separator: ",")]
    arguments += options(["--exclude"], of: comparison.candidate.run.argv) + sizes(of: chosen)
    return (arguments, count)
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
  package var seconds: ClosedRange<Int> { Self.seconds(forCases: measuredCount) }

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
  /// called, and for the work tree, which a gate builds beside a commit.
  private static func head(
    of comparison: RecordComparison, takesExecutables: Bool
  ) -> (arguments: [String], isKnown: Bool) {
    if let name = comparison.options.baselineNames[comparison.candidate.run.id] {
      return (["--head", name], true)
    }
    let text = comparison.candidate.builds.first?.binary.textSHA256
    guard let text, let own = comparison.options.ownTextSHA256, text != own else {
      return ([], true)
    }
    return (takesExecutables ? ["--head", "HEAD"] : [], false)
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
  /// The cases of strategies whose times were compared and not decided, in the order of the table.
  ///
  /// Floors are measured for reference, and need no decision.
  package var undecided: [CaseComparison] {
    strategies.filter { $0.time?.verdict == .inconclusive }
  }

  private var strategies: [CaseComparison] {
    cases.filter { $0.candidate.params.role == CaseRole.strategy }
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
      ? undecided : strategies.filter { $0.baseline.metric(options.clock.rawValue) != nil }
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
