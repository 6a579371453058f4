import Benchmarking
import RunRecords
package import Statistics

/// The rates at which a gate raises false alarms on this machine, and finds injected regressions.
///
/// An experiment is one case through the whole rule: screen, and fresh pairs where that flags it.
package struct GateCalibration: Sendable {
  /// The results of the experiments of one kind.
  package struct Outcome: Hashable, Sendable {
    /// The suite; nil for all together.
    package var suite: String?
    /// Verdicts that something is slower.
    package var regressed = 0
    /// Verdicts that something is faster.
    package var improved = 0
    package var equivalent = 0
    package var inconclusive = 0
    /// Experiments that failed or were cut short; none of them is left out.
    package var failed = 0

    package init(suite: String? = nil) { self.suite = suite }

    /// All that were begun.
    package var count: Int { regressed + improved + equivalent + inconclusive + failed }

    mutating func add(_ verdict: Verdict?) {
      switch verdict {
      case .regressed: regressed += 1
      case .improved: improved += 1
      case .equivalent: equivalent += 1
      case .inconclusive: inconclusive += 1
      case nil: failed += 1
      }
    }
  }

  /// The result of one experiment.
  package struct Experiment: Hashable, Sendable {
    /// Its number, from 1.
    package let number: Int
    /// The case.
    package let id: String
    /// The verdict of the rule; nil if the case failed.
    package let verdict: Verdict?
    /// The reason for no verdict; nil if there is one.
    package let failure: String?
    /// Head over base; nil if there is none.
    package let ratio: Double?
    /// The pairs of processes of the stage that has decided; nil for an exact metric.
    package let pairs: Int?
  }

  /// The regression that an experiment injects into the head.
  package enum Kind: Hashable, Sendable {
    /// Nothing: the same executable against itself.
    case same
    /// A slow-down, as a share.
    case slowdown(Double)
    /// One allocation a call.
    case allocation
    /// Instructions, as a share of the case's own.
    case instructions(Double)

    var injected: InjectedRegression? {
      switch self {
      case .same, .instructions: nil
      case .slowdown(let share): .slowdown(share)
      case .allocation: .allocation
      }
    }

    /// The exact metric that shows the regression; nil if a time does.
    var exactMetric: ExactMetric? {
      switch self {
      case .same, .slowdown: nil
      case .allocation: .allocations
      case .instructions: .instructions
      }
    }
  }

  /// The outcomes by suite, in the order of the cases.
  package private(set) var outcomes: [Outcome] = []
  /// The smallest detectable effect of each experiment that compared times.
  package private(set) var detectable: [Double] = []
  /// Wall time of all, in seconds.
  package private(set) var seconds = 0.0
  /// The build that has changed since the beginning; nil if neither has. No further experiment is made
  /// then, and the one under way does not count.
  package private(set) var changedSide: String?

  /// All experiments together.
  package var total: Outcome {
    outcomes.reduce(into: Outcome()) { total, outcome in
      total.regressed += outcome.regressed
      total.improved += outcome.improved
      total.equivalent += outcome.equivalent
      total.inconclusive += outcome.inconclusive
      total.failed += outcome.failed
    }
  }

  /// Makes experiments.
  ///
  /// - Parameters:
  ///   - kind: The regression to inject.
  ///   - count: How many experiments; the cases of `plan` take turns, so they are spread over suites.
  ///   - plan: The cases and the rules.
  ///   - base: The build to compare with.
  ///   - head: The same executable, or the same objects in another link layout.
  ///   - isInterrupted: Asked several times a second; an experiment under way does not count then.
  ///   - starter: Starts the processes of both.
  ///   - report: Called with each experiment.
  package init(
    _ kind: Kind, count: Int, plan: GatePlan, base: GatedBuild, head: GatedBuild,
    isInterrupted: @escaping () -> Bool, starter: @escaping GateStart = GatedBuild.start,
    report: (Experiment) -> Void
  ) {
    let start = ContinuousClock.now
    for suite in plan.cases.map(\.suite) where !outcomes.contains(where: { $0.suite == suite }) {
      outcomes.append(Outcome(suite: suite))
    }
    changedSide = Self.changedSide(of: [base, head])
    for number in 0..<count {
      guard !plan.cases.isEmpty, !isInterrupted(), changedSide == nil else { break }
      let planned = plan.cases[number % plan.cases.count]
      let (change, failure) = outcome(
        kind, planned, number, plan, base, head, isInterrupted: isInterrupted, starter)
      changedSide = Self.changedSide(of: [base, head])
      guard !isInterrupted(), changedSide == nil else { break }
      if let index = outcomes.firstIndex(where: { $0.suite == planned.suite }) {
        outcomes[index].add(change?.verdict)
      }
      if let effect = change?.detectable { detectable.append(effect) }
      report(
        Experiment(
          number: number + 1, id: planned.id, verdict: change?.verdict, failure: failure,
          ratio: change?.ratio, pairs: change?.pairs))
    }
    seconds = (ContinuousClock.now - start) / .seconds(1)
  }

  /// Returns the build that has changed, as `the head: '…' has changed since …`.
  private static func changedSide(of sides: [GatedBuild]) -> String? {
    for side in sides {
      do throws(WorkerError) {
        for executable in [side.executable] + side.relinked { try side.check(executable) }
      } catch {
        return "the \(side.role.rawValue): \(error)"
      }
    }
    return nil
  }

  /// Returns the change that the rule finds in one case, or the reason why it failed.
  private func outcome(
    _ kind: Kind, _ planned: PlannedCase, _ number: Int, _ plan: GatePlan, _ base: GatedBuild,
    _ head: GatedBuild, isInterrupted: @escaping () -> Bool, _ starter: @escaping GateStart
  ) -> (change: MetricChange?, failure: String?) {
    var plan = plan
    plan.cases = [planned]
    plan.injected = kind.injected
    if case .instructions(let share) = kind {
      plan.injectedInstructionShare = share
      plan.instructionCases = [planned.id]
    }
    plan.orderSeed = plan.seed &+ UInt64(number) &* 0x9e37_79b9
    let gate = Gate(
      plan, base: base, head: head, isInterrupted: isInterrupted, start: starter,
      report: { _ in })
    let gatesTime = kind.exactMetric == nil
    _ = gate.compare(gatesTime: gatesTime)
    let record = gate.cases[0].record(exactDifference: nil, timesAreWanted: gatesTime)
    let name = kind.exactMetric?.rawValue ?? TimeMetric.cpu.rawValue
    guard record.status == .ok else { return (nil, record.message) }
    let metric = record.metric(name)
    return (metric?.compare, metric?.compare == nil ? metric?.absent ?? "no \(name)" : nil)
  }
}
