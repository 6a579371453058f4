import Analysis
import RunRecords

/// The shape that github-action-benchmark reads as `customSmallerIsBetter`: an array of figures.
///
/// Each has the case's identifier and the metric as its `name`, a `unit` and a `value`; `range` is
/// half the range of the launches in the action's own manner, and `extra` the text of its tooltip.
/// The action raises alerts on every figure that grows, by one threshold for all: so metrics of
/// which more is better and those for information only are left out.
///
/// Source: the README of https://github.com/benchmark-action/github-action-benchmark, "Custom
/// benchmarks", and `BenchmarkResult` in its `src/extract.ts`.
enum BenchmarkActionExport {
  static func render(_ record: RunRecord) -> RecordExport {
    var omissions = ExportOmissions()
    var entries: [JSONValue] = []
    var caseCount = 0
    for result in omissions.measuredCases(of: record) {
      let countBefore = entries.count
      for metric in result.metrics where !metric.figures.isEmpty {
        if metric.better == .higher {
          omissions.higherIsBetter += 1
        } else if metric.role == .info {
          omissions.informational += 1
        } else {
          entries += metric.figures.map { entry($0, metric, of: result) }
        }
      }
      if entries.count > countBefore {
        caseCount += 1
      } else {
        omissions.casesWithoutFigures += 1
      }
    }
    return RecordExport(
      text: JSONValue.array(entries).document, caseCount: caseCount,
      omissions: omissions.sentences)
  }

  private static func entry(
    _ figure: ExportFigure, _ metric: MetricRecord, of result: CaseRecord
  ) -> JSONValue {
    var object = JSONObject()
    object.add("name", .string("\(result.id) \(figure.name)"))
    object.add("unit", .string(metric.unit))
    object.add("value", .number(figure.value))
    object.add("range", figure.halfRange.map { .string("± \($0)") })
    object.add("extra", .string(extra(figure, metric, of: result)))
    return .object(object)
  }

  private static func extra(
    _ figure: ExportFigure, _ metric: MetricRecord, of result: CaseRecord
  ) -> String {
    var lines = ["kind: \(metric.kind.rawValue)"]
    if let launches = metric.launches { lines.append("launches: \(launches.count)") }
    if let interval = figure.interval {
      lines.append("lowest: \(interval.lowerBound) \(metric.unit)")
      lines.append("highest: \(interval.upperBound) \(metric.unit)")
    }
    if let operations = result.params.operationsPerCall {
      lines.append("operations per call: \(operations)")
    }
    return lines.joined(separator: "\n")
  }
}
