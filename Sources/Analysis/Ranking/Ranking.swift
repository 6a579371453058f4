package import RunRecords
package import Statistics

/// The storages of one record side by side: winners, ties, factors and crossovers.
///
/// Every report reads this one judgement: the terminal's table, `compare --by storage`, Markdown,
/// HTML, exports, and the crossovers that a run writes into its record.
///
/// ```swift
/// for family in Ranking(record).families {
///   for series in family.series { print(family.scenario, series.data, series.crossovers) }
/// }
/// ```
package struct Ranking: Sendable {
  /// The scenarios by suite and name: a record keeps the random order of its run.
  package var families: [Family]

  /// Ranks the storages of `record`.
  ///
  /// - Parameter record: A run of any machine.
  /// - Complexity: O(*n* log *n*) for *n* cases, and a comparison for each pair of storages at one
  ///   size.
  package init(_ record: RunRecord) {
    let prior = VariancePrior(record, metric: Measure.cpuTime.rawValue)
    families = Dictionary(grouping: record.cases) {
      FamilyKey(suite: $0.suite, scenario: $0.params.scenario)
    }
    .compactMap { key, cases -> Family? in
      guard let measure = Measure(deciding: cases) else { return nil }
      var rule = ComparisonOptions.rule(for: measure.rawValue)
      rule.prior = prior
      return Family(
        suite: key.suite, scenario: key.scenario, measure: measure, cases: cases, rule: rule)
    }.sorted { ($0.suite, $0.scenario) < ($1.suite, $1.scenario) }
  }

  private struct FamilyKey: Hashable {
    let suite: String
    let scenario: String
  }

  /// One scenario: the storages on every dataset, item shape and size.
  package struct Family: Hashable, Sendable {
    package var suite: String
    package var scenario: String
    package var measure: Measure
    /// By data and payload.
    package var series: [Series]

    init(
      suite: String, scenario: String, measure: Measure, cases: [CaseRecord], rule: UnpairedRule
    ) {
      self.suite = suite
      self.scenario = scenario
      self.measure = measure
      let groups = Dictionary(grouping: cases) { [$0.params.data, $0.params.payload] }
      series = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, cases in
        Series(data: key[0], payload: key[1], measure: measure, cases: cases, rule: rule)
      }
    }

    /// Every strategy of every series, in the order of the table.
    package var strategies: [String] { StorageOrder.sorted(series.flatMap(\.strategies)) }

    /// Every floor of every series, in the order of the table.
    package var floors: [String] { StorageOrder.sorted(series.flatMap(\.floors)) }

    /// The storages of a summary: the strategies, or the floors where there are no others.
    package var leading: [String] { strategies.isEmpty ? floors : strategies }

    /// Returns what sets a series apart from the family's others.
    package func name(of series: Series) -> String {
      var parts: [String] = []
      if Set(self.series.map(\.data)).count > 1 { parts.append(series.data) }
      if Set(self.series.map(\.payload)).count > 1 { parts.append(series.payload) }
      return parts.joined(separator: ", ")
    }

    /// Returns the family of a curve: suite, scenario, data and payload.
    package func curveFamily(of series: Series) -> CaseFamily {
      CaseFamily(suite: suite, scenario: scenario, data: series.data, payload: series.payload)
    }
  }

  /// The storages on one dataset and item shape, from the smallest size to the largest.
  package struct Series: Hashable, Sendable {
    package var data: String
    package var payload: String
    /// By size, ascending.
    package var sizes: [Size]
    /// The ranges of sizes over which the same storages are best.
    package let bestRanges: [BestRange]
    /// The changes of the best storage.
    package let crossovers: [SizeCrossover]

    init(
      data: String, payload: String, measure: Measure, cases: [CaseRecord], rule: UnpairedRule
    ) {
      self.data = data
      self.payload = payload
      sizes = Dictionary(grouping: cases, by: \.params.items)
        .map { Size(items: $0, cases: $1, measure: measure, rule: rule) }
        .sorted { $0.items < $1.items }
      let standings = sizes.map(\.standings)
      bestRanges = standings.bestRanges
      crossovers = standings.crossovers
    }

    /// Every strategy that occurs, in the order of the table.
    package var strategies: [String] {
      StorageOrder.sorted(sizes.flatMap(\.strategies).map(\.storage))
    }

    /// Every floor that occurs, in the order of the table.
    package var floors: [String] { StorageOrder.sorted(sizes.flatMap(\.floors).map(\.storage)) }

    /// The slowest strategy at the largest decided size, over the best; nil where nothing is
    /// beaten.
    package var lag: (factor: Standings.Factor, items: Int)? {
      guard let size = sizes.last(where: { !$0.best.isEmpty }),
        let last = size.standings.factors.last, size.standings.beaten.contains(last.name),
        last.ratio.isFinite
      else { return nil }
      return (last, size.items)
    }

    /// The strategies without a figure at a size where others have one, and those left out of the
    /// judgement of a size.
    package var gaps: [Gap] {
      sizes.flatMap { size -> [Gap] in
        let measured = Set(size.measured.map(\.storage))
        let excluded = size.best.isEmpty ? [] : size.standings.excluded
        let missing = measured.isEmpty ? [] : strategies.filter { !measured.contains($0) }
        return missing.map { Gap(storage: $0, items: size.items) }
          + excluded.map { Gap(storage: $0.name, items: size.items, reason: $0.reason) }
      }
    }
  }

  /// A storage that has no place at a size where others have one.
  package struct Gap: Hashable, Sendable {
    package var storage: String
    package var items: Int
    /// The reason why its figure is not judged; nil where it has none.
    package var reason: String?
  }

  /// The storages at one size of one dataset.
  package struct Size: Hashable, Sendable {
    package let items: Int
    package let strategies: [Entry]
    package let floors: [Entry]
    /// The judgement on the strategies.
    package let standings: Standings
    /// The positions in `strategies` and `floors`, by storage.
    private let strategyPlaces: [String: Int]
    private let floorPlaces: [String: Int]

    /// Ranks `cases`, which differ in storage only, by `measure`.
    init(items: Int, cases: [CaseRecord], measure: Measure, rule: UnpairedRule) {
      func entries(role: String) -> [Entry] {
        cases.filter { $0.params.role == role }.map { record in
          Entry(
            storage: record.params.storage, status: record.status,
            reading: record.status == .ok ? measure.reading(of: record) : .unlisted,
            record: record)
        }.sorted { StorageOrder($0.storage) < StorageOrder($1.storage) }
      }
      func places(of entries: [Entry]) -> [String: Int] {
        Dictionary(entries.enumerated().map { ($1.storage, $0) }) { first, _ in first }
      }
      self.items = items
      let floors = entries(role: CaseRole.floor)
      let floorPlaces = places(of: floors)
      let fastest = floors.compactMap(\.reading.value).min()
      strategies = entries(role: CaseRole.strategy).map { entry in
        let own = floorPlaces["floor-" + entry.storage].flatMap { floors[$0].reading.value }
        var entry = entry
        entry.floorRatio = Self.ratio(of: entry, to: own ?? fastest)
        return entry
      }
      (self.floors, self.floorPlaces) = (floors, floorPlaces)
      strategyPlaces = places(of: strategies)
      standings = Standings(
        items: items, contenders: strategies.map { ($0.storage, $0.record) },
        metric: measure.rawValue, rule: rule, answersMustAgree: true)
    }

    /// The strategies that nothing beats; empty where that cannot be told.
    package var best: [String] { standings.best }

    /// Returns the entry of a strategy or a floor; nil where the storage was not planned.
    package func entry(of storage: String) -> Entry? { strategy(storage) ?? floor(storage) }

    /// Returns the entry of a strategy; nil where it was not planned.
    package func strategy(_ storage: String) -> Entry? {
      strategyPlaces[storage].map { strategies[$0] }
    }

    /// Returns the entry of a floor; nil where it was not planned.
    package func floor(_ storage: String) -> Entry? { floorPlaces[storage].map { floors[$0] } }

    /// Whether some strategy has a figure.
    package var hasFigures: Bool { strategies.contains { $0.reading.estimate != nil } }

    /// The strategies that have a figure.
    package var measured: [Entry] { strategies.filter { $0.reading.estimate != nil } }

    /// Divides `entry` by its floor: that of its name (`floor-flat` for `flat`), else the fastest.
    private static func ratio(of entry: Entry, to floor: Double?) -> Double? {
      guard let value = entry.reading.value, let floor, floor > 0 else { return nil }
      return value / floor
    }
  }

  /// One storage's figure, or why it has none.
  package struct Entry: Hashable, Sendable {
    package var storage: String
    package var status: CaseRecord.Status
    /// The figure in the measure that decides the family.
    package var reading: Reading
    /// The figure over the figure of the storage's floor; nil without a floor.
    package var floorRatio: Double?
    package var record: CaseRecord
  }
}

extension VariancePrior {
  /// Estimates the spread between launches from all strategies of `record`, by the metric called
  /// `metric`; nil for fewer than ten cases with a spread.
  package init?(_ record: RunRecord, metric: String) {
    let launches = record.cases.filter { $0.params.role == CaseRole.strategy && $0.status == .ok }
      .compactMap { $0.metric(metric)?.launches }
    guard let prior = UnpairedDecision.prior(of: launches) else { return nil }
    self = prior
  }
}
