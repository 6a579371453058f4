import BasicAlgorithms
import Foundation
import Processes
import RunHistories
import RunRecords
import Statistics
import TestSupport
import Testing

/// Records of runs and gates for histories.
enum HistorySample {
  /// A case's id.
  static func id(_ storage: String) -> String {
    "update/batch-100/storage=\(storage)/data=uniform-1000/payload=item8/items=1000"
  }

  /// The full hash of commit number `number`.
  static func hash(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 39 - digits.count) + "1" + digits
  }

  /// A log of commits 0 up to `count`.
  static func log(_ count: Int) -> CommitLog {
    CommitLog((0..<count).map { .init(hash: hash($0), subject: "Change \($0)") })
  }

  /// A record of `commit`, with the metrics of each storage.
  static func record(
    _ commit: String?, run: Int = 0, exactKey: String = "x86_64|6.3.1",
    _ metrics: [String: [MetricRecord]]
  ) -> RunRecord {
    var identity = RunIdentity(argv: ["cvbench", "run"], preset: "quick", seed: 1)
    let number = String(run, radix: 16)
    identity.id = String(repeating: "0", count: 8 - number.count) + number + "-0000"
    let (hours, minutes) = (run / 60, run % 60)
    identity.startedAt = String(
      format: "2026-03-%02dT%02d:%02d:00Z", 1 + hours / 24 % 28, hours % 24, minutes)
    identity.completed = true
    let environment = MachineContext(
      exactKey: exactKey, hostKey: exactKey + "|GenuineIntel", cpu: .init(logical: 2),
      allocator: .init(name: "jemalloc"),
      clock: .init(resolutionNs: 1, wallReadNs: 1, cpuReadNs: 1),
      hwCounters: .init(available: false))
    let cases = metrics.map { storage, metrics in
      var result = CaseRecord(
        suite: "update",
        params: CaseParameters(
          scenario: "batch-100", storage: storage, role: "strategy", data: "uniform-1000",
          payload: "item8", items: 1_000))
      result.metrics = metrics
      return result
    }
    return RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"), run: identity,
      builds: [
        Build(
          id: "run", git: .init(sha: commit, branch: "main", dirty: false), binary: .init(),
          compiler: .init(swift: "6.3.1", target: "x86_64", flags: []))
      ], environment: environment, cases: cases, exitCode: 0)
  }

  /// A record of one storage with so many allocations.
  static func record(
    _ commit: Int, run: Int, allocations: Int, exactKey: String = "x86_64|6.3.1"
  ) -> RunRecord {
    record(
      hash(commit), run: run, exactKey: exactKey,
      ["btree-tree": [ExactMetric.allocations.record(allocations)]])
  }

  /// The trend of records, in a log of so many commits; nil for no repository.
  static func trend(
    _ records: [RunRecord], commits: Int? = 100, blessings: [Blessing] = []
  ) throws -> Trend {
    var contents = try Self.contents(records)
    contents.blessings = blessings
    return Trend(of: contents, log: commits.map(log), reference: nil)
  }

  /// Ratios, the first `counts[0]` at `levels[0]`, and so on.
  static func gates(_ counts: [Int], _ levels: [Double], reference: Int = 0) -> [RunRecord] {
    var random = SplitMix64(seed: 8)
    let ratios = zip(counts, levels).flatMap { Array(repeating: $1, count: $0) }
    return ratios.enumerated().map { number, ratio in
      gate(
        reference, number + 1, run: number,
        ratio: ratio + Double.random(in: -0.003...0.003, using: &random), .inconclusive)
    }
  }

  /// The record of a gate of one storage: so much longer than the base.
  static func gate(
    _ base: Int, _ head: Int, run: Int, ratio: Double, _ verdict: MetricChange.Verdict
  ) -> RunRecord {
    var metric = TimeMetric.cpu.unmeasured
    metric.median = 100 * ratio
    metric.compare = MetricChange(
      base: 100, ratio: ratio, interval: .init(low: ratio - 0.01, high: ratio + 0.01), pairs: 20,
      verdict: verdict)
    var record = record(hash(head), run: run, ["btree-tree": [metric]])
    record.kind = .comparison
    var side = record.builds[0]
    side.git.sha = hash(base)
    record.builds.insert(side, at: 0)
    return record
  }

  /// The contents of a history with `records`.
  static func contents(_ records: [RunRecord]) throws -> RunHistory.Contents {
    var contents = RunHistory.Contents()
    contents.runs = try records.map { record in
      let (summary, cases) = try RunSummary.summarize(record, of: "a.json")
      return RunHistory.Run(summary: summary, cases: cases)
    }.sorted { $0.summary.startedAt < $1.summary.startedAt }
    return contents
  }
}

extension HistorySample {
  /// Adds a run of `commit`, and returns what became of it.
  static func add(_ history: RunHistory, commit: Int, run: Int) throws -> RunHistory.Addition {
    let record = record(commit, run: run, allocations: 100 + run)
    return try #require(try history.add([(record, "a.json")]).first)
  }
}

/// The words of the error of `action`; empty where it succeeds.
func message<Value>(_ action: () throws -> Value) -> String {
  do {
    _ = try action()
    return ""
  } catch {
    return "\(error)"
  }
}

extension SampleRepository {
  enum Place: CaseIterable {
    case directory, branch
  }

  /// The history at a place of its own.
  func history(_ place: Place) -> RunHistory {
    switch place {
    case .directory: RunHistory(HistoryDirectory(at: folder.path(of: "history")))
    case .branch: RunHistory(HistoryBranch("runs", in: path))
    }
  }

  /// Clones of a bare repository `shared`, called `clone1` and so on, each with a history.
  func clones(_ count: Int) throws -> [HistoryBranch] {
    try git("clone --quiet --bare repository shared", in: folder.path)
    return try (1...count).map { number in
      try git("clone --quiet shared clone\(number)", in: folder.path)
      return HistoryBranch("runs", in: folder.path(of: "clone\(number)"))
    }
  }

  /// The history of the repository that clones push to.
  var shared: RunHistory { RunHistory(HistoryBranch("runs", in: folder.path(of: "shared"))) }
}

/// A repository with one commit, without anything that a user has configured.
struct SampleRepository {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "repository")
    try git("init --quiet -b main '\(path)'", in: folder.path)
    try commit("First")
  }

  /// Runs git with one line of arguments.
  @discardableResult
  func git(_ arguments: String, in directory: String? = nil) throws -> String {
    let outcome = try ExternalProgram.shell(
      "git -c user.name=a -c user.email=a@b \(arguments)", in: directory ?? path)
    guard outcome.isSuccess else { throw GitFailure(text: outcome.errorText) }
    return outcome.text
  }

  /// Makes an empty commit, and returns its hash.
  @discardableResult
  func commit(_ subject: String) throws -> String {
    try git("commit --quiet --allow-empty -m '\(subject)'")
    return try git("rev-parse HEAD")
  }

  struct GitFailure: Error {
    let text: String
  }
}
