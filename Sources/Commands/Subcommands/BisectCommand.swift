import ArgumentParser
import BasicAlgorithms
import Benchmarking
import Foundation
import Gates
import Processes
import Reports
import RunHistories
import RunRecords
import Statistics

/// `bisect`: the commit that made a case worse.
struct BisectCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "bisect",
      abstract: "Find the commit that made one case worse.",
      discussion: """
        Builds both ends and looks for the first metric that got worse: counts, then instructions, \
        then CPU time. Then it halves the commits between them. One count decides over a commit; a \
        time is decided by a gate against half of the slow-down, with more pairs where it cannot \
        tell. Commits that do not build are skipped. At the end, a time is compared with that \
        of the commit before it; unless that gate confirms the culprit, the answer is a range of \
        commits and no name.

        Takes run's options for selection, which must leave one case. Merged branches count as one \
        commit. The last \(PairBuilder.mostKept) builds are kept in .build/gate/commits. After an \
        interruption, the same command goes on.

        Exit status: 0 the culprit is found; 2 wrong command line; 4 the answer is a range; 5 the \
        bad end is no worse, or an end does not build or cannot be measured; 130 interrupted.

        Examples:
          \(RootCommand.name) bisect 'update/batch-100/*' --storage btree-tree --sizes 10k \\
            --good v1.0 --bad HEAD
          \(RootCommand.name) bisect 'scroll/jump/*' --storage flat-tree --sizes 10k \\
            --good HEAD~64 --bad HEAD --metric instructions
        """)
  }

  @Option(help: ArgumentHelp("A commit before the change.", valueName: "commit"))
  var good: String

  @Option("A commit after the change.", value: "commit")
  var bad = "HEAD"

  @Option(
    "The metric, as in allocations, instructions or cpu_time; by default the first that got worse.",
    value: "metric")
  var metric: String?

  @OptionGroup
  var package: PackageOptions

  @OptionGroup
  var caseOptions: CaseOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    if let metric, TimeMetric(rawValue: metric) == .wall {
      throw .invalidValue(
        option: "--metric", found: metric,
        reason: "other processes' work is in it; name \(TimeMetric.cpu.rawValue)")
    }
    let isInterrupted = GateRun.catchInterrupts()
    let builder = PairBuilder(
      baseRef: good, packagePath: package.packagePath, product: package.product,
      relinkCount: 2, flags: package.flags ?? PairBuilder.alignment,
      isInterrupted: isInterrupted, report: Console.reportError)
    let (first, commits) = try range(builder)
    let snapshots = InputSnapshots()
    defer { snapshots.removeUnlessUnfinished() }
    let planned = try caseOptions.onlyCase(of: suites, for: "bisect", snapshots)
    let lock = try ToolError.wrap(try builder.lock(), as: ToolError.unbuilt)
    defer { withExtendedLifetime(lock) {} }
    let compared = try ToolError.wrap(
      try GatedCommits(
        on: planned, seed: caseOptions.collection.seed, builder: builder,
        tool: ToolVersion.identity, isInterrupted: isInterrupted),
      as: ToolError.unbuilt)
    let search = CommitSearch(
      compared, metric: metric, good: first, suspects: commits.map(\.hash),
      stateURL: stateURL(compared.subject, first, commits), report: Console.reportError)
    let finding: CommitSearch.Finding?
    do throws(CommitSearchError) {
      finding = try search.search()
    } catch {
      throw ToolError(error)
    }
    guard let finding else {
      throw .noBaseline(
        reason: (metric.map { "\($0) of \(planned.id) did not get worse" }
          ?? "no metric of \(planned.id) got worse")
          + " between \(good) and \(bad); there is nothing to find")
    }
    let text = BisectionText(finding, caseID: planned.id, commits: commits)
    try Console.standardOutput.write(
      text.render(columns: Terminal.columns, color: Terminal.isColored))
    return finding.isCertain ? .fine : .inconclusive
  }

  /// The good end, and the commits after it up to the bad one.
  private func range(
    _ builder: PairBuilder
  ) throws(ToolError) -> (good: String, commits: [CommitLog.Commit]) {
    let first = try ToolError.wrap(try builder.commit(good), as: ToolError.unbuilt)
    let last = try ToolError.wrap(try builder.commit(bad), as: ToolError.unbuilt)
    let commits = try ToolError.wrap(
      try CommitLog.commits(from: first, to: last, in: package.packagePath),
      as: ToolError.runHistory)
    guard !commits.isEmpty else {
      let isShallow = GitRepository(at: package.packagePath).isShallow
      throw .invalidValue(
        option: "--good", found: good,
        reason: "it is no commit before '\(bad)'; "
          + (isShallow
            ? "this clone is shallow, and git fetch --unshallow brings what lies between"
            : "name one that leads to it"))
    }
    // The line of first parents may have left another branch behind at its first commit.
    let parent = try ToolError.wrap(
      try builder.commit("\(commits[0].hash)^"), as: ToolError.unbuilt)
    if parent != first {
      Console.reportError(
        "the good end is \(parent.prefix(12)), the first parent of \(commits[0].hash.prefix(12)): "
          + "'\(good)' lies on another branch")
    }
    return (parent, commits)
  }

  /// The file that keeps what is known about these ends and this case.
  private func stateURL(
    _ subject: String, _ good: String, _ commits: [CommitLog.Commit]
  ) -> URL {
    let key = [subject, good, commits.last?.hash ?? "", metric ?? ""]
    let digest = FNV1a.hash(key.joined(separator: "\n").utf8).hexadecimalDigits
    return URL(filePath: "\(package.packagePath)/.build/gate/bisect-\(digest).json")
  }
}

extension ToolError {
  fileprivate init(_ error: CommitSearchError) {
    self =
      switch error {
      case .build(let commit, .noBaseline(let reason)),
        .build(let commit, .doesNotBuild(let reason)):
        .noBaseline(reason: "\(commit.prefix(12)): \(reason)")
      case .build(_, let error): .unbuilt(error)
      case .gate(let error): .gate(error)
      case .unmeasured(let reason):
        .noBaseline(reason: "the case cannot be measured at both ends: \(reason)")
      case .noMetric(let name, let known):
        .unknownName(kind: "metric of the case", found: name, known: known)
      case .rule(let reason): .failed(reason: reason)
      case .interrupted: .interrupted
      }
  }
}

/// The end of a search as text: the answer first, then the steps.
struct BisectionText {
  private let finding: CommitSearch.Finding
  private let caseID: String
  private let subjects: [String: String]

  init(_ finding: CommitSearch.Finding, caseID: String, commits: [CommitLog.Commit]) {
    self.finding = finding
    self.caseID = caseID
    subjects = Dictionary(commits.map { ($0.hash, $0.subject) }) { first, _ in first }
  }

  /// The text for a terminal.
  func render(columns: Int, color: Bool) -> String {
    var lines = (answer + [""]).flatMap { $0.wrapped(to: columns) }
    lines += table.lines(columns: columns, color: color)
    return lines.joined(separator: "\n") + "\n"
  }

  private var answer: [String] {
    let effect = finding.effect
    let change =
      "\(effect.metric) of \(caseID) worse: \(figure(effect.good)) to \(figure(effect.bad))"
      + (effect.good == 0 ? "" : " (\(DisplayFormat.ratio(effect.bad / effect.good)))")
    guard finding.suspects.count == 1, let culprit = finding.suspects.first else {
      let reasons = finding.steps.filter { $0.answer == .skipped }.compactMap(\.note)
      return [
        "One of \(finding.suspects.count) commits made \(change). Which one cannot be told: "
          + Set(reasons).sorted().prefix(3).joined(separator: "; ") + "."
      ] + finding.suspects.map { "  \(name($0))" }
    }
    if let ratio = finding.confirmation?.compare?.ratio, finding.isCertain {
      return [
        "\(name(culprit)) made \(change).",
        "A gate against the commit before it confirms that: \(DisplayFormat.ratio(ratio)).",
      ]
    }
    guard effect.isExact else {
      return [
        "It cannot be told which commit made \(change). The search ended at \(name(culprit)), and a "
          + "gate against the commit before it, \(finding.parent.prefix(12)), does not confirm that"
          + (finding.confirmation?.compare.map { ": \($0.verdict.rawValue)" } ?? "") + "."
      ]
    }
    let part = "\(figure(finding.figures.before)) to \(figure(finding.figures.after))"
    guard finding.isCertain else {
      return [
        "Several commits made \(change). The one in the middle, \(name(culprit)), made "
          + "\(DisplayFormat.share(max(0, finding.share))) of it: \(part).",
        "Bisect from here to either end finds more of them.",
      ]
    }
    guard abs(finding.share - 1) > 0.01 else {
      return [
        "\(name(culprit)) made \(change).",
        "Counts repeat exactly; the commit before it, \(finding.parent.prefix(12)), has the old one.",
      ]
    }
    return [
      "\(name(culprit)) made most of it: \(part). In all, several commits made \(change).",
      "Counts repeat exactly; bisect from here to either end finds the others.",
    ]
  }

  private func name(_ commit: String) -> String {
    "\(commit.prefix(12)) \(subjects[commit] ?? "")"
  }

  private func figure(_ value: Double) -> String {
    finding.effect.unit == "ratio"
      ? DisplayFormat.ratio(value) : DisplayFormat.grouped(Int(exactly: value.rounded()) ?? .max)
  }

  private var table: Table {
    Table(
      columns: [.init("step"), .init("answer"), .init("figure", .right), .init("note")],
      rows: finding.steps.map { step in
        let role: Table.Role =
          switch step.answer {
          case .good: .good
          case .bad: .bad
          case .skipped: .faint
          }
        return Table.Row([
          .init(name(step.commit)), .init(step.answer.rawValue, role),
          .init(step.figure.map(figure) ?? ""), .init(step.note ?? "", .faint),
        ])
      })
  }
}
