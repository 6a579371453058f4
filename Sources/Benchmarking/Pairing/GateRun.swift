package import Foundation
import Processes
package import RunRecords
import Statistics

/// The descriptions that two builds give of themselves before they are compared.
package struct GateSides: Sendable {
  package let base: PairDescription
  package let head: PairDescription

  /// The suites to choose cases from: the head's, with what only the base has.
  package var suites: [Suite] {
    var listings = head.suites
    for suite in base.suites {
      guard let index = listings.firstIndex(where: { $0.name == suite.name }) else {
        listings.append(suite)
        continue
      }
      let known = Set(listings[index].scenarios.map(\.key))
      listings[index].scenarios += suite.scenarios.filter { !known.contains($0.key) }
    }
    return listings.map(\.suite)
  }

  /// Returns a Boolean value that indicates whether `side` can measure `planned`.
  package func has(_ planned: PlannedCase, on side: GateSide.Name) -> Bool {
    let description = side == .base ? base : head
    let key = ScenarioListing(planned.scenario).key
    return description.suites.contains { suite in
      suite.name == planned.suite && suite.scenarios.contains { $0.key == key }
    }
  }

  /// A Boolean value that indicates whether both hold the same machine code; false where that is
  /// not known.
  package var haveEqualCode: Bool {
    guard let text = base.side.binary.textSHA256 else { return false }
    return text == head.side.binary.textSHA256
  }

  /// The reason why exact metrics do not compare; nil where they do.
  package var exactDifference: String? {
    base.environment.exactKey == head.environment.exactKey
      ? nil
      : "exact_key differs: the base has \(base.environment.exactKey), the head "
        + head.environment.exactKey
  }

  /// The reason why instructions do not compare; nil where they do.
  package var hostDifference: String? {
    base.environment.hostKey == head.environment.hostKey
      ? nil
      : "host_key differs: the base has \(base.environment.hostKey), the head "
        + head.environment.hostKey
  }

  /// Asks both executables what they are.
  ///
  /// - Throws: `GateError`: which side cannot be asked, and why.
  package init(
    base: URL, head: URL, isInterrupted: @escaping () -> Bool
  ) throws(GateError) {
    self.base = try Self.description(of: base, .base, isInterrupted)
    self.head = try Self.description(of: head, .head, isInterrupted)
  }

  private static func description(
    of executable: URL, _ side: GateSide.Name, _ isInterrupted: @escaping () -> Bool
  ) throws(GateError) -> PairDescription {
    do throws(PairError) {
      let process = try PairProcess(executable, for: .time, isToStop: isInterrupted)
      guard case .described(let found) = try process.ask(.describe, within: 60) else {
        throw .nonsense(byteCount: 0)
      }
      guard found.protocolVersion == PairRequest.protocolVersion else {
        throw .otherProtocol(found: found.protocolVersion)
      }
      return found
    } catch .nonsense {
      throw GateError(
        side: side, path: executable.path, error: .noGate(reason: "it wrote something else"))
    } catch .ended(let how) {
      throw GateError(side: side, path: executable.path, error: .noGate(reason: how))
    } catch {
      throw GateError(side: side, path: executable.path, error: error)
    }
  }
}

/// A side that cannot be compared at all.
package struct GateError: Error, Hashable, CustomStringConvertible {
  package let side: GateSide.Name
  package let path: String
  package let error: PairError

  package var description: String { "the \(side.rawValue) '\(path)' \(error)" }
}

extension ScenarioListing {
  /// The names that together identify a scenario within its suite.
  var key: [String] { [name, storage, payload] }
}

extension GateCase {
  /// Returns the case as the comparison's record has it.
  ///
  /// - Parameters:
  ///   - exactDifference: Why exact metrics do not compare; nil where they do.
  ///   - hostDifference: Why instructions do not.
  ///   - timesAreWanted: Whether its times were to be compared.
  /// - Returns: The head's figures, with what they are against the base's.
  package func record(
    exactDifference: String?, hostDifference: String? = nil, timesAreWanted: Bool
  ) -> CaseRecord {
    var params = planned.parameters
    params.operationsPerCall = operationsPerCall
    return CaseRecord(
      id: planned.id, suite: planned.suite, params: params, status: status, message: message,
      checksum: checksum,
      opsPerBatch: callsPerBatch.map { $0 * (operationsPerCall ?? 1) },
      metrics: answersDiffer
        ? []
        : timeMetrics(areWanted: timesAreWanted) + exactMetrics(exactDifference, hostDifference))
  }

  private func timeMetrics(areWanted: Bool) -> [MetricRecord] {
    guard areWanted, planned.scenario.passes.contains(.time) else { return [] }
    guard let cpu = timeMetric(.cpu, pairs.map(\.cpu), cpu),
      let wall = timeMetric(.wall, pairs.map(\.wall), wall)
    else {
      guard status == .ok else { return [] }
      let reason = "\(pairs.count) pairs were measured before the end, too few to decide on"
      return [TimeMetric.cpu.absent(reason)]
    }
    return [cpu, wall]
  }

  /// A metric of the head's times, with what they are against the base's; nil without a decision.
  private func timeMetric(
    _ metric: TimeMetric, _ times: [GatePair.Times], _ decision: PairedDecision?
  ) -> MetricRecord? {
    guard let decision, let base = try? Quantiles.median(times.map(\.base)),
      let head = try? Quantiles.median(times.map(\.head)),
      let spread = try? Quantiles.median(times.map { abs($0.head - head) })
    else { return nil }
    var record = MetricRecord(
      name: metric.rawValue, unit: TimeMetric.unit, kind: .sampled, role: metric.role,
      median: head, mad: spread, min: times.map(\.head).min(), launches: times.map(\.head))
    record.compare = MetricChange(
      base: base, ratio: decision.ratio,
      interval: .init(low: decision.interval.lowerBound, high: decision.interval.upperBound),
      halfWidth: decision.halfWidth, detectable: decision.smallestDetectableEffect,
      pairs: times.count, verdict: verdict(decision), isConfirmed: isConfirming ? true : nil)
    return record
  }

  /// The decision; what the screen alone has flagged is not decided.
  private func verdict(_ decision: PairedDecision) -> MetricChange.Verdict {
    switch decision.verdict {
    case .regressed: isConfirming ? .regressed : .inconclusive
    case .improved: isConfirming ? .improved : .inconclusive
    case .equivalent: .equivalent
    case .inconclusive: .inconclusive
    }
  }

  private func exactMetrics(
    _ exactDifference: String?, _ hostDifference: String?
  ) -> [MetricRecord] {
    headCounts.map { head in
      let isInstructions = head.name == ExactMetric.instructions.rawValue
      let difference = isInstructions ? hostDifference : exactDifference
      var record = head
      guard let base = baseCounts.first(where: { $0.name == head.name }) else { return record }
      if let difference {
        record.value = nil
        record.absent = "not comparable: \(difference)"
        return record
      }
      guard let value = head.value, let baseValue = base.value else {
        if record.absent == nil, let reason = base.absent {
          record.value = nil
          record.absent = "the base has none: \(reason)"
        }
        return record
      }
      record.compare = MetricChange(
        base: Double(baseValue),
        ratio: baseValue == 0 ? nil : Double(value) / Double(baseValue),
        verdict: Self.verdict(on: head, value, against: baseValue))
      return record
    }
  }
}

/// A whole comparison, from what both sides say of themselves to its record.
package enum GateRun {
  /// Catches interrupts, which then only set a flag; returns a closure that reads the flag.
  package static func catchInterrupts() -> () -> Bool {
    Interrupts.catchThem()
    return { Interrupts.isInterrupted }
  }

  /// Compares two builds.
  ///
  /// - Parameters:
  ///   - plan: What to measure.
  ///   - base: What the head is held against.
  ///   - head: What is judged.
  ///   - sides: What both say of themselves.
  ///   - identity: When and how it was begun.
  ///   - tool: The tool that compares.
  ///   - isInterrupted: Asked several times a second.
  ///   - report: Is told what happens.
  /// - Returns: The record, whose exit status is 0 or 130 and the caller's to change, what explains
  ///   its counts, and how it ended.
  package static func carryOut(
    _ plan: GatePlan, base: GateSide, head: GateSide, sides: GateSides, identity: RunIdentity,
    tool: ToolIdentity, isInterrupted: @escaping () -> Bool,
    report: @escaping (GateEvent) -> Void
  ) -> (record: RunRecord, diagnoses: GateDiagnoses, ending: GateEnding) {
    let start = ContinuousClock.now
    var plan = plan
    // What does not compare has nothing to explain.
    if sides.exactDifference != nil { plan.explainsCounts = false }
    var warnings: [Warning] = []
    let isCalibration = sides.haveEqualCode && !plan.gatesEqualCode
    if isCalibration {
      warnings.append(
        Warning(
          code: "equal-code", severity: "info",
          message: "both sides hold the same machine code; their times are not gated"))
    }
    for side in [base, head] where side.relinked.isEmpty && !isCalibration && !plan.isExactOnly {
      warnings.append(
        Warning(
          code: "one-layout", severity: "info",
          message:
            "the \(side.name.rawValue) was measured in one link layout, which alone can move a "
            + "time by some percent"))
    }
    let gate = Gate(plan, base: base, head: head, isInterrupted: isInterrupted, report: report)
    let comparesTimes = !plan.isExactOnly && !isCalibration
    let ending = gate.carryOut(gatesTime: comparesTimes)
    var identity = identity
    identity.durationSeconds = (ContinuousClock.now - start) / .seconds(1)
    identity.completed = ending == .completed
    if ending == .outOfBudget {
      warnings.append(
        Warning(
          code: "budget",
          message: "the time budget was spent before every interval was narrow enough; what is not "
            + "decided is inconclusive"))
    }
    let unconfirmed = gate.cases.filter { !$0.isConfirming && !$0.screenedPairs.isEmpty }
    if !unconfirmed.isEmpty {
      warnings.append(
        Warning(
          code: "unconfirmed",
          message: "seemed to have changed, and were not measured again before the end: "
            + unconfirmed.map(\.planned.id).joined(separator: ", ")))
    }
    var environment = sides.head.environment
    environment.loadAvgEnd = MachineContext.loadAverage
    if !plan.instructionCases.isEmpty { environment.instructionCounter = Callgrind.installed?.name }
    let cases = gate.cases.map {
      $0.record(
        exactDifference: sides.exactDifference, hostDifference: sides.hostDifference,
        timesAreWanted: comparesTimes)
    }
    let record = RunRecord(
      kind: .comparison, tool: tool, run: identity,
      sides: [sides.base.side.named("base"), sides.head.side.named("head")],
      environment: environment, warnings: warnings, cases: cases,
      summary: Summary(of: cases, exitCode: ending == .interrupted ? 130 : 0))
    return (record, gate.diagnoses, ending)
  }
}

extension Build {
  fileprivate func named(_ id: String) -> Build {
    var side = self
    side.id = id
    return side
  }
}
