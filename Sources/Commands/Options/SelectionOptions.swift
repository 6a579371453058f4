import ArgumentParser
import Benchmarking
import RunRecords

/// The options that select cases; `run`, `list`, `gate` and `doctor` share them.
struct SelectionOptions: ParsableArguments {
  @Argument(help: "The same as --filter.", completion: Completion.scenarios)
  var text: [String] = []

  @Option(
    "Take the cases whose id contains this; repeated, any of them.",
    discussion: """
      With * (any characters, / too) or ? (one character) it is a pattern that must match \
      from the first character to the last: the id, or the scenario's name, its second part. \
      A complete id takes that case alone, whatever the preset's sizes. A filter takes from \
      all scenarios, not only the preset's headlines.
      """, value: "text", completion: Completion.scenarios)
  var filter: [String] = []

  @Option(
    "Leave out the cases that this, read as a filter, takes.", value: "text",
    completion: Completion.scenarios)
  var exclude: [String] = []

  @Option(
    "Take this suite's cases; repeated, any of them.", value: "name",
    completion: Completion.suites)
  var suite: [String] = []

  @Option(
    "Take the cases of these storages, floors included, as in flat,btree.", value: "names",
    completion: Completion.storages)
  var storage: [String] = []

  @Option(
    "How much: smoke (seconds), quick (minutes), full (an hour or more) or gate (40 cases).",
    value: "preset", completion: .list(RunPreset.names))
  var preset: String?
}

extension SelectionOptions {
  /// The texts that take cases, with the option's name or without.
  var filters: [String] { text + filter }

  /// The first option, and its value, that selects something; nil where none does.
  var firstGiven: (option: String, value: String)? {
    let given = [
      ("--filter", filters.first), ("--exclude", exclude.first), ("--suite", suite.first),
      ("--storage", storage.first), ("--preset", preset),
    ]
    return given.lazy.compactMap { option, value in value.map { (option, $0) } }.first
  }

  /// The preset that is named, or `usual`.
  func runPreset(orElse usual: RunPreset = .quick) throws(ToolError) -> RunPreset {
    guard let preset else { return usual }
    return try .named(preset, kind: "preset")
  }

  /// Returns the selection of cases on `datasets`; `preset` supplies what these options leave open.
  ///
  /// - Throws: `ToolError.invalidValue` for a text or a name that is empty, and for sizes beside a
  ///   complete id, which says its own.
  func selection(
    for preset: RunPreset, on datasets: [DatasetChoice], sizes: [Int]?
  ) throws(ToolError) -> CaseSelection {
    let storages = storage.flatMap {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let given = [
      ("--filter", filters), ("--exclude", exclude), ("--suite", suite), ("--storage", storages),
    ]
    for (option, values) in given where values.contains("") {
      throw .invalidValue(
        option: option, found: "", reason: "names nothing; write a text, or leave the option out")
    }
    var chosen = CaseSelection(
      filters: filters.map(CaseFilter.init), excludes: exclude.map(CaseFilter.init), suites: suite,
      storages: storages, datasets: datasets, sizes: sizes ?? preset.sizes,
      includesFullPresetSizes: sizes == nil && preset == .full,
      isHeadlineOnly: preset.isHeadlineOnly)
    chosen.mostCases = preset.mostCases
    try checkSizes(sizes, of: chosen.filters)
    return chosen
  }

  /// Refuses sizes beside a complete id, which would not heed them.
  private func checkSizes(
    _ sizes: [Int]?, of filters: [CaseFilter]
  ) throws(ToolError) {
    guard let sizes else { return }
    for case .caseID(let id) in filters where id.items != nil {
      throw .invalidValue(
        option: "--sizes", found: sizes.map(ItemCount.spelled).joined(separator: ","),
        reason: "'\(id)' is one case, with its own number of items; leave --sizes out, or write "
          + "items=* in the id")
    }
  }
}
