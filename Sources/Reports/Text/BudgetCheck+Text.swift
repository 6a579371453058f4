import Analysis
import RunRecords

extension BudgetCheck {
  /// The finding as text, without a newline at its end; the last line is the verdict with counts.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal; less than 80 counts as 80. Lines that name a case are
  ///     never broken, so that they can be pasted.
  ///   - color: Whether to put ANSI escape codes around what should stand out.
  ///   - nearest: The one of some names that another one may have meant.
  /// - Returns: Lines of text.
  package func render(
    columns: Int = 120, color: Bool = false,
    nearest: (_ name: String, _ known: [String]) -> String? = { _, _ in nil }
  ) -> String {
    let page = RunTable.Page(columns: max(80, columns), color: color)
    let blocks = [
      page.wrapped("Budgets of \(file.header.record)", .plain)
        + page.wrapped("Record: \(record.budgetName)", .plain),
      block("Failed", failures, page),
      block("Not comparable", incomparable.map { [$0] } ?? [], page),
      block("Not checked", uncheckedLines(nearest), page),
      block("Over budget", excesses.map(\.text), page, most: 40),
      accepted.isEmpty
        ? []
        : ["Accepted"]
          + accepted.map { "  \($0.excess.text) (\($0.acceptance.place): \($0.acceptance.reason))" },
      // If nothing was checked, the verdict has the reason.
      verdict == .skipped
        ? [] : skips.map { "Skipped: \(budgets($0.count)); \($0.reason)" },
      looseCount == 0
        ? []
        : ["\(budgets(looseCount)) could be tightened: check --update writes what is needed"],
      [page.styled(verdictLine, verdict.exitCode == 0 ? .strong : .bad)],
    ]
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// Returns the title and the first `most` of `lines`, and how many there are more.
  private func block(
    _ title: String, _ lines: [String], _ page: RunTable.Page, most: Int = 10
  ) -> [String] {
    guard !lines.isEmpty else { return [] }
    let rest = lines.count - most
    return [page.styled(title, .bad)] + lines.prefix(most).map { "  " + $0 }
      + (rest > 0 ? ["  and \(DisplayFormat.grouped(rest)) more"] : [])
  }

  private func budgets(_ count: Int) -> String {
    DisplayFormat.counted(count, "budget")
  }

  /// A line for budgets one below the other that fail alike; the nearest name for the first ones
  /// alone, as it takes time to find.
  private func uncheckedLines(_ nearest: (String, [String]) -> String?) -> [String] {
    var asked: Set<CasePattern> = []
    var groups: [(lines: ClosedRange<Int>, text: String)] = []
    let findings = findings
    for budget in unchecked {
      let text: String
      switch budget.finding {
      case .noCase(let cases, let known):
        let isNew = asked.count < 5 && asked.insert(cases).inserted
        text =
          (cases.isGlob ? "no case matches '\(cases.text)'" : "no case is '\(cases.text)'")
          + Self.question(isNew ? nearest(cases.text, known) : nil)
      case .noMetric(let cases, let metric, let known):
        text =
          "'\(cases.text)' has no metric '\(metric)'; there are: "
          + known.joined(separator: ", ") + Self.question(nearest(metric, known))
      case .noFigure(let id, let metric, let reason), .unfit(let id, let metric, let reason):
        text = "\(id) \(metric): \(reason)"
      }
      if let last = groups.last, last.lines.upperBound == budget.line - 1,
        Self.areAlike(budget.finding, findings[last.lines.upperBound])
      {
        groups[groups.count - 1].lines = last.lines.lowerBound...budget.line
        if case .noFigure(let id, _, let reason) = budget.finding {
          groups[groups.count - 1].text = "\(id): \(reason)"
        }
      } else {
        groups.append((budget.line...budget.line, text))
      }
    }
    return groups.map { group in
      let (first, last) = (group.lines.lowerBound, group.lines.upperBound)
      return (first == last ? "line \(first): " : "lines \(first) to \(last): ") + group.text
    }
  }

  /// The findings about unchecked budgets, by the line of the budget.
  private var findings: [Int: Unchecked.Finding] {
    Dictionary(unchecked.map { ($0.line, $0.finding) }) { first, _ in first }
  }

  /// Returns whether one sentence says both: the case is missing, or has no figure for one reason.
  private static func areAlike(_ one: Unchecked.Finding, _ other: Unchecked.Finding?) -> Bool {
    switch (one, other) {
    case (.noCase(let case1, _), .noCase(let case2, _)?): case1 == case2
    case (.noFigure(let id1, _, let reason1), .noFigure(let id2, _, let reason2)?):
      id1 == id2 && reason1 == reason2
    default: false
    }
  }

  private static func question(_ name: String?) -> String {
    name.map { "; did you mean '\($0)'?" } ?? ""
  }

  /// One line, however long: scripts read it.
  private var verdictLine: String {
    let reason =
      switch verdict {
      case .failed: "failed: the record is incomplete"
      case .notComparable where incomparable != nil: "not comparable: \(incomparable ?? "")"
      case .notComparable:
        "not comparable: \(budgets(Set(unchecked.map(\.line)).count)) without a figure"
      case .over: "over budget"
      case .unfit: "not checked: \(budgets(Set(unchecked.map(\.line)).count)) of no use"
      case .nothingChecked: "nothing was checked"
      case .skipped: "skipped: \(skips.map(\.reason).joined(separator: "; "))"
      case .within: "within budget"
      }
    let skipped = skips.reduce(0) { $0 + $1.count }
    let counts =
      "\(DisplayFormat.grouped(checkedCount)) checked, "
      + "\(DisplayFormat.grouped(overCount)) over, \(DisplayFormat.grouped(skipped)) skipped"
    return "\(reason): \(counts)"
  }
}

extension BudgetExcess {
  /// `lookup/… allocations: 15 count, allowed 12: +3 (+25%)`.
  package var text: String {
    let figure = whole.map(DisplayFormat.grouped) ?? DisplayFormat.significant(found)
    let excess: String
    let allowed: String
    if let whole {
      excess = Self.grouped(Int128(whole) - Int128(rule.wholeLimit))
      allowed = DisplayFormat.grouped(rule.wholeLimit)
    } else {
      excess = DisplayFormat.significant(found - rule.limit)
      allowed = DisplayFormat.significant(rule.limit)
    }
    let plain = rule.measured.map { "\($0)" }
    let origin = plain == "\(rule)" ? "" : " (\(rule))"
    let share = share.isFinite ? " (+\(DisplayFormat.share(share)))" : ""
    return "\(id) \(metric): \(figure) \(unit), budget \(allowed)\(origin): +\(excess)\(share)"
  }

  private static func grouped(_ value: Int128) -> String {
    DisplayFormat.grouped(Int(clamping: value))
  }
}

extension BudgetUpdate {
  /// The changes, a line each, and last their numbers; without a newline at its end.
  package var text: String {
    var lines = removed.map { "removed: \($0)" }
    lines += changed.map { "changed: \($0.budget), before \($0.before)" }
    lines += headerChanges.map { "header: another \($0.rawValue)" }
    for (reason, count) in unmeasured.sorted(by: { $0.key < $1.key }) {
      let metrics = DisplayFormat.counted(count, "metric")
      lines.append("no budget for \(metrics) without a figure: \(reason)")
    }
    let counts = [
      (file.budgets.count, "budgets"), (changed.count, "changed"), (added.count, "added"),
      (removed.count, "removed"),
    ]
    lines.append(
      counts.map { "\(DisplayFormat.grouped($0.0)) \($0.1)" }.joined(separator: ", "))
    return lines.joined(separator: "\n")
  }
}
