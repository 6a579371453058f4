package import Benchmarking
package import RunRecords
import Statistics

/// Commits that gates compare, each built once.
package struct GatedCommits: ComparedCommits {
  private let planned: PlannedCase
  private let seed: UInt64
  private let builder: PairBuilder
  private let tool: ToolIdentity
  private let compiler: String
  private let isInterrupted: () -> Bool

  /// Prepares to compare commits on `planned`.
  ///
  /// - Parameters:
  ///   - planned: The case.
  ///   - seed: The seed of its collection.
  ///   - builder: Builds commits.
  ///   - tool: The tool that compares.
  ///   - isInterrupted: Asked several times a second.
  /// - Throws: `PairBuildError` where the compiler does not say what it is.
  package init(
    on planned: PlannedCase, seed: UInt64, builder: PairBuilder, tool: ToolIdentity,
    isInterrupted: @escaping () -> Bool
  ) throws(PairBuildError) {
    (self.planned, self.seed, self.builder) = (planned, seed, builder)
    (self.tool, self.isInterrupted) = (tool, isInterrupted)
    compiler = try builder.compiler()
  }

  package var subject: String {
    ([planned.id, planned.dataset.text, "\(seed)", compiler, builder.product] + builder.flags)
      .joined(separator: "\n")
  }

  package func compare(
    _ head: String, with base: String, measuring measurement: CommitMeasurement
  ) throws(CommitSearchError) -> CaseRecord {
    let (base, head) = (try build(base, .base), try build(head, .head))
    let plan = try Self.plan(planned, seed: seed, measuring: measurement)
    let sides: BuildPair
    do throws(GateError) {
      sides = try BuildPair(base: base, head: head, isInterrupted: isInterrupted)
    } catch {
      throw error.error == .interrupted ? .interrupted : .gate(error)
    }
    let outcome = GateRun.compare(
      plan, base: base, head: head, sides: sides,
      identity: RunIdentity(argv: [], preset: RunPreset.gate.rawValue, seed: seed), tool: tool,
      isInterrupted: isInterrupted, report: { _ in })
    if outcome.ending == .interrupted { throw .interrupted }
    guard let result = outcome.record.cases.first else { throw .rule("the gate has no case") }
    return result
  }

  /// Returns the plan that compares one case of two commits, even if their code is equal.
  ///
  /// - Parameters:
  ///   - planned: The case.
  ///   - seed: The seed of its collection.
  ///   - measurement: What counts.
  /// - Returns: The plan; instructions, where they count, are counted whatever the number of items.
  /// - Throws: `.rule` if the rule's numbers are invalid.
  package static func plan(
    _ planned: PlannedCase, seed: UInt64, measuring measurement: CommitMeasurement
  ) throws(CommitSearchError) -> GatePlan {
    func basePlan(_ rule: PairedRule) -> GatePlan {
      var plan = GatePlan(
        cases: [planned], seed: seed, sampling: RunPreset.gate.sampling, rule: rule, screen: rule)
      plan.gatesEqualCode = true
      return plan
    }
    switch measurement {
    case .times(let rule): return basePlan(rule)
    case .counts(let withInstructions):
      var counts = basePlan(try CommitSearch.rule())
      counts.isExactOnly = true
      if withInstructions {
        counts.instructionCases = [planned.id]
        counts.instructionItemLimit = max(counts.instructionItemLimit, planned.dataset.items)
      }
      return counts
    }
  }

  private func build(
    _ commit: String, _ role: GatedBuild.Role
  ) throws(CommitSearchError) -> GatedBuild {
    do throws(PairBuildError) {
      return try builder.kept(commit, as: role)
    } catch {
      throw error == .interrupted ? .interrupted : .build(commit: commit, error)
    }
  }
}
