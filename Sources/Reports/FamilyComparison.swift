/// One scenario: the storages side by side on every dataset, item shape and size it was run with.
package struct FamilyComparison: Hashable, Sendable {
  package var suite: String
  package var scenario: String
  package var measure: Measure
  package var series: [SeriesComparison]

  package init(suite: String, scenario: String, measure: Measure, series: [SeriesComparison]) {
    self.suite = suite
    self.scenario = scenario
    self.measure = measure
    self.series = series
  }

  /// Every strategy of every series, in the order of the table.
  package var strategies: [String] {
    Set(series.flatMap(\.strategies)).sorted { StorageOrder($0) < StorageOrder($1) }
  }

  /// Every floor of every series, in the order of the table.
  package var floors: [String] {
    Set(series.flatMap(\.floors)).sorted { StorageOrder($0) < StorageOrder($1) }
  }

  /// What a summary shows: the strategies, or the floors where there are no others.
  package var leading: [String] { strategies.isEmpty ? floors : strategies }

  /// A series' name within the family: what sets it apart from the others.
  package func name(of series: SeriesComparison) -> String {
    var parts: [String] = []
    if Set(self.series.map(\.data)).count > 1 { parts.append(series.data) }
    if Set(self.series.map(\.payload)).count > 1 { parts.append(series.payload) }
    return parts.joined(separator: ", ")
  }
}
