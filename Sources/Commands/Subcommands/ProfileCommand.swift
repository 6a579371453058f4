internal import ArgumentParser
import Benchmarking
import Foundation
import Gates
import Profiles
import Reports
import RunRecords

/// `profile`: the call stacks of one case, by time, instructions and allocations.
struct ProfileCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "profile",
      abstract: "Show where the time, instructions and allocations of one case go.",
      discussion: """
        Runs the case three times, each in a fresh process. It samples call stacks while the case \
        repeats; it counts the instructions of one call by call stack under valgrind's callgrind; \
        and it records the call stacks of all allocations of one call. Instructions and allocations \
        are exact and add up to the record's. If one of the three is unavailable, the profile says \
        why.

        Prints the answer and tables, and writes a page with flame graphs and the code of the \
        hottest functions, folded stacks, a speedscope file, and the tables as Markdown and JSON. \
        With a base it shows what has changed.

        Takes run's options for selection, which must leave one case; with --shard as many as are \
        selected, each in a directory of its own.

        Exit status: 0 something was measured; 2 wrong command line; 3 the case crashed, hung or \
        gave a wrong answer; 5 nothing could be measured, or the base is missing; \
        74 the files cannot be written; 130 interrupted, with what was measured written.

        Examples:
          \(RootCommand.name) profile 'update/batch-100/*' --storage btree-tree --sizes 100k
          \(RootCommand.name) profile 'scroll/jump/*' --storage flat-tree --sizes 1M --only cpu
          \(RootCommand.name) profile 'scroll/jump/*' --storage flat-tree --sizes 10k \\
            --base-ref HEAD~1
          \(RootCommand.name) profile --preset quick --shard 2/8 -o profiles
        """)
  }

  @Option(
    "The time for which call stacks are sampled, as in 5s.", value: "time",
    parsing: .unconditional)
  var seconds = "5s"

  @Option("The number of samples a second.", value: "count")
  var rate = 499

  @Option(
    "The way to sample: auto, perf (events of the kernel) or timer (needs no permission).",
    value: "way", completion: .list(SamplingWay.names))
  var how = SamplingWay.auto.rawValue

  @Option(
    "Only these measures: cpu, instructions, allocations; separated by commas.",
    value: "measures")
  var only: String?

  @Option(
    "The build to compare with: an executable, or the name of a baseline "
      + "(run --save-baseline).", value: "executable", completion: BaselineChoice.completion)
  var base: String?

  @OptionGroup(title: "Options for building both sides")
  var building: BuildOptions

  @OptionGroup
  var caseOptions: CaseOptions

  @Option(
    "The directory for the files.",
    discussion: "By default \(RecordDestination.defaultDirectory)/profile-<UTC time>.",
    value: "directory", name: .shortAndLong, completion: .directory)
  var output: String?

  @Option(
    "Only these files: html, folded, speedscope, md, json; separated by commas. The JSON is always "
      + "written.", value: "formats")
  var format: String?

  @Option(
    "Give a pass up when set-up or a call takes longer than this; ten times this under callgrind.",
    value: "time", parsing: .unconditional)
  var caseTimeout = "60s"

  @OptionGroup(title: "Options for several machines")
  var sharding: ShardOptions

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let seconds = try TimeBudget.parseSeconds(seconds, option: "--seconds")
    let timeout = try TimeBudget.parseSeconds(caseTimeout, option: "--case-timeout")
    try (1...10_000).check(rate, option: "--rate")
    let way = try SamplingWay.named(how)
    let measures = try ProfileMeasures.parsed(only)
    let formats = try ProfileFormat.parsed(format)
    let snapshots = InputSnapshots()
    defer { snapshots.removeUnlessUnfinished() }
    let chosen = try cases(of: suites, formats, snapshots)
    let isInterrupted = GateRun.catchInterrupts()
    let lock =
      sharding.shard == nil ? nil : try sharding.lock(isInterrupted: isInterrupted)
    defer { withExtendedLifetime(lock) {} }
    let request = SamplingRequest(engines: way.engines, seconds: seconds, rate: rate)
    let collector = ProfileCollector(
      ProfileCollector.Plan(measures: measures, sampling: request),
      isToStop: isInterrupted, report: { Console.reportError($0) })
    // The order in which objects are linked is for times, which nothing here judges.
    let sides =
      base != nil || building.baseRef != nil
      ? try GateCommand.sides(
        base: base, head: nil, building: building, relink: 0, isInterrupted) : nil
    defer { withExtendedLifetime(sides?.lock) {} }
    var statuses: [ExitStatus] = []
    for (planned, folder) in chosen where statuses.isEmpty || !isInterrupted() {
      let pass = ProfilePass(
        planned: planned, seed: caseOptions.collection.seed,
        sampling: RunPreset.gate.sampling, timeoutSeconds: timeout, collector: collector,
        isInterrupted: isInterrupted)
      do throws(ToolError) {
        statuses.append(try profile(by: pass, sides?.base, sides?.head, in: folder))
      } catch {
        // Of many cases one that fails takes nothing from the others.
        guard chosen.count > 1, error.status == .caseFailed else { throw error }
        Console.reportError("Error: \(error)")
        statuses.append(error.status)
      }
    }
    return .combined(statuses)
  }

  /// The case to profile, or those of the part that is asked for, each with its directory.
  private func cases(
    of suites: [Suite], _ formats: Set<ProfileFormat>, _ snapshots: InputSnapshots
  ) throws(ToolError) -> [(planned: PlannedCase, folder: ProfileFolder)] {
    guard let shard = try sharding.part() else {
      let folder = try ProfileFolder(output, formats: formats)
      let planned = try caseOptions.onlyCase(of: suites, for: "profile", snapshots)
      try MemoryCheck.check([planned])
      return [(planned, folder)]
    }
    let all = try caseOptions.fittingCases(of: suites, snapshots).cases
    // Sampling takes the same time for every case.
    let ids = try sharding.assignment(of: all, for: shard) { _ in 20 }.ids(of: shard.index)
    let cases = all.filter { ids.contains($0.id) }
    try MemoryCheck.check(cases)
    let parent = output ?? ProfileFolder.usualPath
    return try cases.map { planned throws(ToolError) in
      (
        planned,
        try ProfileFolder(ProfileFolder.path(of: planned.id, in: parent), formats: formats)
      )
    }
  }

  /// Profiles one case, in two builds where a base is named.
  private func profile(
    by pass: ProfilePass, _ base: GatedBuild?, _ head: GatedBuild?, in folder: ProfileFolder
  ) throws(ToolError) -> ExitStatus {
    var names = FunctionNames()
    guard let base, let head else {
      let own = GatedBuild(.head, executable: URL(filePath: "/proc/self/exe"))
      let profile = try pass.profile(own, isOneOfTwo: false, naming: &names)
      return try finish(profile, nil, in: folder, wasInterrupted: pass.isInterrupted())
    }
    let before = try pass.profile(base, isOneOfTwo: true, naming: &names)
    if pass.isInterrupted() {
      Console.reportError("interrupted before the head: this is the profile of the base")
      return try finish(before, nil, in: folder, wasInterrupted: true)
    }
    let after = try pass.profile(head, isOneOfTwo: true, naming: &names)
    return try finish(after, before, in: folder, wasInterrupted: pass.isInterrupted())
  }

  private func finish(
    _ profile: CaseProfile, _ base: CaseProfile?, in folder: ProfileFolder, wasInterrupted: Bool
  ) throws(ToolError) -> ExitStatus {
    var statuses: [ExitStatus] = wasInterrupted ? [.interrupted] : []
    for failure in [base?.failure, profile.failure].compactMap(\.self) {
      Console.reportError("Error: \(RunError.caseFailed(id: profile.caseID, reason: failure))")
      statuses.append(.caseFailed)
    }
    var failure: ToolError?
    if profile.passes.isEmpty {
      statuses.append(.notComparable)
    } else {
      // Before anything is printed: a terminal that is gone takes no profile with it.
      do throws(ToolError) {
        try folder.write(profile, base: base)
      } catch {
        failure = error
      }
    }
    try Console.standardOutput.write(
      ProfileText(profile, base: base).render(
        columns: Terminal.columns, color: Terminal.isColored))
    // A full disk takes the files, and not the answer.
    if let failure { throw failure }
    if !profile.passes.isEmpty {
      try Console.standardOutput.write("\nProfile: \(folder.mainPath)\n")
    }
    return .combined(statuses + [.fine])
  }
}

/// The passes over one case in any build.
struct ProfilePass {
  let planned: PlannedCase
  let seed: UInt64
  let sampling: SamplingPlan
  let timeoutSeconds: Double
  let collector: ProfileCollector
  let isInterrupted: () -> Bool

  /// Profiles the case in one build.
  ///
  /// - Parameters:
  ///   - build: The build.
  ///   - isOneOfTwo: Whether another build is profiled, too.
  ///   - names: The names of functions, which two builds share.
  /// - Returns: The profile, without the passes that could not be taken.
  /// - Throws: `ToolError` if the case fails, or the build is none.
  func profile(
    _ build: GatedBuild, isOneOfTwo: Bool, naming names: inout FunctionNames
  ) throws(ToolError) -> CaseProfile {
    let found: BuildDescription
    do throws(GateError) {
      found = try BuildPair.description(of: build, isInterrupted)
    } catch {
      throw error.error == .interrupted ? .interrupted : .gate(error)
    }
    if isOneOfTwo { Console.reportError("\(build.role.rawValue): \(build.executable.path)") }
    let profiler = CaseProfiler(
      ProcessLauncher(executable: build.executable), of: planned, seed: seed, sampling: sampling,
      version: found.protocolVersion, timeoutSeconds: timeoutSeconds, isToStop: isInterrupted)
    do throws(WorkerError) {
      return try collector.collect(
        planned, by: profiler, build: Self.name(of: found), naming: &names)
    } catch {
      throw error == .interrupted
        ? .interrupted : .run(.caseFailed(id: planned.id, reason: "\(error)"))
    }
  }

  private static func name(of build: BuildDescription) -> String {
    let flags = build.build.compiler.flags.joined(separator: " ")
    let commit = build.build.git.sha.map { "commit \($0.prefix(12))" } ?? "unknown commit"
    let changed = build.build.git.dirty == true ? " with changes" : ""
    return [
      commit + changed, "Swift \(build.build.compiler.swift)", flags,
      build.environment.cpu.model ?? "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
