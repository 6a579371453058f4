import Foundation
import Processes
package import RunRecords

/// A request to a worker process: one line of JSON on its standard input.
///
/// The worker answers each request with one `WorkerReply`, a line on its standard output, and does
/// nothing in between. So nothing runs beside a measurement: neither the runner, nor the other build
/// of a gate.
///
///     → {"open":{"_0":{"spec":"uniform-1000",…},"seed":42,"sampling":{…}}}
///     ← {"opened":{}}
///     → {"count":{"_0":{"suite":"lookup","scenario":"item-random",…}}}
///     ← {"counted":{"_0":[…],"operationsPerCall":1000,"checksum":"…"}}
package enum WorkerRequest: Codable {
  /// The version of the messages that this build speaks.
  ///
  /// Version 1 could only be gated: it knows neither `sample` nor `call`. Version 2 cannot be
  /// profiled: it knows neither `sampleStacks` nor `recordAllocations`.
  package static let version = 3
  /// The first version of a build that can be profiled.
  package static let profiledVersion = 3
  /// The versions of a build that this one can gate.
  package static let gatedVersions = 1...version

  /// Describe yourself.
  case describe
  /// Take this collection for all cases to come.
  case open(PlannedDataset, seed: UInt64, sampling: SamplingPlan)
  /// Drop the case before; set this one up and warm it up. Find the calls of a batch unless they are
  /// given.
  case prepare(CaseKey, callsPerBatch: Int?, injected: InjectedRegression?)
  /// Measure one batch of the prepared case.
  case measure
  /// Count the allocations of one call, in a process that was started for that.
  case count(CaseKey, injected: InjectedRegression?)
  /// Time a case in as many batches as the sampling plan says.
  case sample(CaseKey, callsPerBatch: Int?, countsInstructions: Bool)
  /// Make one call, which callgrind counts.
  case call(CaseKey, injected: InjectedRegression?)
  /// Repeat a case, and sample its call stacks.
  case sampleStacks(CaseKey, SamplingRequest, injected: InjectedRegression?)
  /// Record the call stacks of the allocations of one call, in a process that was started for that.
  case recordAllocations(CaseKey, injected: InjectedRegression?)
}

/// The answer of a worker process to one request.
package enum WorkerReply: Codable {
  /// The description of its build.
  case described(BuildDescription)
  /// The collection is known. The warnings tell what the process could not arrange for its pass; a
  /// build of version 1 sends none.
  case opened(warnings: [Warning]?)
  /// The case is warm.
  case prepared(callsPerBatch: Int, operationsPerCall: Int, checksum: String)
  /// The times of one batch.
  case measured(wallNanoseconds: Int, cpuNanoseconds: Int)
  /// The exact metrics of one call, and its answer.
  case counted([MetricRecord], operationsPerCall: Int, checksum: String)
  /// The batches of one case, with further observations such as the times of single frames.
  case sampled(Samples, operationsPerCall: Int, observations: [MetricRecord])
  /// One call was made.
  case called(operationsPerCall: Int, checksum: String)
  /// The call stacks of a repeated case.
  case sampledStacks(SampledStacks)
  /// The call stacks of the allocations of one call.
  case recordedAllocations(AllocatedStacks, operationsPerCall: Int)
  /// This machine or build cannot do what was asked, for this reason; the case is well.
  case unable(String)
  /// The case has no answer, for this reason.
  case failed(String)
}

/// A build, as one of its processes describes it.
package struct BuildDescription: Codable {
  /// The version of the messages that it speaks.
  package var protocolVersion: Int
  /// The executable and the commit that it comes from.
  package var build: Build
  /// The machine as this build sees it: the keys under which its figures compare.
  package var environment: MachineContext
  /// The reason why its figures would mislead; nil if they do not.
  package var refusal: String?
  /// The cases that it can measure.
  package var suites: [Suite]

  private enum CodingKeys: String, CodingKey {
    case protocolVersion, environment, refusal, suites
    case build = "side"
  }

  /// Describes this executable on this machine.
  static func current(suites: [Suite]) -> BuildDescription {
    BuildDescription(
      protocolVersion: WorkerRequest.version, build: .current(), environment: .current(),
      refusal: BuildIdentity.refusalToRecord, suites: suites)
  }

  /// The version in a description of any version; nil if `line` is no description.
  static func protocolVersion(in line: Data) -> Int? {
    struct Greeting: Decodable {
      struct Described: Decodable {
        let description: Version
        enum CodingKeys: String, CodingKey { case description = "_0" }
      }
      struct Version: Decodable { let protocolVersion: Int }
      let described: Described
    }
    return (try? JSONDecoder().decode(Greeting.self, from: line))?.described.description
      .protocolVersion
  }
}

/// The reason why a worker process gave no answer.
package enum WorkerError: Error, Hashable, CustomStringConvertible {
  /// The executable cannot be started.
  case cannotStart(reason: String)
  /// The process ended before it answered.
  case ended(how: String)
  /// The answer took longer than it may.
  case hung(seconds: Double)
  /// The line is no answer.
  case nonsense(byteCount: Int)
  /// This process has no memory to read the line.
  case noMemory(byteCount: Int)
  /// The line is the answer to another request.
  case otherAnswer
  /// The build speaks another version of the messages.
  case otherProtocol(found: Int)
  /// The executable is another file than at the beginning.
  case changed(path: String)
  /// The tool that counts is missing, or cannot run the case.
  case unable(reason: String)
  /// The case failed.
  case failed(String)
  /// The user has interrupted.
  case interrupted
  /// The request needs another one before it.
  case outOfOrder
  /// The executable has no such scenario.
  case foreignScenario

  package var description: String {
    switch self {
    case .cannotStart(let reason): "cannot be started: \(reason)"
    case .ended(let how): how
    case .hung(let seconds): "gave no answer within \(seconds) s, and was ended"
    case .nonsense(let count): "wrote a line that is no answer: \(count) bytes"
    case .noMemory(let count):
      "gave an answer of \(count) bytes, which cannot be read: \(SystemError(code: ENOMEM).text)"
    case .otherAnswer: "answered something else than it was asked"
    case .otherProtocol(let found):
      "speaks version \(found) of the gate's messages, and this build versions "
        + "\(WorkerRequest.gatedVersions.lowerBound) to \(WorkerRequest.version); build both sides "
        + "with one version of the tool"
    case .changed(let path):
      "'\(path)' has changed since the comparison began, as by a build beside it; compare copies, or "
        + "wait with building"
    case .unable(let reason), .failed(let reason): reason
    case .interrupted: "interrupted"
    case .outOfOrder: "was asked to measure before it was given a case"
    case .foreignScenario: "the executable has no such scenario"
    }
  }
}
