import BasicAlgorithms
import Foundation
import Gates
import RunRecords
import Statistics
import TestSupport
import Testing

@Suite struct BisectionTests {
  private func names(_ count: Int) -> [String] { (0..<count).map { "c\($0)" } }

  @Test func everyCulpritIsFoundInAsFewStepsAsHalvingTakes() {
    for count in 1...130 {
      for culprit in 0..<count {
        var search = Bisection(of: names(count))
        let most = search.remainingSteps
        var steps = 0
        while let commit = search.next {
          steps += 1
          let place = Int(commit.dropFirst()) ?? 0
          search.record(place >= culprit ? .bad : .good, of: commit)
        }
        #expect(Array(search.suspects) == ["c\(culprit)"])
        #expect(steps <= most && most <= Int(log2(Double(count)).rounded(.up)))
        #expect(search.lastGoodCommit == (culprit == 0 ? nil : "c\(culprit - 1)"))
      }
    }
  }

  /// Whatever is passed over, the culprit is among the suspects, and these are no more than the
  /// ones that were passed over around it, and itself.
  @Test func suspectsHoldTheCulpritWhateverIsPassedOver() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<20_000 {
      let count = random.number(in: 1...30)
      let culprit = random.next(below: count)
      let skipped = Set((0..<count).filter { _ in random.next(below: 3) == 0 })
      var search = Bisection(of: names(count))
      var asked: Set<String> = []
      while let commit = search.next {
        #expect(asked.insert(commit).inserted)
        let place = Int(commit.dropFirst()) ?? 0
        search.record(
          skipped.contains(place) ? .skipped : place >= culprit ? .bad : .good, of: commit)
      }
      let suspects = search.suspects.compactMap { Int($0.dropFirst()) }
      #expect(suspects.contains(culprit))
      // The end of the suspects is bad, and needs no answer where it is the end of all.
      #expect(suspects.dropLast().allSatisfy(skipped.contains))
    }
  }
}

/// Commits that are compared by drawing pairs, as gates do it.
private final class DrawnCommits: ComparedCommits {
  let subject = "drawn"
  /// The time of each commit, in units of the first.
  var times: [String: Double] = [:]
  var counts: [String: Int] = [:]
  /// The instructions of each commit, counted where a comparison asks for them.
  var instructions: [String: Int] = [:]
  var broken: Set<String> = []
  /// Commits at which the case fails.
  var failing: Set<String> = []
  /// Commits at which the user ends the search.
  var interrupting: Set<String> = []
  private(set) var comparisons = 0
  /// For each comparison of counts, whether it asked for instructions, in order.
  private(set) var countings: [Bool] = []
  /// The rules by which times were compared, in order.
  private(set) var rules: [PairedRule] = []
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  func compare(
    _ head: String, with base: String, measuring measurement: CommitMeasurement
  ) throws(CommitSearchError) -> CaseRecord {
    comparisons += 1
    if interrupting.contains(head) { throw .interrupted }
    for commit in [base, head] where broken.contains(commit) {
      throw .build(commit: commit, .doesNotBuild(reason: "cannot be built:\nerror: x"))
    }
    var result = CaseRecord(
      suite: "s",
      params: CaseParameters(
        scenario: "a", storage: "b", role: "strategy", data: "d", payload: "p", items: 1))
    if failing.contains(base) || failing.contains(head) {
      (result.status, result.message) = (.failed, "it crashed")
      return result
    }
    switch measurement {
    case .counts(let withInstructions):
      countings.append(withInstructions)
      if withInstructions, !instructions.isEmpty {
        result.metrics.append(counted(.instructions, instructions, head, base))
      }
      result.metrics.append(counted(.allocations, counts, head, base))
    case .times(let rule):
      rules.append(rule)
      do {
        let centre = log((times[head] ?? 1) / (times[base] ?? 1))
        var pairs: [Double] = []
        while true {
          pairs += (0..<rule.leastPairs).map { _ in centre + normal() * 0.03 }
          let decision = try PairedDecision(logRatios: pairs, rule: rule)
          guard decision.isPreciseEnough else { continue }
          var metric = TimeMetric.cpu.unmeasured
          metric.median = decision.ratio
          metric.compare = MetricChange(
            base: 1, ratio: decision.ratio, interval: .init(decision.interval),
            pairs: pairs.count, verdict: decision.verdict)
          result.metrics = [metric]
          break
        }
      } catch {
        throw .rule("\(error)")
      }
    }
    return result
  }

  private func counted(
    _ metric: ExactMetric, _ counts: [String: Int], _ head: String, _ base: String
  ) -> MetricRecord {
    let (old, new) = (counts[base] ?? 0, counts[head] ?? 0)
    var record = metric.record(new)
    record.compare = MetricChange(
      base: Double(old), verdict: new > old ? .regressed : new < old ? .improved : .equivalent)
    return record
  }

  private func normal() -> Double {
    (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0...1, using: &random) }
  }
}

@Suite struct CommitSearchTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func search(
    _ commits: DrawnCommits, _ names: [String], metric: String? = nil, state: String = "state.json",
    report: @escaping (String) -> Void = { _ in }
  ) -> CommitSearch {
    CommitSearch(
      commits, metric: metric, good: "good", suspects: names,
      stateURL: URL(filePath: folder.path(of: state)), report: report)
  }

  /// A slow-down of 5 % among 64 commits, where pairs spread by 3 %.
  @Test func aStepOfFivePercentIsFoundAmongSixtyFourCommits() throws {
    var random = SplitMix64(seed: 1)
    let names = (0..<64).map { "c\($0)" }
    var named = 0
    for round in 0..<20 {
      let culprit = random.next(below: names.count)
      let commits = DrawnCommits(seed: UInt64(round))
      for (place, name) in names.enumerated() { commits.times[name] = place >= culprit ? 1.05 : 1 }
      let finding = try #require(
        try search(commits, names, metric: "cpu_time", state: "\(round).json").search())
      #expect(finding.suspects.contains(names[culprit]), "\(round)")
      if finding.isCertain {
        #expect(finding.suspects == [names[culprit]])
        named += 1
      }
    }
    #expect(named >= 18, "\(named) of 20 have a name, and the others a range")
  }

  /// A commit is judged by half of the whole change, and one that lies there by more pairs.
  @Test func timesAreJudgedByHalfOfTheChange() throws {
    let commits = DrawnCommits(seed: 1)
    commits.times = ["c0": 1, "c1": 1.1, "c2": 1.2]
    let finding = try #require(
      try search(commits, ["c0", "c1", "c2"], metric: "cpu_time").search())
    let half = (finding.effect.bad - 1) / 2
    #expect(abs(half - 0.1) < 0.02 && finding.effect.good == 1)
    #expect(commits.rules.map(\.mostPairs) == [240, 240, 240, 960])
    #expect(commits.rules.map(\.margin) == [0.01, half, half, half])
    #expect(commits.rules.map(\.precision) == [0.02, half / 3, half / 3, half / 3])
    #expect(commits.rules.map(\.equivalenceMargin) == [0.02, half, half, half])
    #expect(finding.steps.map(\.answer) == [.good, .skipped])
    #expect(finding.steps.last?.note == "960 pairs cannot tell")
    #expect(finding.suspects == ["c1", "c2"] && !finding.isCertain)
  }

  /// Makes `count` commits: the good end and those before `first` have `counts.before`, the others
  /// `counts.after`.
  private func commits(
    _ count: Int, worseFrom first: Int, counts: (before: Int, after: Int)
  ) -> (names: [String], commits: DrawnCommits) {
    let names = (0..<count).map { "c\($0)" }
    let commits = DrawnCommits(seed: 1)
    commits.counts["good"] = counts.before
    for (place, name) in names.enumerated() {
      commits.counts[name] = place >= first ? counts.after : counts.before
    }
    return (names, commits)
  }

  @Test func countsComeBeforeTimesAndOneDecides() throws {
    let (names, commits) = commits(64, worseFrom: 40, counts: (10, 12))
    for (place, name) in names.enumerated() { commits.times[name] = place >= 3 ? 1.2 : 1 }
    let finding = try #require(try search(commits, names).search())
    #expect(finding.effect.metric == "allocations")
    #expect(finding.suspects == ["c40"] && finding.parent == "c39" && finding.isCertain)
    #expect(commits.comparisons <= 8)
  }

  /// Of many small steps none is the culprit; one that made more than half of the change is.
  @Test func aCreepHasNoCulprit() throws {
    let names = (0..<64).map { "c\($0)" }
    let commits = DrawnCommits(seed: 1)
    commits.counts["good"] = 1_000
    for (place, name) in names.enumerated() { commits.counts[name] = 1_000 + 10 * (place + 1) }
    let creep = try #require(try search(commits, names).search())
    #expect(creep.suspects.count == 1 && !creep.isCertain)
    #expect(creep.figures.after - creep.figures.before == 10)
    for name in names[32...] { commits.counts[name, default: 0] += 2_000 }
    let finding = try #require(try search(commits, names, state: "step.json").search())
    #expect(finding.suspects == ["c32"] && finding.isCertain && finding.share > 0.7)
  }

  /// A commit that made just half of the change is no certain culprit, and bad.
  @Test func halfOfTheChangeIsBadAndNotCertain() throws {
    let commits = DrawnCommits(seed: 1)
    commits.counts = ["good": 10, "c0": 15, "c1": 20]
    let finding = try #require(try search(commits, ["c0", "c1"]).search())
    #expect(finding.suspects == ["c0"] && finding.parent == "good")
    #expect(finding.share == 0.5 && !finding.isCertain)
  }

  /// Counting instructions is slow, so a search asks for them only if they may have got worse.
  @Test func instructionsAreTheLastOfTheCounts() throws {
    let (names, commits) = commits(4, worseFrom: 2, counts: (10, 12))
    commits.instructions = ["good": 900, "c0": 900, "c1": 950, "c2": 950, "c3": 950]
    let both = try #require(try search(commits, names, state: "both.json").search())
    #expect(both.effect.metric == "allocations" && both.suspects == ["c2"])
    #expect(commits.countings == [true, false, false])
    commits.counts = [:]
    let alone = try #require(try search(commits, names, state: "alone.json").search())
    #expect(alone.effect.metric == "instructions" && alone.suspects == ["c1"])
    #expect(commits.countings.dropFirst(3) == [true, true, true])
    let named = try search(commits, names, metric: "instructions", state: "named.json").search()
    #expect(named?.suspects == ["c1"])
    #expect(commits.countings.dropFirst(6) == [true, true, true])
    let allocations = search(commits, names, metric: "allocations", state: "allocations.json")
    #expect(try allocations.search() == nil && commits.countings.last == false)
  }

  /// If a named count did not get worse, the search does not compare times.
  @Test func aNamedCountLeavesTimesAlone() throws {
    let commits = DrawnCommits(seed: 1)
    commits.times = ["good": 1, "c0": 2]
    #expect(try search(commits, ["c0"], metric: "allocations").search() == nil)
    #expect(commits.rules.isEmpty && commits.comparisons == 1)
  }

  @Test func eachStepIsTold() throws {
    let (names, commits) = commits(4, worseFrom: 2, counts: (1, 1))
    (commits.times["c2"], commits.times["c3"]) = (2, 2)
    commits.broken = ["c0"]
    var lines: [String] = []
    let finding = try search(commits, names, state: "no folder/state.json") { lines.append($0) }
      .search()
    #expect(finding?.suspects == ["c2"])
    let warnings = lines.filter { $0.hasPrefix("warning: what is known is not kept: ") }
    lines.removeAll { $0.hasPrefix("warning: ") }
    #expect(
      lines == [
        "counting both ends", "comparing the times of both ends",
        "4 commits are left, at most 2 steps", "c1 is good",
        "2 commits are left, at most 1 steps", "c2 is bad",
        "comparing c2 with c1, which decides",
      ])
    // For what got worse, and for each of two steps.
    #expect(warnings.count == 3)
    lines = []
    _ = try search(commits, ["c0", "c2"], metric: "cpu_time") { lines.append($0) }.search()
    #expect(lines.contains("c0 is skipped: it does not build: error: x"))
  }

  @Test func commitsThatDoNotBuildMakeARange() throws {
    let (names, commits) = commits(16, worseFrom: 9, counts: (1, 2))
    commits.broken = ["c8", "c9"]
    let finding = try #require(try search(commits, names).search())
    #expect(finding.suspects == ["c8", "c9", "c10"] && !finding.isCertain)
    #expect(finding.steps.filter { $0.answer == .skipped }.count == 2)
    commits.broken = ["good"]
    #expect(throws: CommitSearchError.self) {
      try search(commits, names, state: "other.json").search()
    }
  }

  /// A case that fails may do so once: the next search asks again, and knows the rest.
  @Test(arguments: ["allocations", "cpu_time"])
  func whatFailedIsMeasuredAgain(metric: String) throws {
    let (names, commits) = commits(16, worseFrom: 9, counts: (1, 2))
    for (place, name) in names.enumerated() { commits.times[name] = place >= 9 ? 2 : 1 }
    commits.failing = ["c8"]
    let first = try #require(try search(commits, names, metric: metric).search())
    #expect(first.suspects == ["c8", "c9"] && !first.isCertain)
    #expect(first.steps.contains { $0.commit == "c8" && $0.note == "it crashed" })
    commits.failing = []
    let asked = commits.comparisons
    let second = try #require(try search(commits, names, metric: metric).search())
    #expect(second.suspects == ["c9"] && second.isCertain)
    // Of times the culprit is also compared with its parent.
    #expect(commits.comparisons == asked + (metric == "cpu_time" ? 2 : 1))
  }

  @Test(arguments: ["good", "c3"])
  func anEndThatCannotBeMeasuredEndsTheSearch(end: String) throws {
    let commits = DrawnCommits(seed: 1)
    commits.failing = [end]
    for metric in ["allocations", "cpu_time", nil] {
      #expect(throws: CommitSearchError.unmeasured(reason: "it crashed")) {
        try search(commits, (0..<4).map { "c\($0)" }, metric: metric).search()
      }
    }
    // Nothing is known of it.
    commits.failing = []
    (commits.counts["good"], commits.counts["c3"]) = (1, 2)
    #expect(try search(commits, ["c3"]).search()?.suspects == ["c3"])
  }

  @Test func whatGotNoWorseHasNoCulprit() throws {
    let names = (0..<4).map { "c\($0)" }
    let commits = DrawnCommits(seed: 1)
    #expect(try search(commits, names).search() == nil)
    #expect(throws: CommitSearchError.noMetric("steps", known: ["allocations"])) {
      try search(commits, names, metric: "steps", state: "steps.json").search()
    }
  }

  /// A search that goes on asks nothing twice.
  @Test func aSearchGoesOnFromItsFile() throws {
    let names = (0..<64).map { "c\($0)" }
    let commits = DrawnCommits(seed: 1)
    for (place, name) in names.enumerated() { commits.counts[name] = place >= 40 ? 12 : 10 }
    commits.counts["good"] = 10
    let first = try #require(try search(commits, names).search())
    let asked = commits.comparisons
    let second = try #require(try search(commits, names).search())
    #expect(commits.comparisons == asked)
    #expect(second.suspects == first.suspects && second.steps == first.steps)
    // One that is ended keeps what it knows.
    commits.interrupting = ["c47"]
    #expect(throws: CommitSearchError.interrupted) {
      try search(commits, names, state: "ended.json").search()
    }
    commits.interrupting = []
    let known = commits.comparisons
    #expect(try search(commits, names, state: "ended.json").search()?.suspects == ["c40"])
    #expect(commits.comparisons - known == first.steps.count - 1)
    // Another range is another search.
    _ = try search(commits, Array(names.dropFirst())).search()
    #expect(commits.comparisons > asked)
    // A file that was cut off is no search.
    _ = try folder.write(Array("{".utf8), to: "state.json")
    #expect(try search(commits, names).search()?.suspects == ["c40"])
  }
}
