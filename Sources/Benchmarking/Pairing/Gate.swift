import BasicAlgorithms
import Foundation
import RunRecords
import Statistics

/// A paired comparison of two builds under way.
///
/// Two processes of the two builds are set up and warm; exactly one of them measures at a time, in
/// rounds of A B B A or B A A B. A pair of processes gives each of its cases one number; pairs of all
/// cases take turns until each case's interval is narrow enough. What then seems to have changed is
/// measured again with fresh pairs, of other link layouts where there are some, and only that decides.
/// Source of the alternation: A. Bulej et al., "Duet benchmarking: improving measurement accuracy in
/// the cloud", 2020, doi:10.1145/3358960.3379132.
package final class Gate {
  let plan: GatePlan
  let base: GateSide
  let head: GateSide
  let isInterrupted: () -> Bool
  let report: (GateEvent) -> Void
  private let start = ContinuousClock.now
  private var generator: SplitMix64
  package internal(set) var cases: [GateCase]
  /// The explanations of counts that differ, as far as the plan asks for them.
  package internal(set) var diagnoses = GateDiagnoses()
  /// Runs cases of both sides under callgrind.
  let profiler: GateProfiler

  /// Prepares to compare.
  ///
  /// - Parameters:
  ///   - plan: What to measure.
  ///   - base: What the head is held against.
  ///   - head: What is judged.
  ///   - isInterrupted: Asked several times a second.
  ///   - report: Is told what happens, between measurements.
  package init(
    _ plan: GatePlan, base: GateSide, head: GateSide, isInterrupted: @escaping () -> Bool,
    report: @escaping (GateEvent) -> Void
  ) {
    self.plan = plan
    self.base = base
    self.head = head
    self.isInterrupted = isInterrupted
    self.report = report
    profiler = GateProfiler(plan, base: base, head: head, isToStop: isInterrupted)
    generator = SplitMix64(seed: plan.orderSeed ?? plan.seed, stream: 0x6761_7465)
    cases = plan.cases.map { GateCase($0) }
  }

  /// Compares: exact metrics first, then times, each again where it seems to have changed, and in the
  /// end what explains counts that differ.
  ///
  /// - Parameter gatesTime: Whether times are compared at all.
  /// - Returns: Why it ended before its end; nil where it did not.
  package func carryOut(gatesTime: Bool) -> GateEnding {
    for group in plan.groups {
      guard !isOver else { return ending }
      count(group)
    }
    countInstructions()
    if gatesTime && !isInterrupted() { measureTimes() }
    // What explains takes none of the time in which verdicts are found.
    let measured = ending
    if plan.explainsCounts && !isInterrupted() { explainAllocations() }
    return isInterrupted() ? .interrupted : measured
  }

  var isOver: Bool { isInterrupted() || isOutOfBudget }

  private var isOutOfBudget: Bool {
    guard let budget = plan.budgetSeconds else { return false }
    return (ContinuousClock.now - start) / .seconds(1) > budget
  }

  private var ending: GateEnding {
    isInterrupted() ? .interrupted : isOutOfBudget ? .outOfBudget : .completed
  }

  func plant(on side: GateSide.Name) -> Plant? { side == .head ? plan.plant : nil }

  private func isTimed(_ index: Int) -> Bool {
    cases[index].status == .ok && cases[index].planned.scenario.passes.contains(.time)
  }

  // MARK: What both kinds of metrics need

  /// A process of `side`, by the build itself or a twin, in which the collection of `planned` is
  /// open.
  func open(
    _ planned: PlannedCase, of side: GateSide, at executable: URL, for pass: Scenario.Pass
  ) throws(PairError) -> PairProcess {
    try side.check(executable)
    let process = try PairProcess(executable, for: pass, isToStop: isInterrupted)
    let request = PairRequest.open(planned.dataset, seed: plan.seed, sampling: plan.sampling)
    guard case .opened = try process.ask(request, within: plan.answerTimeoutSeconds) else {
      throw .nonsense(byteCount: 0)
    }
    return process
  }

  func accept(_ index: Int) {
    guard cases[index].status == .skipped else { return }
    cases[index].status = .ok
    cases[index].message = nil
  }

  /// Both sides must give one answer: else they do not do the same work.
  func agree(on checksum: String, _ side: GateSide.Name, _ index: Int) {
    guard let known = cases[index].checksum else {
      cases[index].checksum = checksum
      return
    }
    guard known != checksum else { return }
    cases[index].status = .failed
    cases[index].answersDiffer = true
    cases[index].message =
      "the sides answer differently: \(side.rawValue) \(checksum), and \(known) before; they do not "
      + "do the same work, or not on the same data"
  }

  func fail(_ index: Int, _ side: GateSide.Name, _ error: PairError) {
    guard error != .interrupted else { return }
    if case .hung = error { cases[index].status = .timeout } else { cases[index].status = .failed }
    cases[index].message = "the \(side.rawValue): \(error)"
  }

  // MARK: Times

  /// Measures a pair of each group in turn, until every case has its verdict.
  ///
  /// A case that the screen flags goes on at once with fresh pairs, in the same rotation: if the time
  /// is spent, no case has waited for the others.
  private func measureTimes() {
    var number = 0
    while !isOver {
      let groups = plan.groups.flatMap { group in
        let open = group.filter { isTimed($0) && !hasEnough($0) }
        return [false, true].map { isConfirming in
          open.filter { cases[$0].isConfirming == isConfirming }
        }
      }.filter { !$0.isEmpty }
      guard !groups.isEmpty else { break }
      for group in groups.shuffled(using: &generator) {
        guard !isOver else { break }
        pair(group.shuffled(using: &generator), number: number)
        for index in group { decide(index) }
        let timed = cases.indices.filter { cases[$0].planned.scenario.passes.contains(.time) }
        report(
          .paired(
            done: timed.count { cases[$0].status != .ok || hasEnough($0) }, of: timed.count,
            confirming: timed.count { cases[$0].isConfirming && !hasEnough($0) }))
      }
      number += 1
    }
    // Too few fresh pairs say less than the first ones, which have not decided.
    for index in cases.indices where cases[index].isConfirming && !isDecidable(index) {
      cases[index].isConfirming = false
      cases[index].pairs = cases[index].screenedPairs
      estimate(index)
    }
  }

  private func hasEnough(_ index: Int) -> Bool { cases[index].cpu?.isPreciseEnough ?? false }

  private func isDecidable(_ index: Int) -> Bool {
    cases[index].pairs.count >= plan.rule.leastPairs
  }

  /// Estimates, and sends a case that the screen flags back for fresh pairs.
  private func decide(_ index: Int) {
    estimate(index)
    guard hasEnough(index), !cases[index].isConfirming,
      let screened = try? PairedDecision(
        logRatios: cases[index].pairs.map(\.cpu.logRatio), rule: plan.screen),
      [.regressed, .improved].contains(screened.verdict)
    else { return }
    report(.flagged(cases[index].planned.id))
    cases[index].screenedPairs = cases[index].pairs
    cases[index].isConfirming = true
    cases[index].pairs = []
    cases[index].cpu = nil
    cases[index].wall = nil
  }

  private func estimate(_ index: Int) {
    let pairs = cases[index].pairs
    cases[index].cpu = finiteDecision(pairs.map(\.cpu.logRatio))
    cases[index].wall = finiteDecision(pairs.map(\.wall.logRatio))
  }

  /// The decision; nil for pairs so few and so far apart that their interval has no end.
  private func finiteDecision(_ logRatios: [Double]) -> PairedDecision? {
    guard let decision = try? PairedDecision(logRatios: logRatios, rule: plan.rule),
      decision.interval.upperBound.isFinite, decision.smallestDetectableEffect.isFinite
    else { return nil }
    return decision
  }

  /// One pair of processes, and a pair's number for each case of `group`.
  private func pair(_ group: [Int], number: Int) {
    var left = group[...]
    while let first = left.first, !isInterrupted() {
      do throws(SideError) {
        let processes = try start(
          cases[first].planned, number: number, cases[first].isConfirming)
        while let index = left.first {
          try measure(index, processes)
          left.removeFirst()
        }
      } catch {
        guard error.error != .interrupted, let index = left.popFirst() else { return }
        // Whatever happened belongs to the case that was under way; the others get new processes.
        fail(index, error.side, error.error)
      }
    }
  }

  /// An error and the side that it happened on.
  private struct SideError: Error {
    let side: GateSide.Name
    let error: PairError
  }

  private struct Processes {
    let base: PairProcess
    let head: PairProcess

    func of(_ side: GateSide.Name) -> PairProcess { side == .base ? base : head }
  }

  private func start(
    _ planned: PlannedCase, number: Int, _ isConfirming: Bool
  ) throws(SideError) -> Processes {
    func start(_ side: GateSide) throws(SideError) -> PairProcess {
      do throws(PairError) {
        let executable = side.executable(inPair: number, isConfirming: isConfirming)
        return try open(planned, of: side, at: executable, for: .time)
      } catch {
        throw SideError(side: side.name, error: error)
      }
    }
    // Which one is started first must not favour a side.
    if Bool.random(using: &generator) {
      let first = try start(base)
      return Processes(base: first, head: try start(head))
    }
    let first = try start(head)
    return Processes(base: try start(base), head: first)
  }

  private func measure(_ index: Int, _ processes: Processes) throws(SideError) {
    let wanted = PairCase(cases[index].planned)
    let sides: [GateSide.Name] =
      Bool.random(using: &generator) ? [.base, .head] : [.head, .base]
    for side in sides {
      let request = PairRequest.prepare(
        wanted, callsPerBatch: cases[index].callsPerBatch, plant: plant(on: side))
      guard
        case .prepared(let calls, let operations, let checksum) = try ask(
          processes, side, request)
      else { throw SideError(side: side, error: .nonsense(byteCount: 0)) }
      // One side finds the calls of a batch, for good and for both.
      cases[index].callsPerBatch = calls
      cases[index].operationsPerCall = operations
      agree(on: checksum, side, index)
    }
    guard cases[index].status == .ok else { return }
    var rounds: [(cpu: PairedRound, wall: PairedRound)] = []
    for _ in 0..<plan.roundsPerPair { rounds.append(try round(processes)) }
    let calls = Double(cases[index].callsPerBatch ?? 1)
    let operations = calls * Double(cases[index].operationsPerCall ?? 1)
    do throws(SampleError) {
      cases[index].pairs.append(
        GatePair(
          cpu: try .init(rounds.map(\.cpu), operations: operations),
          wall: try .init(rounds.map(\.wall), operations: operations)))
    } catch {
      throw SideError(side: .head, error: .failed("the times have no ratio: \(error)"))
    }
  }

  /// One round: each side measures twice, in mirrored order, one at a time.
  private func round(
    _ processes: Processes
  ) throws(SideError) -> (cpu: PairedRound, wall: PairedRound) {
    let outer: GateSide.Name = Bool.random(using: &generator) ? .base : .head
    let inner: GateSide.Name = outer == .base ? .head : .base
    var times: [GateSide.Name: [(cpu: Double, wall: Double)]] = [:]
    for side in [outer, inner, inner, outer] {
      guard case .measured(let wall, let cpu) = try ask(processes, side, .measure) else {
        throw SideError(side: side, error: .nonsense(byteCount: 0))
      }
      times[side, default: []].append((Double(cpu), Double(wall)))
    }
    let (base, head) = (times[.base] ?? [], times[.head] ?? [])
    return (
      PairedRound(
        firstBase: base[0].cpu, secondBase: base[1].cpu, firstHead: head[0].cpu,
        secondHead: head[1].cpu),
      PairedRound(
        firstBase: base[0].wall, secondBase: base[1].wall, firstHead: head[0].wall,
        secondHead: head[1].wall)
    )
  }

  private func ask(
    _ processes: Processes, _ side: GateSide.Name, _ request: PairRequest
  ) throws(SideError) -> PairReply {
    do throws(PairError) {
      return try processes.of(side).ask(request, within: plan.answerTimeoutSeconds)
    } catch {
      throw SideError(side: side, error: error)
    }
  }
}

/// The ending of a comparison.
package enum GateEnding: Hashable, Sendable {
  /// Every case has its verdict.
  case completed
  /// The time budget was spent.
  case outOfBudget
  /// The user has interrupted.
  case interrupted
}

/// An event of a comparison of builds.
package enum GateEvent: Hashable, Sendable {
  /// The exact metrics of these cases are known.
  case counted([String])
  /// The instructions of another case are about to be counted: so many cases are done.
  case countingInstructions(done: Int, of: Int)
  /// A pair of processes is done: so many cases have enough, and so many others are measured again.
  case paired(done: Int, of: Int, confirming: Int)
  /// A case seems to have changed; it is measured again.
  case flagged(String)
}
