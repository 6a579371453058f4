import BasicAlgorithms
import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

/// The history of runs from the command line.
@Suite struct HistoryTests {
  private let folder: TemporaryFolder
  private let tool: ToolProcess
  private let commits: [String]

  init() throws {
    folder = try TemporaryFolder()
    let repository = folder.path(of: "repository")
    var commits: [String] = []
    let git = "git -c user.name=a -c user.email=a@b"
    _ = try ExternalProgram.shell("git init --quiet -b main repository", in: folder.path)
    for number in 0..<4 {
      let outcome = try ExternalProgram.shell(
        "\(git) commit --quiet --allow-empty -m 'Change \(number)' && git rev-parse HEAD",
        in: repository)
      commits.append(outcome.text)
    }
    self.commits = commits
    tool = ToolProcess(executable: "cvbench", directory: repository)
  }

  private static let id =
    "update/batch-100/storage=btree-tree/data=uniform-1000/payload=item8/items=1000"

  /// Writes the record of a run of commit number `commit`, and returns its path.
  @discardableResult
  private func write(
    _ name: String, commit: Int, run: Int, allocations: Int, storage: String = "btree-tree"
  ) throws -> String {
    var identity = RunIdentity(argv: ["cvbench", "run"], preset: "quick", seed: 1)
    identity.startedAt = "2026-03-01T12:\(run / 60 + 10):\(run % 60 + 10)Z"
    identity.completed = true
    var result = CaseRecord(
      suite: "update",
      params: CaseParameters(
        scenario: "batch-100", storage: storage, role: "strategy", data: "uniform-1000",
        payload: "item8", items: 1_000))
    result.metrics = [ExactMetric.allocations.record(allocations)]
    let record = RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"), run: identity,
      builds: [
        Build(
          id: "run", git: .init(sha: commits[commit], branch: "main", dirty: false),
          binary: .init(), compiler: .init(swift: "6.3.1", target: "x86_64", flags: []))
      ],
      environment: MachineContext(
        exactKey: "x86_64", hostKey: "x86_64|a", cpu: .init(logical: 2),
        allocator: .init(name: "jemalloc"),
        clock: .init(resolutionNs: 1, wallReadNs: 1, cpuReadNs: 1),
        hwCounters: .init(available: false)),
      cases: [result], exitCode: 0)
    let path = folder.path(of: name)
    try record.write(to: path)
    return path
  }

  @Test func aRegressionIsSeenDatedAndAccepted() throws {
    let paths = try [10, 10, 12, 12].enumerated().map {
      try write("\($0).json", commit: $0, run: $0, allocations: $1)
    }
    let added = try tool.run(["history", "add"] + paths)
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.output.contains("4 runs added to the branch 'cvbench-history'"))
    let again = try tool.run(["history", "add", paths[0]])
    #expect(again.output.contains("is in the history already"))
    #expect(again.output.contains("0 runs added"))
    let list = try tool.run(["history", "list"])
    #expect(list.output.split(separator: "\n").count == 4)
    let check = try tool.run(["history", "fsck"])
    #expect(check.status == 0)
    #expect(check.output.hasPrefix("The branch 'cvbench-history' has 4 runs and 0 accepted"))

    let trend = try tool.run(["trend"])
    #expect(trend.status == 0, "\(trend.errors)")
    #expect(trend.output.hasPrefix("1 figure got worse. The latest: allocations of"))
    let sentence = trend.output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(sentence.contains("10 to 12 (+20.0%), at \(commits[2].prefix(12)) Change 2."))
    #expect(try tool.run(["trend", "--fail-on", "confirmed"]).status == 1)
    #expect(try tool.run(["trend", "--fail-on", "confirmed", "--since", "HEAD"]).status == 0)
    let page = try tool.run(["trend", "-o", "trend.html"])
    #expect(page.errors.contains("Trend: trend.html"))
    let html = try String(contentsOfFile: tool.directory + "/trend.html", encoding: .utf8)
    #expect(html.contains("<svg class=\"spark exact\"") && html.contains("Change 2"))
    let document = try JSONSerialization.jsonObject(
      with: Data(try tool.run(["trend", "--format", "json"]).output.utf8))
    #expect((document as? [String: Any])?["alarms"] as? Int == 1)
    #expect(try tool.run(["trend", "--format", "md"]).output.contains("# Trend"))

    // A budget of before is exceeded, until the change is accepted.
    let budgets = folder.path(of: "budgets.txt")
    #expect(try tool.run(["check", paths[0], "--budgets", budgets, "--update"]).status == 0)
    #expect(try tool.run(["check", paths[3], "--budgets", budgets]).status == 1)
    let blessed = try tool.run(["bless", "batch-100@HEAD~1", "--reason", "undo needs copies"])
    #expect(blessed.status == 0, "\(blessed.errors)")
    #expect(blessed.output.contains("allocations of \(Self.id), up to 12"))
    let repeated = try tool.run(["bless", "batch-100@HEAD~1", "--reason", "undo needs copies"])
    #expect(repeated.status == 0 && repeated.output.hasPrefix("Accepted already, on 2"))
    #expect(try tool.run(["history", "fsck"]).output.contains("4 runs and 1 accepted change"))
    let accepted = try tool.run(["check", paths[3], "--budgets", budgets])
    #expect(accepted.status == 0 && accepted.output.contains("undo needs copies"))
    // Budgets of a later record are of the figures after the change.
    let tight = folder.path(of: "tight.txt")
    let repaired = try write("repaired.json", commit: 3, run: 8, allocations: 10)
    #expect(try tool.run(["check", repaired, "--budgets", tight, "--update"]).status == 0)
    #expect(try tool.run(["check", paths[3], "--budgets", tight]).status == 1)
    // Neither more than was seen, nor a commit that lacks the change.
    let more = try write("more.json", commit: 3, run: 9, allocations: 13)
    #expect(try tool.run(["check", more, "--budgets", budgets]).status == 1)
    let before = try write("before.json", commit: 1, run: 10, allocations: 12)
    #expect(try tool.run(["check", before, "--budgets", budgets]).status == 1)
    let calm = try tool.run(["trend", "--fail-on", "confirmed"])
    #expect(calm.status == 0 && calm.output.contains("1 accepted"), "\(calm.output)")
  }

  /// A usual history that cannot be read accepts nothing, and the check says so. It is silent where
  /// there is no history or no repository.
  @Test func anUnreadableUsualHistoryIsReported() throws {
    let budgets = folder.path(of: "budgets.txt")
    let record = try write("0.json", commit: 0, run: 0, allocations: 10)
    #expect(try tool.run(["check", record, "--budgets", budgets, "--update"]).status == 0)
    let parent = URL(filePath: folder.path).deletingLastPathComponent().path
    for directory in [tool.directory, folder.path] {
      let ceiling = ["GIT_CEILING_DIRECTORIES": parent]
      let here = ToolProcess(executable: "cvbench", directory: directory, environment: ceiling)
      let silent = try here.run(["check", record, "--budgets", budgets])
      #expect(silent.status == 0 && silent.errors.isEmpty, "\(directory): \(silent.errors)")
    }
    var withoutGit = tool
    withoutGit.environment = ["PATH": folder.path]
    let missing = try withoutGit.run(["check", record, "--budgets", budgets])
    #expect(missing.status == 0, "\(missing.errors)")
    #expect(missing.errors.contains("warning: no accepted changes:"), "\(missing.errors)")
    let script =
      "echo a >a && git add a && git -c user.name=a -c user.email=a@b commit -qm a"
      + " && git branch cvbench-history"
    _ = try ExternalProgram.shell(script, in: tool.directory)
    let told = try tool.run(["check", record, "--budgets", budgets])
    #expect(told.status == 0, "\(told.errors)")
    #expect(told.errors.contains("warning: no accepted changes:"), "\(told.errors)")
    let damage = "printf '[x' >>.git/config"
    _ = try ExternalProgram.shell(damage, in: tool.directory)
    let damaged = try tool.run(["check", record, "--budgets", budgets])
    #expect(damaged.status == 0, "\(damaged.errors)")
    #expect(damaged.errors.contains("warning: no accepted changes:"), "\(damaged.errors)")
  }

  /// Without control characters such a name is kept as it is, and shown so that nothing obeys it.
  @Test func namesAreKeptAndNotObeyed() throws {
    let name = "::error::a ##vso[task.complete]b|c <script>alert(1) ::warning::d"
    let paths = try [10, 10, 12, 12].enumerated().map {
      try write("\($0).json", commit: $0, run: $0, allocations: $1, storage: name)
    }
    #expect(try tool.run(["history", "add"] + paths).status == 0)
    for words in [
      "history list", "history fsck", "trend", "trend --format md", "trend --format json",
    ] {
      let shown = try tool.run(words.split(separator: " ").map(String.init))
      #expect(shown.status == 0 && !shown.output.isEmpty, "\(words): \(shown.errors)")
      #expect(HostileTextTests.obeyed(in: shown.output).isEmpty, "\(words): \(shown.output)")
      #expect(HostileTextTests.obeyed(in: shown.errors).isEmpty, "\(words): \(shown.errors)")
    }
    #expect(try tool.run(["trend"]).output.contains("vso[task.complete]b"))
    #expect(try tool.run(["trend", "-o", "trend.html"]).status == 0)
    let page = try String(contentsOfFile: tool.directory + "/trend.html", encoding: .utf8)
    #expect(page.contains("&lt;script&gt;alert") && !page.contains("<script>alert"))
  }

  @Test func mistakesAreNamed() throws {
    let record = try write("a.json", commit: 0, run: 0, allocations: 1)
    _ = try folder.write(Array("x".utf8), to: "repository/notes.html")
    func expect(
      _ arguments: [String], _ status: Int32, _ message: String,
      at location: SourceLocation = #_sourceLocation
    ) throws {
      let result = try tool.run(arguments)
      #expect(result.status == status, "\(result.errors)", sourceLocation: location)
      #expect(result.errors.contains(message), "\(result.errors)", sourceLocation: location)
    }
    try expect(["trend"], 5, "there is no history in the branch 'cvbench-history'")
    try expect(["history", "fsck", "--history", "none"], 5, "there is no history in the directory")
    try expect(["history", "add", "notes.html"], 2, "notes.html")
    try expect(["history", "add", record, "--to", ""], 2, "name git:BRANCH or a directory")
    for name in ["a b", "a.lock", ".a", "a//b", "refs/heads/a"] {
      try expect(["history", "add", record, "--to", "git:" + name], 2, "is no name of a branch")
    }
    try expect(["bisect", Self.id, "--good", "HEAD~1", "--metric", "wall_time"], 2, "cpu_time")
    try expect(["trend", "--fail-on", "confirmed", "--history", "none"], 5, "no history")
    try expect(["history", "add", record, "--to", "x", "--push", "origin"], 2, "only a branch")
    try expect(["history", "add", record, "--to", "."], 2, "is no history of runs")
    try expect(["history", "add", record, "--push", "nowhere"], 74, "takes it along")
    try expect(["history", "add", record, "--to", "git:HEAD"], 2, "is no name of a branch")
    try expect(["trend", "--fail-on", "confirmed"], 5, "add runs of an earlier and of a later")
    try expect(["trend", "--filter", "none"], 2, "nothing matches --filter 'none'")
    try expect(["trend", "--since", "none"], 2, "there is no commit 'none'")
    try expect(["trend", "--head", "none"], 2, "there is no commit 'none'")
    try expect(["trend", "--format", "pdf"], 2, "no format of a trend is named 'pdf'")
    try expect(["trend", "-o", "notes.html"], 2, "does not begin as the page of a trend does")
    try expect(["history", "prune", "--keep", "-1"], 2, "--keep")
    try expect(["bless", "batch-100", "--reason", "a"], 2, "write the case or a pattern, @")
    try expect(["bless", "batch-100@HEAD", "--reason", " "], 2, "it is empty")
    try expect(["bless", "batch-100@HEAD", "--reason", "a\tb"], 2, "control characters")
    try expect(["bless", "none@HEAD", "--reason", "a"], 2, "nothing matches the case")
    try expect(
      ["bless", "batch-100@HEAD", "--metric", "x", "--reason", "a"], 2, "no metric of the history")
    try expect(["bless", "batch-100@HEAD", "--reason", "a"], 5, "nothing certain that got worse")
    let ends = ["bisect", Self.id, "--good"]
    try expect(ends + ["HEAD", "--bad", "HEAD~1"], 2, "it is no commit before 'HEAD~1'")
    try expect(ends + ["none"], 5, "there is no commit 'none'")
    try expect(
      ["gate", "--base", record, "--head-ref", "HEAD"], 2, "it is for building both sides")
  }

  /// A process that is killed leaves a run as a whole or not at all, and none of those before.
  @Test(arguments: ["git:runs", "directory"])
  func killedAdditionsLoseNothing(place: String) throws {
    var random = SplitMix64(seed: 12)
    var added: Set<String> = []
    for run in 0..<25 {
      let name = "\(run).json"
      let path = try write(name, commit: 0, run: run, allocations: run)
      let running = try tool.start(["history", "add", path, "--to", place])
      Thread.sleep(forTimeInterval: Double(random.next(below: 60)) / 1_000)
      running.send(SIGKILL)
      if try running.waitUntilExit().status == 0 { added.insert("2026-03-01T12:10:\(run + 10)Z") }
    }
    let last = try write("last.json", commit: 0, run: 30, allocations: 1)
    let result = try tool.run(["history", "add", last, "--to", place])
    #expect(result.status == 0, "\(result.errors)")
    let check = try tool.run(["history", "fsck", "--history", place])
    #expect(check.status == 0, "\(check.output)\(check.errors)")
    let listed = try tool.run(["history", "list", "--history", place]).output
    let times = Set(listed.split(separator: "\n").compactMap { $0.split(separator: " ").first })
    #expect(
      added.allSatisfy { times.contains(Substring($0)) },
      "\(added.subtracting(times.map(String.init)))")
    #expect(times.contains("2026-03-01T12:10:40Z"))
  }
}
