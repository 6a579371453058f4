import Analysis
import Benchmarking
import Foundation
import GateTestSupport
import Gates
import Processes
import Reports
import RunRecords
import Statistics

extension Readers {
  /// The gate's side of the workers' messages: it asks two builds in its order, and each line of an
  /// input is the answer to the next question.
  static let gate = [
    Reader("gate", .jsonLines, [answers]) { input, number in
      let script = AnswerScript(lines: input.split(separator: 0x0A).map { Data($0) })
      let record = try compare(asking: script)
      guard record.cases.contains(where: { $0.status == .ok }) else { throw NoFigures() }
      let judgement = GateJudgement(reading: record)
      _ = number % 2 == 0 ? judgement.render(columns: 80, color: false) : judgement.markdown
    }
  ]

  /// A gate that has measured nothing.
  private struct NoFigures: Error {}

  private static func compare(asking script: AnswerScript) throws -> RunRecord {
    let start: GateStart = { _, _, isToStop throws(WorkerError) in
      try WorkerProcess(isToStop: isToStop) { () throws(ProcessError) in
        ScriptedPeer(script.answer(to:))
      }
    }
    let rule = try PairedRule(leastPairs: 2, mostPairs: 2)
    var plan = GatePlan(
      cases: [planned], seed: 1, sampling: SamplingPlan(budgetSeconds: 0.1), rule: rule,
      screen: rule)
    plan.roundsPerPair = 1
    plan.answerTimeoutSeconds = 1
    // Neither file is started.
    let base = GatedBuild(.base, executable: URL(filePath: "/base"))
    let head = GatedBuild(.head, executable: URL(filePath: "/head"))
    let sides = try BuildPair(base: base, head: head, isInterrupted: { false }, start: start)
    _ = (sides.suites.count, sides.has(planned, on: .base), sides.haveEqualCode)
    return GateRun.compare(
      plan, base: base, head: head, sides: sides,
      identity: RunIdentity(argv: [], preset: "gate", seed: 1), tool: shown.tool,
      isInterrupted: { false }, starter: start, report: { _ in }
    ).record
  }

  /// The answers of two builds, of which the second is slower, as a gate asks for them.
  private static let answers: [UInt8] = {
    let script = AnswerScript(lines: nil)
    guard (try? compare(asking: script)) != nil else { giveUp("the gate has no answers") }
    return script.given.flatMap { Array($0) + [0x0A] }
  }()
}

/// The answers that both builds of a gate give, in the order of the questions.
private final class AnswerScript {
  /// The lines that are left, the last one first; nil where answers are made up.
  private var lines: [Data]?
  /// The answers that were made up.
  private(set) var given: [Data] = []
  private var measured = 0

  init(lines: [Data]?) { self.lines = lines.map { $0.reversed() } }

  /// Returns the answer to `request`; nil behind the last one.
  func answer(to request: Data) -> Data? {
    if lines != nil { return lines?.popLast() }
    guard let request = try? JSONDecoder().decode(WorkerRequest.self, from: request),
      let answer = try? JSONEncoder().encode(reply(to: request))
    else { return nil }
    given.append(answer)
    return answer
  }

  private func reply(to request: WorkerRequest) -> WorkerReply {
    switch request {
    case .describe: return WorkerSession(suites: [], clock: SystemClock()).answer(.describe)
    case .open: return .opened(warnings: nil)
    case .count:
      return .counted(
        [ExactMetric.allocations.record(12)], operationsPerCall: 10, checksum: "0000000000000007")
    case .prepare:
      return .prepared(callsPerBatch: 4, operationsPerCall: 10, checksum: "0000000000000007")
    case .measure:
      measured += 1
      let time = 1_000 + 10 * measured
      return .measured(wallNanoseconds: time, cpuNanoseconds: time)
    default: return .unable("it was not asked for")
    }
  }
}
