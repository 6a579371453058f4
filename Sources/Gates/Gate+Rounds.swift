import Benchmarking
import RunRecords
import Statistics

extension Gate {
  /// Measures a pair of each group in turn, until every case has its verdict.
  ///
  /// A case that the screen flags goes on at once with fresh pairs, in the same rotation. So no case
  /// has waited for the others when the time is spent.
  func measureTimes() {
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
    let side: GatedBuild.Role
    let error: WorkerError
  }

  private struct Processes {
    let base: WorkerProcess
    let head: WorkerProcess

    func of(_ side: GatedBuild.Role) -> WorkerProcess { side == .base ? base : head }
  }

  private func start(
    _ planned: PlannedCase, number: Int, _ isConfirming: Bool
  ) throws(SideError) -> Processes {
    func start(_ side: GatedBuild) throws(SideError) -> WorkerProcess {
      do throws(WorkerError) {
        let executable = side.executable(inPair: number, isConfirming: isConfirming)
        return try open(planned, of: side, at: executable, for: .time)
      } catch {
        throw SideError(side: side.role, error: error)
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
    let key = cases[index].planned.key
    let sides: [GatedBuild.Role] =
      Bool.random(using: &generator) ? [.base, .head] : [.head, .base]
    for side in sides {
      let request = WorkerRequest.prepare(
        key, callsPerBatch: cases[index].callsPerBatch, injected: injected(on: side))
      guard
        case .prepared(let calls, let operations, let checksum) = try ask(
          processes, side, request)
      else { throw SideError(side: side, error: .otherAnswer) }
      // The first build to be asked finds the calls of a batch, for both and for all pairs.
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
    let outer: GatedBuild.Role = Bool.random(using: &generator) ? .base : .head
    let inner: GatedBuild.Role = outer == .base ? .head : .base
    var times: [GatedBuild.Role: [(cpu: Double, wall: Double)]] = [:]
    for side in [outer, inner, inner, outer] {
      guard case .measured(let wall, let cpu) = try ask(processes, side, .measure) else {
        throw SideError(side: side, error: .otherAnswer)
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
    _ processes: Processes, _ side: GatedBuild.Role, _ request: WorkerRequest
  ) throws(SideError) -> WorkerReply {
    do throws(WorkerError) {
      return try processes.of(side).ask(request, within: plan.answerTimeoutSeconds)
    } catch {
      throw SideError(side: side, error: error)
    }
  }
}
