package import RunRecords

/// What a budget sees of a metric.
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
  /// What was found.
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
