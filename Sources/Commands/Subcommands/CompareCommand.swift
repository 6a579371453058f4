import ArgumentParser
import Benchmarking
import Datasets
import Analysis
import Reports
import RunRecords
import Statistics

/// `compare`: records of runs, case by case, or the storages inside one.
struct CompareCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "compare",
      abstract: "Compare records, or the storages inside one.",
      discussion: """
        Exact metrics (allocations, bytes) are compared to the last digit where both records come \
        from the same compiler, flags and allocator (exact_key). Times of files were not taken \
        side by side: they are compared where the hosts are alike too (host_key), by the spread \
        between launches and between the runs. Where that cannot tell, compare prints the gate \
        command that can, and how long it takes. The first record is the base of all others.

        With --by, the storages (or item shapes, or datasets) inside one record are compared with \
        one of them: the ratio at each size, and the sizes between which the faster one changes.

        Exit status: 0 no exact metric is worse; 1 one is; 2 a record cannot be read; 3 a case \
        broke or answers differently; 5 the records are not comparable. --fail-on adds more, with \
        4 for inconclusive and 6 for improved, and 5 where times are missing that it asks for. Of \
        several, the first of 3, 5, 1, 4 and 6 counts.

        Examples:
          \(RootCommand.name) compare before.json after.json
          \(RootCommand.name) compare main
          \(RootCommand.name) compare monday.json tuesday.json wednesday.json --format csv
          \(RootCommand.name) compare quick.json --by storage --base flat --filter insert-delete
        """)
  }

  @Argument(
    help: "The record of the old state, or the name of a baseline (run --save-baseline).",
    completion: BaselineChoice.completionOrRecord)
  var baseline: String

  @Argument(
    help: """
      The records or baselines to compare with it; none with --by. Without any, a baseline is \
      compared with the newest complete run of this host in \
      \(RecordDestination.defaultDirectory).
      """,
    completion: BaselineChoice.completionOrRecord)
  var candidates: [String] = []

  @Option(
    "Compare inside one record, by \(Self.list(VariantAxis.names, "or")).",
    value: "axis", completion: .list(VariantAxis.names))
  var by: String?

  @Option(
    "With --by: the base of the others, as in flat; else the first of each scenario.", value: "name"
  )
  var base: String?

  @Option(
    """
    The figure to judge: cpu_time (if not given) or wall_time; with --by any of the record's \
    metrics, and if not given what decides each scenario.
    """, value: "name", completion: .list([TimeMetric.cpu.rawValue, TimeMetric.wall.rawValue]))
  var metric: String?

  @Option("Take the cases that this takes, as in run; repeated, any of them.", value: "text")
  var filter: [String] = []

  @Option(
    "The tolerated change of a time, as in 2%; by default 1%, of wall time 2%. Two records are the "
      + "same within 5%, or within this if it is more.", value: "share",
    parsing: .unconditional)
  var margin: String?

  @Option(
    "The tolerated rate of false regressions, as in 0.01; by default 0.005.", value: "rate",
    parsing: .unconditional)
  var alpha: String?

  @Flag(help: "Compare times of different hosts, too, with a warning.")
  var ignoreHost = false

  @Flag(help: "Print every time, also those that are the same or cannot be told.")
  var details = false

  @Option(
    """
    What else to fail on: regressed (a time), inconclusive or inconclusive>20%, improved, \
    removed; repeated, any of them.
    """, value: "what", completion: Completion.conditions(["regressed"]))
  var failOn: [String] = []

  @Option(
    "What to print: \(Self.list(ComparisonFormat.names, "or")).",
    value: "format", completion: .list(ComparisonFormat.names))
  var format = ComparisonFormat.table.rawValue

  @OptionGroup(title: "Configuration")
  var configuration: ConfigurationOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let format = try ComparisonFormat.named(format)
    let conditions = try FailureCondition.parsed(failOn)
    let code: Int
    if let by {
      let axis = try VariantAxis.named(by, kind: "axis of --by")
      code = try compareVariants(along: axis, format)
    } else {
      code = try compareRecords(format, failingOn: conditions)
    }
    return try ExitStatus.numbered(code, of: "the comparison")
  }

  private func compareRecords(
    _ format: ComparisonFormat, failingOn conditions: Set<FailureCondition>
  ) throws(ToolError) -> Int {
    if let base {
      throw .invalidValue(
        option: "--base", found: base, reason: "the first record is the base; this goes with --by")
    }
    let named = try BaselineChoice.meant(by: baseline)
    guard !candidates.isEmpty || named != nil else {
      try BaselineChoice.requireFile(baseline)
      throw .invalidValue(
        option: "compare", found: baseline,
        reason: "name a second record, or what to compare inside this one with --by storage")
    }
    let clock = try TimeMetric.named(
      metric ?? TimeMetric.cpu.rawValue, kind: "metric that times are judged by")
    var options = ComparisonOptions(
      clock: clock,
      rule: try rule(basedOn: ComparisonOptions.ruleOfRuns(for: clock.rawValue)),
      ignoresHosts: ignoreHost)
    options.tool = RootCommand.invocation
    options.ownTextSHA256 = Build.currentTextSHA256()
    options.baselineNames = try Self.baselineNames(among: [baseline] + candidates)
    let base = try Self.source(baseline)
    var others: [(path: String, record: RunRecord)] = []
    for text in candidates { others.append(try Self.source(text)) }
    if others.isEmpty, let named {
      others.append(try BaselineChoice.newestRecord(otherThan: named))
    }
    for (_, record) in others {
      options.filters[record.run.id] = ConfiguredArguments.filters(
        of: Array(record.run.argv.dropFirst()))
    }
    let filters = filter.map(CaseFilter.init)
    let comparison = RecordSetComparison(
      base: base, others: others, options: options,
      taking: filters.isEmpty ? nil : { id in filters.contains { $0.matches(id) } })
    try requireMatches(comparison.sources.map(\.record), whole: base.record)
    let code = comparison.exitCode(failingOn: conditions)
    try Console.standardOutput.write(
      format == .table
        ? comparison.render(
          columns: Terminal.columns, color: Terminal.isColored, isDetailed: details) + "\n"
        : format.text(of: ComparisonDocument(comparison, exitCode: code)),
      isDocument: format != .table)
    return code
  }

  private func compareVariants(
    along axis: VariantAxis, _ format: ComparisonFormat
  ) throws(ToolError) -> Int {
    for (isGiven, option) in [
      (!failOn.isEmpty, "--fail-on"), (ignoreHost, "--ignore-host"), (details, "--details"),
    ]
    where isGiven {
      throw .invalidValue(
        option: "--by", found: axis.rawValue,
        reason: "it compares inside one record, and \(option) goes with two; leave one of them out")
    }
    if let second = candidates.first {
      throw .invalidValue(
        option: "--by", found: axis.rawValue,
        reason: "it compares inside one record; leave '\(second)' out")
    }
    let whole = try Self.source(baseline).record
    let record = try CaseFilter.selected(filter, from: whole)
    try requireNames(in: record, along: axis)
    var options = VariantComparison.Options(axis: axis, base: base, metric: metric)
    options.rule = try rule(basedOn: ComparisonOptions.rule(for: metric ?? ""))
    options.prior = VariancePrior(whole, metric: metric ?? TimeMetric.cpu.rawValue)
    let comparison = VariantComparison(record, options: options)
    try Console.standardOutput.write(
      format == .table
        ? comparison.render(columns: Terminal.columns, color: Terminal.isColored) + "\n"
        : format.text(of: ComparisonDocument(comparison, path: baseline)),
      isDocument: format != .table)
    return comparison.exitCode
  }

  static func list(_ names: [String], _ conjunction: String) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}

extension CompareCommand {
  /// The record that `text` names, a file or a baseline, and what readers call it.
  private static func source(
    _ text: String
  ) throws(ToolError) -> (path: String, record: RunRecord) {
    if let baseline = try BaselineChoice.meant(by: text) {
      return ("baseline \(text)", baseline.record)
    }
    try BaselineChoice.requireFile(text)
    return (text, try RunRecord.ofRun(at: text))
  }

  /// The names of those baselines among `texts` whose executable is kept, by the id of their run.
  private static func baselineNames(
    among texts: [String]
  ) throws(ToolError) -> [String: String] {
    var names: [String: String] = [:]
    for text in texts {
      guard let baseline = try BaselineChoice.meant(by: text), baseline.executable != nil else {
        continue
      }
      names[baseline.record.run.id] = baseline.name
    }
    return names
  }

  /// Refuses filters that take nothing from any record.
  private func requireMatches(
    _ records: [RunRecord], whole: RunRecord
  ) throws(ToolError) {
    guard !filter.isEmpty, records.allSatisfy(\.cases.isEmpty) else { return }
    throw .nothingMatched(
      asked: filter.map { "--filter '\($0)'" }.joined(separator: ", "),
      hints: [CaseFilter.hint(for: filter, among: whole.cases)])
  }

  /// Refuses a base or a metric that the whole record does not have.
  private func requireNames(in record: RunRecord, along axis: VariantAxis) throws(ToolError) {
    if let base {
      let known = Set(record.cases.map(axis.variant)).sorted()
      guard known.contains(base) else {
        throw .unknownName(kind: "\(axis.rawValue) in the record", found: base, known: known)
      }
    }
    if let metric {
      let known = Set(record.cases.flatMap(\.metrics).map(\.name)).sorted()
      guard known.contains(metric) else {
        throw .unknownName(kind: "metric in the record", found: metric, known: known)
      }
    }
  }

  /// The rule that the options give; nil where they leave everything to `own`.
  private func rule(basedOn own: UnpairedRule) throws(ToolError) -> UnpairedRule? {
    guard margin != nil || alpha != nil else { return nil }
    var share = own.margin
    if let margin {
      share = try Share.parse(margin, option: "--margin")
      guard share <= 10 else {
        throw .invalidValue(
          option: "--margin", found: margin, reason: "give a share up to 1000%, as in 2%")
      }
    }
    var rate = own.alpha
    if let alpha {
      guard let number = Double(alpha), number >= 1e-6, number < 0.5 else {
        throw .invalidValue(
          option: "--alpha", found: alpha,
          reason: "write a rate from 0.000001 to below 0.5, as in 0.01")
      }
      rate = number
    }
    do {
      // What is let pass is no difference either.
      return try UnpairedRule(
        margin: share, alpha: rate, equivalenceMargin: max(own.equivalenceMargin, share))
    } catch {
      throw .failed(reason: "no rule can be made of --margin and --alpha: \(error)")
    }
  }
}
