internal import ArgumentParser

/// The options that say which cases; `run` and `list` share them.
struct SelectionOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Take the cases whose id contains this; repeated, any of them.",
      discussion: """
        With * (any characters, / too) or ? (one character) it is a pattern that must match the \
        whole id, from its first character to its last. A complete id takes that case alone, \
        whatever the preset's sizes. A filter takes from all scenarios, not only the preset's.
        """,
      valueName: "text"))
  var filter: [String] = []

  @Option(
    help: ArgumentHelp("Leave out the cases that this, read as a filter, takes.", valueName: "text")
  )
  var exclude: [String] = []

  @Option(help: ArgumentHelp("Take this suite's cases; repeated, any of them.", valueName: "name"))
  var suite: [String] = []

  @Option(
    help: ArgumentHelp(
      "Take the cases of these storages, floors included, as in flat,btree.", valueName: "names"))
  var storage: [String] = []

  @Option(
    help: ArgumentHelp(
      "Numbers of items instead of the preset's, as in 1k,250_000,2.5M.", valueName: "counts"))
  var sizes: String?

  @Option(
    help: ArgumentHelp(
      "What collections hold; repeated, each of them.",
      discussion: """
        A distribution of section sizes, directory:PATH (sections are its directories, items \
        their files) or csv:FILE.
        """,
      valueName: "data"))
  var dataset: [String] = []

  @Option(
    help: ArgumentHelp(
      "The columns of csv:FILE, by header, as in section=album,id=photo,width=w,height=h.",
      valueName: "columns"))
  var csvColumns: String?

  @Option(
    help: "How much: smoke (seconds), quick (two minutes) or full (half an hour).",
    completion: .list(Preset.allCases.map(\.rawValue)))
  var preset = Preset.quick.rawValue

  @Option(help: "The seed of every collection and every random order.")
  var seed: UInt64 = 1
}

extension SelectionOptions {
  /// What these options select where `preset` fills in what they leave open.
  func selection(for preset: Preset) throws(ToolError) -> CaseSelection {
    CaseSelection(
      filters: filter.map(CaseFilter.init), excludes: exclude.map(CaseFilter.init), suites: suite,
      storages: storage.flatMap { $0.split(separator: ",").map(String.init) },
      datasets: [],
      sizes: try sizes.map { text throws(ToolError) in try ItemCount.parseList(text) }
        ?? preset.sizes,
      isHeadlineOnly: preset.isHeadlineOnly)
  }
}
