package import RunRecords

/// What the cases that a pattern takes may have of one metric.
package struct Budget: Hashable, Sendable {
  /// The cases it holds for.
  package var cases: CasePattern
  /// The metric's name, as records have it.
  package var metric: String
  /// How much of it is allowed.
  package var rule: BudgetRule

  package init(cases: CasePattern, metric: String, rule: BudgetRule) {
    self.cases = cases
    self.metric = metric
    self.rule = rule
  }

  /// A budget of `value`, for one case, and of the share more that such a metric moves by itself.
  package init(of id: String, metric: String, measured value: Int) {
    let allowance = ExactMetric(rawValue: metric)?.allowedGrowthThousandths ?? 0
    self.init(
      cases: CasePattern(spelling: id), metric: metric,
      rule: allowance == 0
        ? .exact(value) : .relative(value, allowance: BudgetDecimal(thousandths: allowance)))
  }

  /// Whether the metric `name` of the case `id` is held by it.
  package func holds(_ name: String, of id: String) -> Bool {
    metric == name && cases.matches(id)
  }
}

extension Budget: CustomStringConvertible {
  /// The line of a file: `CASE METRIC <= LIMIT`.
  package var description: String { "\(cases.text) \(metric) <= \(rule)" }
}
