import Benchmarking

/// The cases whose instructions are asked for, by what `--instructions` was given.
enum InstructionChoice {
  /// The ids among `cases` that any of `texts`, read as a filter, takes.
  ///
  /// - Throws: `ToolError.nothingMatched` for the first text that takes none.
  static func ids(
    _ texts: [String], among cases: [PlannedCase]
  ) throws(ToolError) -> Set<String> {
    let ids = cases.map(\.id)
    var taken: Set<String> = []
    for text in texts {
      let filter = CaseFilter(text)
      let found = text.isEmpty ? [] : ids.filter { filter.matches($0) }
      guard !found.isEmpty else {
        throw .nothingMatched(
          asked: "--instructions '\(text)'",
          hints: ["It takes from the cases that are measured, as --filter and the preset say."])
      }
      taken.formUnion(found)
    }
    return taken
  }
}
