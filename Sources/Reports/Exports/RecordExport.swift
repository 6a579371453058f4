import RunRecords

/// A record in another tool's shape.
package struct RecordExport: Hashable, Sendable {
  /// The whole document.
  package var text: String
  /// The cases that the document tells of.
  package var caseCount: Int
  /// What the document leaves out and why, a sentence each.
  package var omissions: [String] = []
}

/// What a shape has no place for, counted while it is written.
struct ExportOmissions {
  private var cases: [CaseRecord.Status: Int] = [:]
  /// Cases without any figure that the shape takes.
  var casesWithoutFigures = 0
  /// Metrics of which more is better.
  var higherIsBetter = 0
  /// Metrics that no gate may judge.
  var informational = 0

  /// The cases of `record` that have a result; counts the others.
  mutating func measuredCases(of record: RunRecord) -> [CaseRecord] {
    record.cases.filter { result in
      if result.status != .ok { cases[result.status, default: 0] += 1 }
      return result.status == .ok
    }
  }

  /// A sentence for each reason.
  var sentences: [String] {
    let endings: [(CaseRecord.Status, String)] = [
      (.failed, "that failed"), (.timeout, "that timed out"), (.skipped, "not begun"),
    ]
    var sentences = endings.compactMap { status, ending in
      cases[status].map { "\(DisplayFormat.cases($0)) \(ending): this shape has no place for them" }
    }
    if casesWithoutFigures > 0 {
      sentences.append(
        "\(DisplayFormat.cases(casesWithoutFigures)) without a figure that this shape takes")
    }
    if higherIsBetter > 0 {
      sentences.append(
        "\(Self.metrics(higherIsBetter)) of which more is better: this shape takes the opposite")
    }
    if informational > 0 {
      sentences.append(
        "\(Self.metrics(informational)) for information only: the tool would raise alerts on them")
    }
    return sentences
  }

  private static func metrics(_ count: Int) -> String {
    "\(DisplayFormat.grouped(count)) \(count == 1 ? "metric" : "metrics")"
  }
}
