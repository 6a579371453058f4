import Allocations
import ArgumentParser
import Benchmarking
import Foundation
import Gates
import RunRecords
import Statistics

/// `doctor`: what can be measured on this machine, and what cannot and why.
struct DoctorCommand: ToolCommand {
  private static let usualPlants = 100

  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: "Show what can be measured on this machine, and what cannot and why.",
      discussion: """
        Looks at clocks, allocator, CPU, load, virtualisation and profilers. Nothing is changed, \
        and a metric that cannot be had is no failure.

        With --aa and --plant it proves on this machine what the gate promises: how often it calls \
        the same executable slower or faster, and how often it finds a slow-down, an allocation and \
        half a percent of instructions that are planted. An experiment is one case through the \
        whole rule; the cases of the gate preset take turns, and every experiment counts.

        Exit status: 0 nothing failed, whatever was found; 2 wrong command line; 3 an experiment \
        failed, or a build has changed meanwhile; 5 an executable is missing; 74 its output could \
        not be written; 130 interrupted.

        Examples:
          \(RootCommand.name) doctor
          \(RootCommand.name) doctor --aa 300 --plant 5%
          \(RootCommand.name) doctor --aa 40 --twin .build/gate/head/release/cvbench.twin0
        """)
  }

  @Option(
    "Make this many experiments with one executable on both sides.", value: "count",
    parsing: .unconditional)
  var aa: Int?

  @Option(
    "Plant this slow-down, as in 5%, in --plants experiments, one allocation in as many, and half "
      + "a percent of the instructions in as many.", value: "share", parsing: .unconditional)
  var plant: String?

  @Option("The experiments with something planted.", value: "count", parsing: .unconditional)
  var plants = Self.usualPlants

  @Option(
    "The same objects, linked in another order: what the head is then; repeatable.",
    discussion: "gate --base-ref leaves some in .build/gate.", value: "executable",
    completion: .file())
  var twin: [String] = []

  @OptionGroup
  var caseOptions: CaseOptions

  @OptionGroup(title: "Options for times")
  var rule: PairedRuleOptions

  @Flag(help: .hidden)
  var allowDebugBuild = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    try checkOptions()
    if aa != nil || plant != nil { return try calibrate(suites) }
    let context = MachineContext.current()
    let counters = context.hwCounters
    let capabilities: [Capability] = [
      .time, .records, .allocations, .exactPeaks, .fixedAddresses(), .hardwareCounters(counters),
      .perf(counters), .callgrind(),
    ]
    try Console.standardOutput.write(
      DoctorReport(context: context, capabilities: capabilities).text)
    return .fine
  }

  /// Refuses options that are for experiments where none is asked for.
  private func checkOptions() throws(ToolError) {
    if plants != Self.usualPlants, plant == nil {
      throw .invalidValue(
        option: "--plants", found: "\(plants)",
        reason: "it counts experiments with something planted: give --plant too")
    }
    guard aa == nil, plant == nil else { return }
    let given =
      twin.first.map { ("--twin", $0) } ?? caseOptions.selection.firstGiven
      ?? caseOptions.collection.firstGiven ?? caseOptions.workload.firstGiven
      ?? rule.firstGiven
    if let (option, value) = given {
      throw .invalidValue(
        option: option, found: value, reason: "it is for experiments: give --aa or --plant too")
    }
  }

  /// Makes the experiments that are asked for, and prints what they came to.
  private func calibrate(_ suites: [Suite]) throws(ToolError) -> ExitStatus {
    if let reason = Runner.refusalToRecord, !allowDebugBuild {
      throw .run(.refusesToRecord(reason: reason))
    }
    for (option, count) in [("--aa", aa), ("--plants", plants)] {
      try (1...100_000).check(count, option: option)
    }
    let (rule, screen) = try self.rule.rules()
    let effect = try plant.map { text throws(ToolError) in
      let share = try Share.parse(text, option: "--plant")
      guard share > 0 else {
        throw .invalidValue(option: "--plant", found: text, reason: "give more than 0%")
      }
      return share
    }
    let snapshots = InputSnapshots()
    defer { snapshots.removeUnlessUnfinished() }
    let cases = try caseOptions.pairedCases(
      of: suites, inProcesses: 2, snapshots: snapshots)
    let plan = GatePlan(
      cases: cases, seed: caseOptions.collection.seed, sampling: RunPreset.gate.sampling,
      rule: rule,
      screen: screen)
    let isInterrupted = GateRun.catchInterrupts()
    let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let twins = try twin.map { path throws(ToolError) in
      try GateCommand.executable(path, "--twin")
    }
    // A twin is the head, and what is measured again is so with all of them.
    let base = GatedBuild(.base, executable: executable, relinked: twins)
    let head = GatedBuild(
      .head, executable: twins.first ?? executable,
      relinked: twins.isEmpty ? [] : [executable] + twins.dropFirst())
    var failedCount = 0
    var changedSide: String?
    func experiments(
      _ kind: GateCalibration.Kind, _ count: Int, _ plan: GatePlan
    ) -> GateCalibration {
      let found = GateCalibration(
        kind, count: count, plan: plan, base: base, head: head, isInterrupted: isInterrupted
      ) { Console.reportError(CalibrationText.line($0, of: count)) }
      failedCount += found.total.failed
      changedSide = found.changedSide
      return found
    }
    var texts: [String] = []
    var detectable: [Double] = []
    if let aa {
      let found = experiments(.same, aa, plan)
      texts.append(
        CalibrationText.rows("Nothing planted", found, "alarms") { $0.regressed + $0.improved })
      detectable += found.detectable
    }
    if let effect, let plant {
      let found = experiments(.slowdown(effect), plants, plan)
      texts.append(CalibrationText.rows("+\(plant) planted", found, "found") { $0.regressed })
      detectable += found.detectable
      texts.append(allocations { experiments(.allocation, plants, plan) })
      texts.append(instructions(plan) { experiments($0, plants, $1) })
    }
    texts.append(
      CalibrationText.advice(effect: effect ?? 0.05, rule: rule, detectable: detectable))
    let status = ending(
      isInterrupted: isInterrupted(), changedSide: changedSide, failedCount: failedCount)
    return .combined([status, printed(texts)])
  }

  /// Prints the tables; what that ends with.
  private func printed(_ texts: [String]) -> ExitStatus {
    do throws(ToolError) {
      try Console.standardOutput.writeLine(texts.joined(separator: "\n\n"))
      return .fine
    } catch {
      Console.reportError("Error: \(error)")
      return error.status
    }
  }

  /// Returns the status to exit with; reports an interruption or a changed side on standard error.
  private func ending(
    isInterrupted: Bool, changedSide: String?, failedCount: Int
  ) -> ExitStatus {
    if isInterrupted {
      Console.reportError("Error: interrupted; the tables have the experiments made until then")
      return .interrupted
    }
    if let changedSide {
      Console.reportError("Error: no experiment is made any more, as \(changedSide)")
    }
    return failedCount > 0 || changedSide != nil ? .caseFailed : .fine
  }

  /// The table of allocations that are planted, or why there is none.
  private func allocations(_ experiments: () -> GateCalibration) -> String {
    let title = "One allocation planted"
    if case .unavailable(let reason) = AllocationMeter.availability {
      return "\(title): not tried, \(reason)"
    }
    return CalibrationText.rows(title, experiments(), "found") { $0.regressed }
  }

  /// The table of instructions that are planted, or why there is none.
  ///
  /// - Parameters:
  ///   - plan: The cases; those on few enough items take turns.
  ///   - experiments: Makes them.
  /// - Returns: The text to print.
  private func instructions(
    _ plan: GatePlan, _ experiments: (GateCalibration.Kind, GatePlan) -> GateCalibration
  ) -> String {
    let title = "+0.5% instructions planted"
    let callgrind = Capability.callgrind()
    guard callgrind.isAvailable else { return "\(title): not tried, \(callgrind.detail)" }
    var plan = plan
    plan.cases = plan.cases.filter { $0.dataset.items <= plan.instructionItemLimit }
    guard !plan.cases.isEmpty else {
      return "\(title): not tried, no case has up to \(plan.instructionItemLimit) items"
    }
    return CalibrationText.rows(title, experiments(.instructions(0.005), plan), "found") {
      $0.regressed
    }
  }
}
