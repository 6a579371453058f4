import Analysis
import RunRecords

/// The shape that google-benchmark writes with `--benchmark_format=json`.
///
/// A launch is a repetition, with its CPU time as `cpu_time` and its wall time as `real_time`;
/// several are followed by their `median`, an aggregate. The other metrics stand there, or with the
/// only repetition, as counters: for one call, as in the record. `iterations` are the operations of
/// one batch, and those of an aggregate its repetitions. A case that broke has `error_occurred`,
/// one that was not begun `skipped`. The scenarios are families, with their cases as instances.
///
/// Every entry has all the fields of google-benchmark's reporter, as its `compare.py` reads times
/// of each. What the record does not hold is 0 in them, as it is there where nothing was timed.
///
/// Source: `src/json_reporter.cc`, `src/statistics.cc` and `tools/gbench/report.py` in
/// https://github.com/google/benchmark.
enum GoogleBenchmarkExport {
  static func render(_ record: RunRecord) -> RecordExport {
    var omissions = ExportOmissions()
    var entries: [JSONValue] = []
    var caseCount = 0
    var places = Places()
    for result in record.cases {
      let place = places.next(of: result)
      let runs =
        result.status == .ok ? runs(of: result, at: place) : [withoutResult(result, at: place)]
      if runs.isEmpty {
        omissions.casesWithoutFigures += 1
      } else {
        caseCount += 1
      }
      entries += runs.map { .object($0) }
    }
    var document = JSONObject()
    document.add("context", .object(context(of: record)))
    document.add("benchmarks", .array(entries))
    return RecordExport(
      text: JSONValue.object(document).document, caseCount: caseCount,
      omissions: omissions.sentences)
  }

  private static func context(of record: RunRecord) -> JSONObject {
    let machine = record.environment
    let caches = [(2, machine.cpu.l2Bytes), (3, machine.cpu.l3Bytes)].compactMap { level, bytes in
      bytes.map { bytes in
        var cache = JSONObject()
        cache.add("level", .whole(level))
        cache.add("size", .whole(bytes))
        return JSONValue.object(cache)
      }
    }
    var context = JSONObject()
    context.add("date", .string(record.run.startedAt))
    context.add("executable", record.run.argv.first.map { .string($0) })
    context.add("num_cpus", .whole(machine.cpu.logical))
    // As google-benchmark has it: a governor other than this one changes the frequency.
    context.add("cpu_scaling_enabled", machine.governor.map { .boolean($0 != "performance") })
    context.add("caches", .array(caches))
    context.add("load_avg", .array(machine.loadAvgStart.map { [.real($0)] } ?? []))
    context.add("cvbench_version", .string(record.tool.version))
    context.add("git_sha", record.builds.first?.git.sha.map { .string($0) })
    context.add("preset", .string(record.run.preset))
    context.add("seed", .string(record.run.seed.description))
    context.add("host_key", .string(machine.hostKey))
    return context
  }

  /// Returns the beginning of every entry; `repetition` is nil for an aggregate.
  private static func head(
    _ result: CaseRecord, at place: Place, repetition: Int?, of repetitions: Int
  ) -> JSONObject {
    var head = JSONObject()
    head.add("name", .string(result.id + (repetition == nil ? "_median" : "")))
    head.add("family_index", .whole(place.family))
    head.add("per_family_instance_index", .whole(place.instance))
    head.add("run_name", .string(result.id))
    head.add("run_type", .string(repetition == nil ? "aggregate" : "iteration"))
    head.add("repetitions", .whole(repetitions))
    head.add("repetition_index", repetition.map { .whole($0) })
    head.add("threads", .whole(1))
    if repetition == nil {
      head.add("aggregate_name", .string("median"))
      head.add("aggregate_unit", .string("time"))
    }
    return head
  }

  private static func withoutResult(_ result: CaseRecord, at place: Place) -> JSONObject {
    let message = JSONValue.string(result.message ?? result.status.rawValue)
    var run = head(result, at: place, repetition: 0, of: 1)
    switch result.status {
    case .skipped:
      run.add("skipped", .boolean(true))
      run.add("skip_message", message)
    case .failed, .timeout, .ok:
      run.add("error_occurred", .boolean(true))
      run.add("error_message", message)
    }
    addTimes(to: &run, iterations: nil, cpu: nil, wall: nil)
    return run
  }

  /// The repetitions and their median; none where the case has no figure at all.
  private static func runs(of result: CaseRecord, at place: Place) -> [JSONObject] {
    guard result.metrics.contains(where: { !$0.figures.isEmpty }) else { return [] }
    let cpu = result.metric(TimeMetric.cpu.rawValue)
    let wall = result.metric(TimeMetric.wall.rawValue)
    let count = max(cpu?.launches?.count ?? 0, wall?.launches?.count ?? 0)
    var runs: [JSONObject] = []
    if count > 1 {
      runs = (0..<count).map { index in
        var run = head(result, at: place, repetition: index, of: count)
        addTimes(
          to: &run, iterations: result.opsPerBatch, cpu: cpu?.launch(index),
          wall: wall?.launch(index))
        return run
      }
    }
    var last = head(result, at: place, repetition: count > 1 ? nil : 0, of: max(count, 1))
    addTimes(
      to: &last, iterations: count > 1 ? count : result.opsPerBatch, cpu: cpu?.figures.first,
      wall: wall?.figures.first)
    addCounters(to: &last, of: result)
    return runs + [last]
  }

  private static func addTimes(
    to run: inout JSONObject, iterations: Int?, cpu: ExportFigure?, wall: ExportFigure?
  ) {
    run.add("iterations", .whole(iterations ?? 0))
    run.add("real_time", .number(wall?.value ?? .whole(0)))
    run.add("cpu_time", .number(cpu?.value ?? .whole(0)))
    run.add("time_unit", .string("ns"))
  }

  private static func addCounters(to run: inout JSONObject, of result: CaseRecord) {
    let times = TimeMetric.allCases.map(\.rawValue)
    run.add("operations_per_call", result.params.operationsPerCall.map { .whole($0) })
    for metric in result.metrics where !times.contains(metric.name) {
      for figure in metric.figures where !run.add(figure.name, .number(figure.value)) {
        run.add(figure.name + "_counter", .number(figure.value))
      }
    }
  }
}

extension GoogleBenchmarkExport {
  /// The place of a case, each number counted from 0.
  private struct Place {
    var family: Int
    var instance: Int
  }

  /// Counts the families, and the cases of each, in the order of the record.
  private struct Places {
    private struct Family: Hashable {
      var suite: String
      var scenario: String
    }

    private var families: [Family: Int] = [:]
    private var instanceCounts: [Int] = []

    mutating func next(of result: CaseRecord) -> Place {
      let family = Family(suite: result.suite, scenario: result.params.scenario)
      let index = families[family] ?? instanceCounts.count
      if index == instanceCounts.count {
        families[family] = index
        instanceCounts.append(0)
      }
      defer { instanceCounts[index] += 1 }
      return Place(family: index, instance: instanceCounts[index])
    }
  }
}

extension MetricRecord {
  /// The median of one launch; nil where the record has none.
  fileprivate func launch(_ index: Int) -> ExportFigure? {
    guard absent == nil, let launches, launches.indices.contains(index),
      launches[index].isFinite
    else { return nil }
    return ExportFigure(name: name, value: .real(launches[index]))
  }
}
