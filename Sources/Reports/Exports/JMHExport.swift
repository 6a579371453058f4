import Analysis
import RunRecords

/// The shape that the Java Microbenchmark Harness writes with `-rf json`, in mode `avgt`.
///
/// A benchmark is `suite.scenario`, and the rest of a case's identifier its parameters. The score
/// is the CPU time of one operation on the one measuring thread, a fork is a launch, and the score's
/// error and confidence interval are the range of the launches: half of it, and its ends. As with
/// JMH itself, `"NaN"` stands where there is none. JMH also writes how it warmed up and for how
/// long it measured; a record does not hold that, so these fields are absent, as are the
/// percentiles that it does not hold. Cases without a time are left out.
///
/// Source: `JSONResultFormat.java` in https://github.com/openjdk/jmh, package
/// `org.openjdk.jmh.results.format`.
enum JMHExport {
  static func render(_ record: RunRecord) -> RecordExport {
    var omissions = ExportOmissions()
    var entries: [JSONValue] = []
    for result in omissions.measuredCases(of: record) {
      if let entry = entry(result) {
        entries.append(entry)
      } else {
        omissions.casesWithoutFigures += 1
      }
    }
    return RecordExport(
      text: JSONValue.array(entries).document, caseCount: entries.count,
      omissions: omissions.sentences)
  }

  private static func entry(_ result: CaseRecord) -> JSONValue? {
    let times = TimeMetric.allCases.compactMap { result.metric($0.rawValue) }
    guard let primary = times.first(where: { !$0.figures.isEmpty }) else { return nil }
    var secondary = JSONObject()
    for metric in result.metrics where metric.name != primary.name {
      secondary.add(metric.name, score(of: metric))
    }
    var entry = JSONObject()
    entry.add("benchmark", .string("\(result.suite).\(result.params.scenario)"))
    entry.add("mode", .string("avgt"))
    entry.add("threads", .whole(1))
    entry.add("forks", primary.launches.map { .whole($0.count) })
    entry.add("measurementIterations", iterations(of: primary).map { .whole($0) })
    entry.add("params", .object(parameters(of: result)))
    entry.add("primaryMetric", score(of: primary))
    entry.add("secondaryMetrics", .object(secondary))
    return .object(entry)
  }

  /// JMH's parameters are strings.
  private static func parameters(of result: CaseRecord) -> JSONObject {
    let params = result.params
    var object = JSONObject()
    object.add("storage", .string(params.storage))
    object.add("data", .string(params.data))
    object.add("payload", .string(params.payload))
    object.add("items", .string(params.items.description))
    object.add("sections", params.sections.map { .string($0.description) })
    object.add(
      "operations_per_call", params.operationsPerCall.map { .string($0.description) })
    return object
  }

  /// The batches of one launch; nil where the record does not hold them, or launches differ.
  private static func iterations(of metric: MetricRecord) -> Int? {
    guard let samples = metric.samples, Set(samples.map(\.count)).count == 1 else { return nil }
    return samples[0].count
  }

  /// A metric as a score; nil where it has no value.
  private static func score(of metric: MetricRecord) -> JSONValue? {
    guard let figure = metric.figures.first else { return nil }
    let none = JSONValue.string("NaN")
    var object = JSONObject()
    object.add("score", .number(figure.value))
    object.add("scoreError", figure.halfRange.map { .real($0) } ?? none)
    object.add(
      "scoreConfidence",
      .array(
        figure.interval.map { [.real($0.lowerBound), .real($0.upperBound)] } ?? [none, none]))
    object.add("scorePercentiles", .object(percentiles(of: metric)))
    object.add("scoreUnit", .string(metric.unit))
    object.add("rawData", .array(rawData(of: metric)))
    return .object(object)
  }

  /// Those of JMH's percentiles that the record has.
  private static func percentiles(of metric: MetricRecord) -> JSONObject {
    let figures: [(String, Double?)] =
      metric.kind == .distribution
      ? [
        ("50.0", metric.quantiles?.p50), ("90.0", metric.quantiles?.p90),
        ("99.0", metric.quantiles?.p99), ("99.9", metric.quantiles?.p999),
        ("100.0", metric.quantiles?.max),
      ] : [("0.0", metric.min), ("50.0", metric.median), ("95.0", metric.p95)]
    var object = JSONObject()
    for (name, value) in figures {
      object.add(name, value.flatMap { $0.isFinite ? .real($0) : nil })
    }
    return object
  }

  /// An array for each launch: its batches where the record holds them, else its median.
  private static func rawData(of metric: MetricRecord) -> [JSONValue] {
    if metric.kind == .exact { return metric.value.map { [.array([.whole($0)])] } ?? [] }
    let launches = metric.samples ?? metric.launches?.map { [$0] } ?? []
    return launches.map { launch in .array(launch.filter(\.isFinite).map { .real($0) }) }
  }
}
