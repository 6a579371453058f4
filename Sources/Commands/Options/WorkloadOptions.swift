import ArgumentParser
import Benchmarking
import Reports

/// The options that ask a named question instead of selecting cases.
struct WorkloadOptions: ParsableArguments {
  @Option(
    "Measure what an app of this kind does, and recommend a storage: photos, feed, chat or files; "
      + "on a database inbox or library. Or recommend a policy of reusing cells, on up to 10k items: reuse.",
    discussion: """
      A collection, a layout, a way of scrolling and of updating, over each pair of store and \
      index, each way to follow a database, or each policy. The answer names those that drop no \
      frame, and up to how many items.
      """, value: "name", completion: Completion.workloads)
  var workload: String?

  @Option(
    "The number of items of --workload, 100k by default; a tenth and a hundredth of it are "
      + "measured too.", value: "count", parsing: .unconditional)
  var items: String?
}

extension WorkloadOptions {
  /// The first option, and its value, that asks something; nil where none does.
  var firstGiven: (option: String, value: String)? {
    workload.map { ("--workload", $0) } ?? items.map { ("--items", $0) }
  }

  /// The number of items where the user says none.
  private static let usualItems = 100_000

  /// The workload that is named; nil where none is.
  ///
  /// - Throws: `ToolError.unknownName` for a workload that no suite has, `ToolError.invalidValue`
  ///   for `--items` without one or together with `--sizes`, and for one together with a trace to
  ///   replay.
  func chosen(
    of suites: [Suite], replaying trace: (option: String, path: String)?, sizes: String?
  ) throws(ToolError) -> (suite: Suite, workload: Workload)? {
    guard let workload else {
      guard let items else { return nil }
      throw .invalidValue(
        option: "--items", found: items,
        reason: "is the size of a --workload, and none is named; without one, use --sizes")
    }
    if let items, sizes != nil {
      throw .invalidValue(
        option: "--items", found: items,
        reason: "--sizes says how many items there are; leave one of the two out")
    }
    if let trace {
      throw .invalidValue(
        option: trace.option, found: trace.path,
        reason: "--workload \(workload) brings its own movements; leave one of the two out")
    }
    for suite in suites {
      if let found = suite.workloads.first(where: { $0.name == workload }) { return (suite, found) }
    }
    let known = suites.flatMap(\.workloads).map(\.name)
    guard !known.isEmpty else {
      throw .invalidValue(
        option: "--workload", found: workload,
        reason: "this tool has no workloads; they come with the suite .scroll(adding:) of "
          + "ScrollBenchmarks, which belongs to the suites of its BenchmarkTool.main(suites:)")
    }
    throw .unknownName(kind: "workload", found: workload, known: known)
  }

  /// The number of items, a tenth and a hundredth of it; ten at least.
  var sizes: [Int] {
    get throws(ToolError) {
      var count = Self.usualItems
      if let items { count = try ItemCount.parse(items, option: "--items") }
      return Set([count / 100, count / 10, count].filter { $0 >= 10 } + [max(count, 10)]).sorted()
    }
  }

  /// `selection`, of the workload's scenario alone.
  ///
  /// - Throws: `ToolError.invalidValue` where a filter or suite is given too, and for more items than
  ///   the workload is measured on.
  func narrowed(
    _ selection: CaseSelection, to workload: Workload, of suite: Suite, sizes chosen: [Int]?
  ) throws(ToolError) -> CaseSelection {
    guard selection.filters.isEmpty, selection.suites.isEmpty else {
      throw .invalidValue(
        option: "--workload", found: workload.name,
        reason: "is a scenario by itself; leave --filter and --suite out")
    }
    var narrowed = selection
    narrowed.suites = [suite.name]
    narrowed.filters = [.glob(workload.scenario)]
    narrowed.sizes = if let chosen { chosen } else { try sizes }
    if let items, let asked = narrowed.sizes.last {
      let scenarios = suite.scenarios.filter {
        $0.name == workload.scenario
          && (narrowed.storages.isEmpty || narrowed.storages.contains($0.storage))
      }
      if let most = scenarios.map(\.maximumItems).max(), asked > most {
        throw .invalidValue(
          option: "--items", found: items,
          reason: "the workload \(workload.name) is measured on up to "
            + DisplayFormat.counted(most, "item") + " there; give no more")
      }
    }
    narrowed.includesFullPresetSizes = false
    return narrowed
  }
}
