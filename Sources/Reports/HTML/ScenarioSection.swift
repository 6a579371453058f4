import RunRecords

/// One scenario: its sentence, and a section for each dataset and item shape.
struct ScenarioSection {
  var scenarioID: String
  var name: String
  var sentence: String
  /// Whether it is unfolded at first.
  var isOpen: Bool
  var series: [SeriesSection]
  /// All that a filter may look for.
  var searchText: String

  init(
    _ family: FamilyComparison, in record: RunRecord, id: String, isOpen: Bool,
    writer: inout ReportPage.Writer
  ) {
    scenarioID = id
    name = family.scenario
    let prefix = "\(family.scenario): "
    let full = family.sentence
    sentence = full.hasPrefix(prefix) ? String(full.dropFirst(prefix.count)) : full
    self.isOpen = isOpen
    series = []
    // What tells of growth comes first.
    let parts = family.series.enumerated().sorted { left, right in
      let counts = (left.element.sizes.count, right.element.sizes.count)
      return counts.0 == counts.1 ? left.offset < right.offset : counts.0 > counts.1
    }
    for (_, part) in parts {
      series.append(
        SeriesSection(
          part, of: family, in: record,
          heading: "data \(part.data), payload \(part.payload)", writer: &writer))
    }
    let collections = family.series.flatMap { [$0.data, $0.payload] }
    searchText = ([family.suite, family.scenario] + collections).joined(separator: " ")
  }
}

/// The scenarios of one suite.
struct SuiteSection {
  var suite: String
  var suiteID: String
  var scores: [ScoreRow]
  var contests: String
  var winners: HTMLTable
  var scenarios: [ScenarioSection]
}
