package import Foundation
import Processes
package import RunRecords
package import Statistics

/// A search for the commit that made one metric of one case worse.
///
/// Each step is a gate of the good end against a commit. Counts repeat exactly, so that one count
/// decides; a time is asked whether it lies beyond half of the whole slow-down. What was learned is
/// written to a file after each step, and a later search goes on from it.
package final class CommitSearch {
  /// The metric that is searched for, and its size.
  package struct Effect: Codable, Hashable, Sendable {
    /// The metric's name.
    package var metric: String
    /// The figures of the good and of the bad end; of a time 1 and the ratio.
    package var good: Double
    package var bad: Double
    package var unit: String

    /// A Boolean value that indicates whether one count decides.
    package var isExact: Bool { TimeMetric(rawValue: metric) == nil }
  }

  /// A commit that was judged.
  package struct Step: Codable, Hashable, Sendable {
    package var commit: String
    package var answer: Bisection.Answer
    /// Its figure, in the sense of the effect; nil where there is none.
    package var figure: Double?
    /// The reason why it was passed over.
    package var note: String?
    /// Whether it was passed over because measuring it failed: a later search tries again. Nil stands
    /// for no.
    package var isUnmeasured: Bool?
  }

  /// The end of a search.
  package struct Finding: Sendable {
    package let effect: Effect
    /// The commits that may have made the change, the oldest first.
    package let suspects: [String]
    /// The commit before them.
    package let parent: String
    /// The steps, in the order in which they were made.
    package let steps: [Step]
    /// The gate of a single suspect against its parent; nil for counts and for several suspects.
    package let confirmation: MetricRecord?

    /// The figures of an exact metric right before the suspects and at the last of them.
    package var figures: (before: Double, after: Double) {
      // The good and the bad end have no step of their own.
      func figure(of commit: String?) -> Double? {
        steps.first { $0.commit == commit }?.figure
      }
      return (figure(of: parent) ?? effect.good, figure(of: suspects.last) ?? effect.bad)
    }

    /// The part of the whole change that lies between these figures: 1 where nothing else moved.
    package var share: Double {
      (figures.after - figures.before) / (effect.bad - effect.good)
    }

    /// A Boolean value that indicates whether the culprit is certain: of several commits that each
    /// made a part, one that made more than half.
    package var isCertain: Bool {
      guard suspects.count == 1 else { return false }
      return effect.isExact ? share > 0.5 : confirmation?.compare?.verdict == .regressed
    }
  }

  private let good: String
  private let commits: any ComparedCommits
  private let stateURL: URL
  private let report: (String) -> Void
  private var state: State
  private var bisection: Bisection

  /// The contents of the file that a later search goes on from.
  private struct State: Codable {
    /// The case, and everything that its figures depend on.
    var subject: String
    var good: String
    var suspects: [String]
    var metric: String?
    var effect: Effect?
    var steps: [Step] = []
  }

  /// Prepares a search, which goes on from an earlier one of the same ends.
  ///
  /// - Parameters:
  ///   - commits: Compares commits on the case.
  ///   - metric: The metric; nil for the first that got worse, counts before times.
  ///   - good: The full hash of the good end.
  ///   - suspects: The commits after it up to the bad end, the oldest first.
  ///   - stateURL: The file that keeps what is known.
  ///   - report: Called with each line for the user.
  package init(
    _ commits: any ComparedCommits, metric: String?, good: String, suspects: [String],
    stateURL: URL, report: @escaping (String) -> Void
  ) {
    (self.commits, self.good, self.stateURL) = (commits, good, stateURL)
    self.report = report
    bisection = Bisection(of: suspects)
    let new = State(subject: commits.subject, good: good, suspects: suspects, metric: metric)
    state = new
    guard let bytes = try? SystemFile.contents(of: stateURL.path),
      let known = try? JSONDecoder().decode(State.self, from: Data(bytes)),
      known.subject == new.subject, known.good == new.good, known.suspects == new.suspects,
      known.metric == new.metric
    else { return }
    state = known
    state.steps.removeAll { $0.isUnmeasured == true }
    for step in state.steps { bisection.record(step.answer, of: step.commit) }
    report(
      "going on: \(state.steps.count) commits are known from '\(stateURL.path)'; delete it to begin "
        + "again")
  }

  /// Searches to the end.
  ///
  /// - Returns: The finding; nil where the bad end is no worse than the good one.
  /// - Throws: `CommitSearchError`.
  package func search() throws(CommitSearchError) -> Finding? {
    guard let bad = bisection.commits.last else { return nil }
    if state.effect == nil {
      state.effect = try effect(of: bad)
      save()
    }
    guard let effect = state.effect else { return nil }
    while let commit = bisection.next {
      report(
        "\(bisection.suspects.count) commits are left, at most \(bisection.remainingSteps) steps")
      let step = try judge(commit, effect)
      report("\(commit.prefix(12)) is \(step.answer.rawValue)\(step.note.map { ": \($0)" } ?? "")")
      state.steps.append(step)
      bisection.record(step.answer, of: commit)
      save()
    }
    let suspects = Array(bisection.suspects)
    let parent = bisection.lastGoodCommit ?? good
    var confirmation: MetricRecord?
    if suspects.count == 1, let culprit = suspects.first, !effect.isExact {
      report("comparing \(culprit.prefix(12)) with \(parent.prefix(12)), which decides")
      confirmation = try commits.compare(
        culprit, with: parent, measuring: .times(try Self.rule())
      ).metric(effect.metric)
    }
    return Finding(
      effect: effect, suspects: suspects, parent: parent, steps: state.steps,
      confirmation: confirmation)
  }

  /// Keeps what is known; a search that cannot be kept is only longer the next time.
  private func save() {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
    guard let data = try? encoder.encode(state) else { return }
    do throws(RecordError) {
      try AtomicFile.write(Array(data), to: stateURL.path)
    } catch {
      report("warning: what is known is not kept: \(error)")
    }
  }

  /// The first metric that got worse up to `bad`: counts first, then instructions, then time.
  private func effect(of bad: String) throws(CommitSearchError) -> Effect? {
    let wanted = state.metric
    if wanted.map({ TimeMetric(rawValue: $0) == nil }) ?? true {
      report("counting both ends")
      let counted = try commits.compare(
        bad, with: good,
        measuring: .counts(withInstructions: wanted == nil || wanted == instructions))
      try Self.check(counted)
      let worse = counted.metrics.filter {
        $0.compare?.verdict == .regressed && (wanted == nil || $0.name == wanted)
      }
      let first = worse.first { $0.name != instructions } ?? worse.first
      if let first, let change = first.compare, let value = first.value {
        return Effect(metric: first.name, good: change.base, bad: Double(value), unit: first.unit)
      }
      if let wanted {
        guard counted.metric(wanted) != nil else {
          throw .noMetric(wanted, known: counted.metrics.map(\.name))
        }
        return nil
      }
    }
    report("comparing the times of both ends")
    let timed = try commits.compare(bad, with: good, measuring: .times(try Self.rule()))
    try Self.check(timed)
    guard let change = timed.metric(TimeMetric.cpu.rawValue)?.compare,
      change.verdict == .regressed, let ratio = change.ratio
    else { return nil }
    return Effect(metric: TimeMetric.cpu.rawValue, good: 1, bad: ratio, unit: "ratio")
  }

  /// Checks that both ends could be measured.
  private static func check(_ result: CaseRecord) throws(CommitSearchError) {
    guard [.failed, .timeout].contains(result.status) else { return }
    throw .unmeasured(reason: result.message ?? "no reason is told")
  }

  /// Judges one commit against the good end.
  private func judge(
    _ commit: String, _ effect: Effect
  ) throws(CommitSearchError) -> Step {
    do throws(CommitSearchError) {
      return effect.isExact ? try count(commit, effect) : try time(commit, effect)
    } catch {
      guard case .build(_, .doesNotBuild(let reason)) = error else { throw error }
      let first = reason.split(separator: "\n").dropFirst().first ?? "no error is told"
      return Step(commit: commit, answer: .skipped, note: "it does not build: \(first)")
    }
  }

  private func count(
    _ commit: String, _ effect: Effect
  ) throws(CommitSearchError) -> Step {
    let counted = try commits.compare(
      commit, with: good, measuring: .counts(withInstructions: effect.metric == instructions))
    guard let value = counted.metric(effect.metric)?.value.map(Double.init) else {
      return Step(
        commit: commit, answer: .skipped,
        note: counted.message ?? "it has no figure of \(effect.metric)", isUnmeasured: true)
    }
    let share = (value - effect.good) / (effect.bad - effect.good)
    return Step(commit: commit, answer: share >= 0.5 ? .bad : .good, figure: value)
  }

  private func time(
    _ commit: String, _ effect: Effect
  ) throws(CommitSearchError) -> Step {
    let half = (effect.bad - 1) / 2
    for mostPairs in [240, 960] {
      let rule = try Self.rule(margin: half, precision: max(0.002, half / 3), mostPairs)
      let timed = try commits.compare(commit, with: good, measuring: .times(rule))
      guard let change = timed.metric(effect.metric)?.compare else {
        return Step(
          commit: commit, answer: .skipped, note: timed.message ?? "it could not be measured",
          isUnmeasured: true)
      }
      if change.verdict != .inconclusive {
        return Step(
          commit: commit, answer: change.verdict == .regressed ? .bad : .good,
          figure: change.ratio)
      }
    }
    return Step(commit: commit, answer: .skipped, note: "960 pairs cannot tell")
  }

  private var instructions: String { ExactMetric.instructions.rawValue }

  /// The rule that is usual for times, or one that tells a change of `margin`.
  static func rule(
    margin: Double = 0.01, precision: Double = 0.02, _ mostPairs: Int = 240
  ) throws(CommitSearchError) -> PairedRule {
    do throws(SampleError) {
      return try PairedRule(
        margin: margin, precision: precision, mostPairs: mostPairs,
        equivalenceMargin: max(0.02, margin))
    } catch {
      throw .rule("\(error)")
    }
  }
}

/// Commits that can be compared on one case.
package protocol ComparedCommits {
  /// The case, and everything that its figures depend on: two searches of one subject share what
  /// they learn.
  var subject: String { get }

  /// Compares two commits on the case.
  ///
  /// - Parameters:
  ///   - head: The full hash of the commit to judge.
  ///   - base: The full hash of the commit to compare with.
  ///   - measurement: The figures to compare.
  /// - Returns: The case as the record of a gate has it.
  /// - Throws: `CommitSearchError`.
  func compare(
    _ head: String, with base: String, measuring measurement: CommitMeasurement
  ) throws(CommitSearchError) -> CaseRecord
}

/// The part of a gate that a step of a search needs.
package enum CommitMeasurement: Sendable {
  case counts(withInstructions: Bool)
  case times(PairedRule)
}

/// The reason why a search ends without a finding.
package enum CommitSearchError: Error, Hashable {
  /// An end of the search does not build, or git or swift is missing.
  case build(commit: String, PairBuildError)
  /// A build cannot be asked what it is.
  case gate(GateError)
  /// The case fails at an end of the search.
  case unmeasured(reason: String)
  /// The case has no such metric.
  case noMetric(String, known: [String])
  /// An invalid rule, which is a defect of this module.
  case rule(String)
  case interrupted
}
