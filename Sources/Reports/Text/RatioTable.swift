import Analysis
import RunRecords
import Statistics

/// The figures of a base and of others, with ratio, interval and verdict.
struct RatioTable {
  struct Row {
    /// A line above the row.
    var heading: String?
    var items: Int
    /// The rest of the row's label.
    var name: String
    /// One for each of `others`; nil where there is none.
    var comparisons: [FigureComparison?]
    /// The base's figure where no comparison has it.
    var base: FigureComparison? { comparisons.lazy.compactMap(\.self).first { $0.baseline != nil } }
  }

  /// The words for verdicts in a table.
  enum Words {
    /// Of two records: did it get worse?
    case change
    /// Of two storages: which is it to be?
    case standing
  }

  var base: String
  var others: [String]
  var words: Words
  var rows: [Row]

  /// The table's lines, folded to the width of `page`.
  func lines(_ page: RunTable.Page) -> [String] {
    var headings: [Int: String] = [:]
    for (index, row) in rows.enumerated() { headings[index] = row.heading }
    let label = TerminalTable.Group(
      "",
      [
        .init(.right, rows.map { .init(DisplayFormat.items($0.items)) }),
        .init(.left, rows.map { .init($0.name.clipped(to: 24)) }),
      ])
    let figures = rows.map { row in
      TerminalTable.Cell(
        row.base.flatMap { found in found.baseline.map { found.display($0.value) } } ?? "n/a")
    }
    let sections =
      [TerminalTable.Section("", [.init(base, [.init(.right, figures)])])]
      + others.indices.map { section($0) }
    let table = TerminalTable(label: label, headings: headings, sections: sections)
    return table.lines(columns: page.columns, color: page.color)
  }

  private func section(_ index: Int) -> TerminalTable.Section {
    let comparisons = rows.map { $0.comparisons[index] }
    func column(
      _ alignment: TerminalTable.Alignment, _ cell: (FigureComparison) -> TerminalTable.Cell
    ) -> TerminalTable.Column {
      .init(alignment, comparisons.map { $0.map(cell) ?? "" })
    }
    return TerminalTable.Section(
      "",
      [
        .init(
          others[index],
          [
            column(.right) { comparison in
              .init(comparison.candidate.map { comparison.display($0.value) } ?? "n/a")
            }
          ]),
        .init(
          "\(others[index])/\(base)",
          [
            column(.right) { .init($0.ratio.map(DisplayFormat.ratio) ?? "") },
            column(.left) { .init($0.decision.map(Self.interval) ?? "", .faint) },
            column(.left) { words.cell($0) },
          ]),
        .init(
          "finds",
          [column(.right) { .init($0.decision.map(Self.smallestEffect) ?? "", .faint) }]),
      ])
  }

  /// `0.951 to 1.12`.
  static func interval(_ decision: UnpairedDecision) -> String {
    "\(DisplayFormat.significant(decision.interval.lowerBound)) to "
      + DisplayFormat.significant(decision.interval.upperBound)
  }

  /// `+4.3%`, the least slow-down that would have been found.
  static func smallestEffect(_ decision: UnpairedDecision) -> String {
    let effect = decision.smallestDetectableEffect
    return effect < 10 ? "+" + DisplayFormat.share(effect) : ">+1000%"
  }
}

extension RatioTable.Words {
  /// The verdict as a word.
  func text(_ verdict: FigureComparison.Verdict, of comparison: FigureComparison) -> String {
    let isCounted = comparison.outcome == .counted
    switch (verdict, self) {
    case (.equivalent, _): return isCounted ? "equal" : "equivalent"
    case (.inconclusive, _): return "inconclusive"
    case (.regressed, .change): return "regressed"
    case (.improved, .change): return "improved"
    case (.regressed, .standing), (.improved, .standing):
      if comparison.decision != nil, comparison.better == .lower {
        return verdict == .regressed ? "slower" : "faster"
      }
      return (verdict == .regressed) == (comparison.better == .lower) ? "more" : "less"
    }
  }

  fileprivate func cell(_ comparison: FigureComparison) -> TerminalTable.Cell {
    guard let verdict = comparison.verdict else { return .init("n/a", .faint) }
    let style: TextStyle =
      switch verdict {
      case .regressed: .bad
      case .improved: .good
      case .equivalent: .plain
      case .inconclusive: .faint
      }
    return .init(text(verdict, of: comparison), style)
  }
}

extension FigureComparison {
  /// Returns a figure of this metric as people read it.
  package func display(_ value: Double) -> String {
    if let measure = Measure(rawValue: metric) { return measure.display(value) }
    switch unit {
    case TimeMetric.unit: return DisplayFormat.duration(nanoseconds: value)
    case "byte": return DisplayFormat.bytes(value)
    default: return DisplayFormat.count(value)
    }
  }
}

extension UnpairedRule {
  /// Returns the legend of a table's figures, in sentences.
  func legend(_ ratio: String) -> String {
    let confidence = DisplayFormat.significant(100 * (1 - 2 * alpha)).droppingZeros
    let equivalence = DisplayFormat.significant(100 * equivalenceConfidence).droppingZeros
    let spread = prior == nil ? "launches' spread" : "launches' spread, moderated by all cases'"
    return
      "Figures are the launches' medians; \(ratio) is their quotient, with a \(confidence)% "
      + "interval from the \(spread) (Welch's t). A verdict needs it beyond \(percent(margin)), "
      + "\"equivalent\" the \(equivalence)% interval within \(percent(equivalenceMargin)). "
      + "\"finds\" is the smallest slow-down that launches so far apart would show about \(percent(power)) of the time."
  }

  private func percent(_ share: Double) -> String {
    DisplayFormat.significant(share * 100).droppingZeros + "%"
  }
}

extension String {
  /// This number without the zeros at the end of its decimals.
  fileprivate var droppingZeros: String {
    guard contains(".") else { return self }
    var text = self
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }
}
