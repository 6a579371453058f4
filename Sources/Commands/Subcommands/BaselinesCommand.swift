import ArgumentParser
import Benchmarking
import Foundation
import Reports
import RunRecords

/// `baselines`: the named records with their builds.
struct BaselinesCommand: ParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "baselines",
      abstract: "List, show and remove named baselines.",
      discussion: """
        A baseline is the record of a run and a copy of the executable that made it, in \
        \(BaselineStore.usualPath). Git ignores that directory.

        Examples:
          \(RootCommand.name) run --save-baseline main
          \(RootCommand.name) compare main
          \(RootCommand.name) gate --base main
          \(RootCommand.name) baselines list
          \(RootCommand.name) baselines prune --keep 3
        """,
      subcommands: [
        BaselinesListCommand.self, BaselinesShowCommand.self, BaselinesRemoveCommand.self,
        BaselinesPruneCommand.self,
      ], defaultSubcommand: BaselinesListCommand.self)
  }
}

/// `baselines list`: a line for each.
struct BaselinesListCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "list", abstract: "List the baselines: name, time, commit and machine.")
  }

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let names = BaselineStore().names
    guard !names.isEmpty else {
      try Console.standardOutput.writeLine(
        "There are no baselines in \(FileManager.default.currentDirectoryPath); save one with: "
          + "\(RootCommand.invocation) run --save-baseline NAME")
      return .fine
    }
    let width = names.map(\.count).max() ?? 0
    var statuses: [ExitStatus] = []
    for name in names {
      do throws(ToolError) {
        let baseline = try BaselineChoice.named(name)
        let padding = String(repeating: " ", count: width - name.count)
        try Console.standardOutput.writeLine("\(name)\(padding)  \(baseline.summary)")
      } catch {
        Console.reportError(
          "Error: \(error); or remove the baseline with: "
            + "\(RootCommand.invocation) baselines remove \(name)"
        )
        statuses.append(error.status)
      }
    }
    return .combined(statuses)
  }
}

/// `baselines show`: what one holds.
struct BaselinesShowCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "show", abstract: "Show what a baseline holds, and how to use it.")
  }

  @Argument(help: "The baseline.", completion: BaselineChoice.completion)
  var name: String

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let baseline = try BaselineChoice.named(name)
    let record = baseline.record
    let build = record.builds.first
    let git = build?.git
    let changes = git?.dirty == true ? ", with changes that were not committed" : ""
    let lines = [
      ("run", "\(record.run.startedAt), preset \(record.run.preset), seed \(record.run.seed)"),
      ("cases", DisplayFormat.grouped(record.cases.count)),
      ("commit", (git?.sha ?? "unknown") + (git?.branch.map { " (\($0))" } ?? "") + changes),
      ("machine", record.environment.hostKey),
      ("record", baseline.recordPath),
      ("build", baseline.executable ?? "gone: \(RootCommand.invocation) gate cannot use it"),
      ("command", record.run.argv.map(\.shellQuoted).joined(separator: " ")),
    ]
    for (title, text) in lines {
      try Console.standardOutput.writeLine(
        title + String(repeating: " ", count: 11 - title.count) + text)
    }
    return .fine
  }
}

/// `baselines remove`: one or several.
struct BaselinesRemoveCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "remove",
      abstract: "Remove baselines, and their builds where no other one has them.")
  }

  @Argument(help: "The baselines.", completion: BaselineChoice.completion)
  var names: [String]

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let store = BaselineStore()
    for name in names where !store.names.contains(name) { _ = try BaselineChoice.named(name) }
    var bytes = 0
    for name in Set(names).sorted() {
      bytes += try ToolError.wrap(try store.remove(name), as: ToolError.init)
    }
    try Console.standardOutput.writeLine(
      "Removed \(Set(names).sorted().joined(separator: ", "))" + Self.freed(bytes))
    return .fine
  }
}

extension BaselinesRemoveCommand {
  /// The end of a sentence about the `bytes` of builds that went.
  static func freed(_ bytes: Int) -> String {
    bytes == 0 ? "." : "; \(DisplayFormat.bytes(Double(bytes))) of builds were freed."
  }
}

/// `baselines prune`: what is old, and builds that nothing names.
struct BaselinesPruneCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "prune",
      abstract: "Remove builds that no baseline names, and with --keep the oldest baselines.")
  }

  @Option("Keep this many of the newest baselines, by the time of their runs.", value: "count")
  var keep: Int?

  @OptionGroup(title: "Configuration")
  var configuration: ConfigurationOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    try (1...1_000_000).check(keep, option: "--keep")
    let store = BaselineStore()
    var baselines: [Baseline] = []
    for name in store.names { baselines.append(try BaselineChoice.named(name)) }
    baselines.sort { $0.record.run.startedAt > $1.record.run.startedAt }
    let old = baselines.dropFirst(keep ?? baselines.count).map(\.name)
    var bytes = try ToolError.wrap(try store.removeUnusedBuilds(), as: ToolError.init)
    for name in old { bytes += try ToolError.wrap(try store.remove(name), as: ToolError.init) }
    let removed = old.isEmpty ? "No baseline was removed" : "Removed \(old.joined(separator: ", "))"
    try Console.standardOutput.writeLine(removed + BaselinesRemoveCommand.freed(bytes))
    return .fine
  }
}
