import Foundation
import Processes
import RunRecords

/// The tool, and files that it has made for the commands under torture.
struct Fixtures: Sendable {
  /// A folder of its own.
  let folder: String
  let tool: String

  /// A file that is in the folder of the repository alone.
  static let records = "results/paths.json"

  /// One small case.
  static let measuring = [
    "--preset", "smoke", "--filter", "lookup/item-random/storage=flat/*/payload=item8/*",
    "--sizes", "64", "--case-budget", "2ms", "--case-timeout", "10s", "--config", "/dev/null",
  ]

  /// An empty folder and the tool, with the library beside it by which `profile` sees allocations.
  init(in folder: String, tool: String) throws {
    self.folder = folder
    self.tool = "\(folder)/cvbench"
    let files = FileManager.default
    try files.copyItem(atPath: tool, toPath: self.tool)
    let library = "libAllocationInterposer.so"
    let found = URL(filePath: tool).deletingLastPathComponent().appending(path: library).path
    if files.fileExists(atPath: found) {
      try files.copyItem(atPath: found, toPath: "\(folder)/\(library)")
    }
  }

  /// Copies the file or folder that is called `name` here to `path`; makes it first if need be.
  func copy(_ name: String, as path: String) throws {
    if !FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
      try make(String(name.prefix { $0 != "/" }))
    }
    try FileManager.default.copyItem(atPath: "\(folder)/\(name)", toPath: path)
  }

  private func make(_ name: String) throws {
    switch name {
    // A copy of the tool does not know its commit, without which a run has no place in a history.
    case "old.json", "new.json":
      let source = name == "old.json" ? "fetch-10M" : "paths"
      try FileManager.default.copyItem(
        atPath: "results/\(source).json", toPath: "\(folder)/\(name)")
    case "part1.json", "part2.json":
      let part = name == "part1.json" ? 1 : 2
      try run(
        ["run"] + Self.measuring + [
          "--filter", "lookup/global-random/storage=flat/*/payload=item8/*", "--seed", "1",
          "--shard", "\(part)/2", "-o", name,
        ])
    case "merged.json":
      try copy("part1.json", as: "\(folder)/part.json")
      try run(["merge", "part.json", "-o", name, "--allow-missing"])
    case "repository": try makeRepository(at: "\(folder)/\(name)")
    case "worsened": try makeWorsenedHistory(at: "\(folder)/\(name)")
    case "bisected": try makePackage(at: "\(folder)/\(name)")
    case "old.jsonl":
      try makeRepository(at: "\(folder)/imported")
      try run(["import", "git", "imported", "--max-commits", "1", "-o", name])
    default:
      try copy("old.json", as: "\(folder)/\(name).json")
      switch name {
      case "old.csv": try run(["export", "\(name).json", "--to", "csv", "-o", name])
      case "old.html": try run(["report", "\(name).json", "--no-charts", "-o", name])
      case "old.txt": try run(["check", "\(name).json", "--budgets", name, "--update"])
      case "history": try run(["history", "add", "\(name).json", "--to", name])
      default: throw TortureError("no fixture is called '\(name)'")
      }
    }
  }

  /// Runs the tool here, which must succeed.
  func run(_ arguments: [String], in other: String? = nil) throws {
    try execute(["-C", other ?? folder, tool] + arguments)
  }

  /// Makes a repository of three commits, each of which adds the file of its name.
  func makeRepository(at path: String) throws {
    let git =
      ["git", "-C", path, "-c", "user.name=T", "-c", "user.email=t@localhost"]
      + ["-c", "commit.gpgsign=false"]
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try execute(["git", "init", "--quiet", path])
    for (number, name) in ["a", "b", "c"].enumerated() {
      try Data("\(number)\n".utf8).write(to: URL(filePath: "\(path)/\(name)"))
      try execute(git + ["add", name])
      try execute(git + ["commit", "--quiet", "-m", name])
    }
  }

  /// Makes a repository whose newest commit made one case worse, with runs of all in a directory
  /// and in a branch.
  private func makeWorsenedHistory(at path: String) throws {
    try makeRepository(at: path)
    let commits = try execute(["git", "-C", path, "rev-list", "--reverse", "HEAD"]).text
    for (number, sha) in commits.split(separator: "\n").enumerated() {
      var record = try RunRecord.read(from: Self.records)
      record.run.id = "\(number)"
      record.run.startedAt = "2026-03-01T12:00:0\(number)Z"
      record.builds[0].git = .init(sha: String(sha), dirty: false)
      record.cases = Array(record.cases.prefix(1))
      record.cases[0].metrics = [ExactMetric.allocations.record(number < 2 ? 10 : 12)]
      try record.write(to: "\(path)/run.json")
      try run(["history", "add", "run.json"], in: path)
      try run(["history", "add", "run.json", "--to", "history"], in: path)
    }
    try FileManager.default.removeItem(atPath: "\(path)/run.json")
  }

  @discardableResult
  private func execute(_ words: [String]) throws -> ExternalProgram.Outcome {
    let outcome = try ExternalProgram(path: "/usr/bin/env").run(words)
    guard outcome.isSuccess else {
      throw TortureError("\(words.joined(separator: " ")) \(outcome.ending): \(outcome.errorText)")
    }
    return outcome
  }
}
