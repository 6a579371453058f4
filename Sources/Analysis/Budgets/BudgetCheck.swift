package import RunRecords

/// The check of a record against budgets.
///
/// Counts and bytes compare under the record's `exact_key`, times and instructions under its
/// `host_key` too; where a key differs, those budgets are skipped. Each budget is held on its own:
/// where several take one metric of a case, all of them must be kept.
package struct BudgetCheck: Sendable {
  /// Budgets that do not hold here, and why: one reason for all of them.
  package struct Skip: Hashable, Sendable {
    package var reason: String
    package var count: Int
  }

  /// A budget that could not be checked, and must have been.
  package struct Unchecked: Hashable, Sendable {
    /// The thing that was not found.
    package enum Finding: Hashable, Sendable {
      /// The record has no such case.
      case noCase(CasePattern, known: [String])
      /// The cases have no such metric.
      case noMetric(CasePattern, metric: String, known: [String])
      /// There is no figure, for this reason.
      case noFigure(id: String, metric: String, reason: String)
      /// The figure is of a kind that the rule says nothing about.
      case unfit(id: String, metric: String, reason: String)
    }

    package var line: Int
    package var finding: Finding
  }

  package let file: BudgetFile
  package let record: RunRecord
  /// The reasons why the record is incomplete: it ended early, or cases failed.
  package let failures: [String]
  /// The reason why no budget compares: other inputs.
  package private(set) var incomparable: String?
  package private(set) var skips: [Skip] = []
  package private(set) var unchecked: [Unchecked] = []
  /// The figures above their budgets that the history of runs has accepted.
  package private(set) var accepted: [(excess: BudgetExcess, acceptance: Acceptance)] = []
  private let acceptances: [Acceptance]
  /// The figures above their budgets, worst first.
  package private(set) var excesses: [BudgetExcess] = []
  /// Budgets that were checked, whatever the result.
  package private(set) var checkedCount = 0
  /// Budgets that some figure is above.
  package private(set) var overCount = 0
  /// Budgets whose number is larger than what every one of their cases needs.
  package private(set) var looseCount = 0

  /// Checks `record` against `file`.
  ///
  /// - Parameters:
  ///   - record: The record of a run.
  ///   - file: The budgets.
  ///   - acceptances: Figures that are accepted above their budgets.
  /// - Complexity: O(budgets + budgets with a pattern · cases) matches.
  package init(
    _ record: RunRecord, against file: BudgetFile, accepting acceptances: [Acceptance] = []
  ) {
    self.file = file
    self.acceptances = acceptances
    self.record = record
    failures = record.failures
    let environment = record.environment
    let total = file.budgets.count
    if let difference = KeyDifference(
      baseline: file.header.exactKey, candidate: environment.exactKey)
    {
      skip(total, "exact_key", difference)
      return
    }
    guard record.run.seed == file.header.seed else {
      incomparable =
        "other inputs: seed \(record.run.seed) in the record, \(file.header.seed) in the budgets"
      return
    }
    checkBudgets()
    excesses.sort { $0.isWorse(than: $1) }
  }

  private mutating func skip(_ count: Int, _ key: String, _ difference: KeyDifference) {
    func text(_ parts: [String]) -> String {
      parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
    }
    skips.append(
      Skip(
        reason: "another \(key): \(text(difference.baseline)) in the budgets, "
          + "\(text(difference.candidate)) in the record",
        count: count))
  }

  private mutating func checkBudgets() {
    let cases = Dictionary(record.cases.map { ($0.id, $0) }) { first, _ in first }
    let hosts = KeyDifference(
      baseline: file.header.hostKey, candidate: record.environment.hostKey)
    var hostSkips = 0
    for (line, budget) in file.budgets {
      let taken =
        budget.cases.isGlob
        ? record.cases.filter { budget.cases.matches($0.id) }
        : cases[budget.cases.text].map { [$0] } ?? []
      let figures = taken.compactMap { taken in
        taken.metric(budget.metric).map { (id: taken.id, metric: $0) }
      }
      if hosts != nil, figures.contains(where: { $0.metric.needsHost }) {
        hostSkips += 1
      } else if figures.isEmpty {
        addAbsence(of: budget, line: line, in: taken)
      } else {
        check(budget, line: line, figures, isWhole: addSkipped(budget, line: line, in: taken))
      }
    }
    if hostSkips > 0, let hosts { skip(hostSkips, "host_key", hosts) }
  }

  /// Says why there is no metric for `budget`, where that is not a failure already.
  private mutating func addAbsence(of budget: Budget, line: Int, in taken: [CaseRecord]) {
    guard addSkipped(budget, line: line, in: taken) else { return }
    let finding: Unchecked.Finding
    if taken.isEmpty {
      finding = .noCase(budget.cases, known: record.cases.map(\.id))
    } else {
      let done = taken.filter { $0.status == .ok }
      if done.isEmpty { return }
      var known: [String] = []
      for name in done.flatMap({ $0.metrics.map(\.name) }) where !known.contains(name) {
        known.append(name)
      }
      finding = .noMetric(budget.cases, metric: budget.metric, known: known)
    }
    unchecked.append(Unchecked(line: line, finding: finding))
  }

  /// Says which cases were not begun; true where there are none.
  private mutating func addSkipped(_ budget: Budget, line: Int, in taken: [CaseRecord]) -> Bool {
    let skipped = taken.filter { $0.status == .skipped }
    unchecked += skipped.map {
      let reason = "the case was skipped: \($0.message ?? "no reason is given")"
      return Unchecked(
        line: line, finding: .noFigure(id: $0.id, metric: budget.metric, reason: reason))
    }
    return skipped.isEmpty
  }

  private mutating func check(
    _ budget: Budget, line: Int, _ figures: [(id: String, metric: MetricRecord)], isWhole: Bool
  ) {
    var needed: Int?
    var isOver = false
    var isUnchecked = !isWhole
    for (id, metric) in figures {
      switch BudgetFigure(metric, under: budget.rule) {
      case .whole(let value): needed = max(needed ?? value, value)
      case .sampled: break
      case .absent(let reason):
        isUnchecked = true
        unchecked.append(
          Unchecked(
            line: line, finding: .noFigure(id: id, metric: metric.name, reason: reason)))
        continue
      case .unfit(let reason):
        isUnchecked = true
        unchecked.append(
          Unchecked(line: line, finding: .unfit(id: id, metric: metric.name, reason: reason)))
        continue
      }
      guard let excess = BudgetExcess(of: metric, of: id, over: budget.rule, line: line) else {
        continue
      }
      let taking = acceptances.first { $0.takes(excess.found, of: metric.name, id: id) }
      if let taking {
        accepted.append((excess, taking))
      } else {
        isOver = true
        excesses.append(excess)
      }
    }
    if isOver { overCount += 1 }
    guard !isUnchecked else { return }
    checkedCount += 1
    if let needed, let measured = budget.rule.measured, needed < measured { looseCount += 1 }
  }
}

extension RunRecord {
  /// The reasons why the record is incomplete, each in one line; empty where it is complete.
  var failures: [String] {
    var failures: [String] = []
    if !run.completed {
      let isOutOfBudget = warnings.contains { $0.code == "budget" }
      failures.append(
        isOutOfBudget
          ? "the run's time budget ended it" : "the run was interrupted before its end")
    }
    for result in cases where result.status == .failed || result.status == .timeout {
      failures.append(
        "\(result.id): \(result.status.rawValue): \(result.message ?? "no reason is given")")
    }
    return failures
  }
}

extension MetricRecord {
  /// A Boolean value that indicates whether its figures compare on one kind of host only.
  ///
  /// So do times, and instructions: the C library picks its code by the CPU.
  var needsHost: Bool { kind != .exact || name == ExactMetric.instructions.rawValue }
}

/// The verdict on a record and its budgets; of several, the first that holds counts.
package enum BudgetVerdict: CaseIterable, Hashable, Sendable {
  /// The run ended early, or cases failed.
  case failed
  /// There are budgets without a figure to hold against them.
  case notComparable
  /// Something is above its budget.
  case over
  /// A budget is of a kind that its metric cannot have.
  case unfit
  /// Nothing was checked although everything could have been.
  case nothingChecked
  /// The keys differ, so nothing was checked.
  case skipped
  /// Everything that was checked is within its budget.
  case within

  /// The status for the process to end with.
  package var exitCode: Int {
    switch self {
    case .failed: 3
    case .notComparable: 5
    case .over: 1
    case .unfit, .nothingChecked: 2
    case .skipped, .within: 0
    }
  }
}

extension BudgetCheck {
  /// The verdict.
  package var verdict: BudgetVerdict {
    BudgetVerdict.allCases.first(where: holds) ?? .within
  }

  private func holds(_ verdict: BudgetVerdict) -> Bool {
    switch verdict {
    case .failed: !failures.isEmpty
    case .notComparable: incomparable != nil || unchecked.contains { !$0.isUnfit }
    case .over: overCount > 0
    case .unfit: unchecked.contains(where: \.isUnfit)
    case .nothingChecked: checkedCount == 0 && skips.isEmpty
    case .skipped: checkedCount == 0
    case .within: true
    }
  }
}

extension BudgetCheck.Unchecked {
  var isUnfit: Bool {
    if case .unfit = finding { true } else { false }
  }
}

/// The figure of a metric under a budget.
enum BudgetFigure: Hashable {
  case whole(Int)
  case sampled(Double)
  /// There is no figure, for this reason.
  case absent(String)
  /// The rule says nothing about such a figure.
  case unfit(String)

  init(_ metric: MetricRecord, under rule: BudgetRule) {
    if metric.better == .higher {
      self = .unfit("more of it is better, and a budget is the most that is allowed")
    } else if case .absolute(_, let unit) = rule, unit.metricUnit != metric.unit {
      let fitting = BudgetUnit.allCases.filter { $0.metricUnit == metric.unit }
      let valid =
        fitting.isEmpty
        ? "leave the unit out"
        : "write " + fitting.map(\.rawValue).joined(separator: ", ")
      self = .unfit("it is a number of \(metric.unit), and not of \(unit.rawValue); \(valid)")
    } else if let value = metric.value {
      self = .whole(value)
    } else if let reason = metric.absent {
      self = .absent(reason)
    } else if let median = metric.median {
      if case .exact = rule {
        self = .unfit("it never repeats exactly; allow it a share, as in '+10%', or name a unit")
      } else {
        self = .sampled(median)
      }
    } else if metric.kind == .distribution {
      self = .unfit("it is a distribution, which no single number limits")
    } else {
      self = .absent("the record holds no value")
    }
  }
}

/// One figure above its budget.
package struct BudgetExcess: Hashable, Sendable {
  package var id: String
  package var metric: String
  package var unit: String
  package var rule: BudgetRule
  /// The number of the budget's line.
  package var line: Int
  /// The whole number that was found; nil for a sampled metric.
  package var whole: Int?
  /// The figure that was found.
  package var found: Double

  /// A figure above `rule`; nil where it is not, or is none.
  package init?(of metric: MetricRecord, of id: String, over rule: BudgetRule, line: Int) {
    switch BudgetFigure(metric, under: rule) {
    case .whole(let value):
      guard value > rule.wholeLimit else { return nil }
      whole = value
      found = Double(value)
    case .sampled(let value):
      guard value > rule.limit else { return nil }
      found = value
    case .absent, .unfit: return nil
    }
    self.id = id
    self.metric = metric.name
    unit = metric.unit
    self.rule = rule
    self.line = line
  }

  /// The excess as a share of what is allowed; infinite where nothing is.
  package var share: Double {
    let allowed = whole == nil ? rule.limit : Double(rule.wholeLimit)
    return allowed == 0 ? .infinity : (found - allowed) / allowed.magnitude
  }

  /// Worst first: by the share, then by the excess, then in the order of the file.
  func isWorse(than other: BudgetExcess) -> Bool {
    if share != other.share { return share > other.share }
    let (own, others) = (found - rule.limit, other.found - other.rule.limit)
    return own == others ? line < other.line : own > others
  }
}
