import Analysis
import RunRecords

/// OpenMetrics 1.0 text, as Prometheus and its push gateway read it.
///
/// A metric is a gauge with a sample for each case, in the record's own unit, so that no digit is
/// lost; a distribution is a summary of quantiles. Where there were several launches, the lowest
/// and the highest are gauges of their own. What the run was made with is the info `cvbench_run`.
///
/// Source: https://github.com/OpenObservability/OpenMetrics, `specification/OpenMetrics.md`, "Text
/// format".
enum OpenMetricsExport {
  static func render(_ record: RunRecord) -> RecordExport {
    var omissions = ExportOmissions()
    var families = OpenMetricsFamilies()
    var caseCount = 0
    let isMixed = record.isOfSeveralMachines
    for result in omissions.measuredCases(of: record) {
      let metrics = result.metrics.filter { !$0.figures.isEmpty }
      var labels = labels(of: result)
      if isMixed { labels.append(("cpu", record.machine(of: result).cpu.model ?? "")) }
      for metric in metrics { families.add(metric, labels: labels) }
      if metrics.isEmpty {
        omissions.casesWithoutFigures += 1
      } else {
        caseCount += 1
      }
    }
    return RecordExport(
      text: runInfo(record) + families.text + "# EOF\n", caseCount: caseCount,
      omissions: omissions.sentences)
  }

  /// Label names and values; an empty value means the same as no label, and is left out.
  typealias Labels = [(name: String, value: String)]

  static func text(of labels: Labels) -> String {
    let texts = labels.filter { !$0.value.isEmpty }.map { "\($0.name)=\"\(escaped($0.value))\"" }
    return "{" + texts.joined(separator: ",") + "}"
  }

  /// `string` as an `escaped-string` of the specification.
  static func escaped(_ string: String) -> String {
    string.escaped { $0 == "\n" ? "\\n" : $0 == "\\" || $0 == "\"" ? "\\\($0)" : nil }
  }

  private static func labels(of result: CaseRecord) -> Labels {
    let params = result.params
    return [
      ("id", result.id), ("suite", result.suite), ("scenario", params.scenario),
      ("storage", params.storage), ("role", params.role), ("data", params.data),
      ("payload", params.payload), ("items", params.items.description),
      ("sections", params.sections?.description ?? ""),
      ("operations_per_call", params.operationsPerCall?.description ?? ""),
    ]
  }

  private static func runInfo(_ record: RunRecord) -> String {
    let side = record.builds.first
    let labels: Labels = [
      ("tool", record.tool.name), ("version", record.tool.version), ("run", record.run.id),
      ("started_at", record.run.startedAt), ("preset", record.run.preset),
      ("seed", record.run.seed.description), ("git_sha", side?.git.sha ?? ""),
      ("compiler", side.map { "Swift \($0.compiler.swift)" } ?? ""),
      ("cpu", record.isOfSeveralMachines ? "" : record.environment.cpu.model ?? ""),
      ("exact_key", record.environment.exactKey),
      ("host_key", record.environment.hostKey),
    ]
    return """
      # TYPE cvbench_run info
      # HELP cvbench_run What the run was made with.
      cvbench_run_info\(text(of: labels)) 1

      """
  }
}

/// The samples by metric family, since the families of a text may not be interleaved.
struct OpenMetricsFamilies {
  private struct Family {
    var header: String
    var samples: String
  }

  private var families: [String: Family] = [:]
  /// In the order in which they came.
  private var names: [String] = []

  /// All families, without the end of the exposition.
  var text: String {
    names.compactMap { families[$0] }.map { $0.header + $0.samples }.joined()
  }

  /// Adds what `metric` has for the case with `labels`.
  mutating func add(_ metric: MetricRecord, labels: OpenMetricsExport.Labels) {
    let name = FamilyName(of: metric)
    var labels = labels
    if name.isAltered { labels.append(("metric", metric.name)) }
    let better = "\(metric.better == .lower ? "less" : "more") is better"
    if metric.kind == .distribution {
      let help = "\(metric.name): quantiles over all events; \(better)."
      for quantile in metric.namedQuantiles {
        // A whole number would read 1, and the canonical form is 1.0.
        let label = (name: "quantile", value: quantile.fraction.description)
        add(.real(quantile.value), name, "", type: "summary", help, labels + [label])
      }
      return
    }
    guard let figure = metric.figures.first else { return }
    let meaning = metric.kind == .exact ? "of one call" : "median of the launches"
    add(figure.value, name, "", type: "gauge", "\(metric.name): \(meaning); \(better).", labels)
    guard let interval = figure.interval else { return }
    for (suffix, value) in [
      ("lowest_launch", interval.lowerBound), ("highest_launch", interval.upperBound),
    ] {
      let meaning = suffix.split(separator: "_").joined(separator: " ")
      add(
        .real(value), name, suffix, type: "gauge", "\(metric.name): \(meaning); \(better).",
        labels)
    }
  }

  private mutating func add(
    _ value: ExportNumber, _ name: FamilyName, _ suffix: String, type: String, _ help: String,
    _ labels: OpenMetricsExport.Labels
  ) {
    let family = name.text(with: suffix)
    if families[family] == nil {
      let unit = name.unit.isEmpty ? "" : "# UNIT \(family) \(name.unit)\n"
      families[family] = Family(
        header: "# TYPE \(family) \(type)\n\(unit)# HELP \(family) "
          + OpenMetricsExport.escaped(help) + "\n",
        samples: "")
      names.append(family)
    }
    families[family]?.samples +=
      "\(family)\(OpenMetricsExport.text(of: labels)) \(value.text)\n"
  }

  /// `cvbench_`, the metric's name and, at the end as the specification has it, the unit.
  private struct FamilyName {
    /// The unit; empty for counts.
    let unit: String
    /// A Boolean value that indicates whether the metric's name has characters that are not allowed
    /// here.
    let isAltered: Bool
    private let stem: String

    init(of metric: MetricRecord) {
      unit =
        switch metric.unit {
        case "ns/op", "ns": "nanoseconds"
        case "byte": "bytes"
        case "ratio": "ratio"
        case "point/64": "point_64ths"
        case "count": ""
        // A record of another version may have more.
        default: Self.plain(metric.unit)
        }
      let plain = Self.plain(metric.name)
      isAltered = plain != metric.name
      stem = plain.hasSuffix("_" + unit) ? String(plain.dropLast(unit.count + 1)) : plain
    }

    /// Replaces the characters of `text` that are not allowed here.
    private static func plain(_ text: String) -> String {
      String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    }

    func text(with suffix: String) -> String {
      ["cvbench", stem, suffix, unit].filter { !$0.isEmpty }.joined(separator: "_")
    }
  }
}
