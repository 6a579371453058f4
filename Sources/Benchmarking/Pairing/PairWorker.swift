import Foundation
import RunRecords

/// The process of one side of a paired comparison: it measures when it is asked to, and rests else.
public enum PairWorker {
  /// The hidden subcommand under which an executable has to call `run(suites:)`.
  public static let subcommand = "pair-worker"

  /// Answers what comes on standard input until that ends.
  ///
  /// - Parameter suites: Those of the executable.
  /// - Returns: The status to end the process with: 0, or 2 for a line that is no request, as when
  ///   somebody types the subcommand.
  public static func run(suites: [Suite]) -> Int32 {
    _ = Worker.prepareProcess()
    // What a scenario prints must not end up between the answers.
    let output = FileHandle(fileDescriptor: dup(STDOUT_FILENO), closeOnDealloc: true)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    let session = PairSession(suites: suites, clock: SystemClock())
    while let line = readLine() {
      guard let request = try? JSONDecoder().decode(PairRequest.self, from: Data(line.utf8)) else {
        try? FileHandle.standardError.write(
          contentsOf: Data("the \(subcommand) subcommand is for this tool's own processes\n".utf8))
        return 2
      }
      do {
        try output.write(
          contentsOf: JSONEncoder().encode(session.answer(request)) + Data("\n".utf8))
      } catch {
        // The orchestrator is gone, or a count holds what JSON cannot: it sees a crash.
        try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
        return 70
      }
    }
    return 0
  }
}

/// The work of one side, without the process.
package final class PairSession<Clock: SamplingClock> {
  private let suites: [Suite]
  private let clock: Clock
  private var opened: Opened?
  private var prepared: Prepared?

  /// A collection, with what its cases share.
  private struct Opened {
    let dataset: PlannedDataset
    let seed: UInt64
    let context: ScenarioContext
    let sampler: Sampler<Clock>
  }

  /// A case that is warm.
  private struct Prepared {
    let measurement: Measurement
    let answer: UInt64
    let callsPerBatch: Int
  }

  /// The side that measures cases of `suites` by `clock`.
  package init(suites: [Suite], clock: Clock) {
    self.suites = suites
    self.clock = clock
  }

  /// Does what `request` asks for.
  package func answer(_ request: PairRequest) -> PairReply {
    do {
      switch request {
      case .describe: return .described(.current(suites: suites))
      case .open(let dataset, let seed, let sampling):
        open(dataset, seed: seed, sampling)
        return .opened
      case .prepare(let wanted, let calls, let plant):
        return try prepare(wanted, callsPerBatch: calls, plant)
      case .measure: return try measure()
      case .count(let wanted, let plant): return try count(wanted, plant)
      }
    } catch let error as SamplingError {
      return .failed("\(error)")
    } catch let error as PairError {
      return .failed("\(error)")
    } catch {
      return .failed("set-up failed: \(error)")
    }
  }

  private func open(_ dataset: PlannedDataset, seed: UInt64, _ sampling: SamplingPlan) {
    prepared = nil
    opened = Opened(
      dataset: dataset, seed: seed, context: ScenarioContext(dataset, seed: seed),
      sampler: Sampler(
        clock: clock, calibration: ClockCalibration(measuring: clock), plan: sampling))
  }

  private func scenario(_ wanted: PairCase) throws -> (Opened, Scenario) {
    guard let opened else { throw PairError.outOfOrder }
    let suite = suites.first { $0.name == wanted.suite }
    let scenario = suite?.scenarios.first {
      ($0.name, $0.storage, $0.payload) == (wanted.scenario, wanted.storage, wanted.payload)
    }
    guard let scenario else { throw PairError.foreignScenario }
    return (opened, scenario)
  }

  private func prepare(
    _ wanted: PairCase, callsPerBatch: Int?, _ plant: Plant?
  ) throws -> PairReply {
    prepared = nil
    let (opened, scenario) = try scenario(wanted)
    var measurement = try scenario.setUp(opened.context)
    guard measurement.operationsPerCall > 0 else {
      throw SamplingError.noOperations(declared: measurement.operationsPerCall)
    }
    let start = clock.wallNanoseconds()
    let first = measuredCall(of: measurement.body)
    let answer = measurement.expectedAnswer ?? first
    guard first == answer else { throw SamplingError.wrongAnswer(found: first, expected: answer) }
    let sampler = opened.sampler
    let calls = try callsPerBatch ?? sampler.calibrate(measurement, answer)
    if let plant { measurement = try sampler.plant(plant, in: measurement, answer, calls: calls) }
    try sampler.warmUp(measurement, answer, calls: calls, from: start)
    prepared = Prepared(measurement: measurement, answer: answer, callsPerBatch: calls)
    return .prepared(
      callsPerBatch: calls, operationsPerCall: measurement.operationsPerCall,
      checksum: answer.checksum)
  }

  private func measure() throws -> PairReply {
    guard let opened, let prepared else { throw PairError.outOfOrder }
    let batch = try opened.sampler.batch(
      prepared.measurement, prepared.answer, calls: prepared.callsPerBatch)
    return .measured(
      wallNanoseconds: batch.wallNanoseconds, cpuNanoseconds: batch.cpuNanoseconds)
  }

  private func count(_ wanted: PairCase, _ plant: Plant?) throws -> PairReply {
    let (opened, found) = try scenario(wanted)
    let counted = plant.map { found.with($0) } ?? found
    let count = try AllocationCount(of: counted, in: opened.context)
    return .counted(
      count.metrics, operationsPerCall: count.operationsPerCall, checksum: count.answer.checksum)
  }
}

extension PairDescription {
  /// This executable on this machine.
  static func current(suites: [Suite]) -> PairDescription {
    PairDescription(
      protocolVersion: PairRequest.protocolVersion, side: .current(), environment: .current(),
      refusal: BuildIdentity.refusalToRecord, suites: suites.map { SuiteListing($0) })
  }
}
