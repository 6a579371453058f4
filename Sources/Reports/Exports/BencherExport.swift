import Analysis
import RunRecords

/// Bencher Metric Format: an object of cases, each an object of measures.
///
/// CPU time is Bencher's own measure `latency`, which is in nanoseconds; the others keep their
/// names. `lower_value` and `upper_value` are the lowest and the highest launch. Metrics of which
/// more is better are there too: in Bencher each measure has its own threshold, or none.
///
/// Source: https://bencher.dev/docs/reference/bencher-metric-format
enum BencherExport {
  /// Bencher's name for the time of one operation.
  static let latency = "latency"

  static func render(_ record: RunRecord) -> RecordExport {
    var omissions = ExportOmissions()
    var document = JSONObject()
    for result in omissions.measuredCases(of: record) {
      var measures = JSONObject()
      for metric in result.metrics {
        for figure in metric.figures { measures.add(name(of: figure), value(of: figure)) }
      }
      if measures.members.isEmpty {
        omissions.casesWithoutFigures += 1
      } else {
        document.add(result.id, .object(measures))
      }
    }
    return RecordExport(
      text: JSONValue.object(document).document, caseCount: document.members.count,
      omissions: omissions.sentences)
  }

  private static func name(of figure: ExportFigure) -> String {
    figure.name == TimeMetric.cpu.rawValue ? latency : figure.name
  }

  private static func value(of figure: ExportFigure) -> JSONValue {
    var object = JSONObject()
    object.add("value", .number(figure.value))
    object.add("lower_value", figure.interval.map { .real($0.lowerBound) })
    object.add("upper_value", figure.interval.map { .real($0.upperBound) })
    return .object(object)
  }
}
