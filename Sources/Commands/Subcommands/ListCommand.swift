internal import ArgumentParser
import Benchmarking
import Foundation

/// `list`: the cases that `run` would measure, and how many each preset has.
struct ListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list",
      abstract: "Show the cases that run would measure.",
      discussion: """
        Takes run's options for selection. Each id can be given to --filter and to loop.

        Examples:
          \(RootCommand.name) list
          \(RootCommand.name) list --preset full --storage btree
          \(RootCommand.name) list --filter 'lookup/*-random/*' --sizes 10k --json
        """)
  }

  @OptionGroup(title: "Selection options")
  var selection: SelectionOptions

  @Flag(help: "Write JSON: the cases, and how many each preset has.")
  var json = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let preset = try Preset.named(selection.preset)
    let cases = try selection.selection(for: preset).cases(of: suites)
    var counts: [String: Int] = [:]
    for preset in Preset.allCases {
      counts[preset.rawValue] = try count(of: preset, in: suites)
    }
    try Console.standardOutput.write(
      json ? CaseList(cases: cases, counts: counts).json() : text(cases, counts))
    return .fine
  }

  /// The cases of `preset` under the same options: none where nothing matches there.
  private func count(of preset: Preset, in suites: [Suite]) throws(ToolError) -> Int {
    do {
      return try selection.selection(for: preset).cases(of: suites).count
    } catch {
      guard case .nothingMatched = error else { throw error }
      return 0
    }
  }

  private func text(_ cases: [SelectedCase], _ counts: [String: Int]) -> String {
    var lines: [String] = []
    var heading = ""
    for selected in cases {
      let own = "\(selected.id.suite)/\(selected.id.scenario): \(selected.scenario.summary)"
      if own != heading { lines.append(own) }
      heading = own
      lines.append("  \(selected.id)")
    }
    let presets = Preset.allCases.map { "\($0.rawValue) \(counts[$0.rawValue] ?? 0)" }
    lines += ["", "\(cases.count) cases. By preset: \(presets.joined(separator: ", "))."]
    return lines.joined(separator: "\n") + "\n"
  }
}
