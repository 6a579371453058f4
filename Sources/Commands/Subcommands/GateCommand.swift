internal import ArgumentParser
import Benchmarking
import Foundation
import Analysis
import Gates
import Processes
import Reports
import RunRecords

/// `gate`: two builds against one another, in pairs of processes.
struct GateCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "gate",
      abstract: "Say whether a build is slower than another one.",
      discussion: """
        Both builds are set up and warm; one measures at a time, in rounds of A B B A. Each case is \
        measured until its interval is narrow enough, and what seems to have changed is measured \
        again. What cannot be told is inconclusive, and never a pass. Allocations, bytes and counts \
        are compared exactly; where allocations differ, the call stacks that they come from are \
        printed, and where instructions differ, the functions, if valgrind is installed.

        Exit status: 0 nothing has regressed; 1 something has; 2 wrong command line; 3 a case \
        crashed, hung or gave a wrong answer, or a build has changed meanwhile; 4 inconclusive \
        (with --fail-on); 5 a side is missing or not comparable, or another gate of the package \
        is under way; 6 an improvement to accept (with --fail-on improved); 130 interrupted. \
        Of several, the first of 130, 70, 74, 3, 5, 1, 4, 6 and 2 counts.

        Examples:
          \(RootCommand.name) gate --base-ref origin/main
          \(RootCommand.name) gate --base-ref v1.0 --head-ref v1.1
          \(RootCommand.name) gate --base main
          \(RootCommand.name) gate --base old/cvbench --head new/cvbench
          \(RootCommand.name) gate --base old/cvbench --filter item-random --exact-only
          \(RootCommand.name) gate --base old/cvbench --exact-only --instructions '*'
          \(RootCommand.name) gate --base-ref HEAD~1 --fail-on 'inconclusive>20%'
          \(RootCommand.name) gate --base-ref origin/main --shard 2/4 -o gate-2.json
        """)
  }

  @Option(
    "The build to compare the head with: an executable, or the name of a baseline "
      + "(run --save-baseline).", value: "executable", completion: BaselineChoice.completion)
  var base: String?

  @Option(
    """
    The build to judge, named like the base; by default this executable, and with --base-ref the \
    work tree, built. With both, the base is built as the head was.
    """,
    value: "executable", completion: .file())
  var head: String?

  @OptionGroup(title: "Options for building both sides")
  var building: BuildOptions

  private static let usualRelink = 2

  @Option(
    "The number of other orders in which to link each built side. A case that seems to have "
      + "changed is measured again with them.", value: "count")
  var relink = Self.usualRelink

  @OptionGroup
  var caseOptions: CaseOptions

  @OptionGroup(title: "Options for times")
  var rule: PairedRuleOptions

  @OptionGroup(title: "Gate options")
  var gate: GateOptions

  @OptionGroup(title: "Options for several machines")
  var sharding: ShardOptions

  @Option(
    "Also compare the instructions of the cases that this, read as a filter, takes.",
    discussion: """
      With valgrind's callgrind, on a simulated processor: more than 0.5 % more is a regression. \
      It takes some 7 s for each case. Repeated, any of them.
      """, value: "text")
  var instructions: [String] = []

  @Option("Count instructions on up to this many items only.", value: "items")
  var instructionsLimit = ItemCount.spelled(RunPlan.defaultInstructionItemLimit)

  @Option(
    "Where the record goes.",
    discussion: "By default \(RecordDestination.defaultDirectory)/gate-<UTC time>.json.",
    value: "path", name: .shortAndLong, completion: .file(extensions: ["json"]))
  var output: String?

  @Option(
    "What to print: table, md (a comment for a pull request) or json (the record).",
    value: "format", completion: .list(GateFormat.names))
  var format = GateFormat.table.rawValue

  @Flag(help: .hidden)
  var allowDebugBuild = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    try checkOptions()
    let format = try GateFormat.named(format)
    let options = try planOptions()
    let policy = try gate.policy()
    let acceptances = try gate.acceptances()
    let destination = try self.destination()
    let isInterrupted = GateRun.catchInterrupts()
    let (base, head, lock) = try Self.sides(
      base: base, head: head, building: building, relink: relink, isInterrupted)
    defer { withExtendedLifetime(lock) {} }
    let sides = try described(base, head, isInterrupted)
    for description in [sides.base, sides.head] where !gate.exactOnly && !allowDebugBuild {
      if let reason = description.refusal { throw .run(.refusesToRecord(reason: reason)) }
    }
    let blessed = try HistoryAcceptances.holding(
      in: gate.history, at: sides.head.build.git.sha, since: sides.base.build.git.sha,
      around: building.package.packagePath)
    let snapshots = InputSnapshots()
    defer { snapshots.removeUnlessUnfinished() }
    let (planned, removed, added) = try cases(of: sides, snapshots)
    let plan = try plan(options, of: planned)
    let partLock =
      plan.shard == .whole ? nil : try sharding.lock(isInterrupted: isInterrupted)
    defer { withExtendedLifetime(partLock) {} }
    announce(plan, comparesTimes: !sides.haveEqualCode || gate.gateEqualCode)
    let identity = RunIdentity(
      argv: ConfiguredArguments.current, preset: RunPreset.gate.rawValue, seed: plan.seed)
    let (measured, diagnoses, ending) = GateRun.compare(
      plan, base: base, head: head, sides: sides, identity: identity, tool: ToolVersion.identity,
      isInterrupted: isInterrupted, report: GateProgress().report)
    var record = measured
    var judgement = GateJudgement(
      record, removed: removed, added: added, exactDifference: sides.exactDifference,
      isInterrupted: ending == .interrupted, policy: policy, acceptances: acceptances + blessed,
      today: GateOptions.today)
    judgement.diagnostics = GateDiagnostics(diagnoses)
    let status = ExitStatus.combined(
      judgement.reasons.compactMap { ExitStatus(rawValue: Int32($0.status)) })
    record.summary.exitCode = Int(status.rawValue)
    // Before anything is printed: a terminal that is gone takes no measurement with it.
    let failure = Self.write(record, to: destination)
    if let directory = gate.profileRegressed {
      judgement.diagnostics.profiles = RegressedProfiles(
        directory: directory, plan: plan, base: base, head: head, isInterrupted: isInterrupted
      ).write(for: judgement)
    }
    StepSummary.append(markdown: judgement.markdown)
    var statuses = [status]
    do throws(ToolError) {
      try Console.standardOutput.write(
        try format.text(of: judgement, on: record), isDocument: format != .table)
    } catch {
      Console.reportError("Error: \(error)")
      statuses.append(error.status)
    }
    return finish(judgement, statuses, failure, at: destination)
  }

  /// A plan with all that the options say, and no cases yet.
  private func planOptions() throws(ToolError) -> GatePlan {
    let (rule, screen) = try self.rule.rules()
    var plan = GatePlan(
      cases: [], seed: caseOptions.collection.seed, sampling: RunPreset.gate.sampling, rule: rule,
      screen: screen)
    plan.isExactOnly = gate.exactOnly
    plan.instructionItemLimit = try ItemCount.parse(
      instructionsLimit, option: "--instructions-limit")
    plan.explainsCounts = true
    plan.gatesEqualCode = gate.gateEqualCode
    plan.budgetSeconds = try TimeBudget.parseSeconds(gate.budget, option: "--budget")
    plan.answerTimeoutSeconds = try TimeBudget.parseSeconds(
      gate.caseTimeout, option: "--case-timeout")
    return plan
  }

  /// The plan for `cases`, or for the part of them that is asked for.
  private func plan(
    _ options: GatePlan, of cases: [PlannedCase]
  ) throws(ToolError) -> GatePlan {
    var plan = options
    plan.cases = cases
    plan.instructionCases = try InstructionChoice.ids(instructions, among: cases)
    guard let shard = try sharding.part() else { return plan }
    let assignment = try sharding.assignment(of: cases, for: shard, plan.estimatedSeconds(of:))
    return plan.part(shard.index, of: assignment)
  }

  /// Says where the record is, or why it is nowhere, and annotates the workflow.
  private func finish(
    _ judgement: GateJudgement, _ statuses: [ExitStatus], _ failure: ToolError?,
    at destination: RecordDestination
  ) -> ExitStatus {
    var statuses = statuses
    if let failure {
      Console.reportError("Error: \(failure)")
      statuses.append(failure.status)
    } else {
      Console.writeError("Record: \(destination.path)\n")
    }
    if ProcessInfo.processInfo.environment["GITHUB_ACTIONS"] == "true" {
      for annotation in judgement.annotations { Console.writeRawError(annotation + "\n") }
    }
    return .combined(statuses)
  }

  /// The answer to a gate that names nothing to compare with.
  private static let noBase = ToolError.invalidValue(
    option: "--base", found: nil,
    reason: "a gate compares two builds, and none is named to compare with: --base-ref origin/main "
      + "builds that commit and the work tree, --base old/cvbench takes an executable or the name of "
      + "a baseline")

  /// Refuses options that are for another way of comparing.
  private func checkOptions() throws(ToolError) {
    let relinking = relink == Self.usualRelink ? nil : ("--relink", "\(relink)")
    if building.baseRef == nil, let (option, value) = building.firstGiven ?? relinking {
      throw .invalidValue(
        option: option, found: value,
        reason: "it is for building both sides, which --base-ref does in place of --base")
    }
    // Before anything is made on the disk.
    if building.baseRef == nil, base == nil { throw Self.noBase }
    _ = try sharding.part()
    if gate.exactOnly && gate.gateEqualCode {
      throw .invalidValue(
        option: "--gate-equal-code", found: nil,
        reason: "it compares times, and --exact-only none; leave one out")
    }
  }

  /// Writes the record; why it could not be, or nil.
  private static func write(
    _ record: RunRecord, to destination: RecordDestination
  ) -> ToolError? {
    do throws(RecordError) {
      try record.write(to: destination.path)
      return nil
    } catch {
      return .record(error)
    }
  }

  /// Returns the destination of the record, after checking that it can be written there.
  private func destination() throws(ToolError) -> RecordDestination {
    let destination: RecordDestination =
      if let output {
        try .named(output)
      } else {
        .new(named: RunPreset.gate.rawValue, startedAt: .now)
      }
    try destination.checkWritable()
    do throws(RecordError) {
      try RunRecord.requireReplaceable(destination.path, by: .comparison)
    } catch {
      throw .record(error)
    }
    return destination
  }

  /// Asks both builds to describe themselves; a baseline's commit is that of its record.
  private func described(
    _ base: GatedBuild, _ head: GatedBuild, _ isInterrupted: @escaping () -> Bool
  ) throws(ToolError) -> BuildPair {
    var sides: BuildPair
    do {
      sides = try BuildPair(
        base: base, head: head, isInterrupted: isInterrupted)
    } catch {
      throw error.error == .interrupted ? .interrupted : .gate(error)
    }
    if let baseline = try self.base.flatMap({ text throws(ToolError) in
      try BaselineChoice.meant(by: text)
    }) {
      if let git = baseline.record.builds.first?.git { sides.base.build.git = git }
      let warning = baseline.hostWarning(here: sides.head.environment.hostKey)
      if let warning { Console.reportError(warning) }
    }
    return sides
  }

  /// Returns both sides, built where that is asked for, and what keeps others from building there.
  ///
  /// - Parameters:
  ///   - base: The executable or the name of a baseline to compare with; nil to build it.
  ///   - head: The executable to judge; nil for this one or the work tree's.
  ///   - building: The commit to build, and how.
  ///   - relink: The number of other orders in which to link each side.
  ///   - isInterrupted: Asked several times a second.
  /// - Returns: The builds, and a lock on the directories in which they were built.
  /// - Throws: `ToolError`.
  static func sides(
    base: String?, head: String?, building: BuildOptions, relink: Int,
    _ isInterrupted: @escaping () -> Bool
  ) throws(ToolError) -> (base: GatedBuild, head: GatedBuild, lock: FileLock?) {
    if let baseRef = building.baseRef {
      guard base == nil else {
        throw .invalidValue(
          option: "--base-ref", found: baseRef, reason: "it builds the base; leave --base out")
      }
      let head = try head.map { path throws(ToolError) in try executable(path, "--head") }
      let built = try building.builtSides(
        head: head, relink: relink, isInterrupted: isInterrupted)
      return (built.base, built.head, built.lock)
    }
    guard let base else { throw noBase }
    return (
      GatedBuild(.base, executable: try executable(base, "--base")),
      GatedBuild(
        .head,
        executable: try head.map { path throws(ToolError) in
          try executable(path, "--head")
        } ?? URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()),
      nil
    )
  }

  static func executable(_ path: String, _ option: String) throws(ToolError) -> URL {
    if let baseline = try BaselineChoice.meant(by: path) {
      return URL(
        filePath: try ToolError.wrap(try baseline.checkedExecutable(), as: ToolError.init))
    }
    try BaselineChoice.requireFile(path)
    guard FileManager.default.fileExists(atPath: path) else {
      throw .noBaseline(reason: "\(option) '\(path)' does not exist; build it first")
    }
    let values = try? URL(filePath: path).resourceValues(forKeys: [.isRegularFileKey])
    // A directory may be searched, which counts as executable.
    guard FileManager.default.isExecutableFile(atPath: path), values?.isRegularFile != false
    else {
      throw .noBaseline(reason: "\(option) '\(path)' is no executable file")
    }
    return URL(filePath: path)
  }

  /// The cases that both sides have, and those of one only.
  private func cases(
    of sides: BuildPair, _ snapshots: InputSnapshots
  ) throws(ToolError) -> (both: [PlannedCase], removed: [String], added: [String]) {
    let found = try caseOptions.pairedCases(
      of: sides.suites, inProcesses: gate.exactOnly ? 1 : 2, snapshots: snapshots)
    let removed = found.filter { !sides.has($0, on: .head) }.map(\.id)
    let added = found.filter { !sides.has($0, on: .base) }.map(\.id)
    let both = found.filter { sides.has($0, on: .head) && sides.has($0, on: .base) }
    guard !both.isEmpty else {
      throw .noBaseline(reason: "no case that is selected is on both sides")
    }
    return (both, removed, added)
  }

  /// Says what is to come, so that nobody waits for the unknown.
  private func announce(_ plan: GatePlan, comparesTimes: Bool) {
    let (count, seconds) = (plan.cases.count, plan.budgetSeconds ?? 0)
    let range = GateAdvice.seconds(forCases: count, budget: Int(seconds))
    let most = "at most \(Int(seconds)) s and the set-up of the last pair"
    let estimate =
      if plan.isExactOnly || !comparesTimes {
        "exact metrics only"
      } else if Int(seconds) < range.lowerBound {
        "\(most), which is too little to decide them all: that takes \(range.lowerBound) s or more"
      } else {
        "about \(range.lowerBound) to \(range.upperBound) s, \(most)"
      }
    Console.reportError("\(DisplayFormat.cases(count)), \(estimate)")
  }
}

/// Tells on standard error how far a gate is, where that has changed.
private final class GateProgress {
  private var last = ""

  func report(_ event: GateEvent) {
    switch event {
    case .counted: break
    case .countingInstructions(let done, let total):
      say("counting instructions: \(done) of \(total) cases are done")
    case .paired(let done, let total, let confirming):
      say(
        "\(done) of \(total) cases have enough pairs"
          + (confirming > 0 ? ", \(confirming) are measured again" : ""))
    case .flagged(let id): say("seems to have changed, measured again: \(id)")
    }
  }

  private func say(_ line: String) {
    guard line != last else { return }
    last = line
    Console.reportError(line)
  }
}
