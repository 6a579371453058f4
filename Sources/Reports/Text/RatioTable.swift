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
    let table = Table(
      columns: [Table.Column("", .right, .left), Table.Column(base, .right, section: "")]
        + others.flatMap { other in
          [
            Table.Column(other, .right, section: ""),
            Table.Column("\(other)/\(base)", .right, .left, .left),
          ] + (showsFinds ? [Table.Column("finds", .right)] : [])
        }, rows: rows.map(cells))
    return table.lines(columns: page.columns, color: page.color)
  }

  /// A Boolean value that indicates whether each ratio has the least slow-down that it would show:
  /// two records say it once for all.
  private var showsFinds: Bool { words == .standing }

  private func cells(_ row: Row) -> Table.Row {
    let label = Table.Cell(joining: [
      .init(DisplayFormat.items(row.items)), .init(row.name.clipped(to: 24)),
    ])
    let base = row.base.flatMap { found in found.baseline.map { found.display($0.value) } }
    let others = row.comparisons.flatMap { comparison -> [Table.Cell] in
      guard let comparison else { return showsFinds ? ["", "", ""] : ["", ""] }
      let finds: [Table.Cell] =
        showsFinds ? [.init(comparison.decision.map(Self.smallestEffect) ?? "", .faint)] : []
      return [
        .init(comparison.candidate.map { comparison.display($0.value) } ?? "n/a"),
        .init(joining: [
          .init(comparison.ratio.map(DisplayFormat.ratio) ?? ""),
          .init(comparison.tellingInterval.map(Self.interval) ?? "", .faint),
          words.cell(comparison),
        ]),
      ] + finds
    }
    return Table.Row(under: row.heading ?? "", [label, .init(base ?? "n/a")] + others)
  }

  /// `0.951 to 1.12`, and `above 1.50` where the other end says nothing.
  static func interval(_ interval: ClosedRange<Double>) -> String {
    let (lower, upper) = (interval.lowerBound, interval.upperBound)
    if upper > 100 * lower {
      return lower > 1
        ? "above \(DisplayFormat.significant(lower))"
        : "below \(DisplayFormat.significant(upper))"
    }
    return "\(DisplayFormat.significant(lower)) to \(DisplayFormat.significant(upper))"
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

  fileprivate func cell(_ comparison: FigureComparison) -> Table.Cell {
    guard let verdict = comparison.verdict else { return .init("n/a", .faint) }
    let role: Table.Role =
      switch verdict {
      case .regressed: .bad
      case .improved: .good
      case .equivalent: .plain
      case .inconclusive: .faint
      }
    return .init(text(verdict, of: comparison), role)
  }
}

extension FigureComparison {
  /// Returns a figure of this metric as people read it.
  package func display(_ value: Double) -> String {
    Measure(rawValue: metric)?.display(value) ?? DisplayFormat.figure(value, unit: unit)
  }
}

extension UnpairedRule {
  /// Returns the legend of a table's figures, in sentences.
  func legend(_ ratio: String) -> String {
    let confidence = DisplayFormat.percent(1 - 2 * alpha)
    let equivalence = DisplayFormat.percent(equivalenceConfidence)
    let spread = prior == nil ? "launches' spread" : "launches' spread, moderated by all cases'"
    return
      "Figures are the launches' medians; \(ratio) is their quotient, with a \(confidence) "
      + "interval from the \(spread) (Welch's t). A verdict needs it beyond "
      + "\(DisplayFormat.percent(margin)), \"equivalent\" the \(equivalence) interval within "
      + "\(DisplayFormat.percent(equivalenceMargin)). \"finds\" is the smallest slow-down that "
      + "launches so far apart would show about \(DisplayFormat.percent(power)) of the time."
  }

  /// Returns the legend of a table of two runs, in sentences.
  func legend(ofRuns ratio: String) -> String {
    "Figures are the launches' medians; \(ratio) is their quotient. Slower or faster: the interval "
      + "lies beyond \(DisplayFormat.percent(margin)), certain for all cases together at "
      + "\(DisplayFormat.percent(1 - 2 * alpha)). Equivalent: the "
      + "\(DisplayFormat.percent(equivalenceConfidence)) interval lies within "
      + "\(DisplayFormat.percent(equivalenceMargin))."
  }
}
