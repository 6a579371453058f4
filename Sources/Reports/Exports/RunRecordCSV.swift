import Analysis
public import RunRecords

/// A record as CSV in long form: a line for each metric of each case.
///
/// RFC 4180 with a header line, but lines end in a line feed alone, as Unix tools expect. Numbers
/// are in the unit that the line names, with a decimal point, as exact as the record has them.
/// An absent value is an empty field. A case without any metric still has its line.
public enum RunRecordCSV {
  private static let header = [
    "id", "suite", "scenario", "storage", "role", "data", "payload", "items", "sections",
    "operations_per_call", "status", "message", "checksum", "metric", "unit", "better", "kind",
    "metric_role", "value", "median", "mad", "p05", "p95", "min", "launches", "absent",
    "p50", "p90", "p99", "p99_9", "max", "standing",
  ]

  /// All of `record`, ending in a line feed.
  ///
  /// - Parameter record: A run of any machine.
  /// - Returns: The cases and their metrics in the order of the record; the medians of the
  ///   launches stand in one field, with spaces between. The last column says of the metric that
  ///   decides a scenario how the storage stands among the others: `winner`, `tie`, `beaten` or
  ///   `cannot_tell`.
  /// - Complexity: O(metrics), and that of a `Ranking`.
  public static func render(_ record: RunRecord) -> String {
    let standings = standings(in: record)
    let lines = record.cases.flatMap { result -> [[String]] in
      let metrics = result.metrics.map { metric in
        fields(result) + fields(metric) + [standings[result.id]?[metric.name] ?? ""]
      }
      let none = Array(repeating: "", count: header.count - fields(result).count)
      return metrics.isEmpty ? [fields(result) + none] : metrics
    }
    return ([header] + lines).map { $0.map(quoted).joined(separator: ",") + "\n" }.joined()
  }

  /// The standing of each strategy, by identifier and by the metric that decides its scenario.
  private static func standings(in record: RunRecord) -> [String: [String: String]] {
    var found: [String: [String: String]] = [:]
    for family in Ranking(record).families {
      for size in family.series.flatMap(\.sizes) {
        for entry in size.measured {
          let standing: String? =
            switch size.standings.places[entry.storage] {
            case .winner: "winner"
            case .tied: "tie"
            case .beaten: "beaten"
            case .undecided: "cannot_tell"
            case nil: nil
            }
          found[entry.record.id, default: [:]][family.measure.rawValue] = standing
        }
      }
    }
    return found
  }

  private static func fields(_ result: CaseRecord) -> [String] {
    let params = result.params
    return [
      result.id, result.suite, params.scenario, params.storage, params.role, params.data,
      params.payload, text(params.items), text(params.sections), text(params.operationsPerCall),
      result.status.rawValue, result.message ?? "", result.checksum ?? "",
    ]
  }

  private static func fields(_ metric: MetricRecord) -> [String] {
    [
      metric.name, metric.unit, metric.better.rawValue, metric.kind.rawValue,
      metric.role.rawValue, text(metric.value), text(metric.median), text(metric.mad),
      text(metric.p05), text(metric.p95), text(metric.min),
      (metric.launches ?? []).map(\.description).joined(separator: " "), metric.absent ?? "",
      text(metric.quantiles?.p50), text(metric.quantiles?.p90), text(metric.quantiles?.p99),
      text(metric.quantiles?.p999), text(metric.quantiles?.max),
    ]
  }

  private static func text(_ number: (some CustomStringConvertible)?) -> String {
    number?.description ?? ""
  }

  /// `field` on one line, between quotation marks where its text would be taken for structure.
  ///
  /// A spreadsheet takes what begins with one of `=+-@` for a formula, unless an apostrophe stands
  /// in front; numbers stay as they are.
  static func quoted(_ field: String) -> String {
    var field = ShownText.line(field)
    if let first = field.unicodeScalars.first, "=+-@".unicodeScalars.contains(first),
      !field.split(separator: " ").allSatisfy({ Double($0) != nil })
    {
      field = "'" + field
    }
    let isPlain = !field.unicodeScalars.contains { ",\"\r\n".unicodeScalars.contains($0) }
    guard !isPlain else { return field }
    // A mark that combines with a quotation mark makes one `Character` of both.
    var text = "\""
    for scalar in field.unicodeScalars {
      if scalar == "\"" { text += "\"" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
