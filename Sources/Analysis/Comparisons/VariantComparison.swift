package import RunRecords
package import Statistics

/// The storages inside one record, or its item shapes or datasets, compared with one of them.
package struct VariantComparison: Sendable {
  /// One scenario.
  package struct Family: Sendable {
    package var suite: String
    package var scenario: String
    /// The name of the metric that is compared.
    package var metric: String
    /// The variant that the others are compared with.
    package var base: String
    /// The others, in the order of the table.
    package var variants: [String]
    package var series: [Series]
  }

  /// The sizes of a scenario where all but the variant and the size is the same.
  package struct Series: Sendable {
    /// `data uniform-1000`, `payload item8`: what is the same.
    package var surroundings: [String]
    /// By size, ascending.
    package var sizes: [Size]
    /// The changes of the best variant.
    package let crossovers: [SizeCrossover]
  }

  /// The variants at one size.
  package struct Size: Sendable {
    package var items: Int
    /// By variant; none for one that was not run at this size, or if the base was not.
    package var comparisons: [String: FigureComparison]
    /// The identifiers of the cases, the base's too, by variant.
    package var ids: [String: String]
    /// The judgement on all variants but floors.
    package var standings: Standings
  }

  /// The options of a comparison inside one record.
  package struct Options: Sendable {
    package var axis: VariantAxis
    /// The variant to compare the others with; nil for the first of each scenario.
    package var base: String?
    /// The metric's name; nil for what decides each scenario: CPU time wherever it was measured.
    package var metric: String?
    /// The rule for changes of a sampled metric; nil for the metric's own rule.
    package var rule: UnpairedRule?
    /// The spread that moderates each case's; nil for that of the record's strategies.
    package var prior: VariancePrior?

    package init(axis: VariantAxis, base: String? = nil, metric: String? = nil) {
      self.axis = axis
      self.base = base
      self.metric = metric
    }

    /// The rule for the metric called `name`.
    func rule(for name: String) -> UnpairedRule {
      var rule = rule ?? ComparisonOptions.rule(for: name)
      rule.prior = prior
      return rule
    }
  }

  package let record: RunRecord
  package let options: Options
  /// By suite and scenario.
  package let families: [Family]
  /// Scenarios without the base, or without anything to hold against it.
  package let omitted: [String]
  /// The places at which storages answer differently, also in omitted scenarios.
  package let disagreements: [StorageDisagreement]

  /// Compares the cases of `record` along the axis of `options`.
  ///
  /// - Parameters:
  ///   - record: A run of any machine.
  ///   - options: Which figures to compare, and how.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package init(_ record: RunRecord, options: Options) {
    self.record = record
    var options = options
    options.prior =
      options.prior ?? VariancePrior(record, metric: options.metric ?? Measure.cpuTime.rawValue)
    self.options = options
    let isAmongFloors =
      options.axis == .storage
      && record.cases.contains {
        $0.params.role == CaseRole.floor && $0.params.storage == options.base
      }
    let cases = record.cases.filter { isAmongFloors || $0.params.role == CaseRole.strategy }
    let scenarios = Dictionary(grouping: cases) { Scenario($0) }.sorted { $0.key < $1.key }
    let found = scenarios.map { [options] key, cases in
      (key, family: Self.family(cases, suite: key.suite, scenario: key.name, options: options))
    }
    families = found.compactMap(\.family)
    omitted = found.filter { $0.family == nil }.map { "\($0.0.suite)/\($0.0.name)" }
    disagreements =
      options.axis == .storage
      ? scenarios.flatMap { StorageDisagreement.among($0.value, base: options.base) } : []
  }

  /// The rule for the sampled metric called `name`.
  package func rule(for name: String) -> UnpairedRule {
    options.rule(for: name)
  }

  /// Every comparison of every family.
  package var comparisons: [FigureComparison] {
    families.flatMap { family in
      family.series.flatMap { series in
        series.sizes.flatMap { size in family.variants.compactMap { size.comparisons[$0] } }
      }
    }
  }

  /// 3 where storages answer differently, else 0 where something was compared, and 5 where nothing
  /// was.
  package var exitCode: Int {
    if !disagreements.isEmpty { return 3 }
    return comparisons.contains { $0.verdict != nil } ? 0 : 5
  }

  private struct Scenario: Hashable, Comparable {
    let suite: String
    let name: String

    init(_ result: CaseRecord) {
      suite = result.suite
      name = result.params.scenario
    }

    static func < (left: Scenario, right: Scenario) -> Bool {
      (left.suite, left.name) < (right.suite, right.name)
    }
  }

  private static func family(
    _ cases: [CaseRecord], suite: String, scenario: String, options: Options
  ) -> Family? {
    let axis = options.axis
    let metric = options.metric ?? Measure(deciding: cases)?.rawValue
    guard let metric, cases.contains(where: { $0.metric(metric) != nil }) else { return nil }
    let variants = Set(cases.map(axis.variant)).sorted(by: axis.precedes)
    guard variants.count > 1, let base = options.base ?? variants.first, variants.contains(base)
    else { return nil }
    let rule = options.rule(for: metric)
    let groups = Dictionary(grouping: cases, by: axis.surroundings)
    let series = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, cases in
      let sizes = Dictionary(grouping: cases, by: \.params.items).sorted { $0.key < $1.key }
        .map { items, cases in
          Size(
            items: items,
            comparisons: compare(cases, base: base, metric: metric, axis: axis, rule: rule),
            ids: Dictionary(cases.map { (axis.variant(of: $0), $0.id) }) { first, _ in first },
            standings: standings(of: cases, items: items, metric: metric, axis: axis, rule: rule))
        }
      return Series(
        surroundings: key, sizes: sizes.filter { !$0.comparisons.isEmpty },
        crossovers: sizes.map(\.standings).crossovers)
    }.filter { !$0.sizes.isEmpty }
    guard !series.isEmpty else { return nil }
    return Family(
      suite: suite, scenario: scenario, metric: metric, base: base,
      variants: variants.filter { $0 != base }, series: series)
  }

  /// Judges the strategies of `cases`, which differ in their variant only.
  private static func standings(
    of cases: [CaseRecord], items: Int, metric: String, axis: VariantAxis, rule: UnpairedRule
  ) -> Standings {
    let contenders = cases.filter { $0.params.role == CaseRole.strategy }
      .map { (name: axis.variant(of: $0), result: $0) }
      .sorted { axis.precedes($0.name, $1.name) }
    return Standings(
      items: items, contenders: contenders, metric: metric, rule: rule,
      answersMustAgree: axis == .storage)
  }

  /// Compares each of `cases`, which differ in their variant only, with the base.
  private static func compare(
    _ cases: [CaseRecord], base: String, metric: String, axis: VariantAxis, rule: UnpairedRule
  ) -> [String: FigureComparison] {
    guard let baseline = cases.first(where: { axis.variant(of: $0) == base }) else { return [:] }
    var comparisons: [String: FigureComparison] = [:]
    for candidate in cases {
      let variant = axis.variant(of: candidate)
      guard variant != base else { continue }
      var comparison = FigureComparison(
        baseline: baseline, candidate: candidate, metric: metric, rule: rule,
        names: SideNames(baseline: base, candidate: variant))
      if axis == .storage, let expected = baseline.checksum, let found = candidate.checksum,
        found != expected
      {
        comparison?.outcome = .notComparable("\(variant) and \(base) answer differently")
      }
      for (result, name) in [(baseline, base), (candidate, variant)] where result.status != .ok {
        comparison?.outcome = .notComparable(
          "\(name) has no result, \(result.status.rawValue): \(result.message ?? "without a reason")"
        )
      }
      comparisons[variant] = comparison
    }
    return comparisons
  }
}

extension VariantComparison.Family {
  /// The crossovers of every series, in order, each with what the series has in common.
  package var crossovers: [(surroundings: [String], crossover: SizeCrossover)] {
    series.flatMap { series in series.crossovers.map { (series.surroundings, $0) } }
  }
}
