import RunRecords

/// What google-benchmark writes with `--benchmark_format=json`.
///
/// A launch is a repetition, with its CPU time as `cpu_time` and its wall time as `real_time`;
/// several are followed by their `median`, an aggregate. The other metrics stand there, or with the
/// only repetition, as counters: for one call, as in the record. `iterations` are the operations of
/// one batch. A case that broke has `error_occurred`, one that was not begun `skipped`; neither has
/// times, so that google-benchmark's `compare.py` passes over it.
///
/// Source: `src/json_reporter.cc` in https://github.com/google/benchmark and "Output Formats" in
/// its user guide.
enum GoogleBenchmarkExport {
  static func render(_ record: RunRecord) -> RecordExport {
    var omissions = ExportOmissions()
    var entries: [JSONValue] = []
    var caseCount = 0
    for result in record.cases {
      let runs = result.status == .ok ? runs(of: result) : [withoutResult(result)]
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
    context.add("git_sha", record.sides.first?.git.sha.map { .string($0) })
    context.add("preset", .string(record.run.preset))
    context.add("seed", .string(record.run.seed.description))
    context.add("host_key", .string(machine.hostKey))
    return context
  }

  private static func head(_ result: CaseRecord, isAggregate: Bool, repetitions: Int?) -> JSONObject
  {
    var head = JSONObject()
    head.add("name", .string(result.id + (isAggregate ? "_median" : "")))
    head.add("run_name", .string(result.id))
    head.add("run_type", .string(isAggregate ? "aggregate" : "iteration"))
    head.add("repetitions", repetitions.map { .whole($0) })
    return head
  }

  private static func withoutResult(_ result: CaseRecord) -> JSONObject {
    let message = JSONValue.string(result.message ?? result.status.rawValue)
    var run = head(result, isAggregate: false, repetitions: nil)
    switch result.status {
    case .skipped:
      run.add("skipped", .boolean(true))
      run.add("skip_message", message)
    case .failed, .timeout, .ok:
      run.add("error_occurred", .boolean(true))
      run.add("error_message", message)
    }
    return run
  }

  /// The repetitions and their median; none where the case has no figure at all.
  private static func runs(of result: CaseRecord) -> [JSONObject] {
    guard result.metrics.contains(where: { !$0.figures.isEmpty }) else { return [] }
    let cpu = result.metric(TimeMetric.cpu.rawValue)
    let wall = result.metric(TimeMetric.wall.rawValue)
    let count = max(cpu?.launches?.count ?? 0, wall?.launches?.count ?? 0)
    var runs: [JSONObject] = []
    if count > 1 {
      runs = (0..<count).map { index in
        var run = head(result, isAggregate: false, repetitions: count)
        run.add("repetition_index", .whole(index))
        addTimes(
          to: &run, of: result, cpu: cpu?.launch(index), wall: wall?.launch(index))
        return run
      }
    }
    var last = head(
      result, isAggregate: count > 1, repetitions: count > 0 ? count : nil)
    if count > 1 {
      last.add("aggregate_name", .string("median"))
      last.add("aggregate_unit", .string("time"))
    } else {
      last.add("repetition_index", .whole(0))
    }
    addTimes(to: &last, of: result, cpu: cpu?.figures.first, wall: wall?.figures.first)
    addCounters(to: &last, of: result)
    return runs + [last]
  }

  private static func addTimes(
    to run: inout JSONObject, of result: CaseRecord, cpu: ExportFigure?, wall: ExportFigure?
  ) {
    run.add("threads", .whole(1))
    run.add("iterations", result.opsPerBatch.map { .whole($0) })
    run.add("real_time", wall.map { .number($0.value) })
    run.add("cpu_time", cpu.map { .number($0.value) })
    run.add("time_unit", cpu == nil && wall == nil ? nil : .string("ns"))
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

extension MetricRecord {
  /// The median of one launch; nil where the record has none.
  fileprivate func launch(_ index: Int) -> ExportFigure? {
    guard absent == nil, let launches, launches.indices.contains(index),
      launches[index].isFinite
    else { return nil }
    return ExportFigure(name: name, value: .real(launches[index]))
  }
}
