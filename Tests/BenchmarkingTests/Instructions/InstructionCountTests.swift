import BasicAlgorithms
import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

import Benchmarking
import BenchmarkingTestWorker

/// Real counts, of the executable `BenchmarkingTestWorker` beside the tests; seconds for each.
@Suite(.serialized, .enabled(if: Callgrind.installed != nil))
struct InstructionCountTests {
  let worker: URL

  init() {
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    worker = tests.deletingLastPathComponent().appending(path: "BenchmarkingTestWorker")
  }

  func job(
    _ names: [String], items: Int = 1_000, storage: String = "flat",
    pass: JournalEntry.Pass = .instructions
  ) -> WorkerJob {
    Planned.job(names, pass: pass, storage: storage, items: items)
  }

  func run(
    _ job: WorkerJob, by executable: URL? = nil, timeoutSeconds: Double = 600
  ) throws -> (entries: [JournalEntry], ending: WorkerEnding) {
    var entries: [JournalEntry] = []
    let endings = try ProcessLauncher(executable: executable ?? worker).run(
      [job], caseTimeoutSeconds: timeoutSeconds, isToStop: { false },
      receive: { _, entry throws(RunError) in
        entries.append(entry)
        return nil
      })
    return (entries, try #require(endings.first))
  }

  func count(steps: Int, storage: String = "flat") throws -> Int {
    let (entries, ending) = try run(job(["steps"], items: steps, storage: storage))
    #expect(ending == .finished)
    #expect(entries.map(\.status) == [.ok])
    let metrics = try #require(entries.first).exact
    #expect(metrics.map(\.name) == ["instructions"])
    return try #require(metrics.first?.value)
  }

  /// The model: what is done *n* times costs *n* times as much, to the last instruction, and again
  /// in another process, from another copy. The storage `nested` does one operation more a step.
  @Test func aLoopCostsAsManyTimesAsItIsRunAndOneInstructionMoreIsSeen() throws {
    let counts = try [1_000, 2_000, 3_000].map { try count(steps: $0) }
    #expect(counts[1] - counts[0] == counts[2] - counts[1], "\(counts)")
    #expect((counts[1] - counts[0]).isMultiple(of: 1_000) && counts[1] - counts[0] >= 3_000)
    // Nothing of the set-up or the report, and not the rehearsal, which runs the loop too: the rest
    // is the call's own.
    let loop = counts[1] - counts[0]
    #expect((0..<loop).contains(counts[0] - loop), "\(counts)")
    #expect(try count(steps: 1_000) == counts[0])

    let planted = try [1_000, 2_000].map { try count(steps: $0, storage: "nested") }
    let more = zip(planted, counts).map { $0 - $1 }
    // A thousand steps more add a thousand times as much; what is left is around the loop.
    let added = more[1] - more[0]
    #expect(added > 0 && added.isMultiple(of: 1_000), "\(more)")
    #expect(abs(more[0] - added) < 100, "\(more)")
    #if !DEBUG
      #expect(added == 1_000, "\(more)")
    #endif
  }

  @Test func eachCaseHasAProcessOfItsOwn() throws {
    let (entries, ending) = try run(job(["allocates", "fails", "sum"]))
    #expect(ending == .finished)
    #expect(entries.map(\.status) == [.ok, .failed, .ok])
    #expect(entries.map { $0.exact.count } == [1, 0, 1])
    #expect(entries[0].operationsPerCall == 7)
    #expect(entries[0].checksum == (7 as UInt64).hexadecimalDigits)
    let alone = try run(job(["sum"]))
    #expect(alone.entries.first?.exact == entries[2].exact)
  }

  @Test func whatEndsUnderCallgrindIsAbsentAndNotFailed() throws {
    let (entries, ending) = try run(job(["complains"]))
    #expect(entries.isEmpty)
    guard case .unable(let reason) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(reason.hasPrefix("callgrind-"))
    #expect(reason.hasSuffix("ended with status 9; it last wrote: before the end"))
  }

  @Test func whatTakesTooLongIsGivenUp() throws {
    let (entries, ending) = try run(job(["hangs"]), timeoutSeconds: 0.5)
    #expect(entries.isEmpty)
    #expect(ending == .timedOut(seconds: 5), "ten times that under callgrind")
  }

  @Test func anExecutableWithoutSymbolsHasNoCount() throws {
    let folder = try TemporaryFolder()
    let stripped = folder.path(of: "stripped")
    _ = ExternalProgram.answer(of: "objcopy", ["--strip-all", worker.path, stripped])
    try #require(FileManager.default.fileExists(atPath: stripped), "objcopy is missing")
    let (entries, ending) = try run(job(["sum"]), by: URL(filePath: stripped))
    #expect(ending == .finished)
    let metric = try #require(entries.first?.exact.first)
    #expect(metric.value == nil)
    #expect(metric.absent?.contains("cvbench_measured") == true)
  }

  /// Variables, their number and the path: all of them take the same bytes with the padding.
  @Test func everyEnvironmentTakesTheSameRoom() {
    let environments: [[String: String]] = [
      [:], ["A": ""], ["A": "1", "B": "é"], ["PAD": String(repeating: "x", count: 1_000)],
      ["CVBENCH_PADDING": "of a runner in a runner"],
    ]
    for environment in environments {
      for path in ["/tmp/a", "/var/folders/tmp/a"] {
        let padded = ProcessLauncher.padded(environment, beside: path)
        let bytes = padded.reduce(0) { $0 + Array("\($1.key)=\($1.value)".utf8).count + 1 + 8 }
        #expect(bytes + 2 * path.utf8.count == 1 << 16, "\(environment), \(path)")
        for (name, value) in environment where name != "CVBENCH_PADDING" {
          #expect(padded[name] == value)
        }
      }
    }
  }

  @Test func onlyInstructionsRunWithAnAllocatorWithoutAClock() {
    let launcher = ProcessLauncher(executable: worker)
    func setting(_ pass: JournalEntry.Pass) -> String? {
      launcher.environment(for: pass)["MALLOC_CONF"]
    }
    #expect(setting(.instructions)?.hasSuffix("dirty_decay_ms:-1,muzzy_decay_ms:-1") == true)
    #expect(setting(.time) == setting(.allocations))
    #expect(setting(.time)?.contains("decay") != true)
    #expect(launcher.environment(for: .instructions)["SWIFT_DETERMINISTIC_HASHING"] == "1")
    let elsewhere = launcher.environment(for: .instructions, libraries: "/opt/lib")
    #expect(elsewhere["LD_LIBRARY_PATH"]?.hasSuffix("/opt/lib") == true)
  }
}
