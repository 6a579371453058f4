import BasicAlgorithms
import Foundation
import Processes
package import RunRecords

/// The worker process: the executable of a run or of one build of a gate, started for a few cases.
///
/// It reads requests from standard input until that ends, and answers each with one line; see
/// `WorkerRequest`.
public enum Worker {
  /// The hidden subcommand under which an executable calls `run(suites:)`.
  ///
  /// Builds of the messages' version 1 know their gated process by this name.
  public static let subcommand = "pair-worker"
  /// The environment variable that names the pass to prepare the process for.
  static let passVariable = "CVBENCH_WORKER_PASS"

  /// Does the work of this worker process.
  ///
  /// - Parameters:
  ///   - suites: The suites of the executable.
  ///   - unlisted: Suites that it also measures, and never offers to a gate.
  /// - Returns: The status to end the process with: 0, or 2 without a request, as when somebody
  ///   types the subcommand.
  public static func run(suites: [Suite], unlisted: [Suite] = []) -> Int32 {
    let warnings = prepareProcess()
    // The output of a scenario must not end up between the replies.
    let output = FileHandle(fileDescriptor: dup(STDOUT_FILENO), closeOnDealloc: true)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let session = WorkerSession(
      suites: suites, unlisted: unlisted, clock: SystemClock(), warnings: warnings)
    var isAsked = false
    var lines = LineReader()
    do {
      while let line = try lines.next() {
        guard let request = try? JSONDecoder().decode(WorkerRequest.self, from: line)
        else { return refuse() }
        isAsked = true
        try output.write(
          contentsOf: JSONEncoder().encode(session.answer(request)) + Data("\n".utf8))
      }
    } catch {
      // The runner is gone, or a reply holds a value that JSON cannot: the runner sees a crash. So it
      // does where a request is longer than any.
      try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
      return 70
    }
    return isAsked ? 0 : refuse()
  }

  /// Says that the subcommand is not for people, and returns the status for that.
  private static func refuse() -> Int32 {
    try? FileHandle.standardError.write(
      contentsOf: Data("the \(subcommand) subcommand is for this tool's own processes\n".utf8))
    return 2
  }
}

/// The work of a worker process, without the process.
package final class WorkerSession<Clock: SamplingClock> {
  private let suites: [Suite]
  private let unlisted: [Suite]
  private let clock: Clock
  private let warnings: [Warning]
  private var opened: Opened?
  private var prepared: Prepared?

  /// A collection, and what its cases share.
  private struct Opened {
    let context: ScenarioContext
    let sampling: SamplingPlan
  }

  /// A warm case.
  private struct Prepared {
    let measurement: Measurement
    let answer: UInt64
    let callsPerBatch: Int
  }

  /// Starts a session that measures cases of `suites` and `unlisted` by `clock`.
  ///
  /// - Parameters:
  ///   - suites: The suites that it describes.
  ///   - unlisted: Suites that it measures and does not describe.
  ///   - clock: The clocks.
  ///   - warnings: The warnings that go with every collection that is opened.
  package init(
    suites: [Suite], unlisted: [Suite] = [], clock: Clock, warnings: [Warning] = []
  ) {
    self.suites = suites
    self.unlisted = unlisted
    self.clock = clock
    self.warnings = warnings
  }

  /// Only requests that measure times use it: the calibration calls an empty closure, which
  /// callgrind would count.
  private lazy var calibration = ClockCalibration(measuring: clock)

  private func sampler(_ opened: Opened) -> Sampler<Clock> {
    Sampler(clock: clock, calibration: calibration, plan: opened.sampling)
  }

  /// Fulfils `request`.
  package func answer(_ request: WorkerRequest) -> WorkerReply {
    do {
      switch request {
      case .describe: return .described(.current(suites: suites))
      case .open(let dataset, let seed, let sampling):
        prepared = nil
        opened = Opened(context: ScenarioContext(dataset, seed: seed), sampling: sampling)
        return .opened(warnings: warnings.isEmpty ? nil : warnings)
      case .prepare(let key, let calls, let injected):
        return try prepare(key, callsPerBatch: calls, injected)
      case .measure: return try measure()
      case .count(let key, let injected): return try count(key, injected)
      case .sample(let key, let calls, let countsInstructions):
        return try sample(key, callsPerBatch: calls, countsInstructions)
      case .call(let key, let injected): return try call(key, injected)
      case .sampleStacks(let key, let request, let injected):
        return try sampleStacks(key, request, injected)
      case .recordAllocations(let key, let injected):
        return try recordAllocations(key, injected)
      }
    } catch WorkerError.unable(let reason) {
      return .unable(reason)
    } catch let error where error is SamplingError || error is WorkerError || error is RunError {
      return .failed("\(error)")
    } catch {
      return .failed("set-up failed: \(error)")
    }
  }

  private func scenario(_ key: CaseKey) throws -> (Opened, Scenario) {
    guard let opened else { throw WorkerError.outOfOrder }
    guard let scenario = (suites + unlisted).scenario(of: key) else {
      throw WorkerError.foreignScenario
    }
    return (opened, scenario)
  }

  private func prepare(
    _ key: CaseKey, callsPerBatch: Int?, _ injected: InjectedRegression?
  ) throws -> WorkerReply {
    prepared = nil
    let (opened, scenario) = try scenario(key)
    // Before the case's own clock starts.
    let sampler = sampler(opened)
    var measurement = try scenario.setUp(opened.context)
    guard measurement.operationsPerCall > 0 else {
      throw SamplingError.noOperations(declared: measurement.operationsPerCall)
    }
    let start = clock.wallNanoseconds()
    try measurement.prepareCall()
    let first = measuredCall(of: measurement.body)
    let answer = measurement.expectedAnswer ?? first
    guard first == answer else { throw SamplingError.wrongAnswer(found: first, expected: answer) }
    let calls = try callsPerBatch ?? sampler.calibrate(measurement, answer)
    if let injected {
      measurement = try sampler.inject(injected, into: measurement, answer, calls: calls)
    }
    try sampler.warmUp(measurement, answer, calls: calls, from: start)
    prepared = Prepared(measurement: measurement, answer: answer, callsPerBatch: calls)
    return .prepared(
      callsPerBatch: calls, operationsPerCall: measurement.operationsPerCall,
      checksum: answer.hexadecimalDigits)
  }

  private func measure() throws -> WorkerReply {
    guard let opened, let prepared else { throw WorkerError.outOfOrder }
    let batch = try sampler(opened).batch(
      prepared.measurement, prepared.answer, calls: prepared.callsPerBatch)
    return .measured(
      wallNanoseconds: batch.wallNanoseconds, cpuNanoseconds: batch.cpuNanoseconds)
  }

  private func count(_ key: CaseKey, _ injected: InjectedRegression?) throws -> WorkerReply {
    let (opened, scenario) = try scenario(key)
    let count = try AllocationCount(of: scenario.with(injected), in: opened.context)
    return .counted(
      count.metrics, operationsPerCall: count.operationsPerCall,
      checksum: count.answer.hexadecimalDigits)
  }

  private func sample(
    _ key: CaseKey, callsPerBatch: Int?, _ countsInstructions: Bool
  ) throws -> WorkerReply {
    let (opened, scenario) = try scenario(key)
    let sampler = sampler(opened)
    let measurement = try scenario.setUp(opened.context)
    let samples = try sampler.sample(measurement, callsPerBatch: callsPerBatch)
    var observations: [MetricRecord] = []
    if countsInstructions {
      observations.append(
        try InfoMetric.hardwareInstructions(
          of: measurement, calls: samples.callsPerBatch, expecting: samples.answer))
    }
    if let frames = measurement.frames {
      let frameSampler = FrameSampler(
        clock: clock, budgetSeconds: opened.sampling.budgetSeconds)
      observations += try frameSampler.sample(frames).metrics
    }
    return .sampled(
      samples, operationsPerCall: measurement.operationsPerCall, observations: observations)
  }

  private func call(_ key: CaseKey, _ injected: InjectedRegression?) throws -> WorkerReply {
    let (opened, scenario) = try scenario(key)
    let call = try WarmedCall(of: scenario.with(injected), in: opened.context)
    return .called(
      operationsPerCall: call.operationsPerCall, checksum: call.answer.hexadecimalDigits)
  }

  private func sampleStacks(
    _ key: CaseKey, _ request: SamplingRequest, _ injected: InjectedRegression?
  ) throws -> WorkerReply {
    let (opened, scenario) = try scenario(key)
    let sampler = try StackSampler(request)
    defer { sampler.stop() }
    let totals = try LoopRunner(
      scenario.with(injected), in: opened.context, named: key.scenario
    ).run(seconds: request.seconds, isCalling: sampler.count) {}
    sampler.stop()
    var stacks = SampledStacks(engine: sampler.engine, refusals: sampler.refusals)
    stacks.cpuNanoseconds = totals.cpuNanoseconds
    stacks.operationCount = totals.timedOperations
    var code = try LoadedCode()
    sampler.read(into: &stacks, code: &code)
    stacks.unreadableLibraries = code.unreadableLibraries
    return .sampledStacks(stacks)
  }

  private func recordAllocations(
    _ key: CaseKey, _ injected: InjectedRegression?
  ) throws -> WorkerReply {
    let (opened, scenario) = try scenario(key)
    let recorded = try AllocationRecord(of: scenario.with(injected), in: opened.context)
    return .recordedAllocations(recorded.stacks, operationsPerCall: recorded.operationsPerCall)
  }
}
