import ArgumentParser
import BasicAlgorithms
import Benchmarking
import CProcess
import Foundation
import Processes
import RunRecords
import StressTesting

/// The `stress` command: generated operations, compared with plain models.
struct StressCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "stress",
      abstract: "Perform generated operations and compare what they do with plain models.",
      discussion: """
        The stores are compared with an array of arrays, the three extent indexes of layouts \
        with each other, and the collection view with a model of all that it shows, asks and \
        tells: strict and lenient, with and without prefetching, in nine layouts, and under \
        section snapshots. Layouts that lie, throw and call the view back are tried, too: once they \
        tell the truth, the view must show its data. The data source on SQLite is compared with \
        plain fetches of everything after random SQL. A seed determines every operation. A script that makes a difference is \
        shrunk where it lists operations, printed and written to a file; --replay performs it \
        again. A second process performs the operations. If a range check stops it, the command writes that script too, \
        not shrunk.

        Examples:
          \(RootCommand.name) stress
          \(RootCommand.name) stress --over views --seed 7 --operations 100k
          \(RootCommand.name) stress --seed 7 -o found.jsonl
          \(RootCommand.name) stress --replay found.jsonl
          \(RootCommand.name) stress --operations 100M --shard 2/8 -o found-2.jsonl

        Exit status: 0 nothing differed; 2 wrong command line, or a script that cannot be read; \
        3 something differed, or the process was stopped, and the script is where -o says; 74 it \
        could not be written; 130 interrupted.
        """)
  }

  @Option(
    "The subjects: stores, layouts, views, hostile or fetched, as in layouts,views; it may be "
      + "repeated. By default all of them.", value: "subjects", parsing: .unconditionalSingleValue,
    completion: .list(StressSubject.names))
  var over: [String] = []

  @Option("The seed of the operations. By default 1.", value: "seed")
  var seed: UInt64?

  @Option(
    "The number of operations on each subject, as in 20k or 1M. By default 10k.", value: "count",
    parsing: .unconditional)
  var operations: String?

  @Option(
    "Perform a script instead: one that this command has left, or your own; see docs/stress.md.",
    value: "path", completion: .file(extensions: ["jsonl"]))
  var replay: String?

  @Option(
    "The file for the script of a difference. By default, cvbench-stress.jsonl.", value: "path",
    name: .shortAndLong, completion: .file(extensions: ["jsonl"]))
  var output: String?

  @Option(
    "Perform this part of the operations, as in 3/8, with a seed of its own; auto takes it from the "
      + "scheduler, as that of run does.", value: "part")
  var shard: String?

  @Option(help: ArgumentHelp("A mutation to plant.", visibility: .private))
  var mutation: String?

  /// The name of the tool that has started this process, which is then the one that performs them.
  @Option(help: ArgumentHelp("For the tool's own process.", visibility: .private))
  var supervisor: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let destination = try RecordDestination.named(output ?? "cvbench-stress.jsonl")
    let journalPath = StressJournalFile.path(besides: destination.path)
    guard supervisor != nil else {
      try checkReplaceable(destination)
      try StressJournalFile.checkReplaceable(journalPath)
      try checkReplay(journalPath: journalPath)
      return try supervise(destination)
    }
    cprocess_die_with_parent()
    let journal = try StressJournalFile(path: journalPath)
    defer { journal.remove() }
    return try perform(destination, journal)
  }

  /// Performs the operations, or a script's.
  private func perform(
    _ destination: RecordDestination, _ journal: StressJournalFile
  ) throws(ToolError) -> ExitStatus {
    let process = StressWriterChild()
    let mutation = try mutation.map { name throws(ToolError) in
      try Mutation.named(name, kind: "mutation")
    }
    if let replay {
      let script = try read(replay)
      return try check(
        "\(replay) (\(script.subject.rawValue))", of: script.operationCount, destination
      ) { () throws(StressFailure) in
        try script.check(journal: journal, process: process, mutation: mutation)
      }
    }
    let subjects = try chosenSubjects
    let count = try operationCount
    let seed = seed ?? 1
    var statuses: [ExitStatus] = []
    for subject in subjects {
      let status = try check("\(subject.rawValue), seed \(seed)", destination) {
        () throws(StressFailure) in
        try subject.check(
          operations: count, seed: seed, journal: journal, process: process, mutation: mutation)
      }
      statuses.append(status)
      if status != .fine { break }
    }
    return .combined(statuses)
  }

  // MARK: The process that waits

  /// Refuses a file that cannot be written or that is no script. A script of an earlier failure, and
  /// the one that is being replayed, may be replaced.
  private func checkReplaceable(_ destination: RecordDestination) throws(ToolError) {
    try destination.checkWritable()
    guard !destination.isVacant else { return }
    do throws(ToolError) { _ = try read(destination.path) } catch {
      throw .record(
        .wouldOverwrite(path: destination.path, problem: "it is no script of operations"))
    }
  }

  /// Refuses options that say what the script of `--replay` says, and a script in the file that the
  /// run itself writes.
  private func checkReplay(journalPath: String) throws(ToolError) {
    guard let replay else { return }
    let options = [
      ("--over", subjects), ("--seed", seed.map(String.init)), ("--operations", operations),
      ("--shard", shard),
    ]
    for case (let option, let value?) in options {
      throw .invalidValue(
        option: option, found: value,
        reason: "the script of --replay says what it is for; leave it out")
    }
    let target = URL(filePath: AtomicFile.target(of: replay)).standardizedFileURL
    guard target != URL(filePath: journalPath).standardizedFileURL else {
      throw .invalidValue(
        option: "--replay", found: replay,
        reason: "this run writes its own operations there; rename the file, or name another -o")
    }
  }

  /// Starts another process that performs the operations. If something stops it, the script that it
  /// was performing repeats that.
  private func supervise(_ destination: RecordDestination) throws(ToolError) -> ExitStatus {
    var arguments = ["stress", "--supervisor", RootCommand.name]
    arguments += ["--output", destination.path]
    let part = try part
    let others = [
      ("--over", subjects), ("--seed", (part?.seed ?? seed).map(String.init)),
      ("--operations", part.map { String($0.operations) } ?? operations),
      ("--replay", replay), ("--mutation", mutation),
    ]
    for (option, value) in others {
      if let value { arguments += [option, value] }
    }
    switch try StressProcess(arguments: arguments).run() {
    case .exited(let status): return status
    case .killed(let signal) where [SIGINT, SIGTERM, SIGHUP].contains(signal): return .interrupted
    case .killed(let signal): return try reportStop(signal, destination)
    }
  }

  /// The seed and the number of operations of the part that is asked for; nil for all of them.
  ///
  /// Parts are as independent as runs of different seeds: their subjects begin anew.
  private var part: (seed: UInt64, operations: Int)? {
    get throws(ToolError) {
      guard let shard else { return nil }
      let part = try ShardOptions.part(named: shard)
      let all = try operationCount
      guard part.total <= all else {
        throw .invalidValue(
          option: "--shard", found: shard,
          reason: "there are \(all) operations, which make at most as many parts")
      }
      var generator = SplitMix64(seed: seed ?? 1, stream: UInt64(part.index))
      let own = part.total == 1 ? seed ?? 1 : generator.next()
      let operations = all / part.total + (part.index < all % part.total ? 1 : 0)
      Console.reportError(
        "part \(part.index + 1) of \(part.total): \(operations) of \(all) operations, seed \(own)")
      return (own, operations)
    }
  }

  private func reportStop(
    _ signal: Int32, _ destination: RecordDestination
  ) throws(ToolError) -> ExitStatus {
    let path = StressJournalFile.path(besides: destination.path)
    guard let text = try? SystemFile.text(of: path),
      let script = try? StressScript(text: text)
    else {
      throw .failed(reason: "the process was stopped by signal \(signal) before any operation")
    }
    try Console.standardOutput.writeLine(
      "\(script.subject.rawValue): the process was stopped by signal \(signal) in these "
        + "operations:\n\(script.text.dropLast())")
    try write(script, to: destination)
    try? FileManager.default.removeItem(atPath: path)
    return .caseFailed
  }

  // MARK: The process that performs

  /// Performs operations and prints the outcome; a difference is written as a script.
  private func check(
    _ name: String, of total: Int? = nil, _ destination: RecordDestination,
    _ body: () throws(StressFailure) -> Int
  ) throws(ToolError) -> ExitStatus {
    let performed: Int
    do throws(StressFailure) {
      performed = try body()
    } catch {
      try Console.standardOutput.writeLine("\(name): \(error.description)")
      try write(error.script, to: destination)
      return .caseFailed
    }
    if total == 0, let replay {
      throw .script(path: replay, reason: "there is no operation after its first line; add some")
    }
    let count =
      if let total, performed < total {
        "\(performed) of \(total) operations, \(total - performed) passed over"
      } else {
        "\(performed) operations"
      }
    try Console.standardOutput.writeLine("\(name): \(count), nothing differed")
    return .fine
  }

  private func write(
    _ script: StressScript, to destination: RecordDestination
  ) throws(ToolError) {
    // Something may have come there since the start.
    try checkReplaceable(destination)
    try destination.write(script.text)
    try Console.standardOutput.writeLine(
      "again: \(supervisor ?? RootCommand.name) stress --replay \(destination.path)")
  }

  private func read(_ path: String) throws(ToolError) -> StressScript {
    let text: String
    do throws(InputError) {
      text = try SystemFile.text(of: path)
    } catch {
      throw .script(path: path, reason: error.text)
    }
    do {
      return try StressScript(text: text)
    } catch {
      throw .script(path: path, reason: error.description)
    }
  }

  /// The subjects that are named, with commas; nil where none is.
  private var subjects: String? { over.isEmpty ? nil : over.joined(separator: ",") }

  private var chosenSubjects: [StressSubject] {
    get throws(ToolError) {
      guard let names = subjects else { return StressSubject.allCases }
      var subjects: [StressSubject] = []
      for name in names.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
        #if !SQLITE
          if name == "fetched" {
            throw .invalidValue(
              option: "--over", found: name,
              reason: "this build leaves SQLite out; build it with the package trait SQLite")
          }
        #endif
        let subject = try StressSubject.named(name, kind: "subject of --over")
        if !subjects.contains(subject) { subjects.append(subject) }
      }
      return subjects
    }
  }

  private var operationCount: Int {
    get throws(ToolError) {
      let operations = operations ?? "10k"
      do {
        return try ItemCount.parse(operations, option: "--operations")
      } catch {
        throw .invalidValue(
          option: "--operations", found: operations,
          reason: "not a number of operations; write 1000, 20k or 1M")
      }
    }
  }
}
