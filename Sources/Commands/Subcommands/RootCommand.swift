import ArgumentParser
import Foundation
import Reports

/// The command itself: what it is for, and its subcommands.
struct RootCommand: ParsableCommand {
  /// The name this executable was started under, which need not be `cvbench`.
  static let name = URL(filePath: CommandLine.arguments.first ?? "cvbench").lastPathComponent
  /// The command as it was typed, for commands that the user is to repeat:
  /// `.build/release/cvbench`.
  static let invocation = (CommandLine.arguments.first ?? "cvbench").shellQuoted

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: name,
      abstract: "Measures which data structure to put behind a collection view.",
      discussion: """
        Examples:
          \(name) run
          \(name) run --filter item-random --sizes 1k,1M
          \(name) list --preset full
          \(name) merge part-*.json -o all.json
          \(name) profile 'update/batch-100/*' --storage btree-tree --sizes 100k
          \(name) compare before.json after.json
          \(name) check smoke.json --budgets results/budgets.txt
          \(name) history add nightly.json
          \(name) trend -o trend.html
          \(name) report quick.json -o report.html
          \(name) export quick.json --to gha -o benchmarks.json
          \(name) migrate results/*.json
          \(name) diff before.csv after.csv
          \(name) snapshot --items 60 --item-sizes tags -o flow.svg
          \(name) generate trace --kind fling-4000 -o fling.jsonl
          \(name) import git ~/my-repository -o history.jsonl
          \(name) stress --over views --operations 100k
          \(name) doctor

        Exit status: 0 fine, also if --budget ended a run that measured something (the last line \
        on standard error says how much is missing); 1 regression; 2 wrong command line, unreadable \
        input, nothing matched, nothing measured, or the output path holds a file that \
        \(name) did not write; 3 a case crashed, timed out or gave a wrong answer; \
        5 records or budgets not comparable; 70 internal error; 74 output could not be written; \
        130 interrupted, with what was measured saved. Of several, the first of 130, 70, 74, \
        3, 5, 1 and 2 counts.

        Shell completions: \(name) --generate-completion-script bash (or zsh, fish) prints a \
        script; for bash, write it to ~/.local/share/bash-completion/completions/\(name).
        """,
      version: ToolVersion.number,
      subcommands: [
        RunCommand.self, ListCommand.self, MergeCommand.self, ProfileCommand.self, LoopCommand.self,
        CompareCommand.self, BaselinesCommand.self, CheckCommand.self, GateCommand.self,
        HistoryCommand.self, TrendCommand.self, BisectCommand.self, BlessCommand.self,
        ShowCommand.self, ReportCommand.self, ExportCommand.self, MigrateCommand.self,
        DiffCommand.self,
        SnapshotCommand.self, GenerateCommand.self, ImportCommand.self, StressCommand.self,
        DoctorCommand.self, WorkerCommand.self,
      ] + unlistedCommands)
  }

  /// The hidden subcommands that only some builds have.
  private static var unlistedCommands: [any ParsableCommand.Type] {
    #if SQLITE
      [StressWriterCommand.self]
    #else
      []
    #endif
  }

  /// Refuses a first argument, and behind a command that has subcommands a second one, that looks
  /// like a subcommand and is none.
  ///
  /// The parser would call it unexpected, without saying what it expected.
  static func checkNames(in arguments: [String]) throws(ToolError) {
    var kind = "command"
    var commands = configuration.subcommands
    for argument in arguments {
      guard !commands.isEmpty, !argument.hasPrefix("-"), argument != "help" else { return }
      let names = commands.map { $0.configuration }
      guard let index = names.firstIndex(where: { $0.commandName == argument }) else {
        throw .unknownName(
          kind: kind, found: argument,
          known: names.filter(\.shouldDisplay).compactMap(\.commandName))
      }
      kind = "command of '\(argument)'"
      commands = names[index].subcommands
    }
  }
}
