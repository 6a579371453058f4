import BasicAlgorithms
import Allocations
import Foundation
import RunRecords
import TestSupport
import Testing

import Benchmarking
import BenchmarkingTestWorker

/// Runs with real worker processes: the executable `BenchmarkingTestWorker` beside the tests.
@Suite(.serialized)
struct ProcessLauncherTests {
  let launcher: ProcessLauncher

  init() {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let worker = tests.deletingLastPathComponent().appending(path: "BenchmarkingTestWorker")
    launcher = ProcessLauncher(executable: worker)
  }

  func job(_ names: [String], pass: JournalEntry.Pass = .time) -> WorkerJob {
    Planned.job(names, pass: pass)
  }

  /// The scenarios that gave a result, and how the process ended.
  func run(
    _ job: WorkerJob, timeoutSeconds: Double = 60, isToStop: @escaping () -> Bool = { false }
  ) throws -> (entries: [JournalEntry], ending: WorkerEnding) {
    var entries: [JournalEntry] = []
    let endings = try launcher.run(
      [job], caseTimeoutSeconds: timeoutSeconds, isToStop: isToStop,
      receive: { _, entry throws(RunError) in
        entries.append(entry)
        return nil
      })
    return (entries, try #require(endings.first))
  }

  @Test func resultsComeAsTheyAreMade() throws {
    let (entries, ending) = try run(job(["sum", "prints", "wrong", "sum"]))
    #expect(entries.map(\.params.scenario) == ["sum", "prints", "wrong", "sum"])
    #expect(entries.map(\.status) == [.ok, .ok, .failed, .ok])
    #expect(ending == .finished)
  }

  @Test func jobsAtTheSameTimeEndEachByItself() throws {
    var received: [[String]] = [[], [], []]
    let names = [["sum", "crashes", "sum"], ["sum", "wrong", "sum"], ["sum", "sum"]]
    let endings = try launcher.run(
      names.map { job($0, pass: .allocations) }, caseTimeoutSeconds: 60, isToStop: { false },
      receive: { place, entry throws(RunError) in
        received[place].append(entry.params.scenario)
        return place == 2 ? .unable(reason: "enough") : nil
      })
    #expect(received == [["sum"], ["sum", "wrong", "sum"], ["sum"]])
    guard case .crashed = endings[0] else {
      Issue.record("\(endings[0])")
      return
    }
    #expect(endings.dropFirst() == [.finished, .unable(reason: "enough")])
  }

  @Test func aStopKillsAllJobs() throws {
    var polls = 0
    let endings = try launcher.run(
      [job(["hangs"]), job(["sum", "hangs"])], caseTimeoutSeconds: 60,
      isToStop: {
        polls += 1
        return polls > 2
      }, receive: { _, _ throws(RunError) in nil })
    #expect(endings == [.stopped, .stopped])
  }

  /// One keeps its pipes open, one closes them, and a third one beside them does not hang.
  @Test func casesThatHangAreKilled() throws {
    var received: [[String]] = [[], [], []]
    let endings = try launcher.run(
      [job(["sum", "hangs"]), job(["sum", "closes"]), job(["sum", "sum"])],
      caseTimeoutSeconds: 10, isToStop: { false },
      receive: { place, entry throws(RunError) in
        received[place].append(entry.params.scenario)
        return nil
      })
    #expect(received == [["sum"], ["sum"], ["sum", "sum"]])
    #expect(endings == [.timedOut(seconds: 10), .timedOut(seconds: 10), .finished])
  }

  @Test func aCrashIsToldWithItsSignal() throws {
    let (entries, ending) = try run(job(["sum", "crashes", "sum"]))
    #expect(entries.map(\.params.scenario) == ["sum"])
    guard case .crashed(let message) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(message.contains("signal"))
  }

  @Test func anExitIsToldWithItsLastWords() throws {
    let (_, ending) = try run(job(["complains"]))
    let message = "the worker process ended with status 9; it last wrote: before the end"
    #expect(ending == .crashed(message: message))
  }

  /// As where the machine is suspended: what is in the pipe by then has come in time.
  @Test func aPauseOfThisProcessIsNoneOfTheWorkers() throws {
    var paused = false
    let (entries, ending) = try run(job(["sum"]), timeoutSeconds: 5) {
      if !paused { sleep(6) }
      paused = true
      return false
    }
    #expect(entries.map(\.params.scenario) == ["sum"])
    #expect(ending == .finished)
  }

  @Test func aStopKillsTheWorker() throws {
    var polls = 0
    let (entries, ending) = try run(job(["hangs"])) {
      polls += 1
      return polls > 2
    }
    #expect(entries.isEmpty)
    #expect(ending == .stopped)
  }

  @Test func aJournalThatCannotBeWrittenEndsTheWorker() throws {
    let failure = RunError.record(.unwritable(path: "x", reason: "disk full"))
    #expect(throws: failure) {
      try launcher.run(
        [job(["sum", "hangs"])], caseTimeoutSeconds: 60, isToStop: { false },
        receive: { _, _ throws(RunError) in throw failure })
    }
  }

  @Test func anExecutableThatIsMissingCannotStart() throws {
    let launcher = ProcessLauncher(executable: URL(filePath: "/nowhere/cvbench"))
    #expect {
      try launcher.run(
        [job(["sum"])], caseTimeoutSeconds: 60, isToStop: { false },
        receive: { _, _ throws(RunError) in nil })
    } throws: { error in
      guard case RunError.workerCannotStart = error else { return false }
      return true
    }
  }

  /// In a separate process, as the counters are for all threads.
  @Test(.enabled(if: ProcessLauncherTests.canCount))
  func plantedAllocationsAreCountedExactly() throws {
    var counts: Set<[Int?]> = []
    // Neither the order of the cases nor what ran before may show.
    for names in [["allocates"], ["sum", "allocates"], ["allocates", "allocates"]] {
      for entry in try run(job(names, pass: .allocations)).entries
      where entry.params.scenario == "allocates" {
        counts.insert(entry.exact.map(\.value))
      }
    }
    let values = try #require(counts.first)
    #expect(counts.count == 1)
    #expect(values[0] == 7)
    let bytes = try #require(values[1])
    let live = try #require(values[2])
    // Seven objects of one size class, three of them kept.
    #expect(bytes.isMultiple(of: 7) && bytes >= 7 * 24)
    #expect(live == bytes / 7 * 3)
    // The interposer lies beside the tests once its product is built.
    if let peak = values[3] { #expect(peak == bytes / 7 * 4) }
  }

  static var canCount: Bool {
    if case .available = AllocationMeter.availability { true } else { false }
  }

  @Test func onlyCountsRunWithoutHashSeeds() {
    #expect(launcher.environment(for: .time)["SWIFT_DETERMINISTIC_HASHING"] == nil)
    #expect(launcher.environment(for: .allocations)["SWIFT_DETERMINISTIC_HASHING"] == "1")
    let preloading = ProcessLauncher(interposer: URL(filePath: "/lib/peak.so"))
    #expect(preloading.environment(for: .allocations)["LD_PRELOAD"] == "/lib/peak.so")
    #expect(preloading.environment(for: .time)["LD_PRELOAD"] == nil)
  }

  @Test func aWholeRunWithRealProcesses() throws {
    let folder = try TemporaryFolder()
    let options = RunOptions(
      recordPath: folder.path(of: "run.json"), arguments: ["tests"],
      tool: ToolIdentity(name: "tests", version: "0.1.0"))
    var surroundings = RunSurroundings.system
    surroundings.refusal = nil
    surroundings.launcher = launcher
    let others = ["hangs", "closes", "steps", "allocates-apart"]
    let quick = Suite.forTests.scenarios.filter { !others.contains($0.name) }
    let suite = Suite("tests", summary: "", scenarios: quick)
    let plan = RunPlan(
      cases: PlannedCase.all(
        in: [suite], on: [PlannedDataset(spec: "none", name: "none", items: 10)]),
      preset: .smoke, seed: 3, launches: 2)
    let outcome = try Runner(plan, options: options, surroundings: surroundings).run { _ in }
    let statuses = Dictionary(
      uniqueKeysWithValues: outcome.record.cases.map {
        ("\($0.params.scenario) \($0.params.storage)", $0.status)
      })
    #expect(
      statuses == [
        "sum flat": .ok, "sum nested": .ok, "prints flat": .ok, "allocates flat": .ok,
        "counts flat": .ok,
        "fails flat": .failed, "wrong flat": .failed, "crashes flat": .failed,
        "complains flat": .failed,
      ])
    #expect(outcome.exitCode == 3)
    #expect(outcome.ending == .completed)
    let sum = try #require(outcome.record.cases.first { $0.params.scenario == "sum" })
    #expect(sum.metric("cpu_time")?.launches?.count == 2)
    #expect(sum.checksum == (499_500 as UInt64).hexadecimalDigits)
    // The steps of one call, however many the time pass made.
    let counts = try #require(outcome.record.cases.first { $0.params.scenario == "counts" })
    #expect(counts.metric("steps")?.value == 10)
    #expect(counts.metric("drift")?.value == -32)
    #expect(try RunRecord.read(from: folder.path(of: "run.json")) == outcome.record)
  }
}
