import Statistics

/// Makes one case's result of its journal entries.
struct CaseAssembly {
  /// One entry a pass and launch, by pass and launch.
  private let pieces: [JournalEntry]
  private let measured: [JournalEntry]

  /// Takes the entries of one case, at least one, in the order they were finished.
  init(_ entries: [JournalEntry]) {
    var last: [Place: JournalEntry] = [:]
    for entry in entries { last[Place(entry)] = entry }
    pieces = last.values.sorted { Place($0) < Place($1) }
    measured = pieces.filter { $0.status == .ok }
  }

  /// The case's result, as far as it can be told without the other cases.
  func result(includingSamples: Bool) -> CaseRecord {
    let model = measured.first ?? pieces[0]
    var result = CaseRecord(suite: model.suite, params: model.params)
    result.id = model.caseID
    result.params.operationsPerCall = model.params.operationsPerCall ?? model.operationsPerCall
    if let problem = firstMessage(of: .failed) ?? contradiction() {
      result.status = .failed
      result.message = problem
      return result
    }
    if let problem = firstMessage(of: .timeout) {
      result.status = .timeout
      result.message = problem
    } else if measured.isEmpty {
      result.status = .skipped
      // The whole case, whatever launch the reason is noted at.
      let reason = pieces.lazy.compactMap { $0.status == .skipped ? $0.message : nil }.first
      result.message = reason ?? firstMessage(of: .skipped)
      return result
    }
    do {
      let metrics =
        try timeMetrics(includingSamples: includingSamples) + frameTimes() + infoMetrics()
        + exactMetrics(of: .allocations) + exactMetrics(of: .instructions)
      result.metrics = metrics.inRecordOrder()
      result.checksum = measured.first?.checksum
      result.opsPerBatch = measured.compactMap(\.opsPerBatch).min()
    } catch {
      result.status = .failed
      result.message = error.message
    }
    return result
  }

  /// The place of an entry in its case: its pass and launch.
  private struct Place: Hashable, Comparable, CustomStringConvertible {
    let pass: JournalEntry.Pass
    let launch: Int

    init(_ entry: JournalEntry) {
      pass = entry.pass
      launch = entry.launch
    }

    var description: String { "launch \(launch) of the \(pass.rawValue) pass" }

    static func < (left: Place, right: Place) -> Bool {
      (left.passOrder, left.launch) < (right.passOrder, right.launch)
    }

    /// Time first: the other answers are compared with its answer.
    private var passOrder: Int {
      switch pass {
      case .time: 0
      case .allocations: 1
      case .instructions: 2
      }
    }
  }

  /// A figure that makes no sense.
  private struct Nonsense: Error {
    let message: String
  }

  private func firstMessage(of status: CaseRecord.Status) -> String? {
    pieces.first { $0.status == status }.map {
      "\(Place($0)): \($0.message ?? "\(status.rawValue), without a reason given")"
    }
  }

  /// Returns the disagreement of two measured pieces, or what one of them lacks; nil without any.
  private func contradiction() -> String? {
    guard let first = measured.first else { return nil }
    for piece in measured {
      guard let answer = piece.checksum, let expected = first.checksum else {
        return "\(Place(piece.checksum == nil ? piece : first)) gave no checksum"
      }
      if answer != expected {
        return "\(Place(piece)) gave the answer \(answer), and \(Place(first)) gave \(expected)"
      }
      if piece.operationsPerCall != first.operationsPerCall {
        return
          "\(Place(piece)) did \(describe(piece.operationsPerCall)) a call, "
          + "and \(Place(first)) did \(describe(first.operationsPerCall))"
      }
    }
    return nil
  }

  private func describe(_ operations: Int?) -> String {
    operations.map { "\($0) operations" } ?? "an unknown number of operations"
  }

  /// The time pass's metrics; none where the case had no time pass.
  private func timeMetrics(includingSamples: Bool) throws(Nonsense) -> [MetricRecord] {
    guard pieces.contains(where: { $0.pass == .time }) else { return [] }
    let launches = measured.filter { $0.pass == .time }
    guard !launches.isEmpty else {
      return TimeMetric.allCases.map { $0.absent(whyNotMeasured(.time)) }
    }
    var metrics: [MetricRecord] = []
    for metric in TimeMetric.allCases {
      let source = launches.filter { metric.batches(of: $0) != nil }
      if source.isEmpty {
        metrics.append(metric.absent("no launch could read this clock"))
      } else {
        try metrics.append(sampled(metric, over: source, includingSamples: includingSamples))
      }
    }
    return metrics
  }

  private func sampled(
    _ metric: TimeMetric, over launches: [JournalEntry], includingSamples: Bool
  ) throws(Nonsense) -> MetricRecord {
    let batches = launches.map { metric.batches(of: $0) ?? [] }
    var medians: [Double] = []
    for (launch, series) in zip(launches, batches) {
      do {
        medians.append(try SampleSummary(series).median)
      } catch {
        throw Nonsense(message: "\(metric.rawValue) in \(Place(launch)): \(error)")
      }
    }
    do {
      let between = try SampleSummary(medians)
      let all = try SampleSummary(batches.flatMap { $0 })
      var record = metric.unmeasured
      (record.median, record.mad) = (between.median, between.medianAbsoluteDeviation)
      (record.p05, record.p95, record.min) = (all.p05, all.p95, all.minimum)
      record.launches = medians
      record.samples = includingSamples ? batches : nil
      return record
    } catch {
      throw Nonsense(message: "\(metric.rawValue): \(error)")
    }
  }

  /// Returns the observations beside the times: one figure for each launch.
  private func infoMetrics() throws(Nonsense) -> [MetricRecord] {
    let launches = measured.filter { $0.pass == .time }
    var metrics: [MetricRecord] = []
    let known = FrameMetric.allCases.map(\.unmeasured) + InfoMetric.allCases.map(\.unmeasured)
    for var metric in known {
      let figures = launches.compactMap { launch in
        launch.info.first { $0.name == metric.name }?.median
      }
      if figures.isEmpty {
        let absent = launches.lazy.flatMap(\.info).first { $0.name == metric.name }
        if let absent, absent.absent != nil { metrics.append(absent) }
        continue
      }
      do {
        let between = try SampleSummary(figures)
        (metric.median, metric.mad) = (between.median, between.medianAbsoluteDeviation)
        (metric.min, metric.launches) = (between.minimum, figures)
        metrics.append(metric)
      } catch {
        throw Nonsense(message: "\(metric.name): \(error)")
      }
    }
    return metrics
  }

  /// Returns the quantiles of single frames' times, each the median over the launches; none for a
  /// scenario without frames.
  private func frameTimes() throws(Nonsense) -> [MetricRecord] {
    let launches = measured.filter { $0.pass == .time }.compactMap { launch in
      launch.info.first { $0.name == FrameMetric.time.rawValue }?.quantiles
    }
    guard !launches.isEmpty else { return [] }
    func median(
      _ quantile: (MetricRecord.Quantiles) -> Double
    ) throws(Nonsense) -> Double {
      do {
        return try SampleSummary(launches.map(quantile)).median
      } catch {
        throw Nonsense(message: "\(FrameMetric.time.rawValue): \(error)")
      }
    }
    return [
      FrameMetric.record(
        MetricRecord.Quantiles(
          p50: try median(\.p50), p90: try median(\.p90), p99: try median(\.p99),
          p999: try median(\.p999), max: try median(\.max)))
    ]
  }

  /// The metrics of a counting pass; none where the case had no such pass.
  private func exactMetrics(of pass: JournalEntry.Pass) -> [MetricRecord] {
    guard pieces.contains(where: { $0.pass == pass }) else { return [] }
    let known = ExactMetric.counted(in: pass)
    let launches = measured.filter { $0.pass == pass }
    guard !launches.isEmpty else { return known.map { $0.absent(whyNotMeasured(pass)) } }
    var names = known.map(\.rawValue)
    for metric in launches.flatMap(\.exact) where !names.contains(metric.name) {
      names.append(metric.name)
    }
    return names.compactMap { name in
      let found = launches.compactMap { launch in launch.exact.first { $0.name == name } }
      return merged(found)
        ?? ExactMetric(rawValue: name)?.absent("the \(pass.rawValue) pass did not report it")
    }
  }

  /// One exact metric over launches: absent where they differ, as it then is not exact.
  private func merged(_ found: [MetricRecord]) -> MetricRecord? {
    guard var metric = found.first(where: { $0.value != nil }) else { return found.first }
    if let other = found.first(where: { $0.value != nil && $0.value != metric.value }) {
      let values = "\(metric.value ?? 0) and \(other.value ?? 0)"
      metric.value = nil
      metric.absent = "launches differ: \(values)"
    }
    return metric
  }

  private func whyNotMeasured(_ pass: JournalEntry.Pass) -> String {
    let piece = pieces.first { $0.pass == pass }
    return piece?.message ?? "the \(pass.rawValue) pass was not measured"
  }
}

extension TimeMetric {
  /// The batches of this clock, in ns/op; nil where the launch could not read it.
  fileprivate func batches(of entry: JournalEntry) -> [Double]? {
    self == .cpu ? entry.cpuBatches : entry.batches
  }
}

extension RunRecord {
  /// The results of the cases in `entries`.
  ///
  /// - The last entry of one case, pass and launch counts: a piece may be measured again.
  /// - A case is `failed` when a piece of it failed, when two pieces gave different answers or
  ///   numbers of operations, when a figure makes no sense, or when the same scenario on the same
  ///   data and payload gave another answer on another storage. It then has no metrics.
  /// - A case is `timeout` when a piece of it took too long, `skipped` when no piece of it was
  ///   measured. What was measured stands.
  /// - The warnings of the entries are not part of a case; they belong to the record.
  ///
  /// - Parameters:
  ///   - entries: Pieces of one run, in the order they were finished.
  ///   - includingSamples: Whether sampled metrics keep every batch.
  /// - Returns: One result a case, ordered by suite, scenario, data, payload, items, role (floors
  ///   last) and storage.
  /// - Complexity: O(*n* log *n*) for *n* batches and entries.
  public static func cases(
    from entries: [JournalEntry], includingSamples: Bool = false
  ) -> [CaseRecord] {
    let seconds = durations(of: entries)
    var results = Dictionary(grouping: entries, by: \.caseID).map { id, pieces in
      var result = CaseAssembly(pieces).result(includingSamples: includingSamples)
      result.durationSeconds = seconds[id]
      return result
    }
    results.sort(by: precedes)
    failContradictions(among: &results)
    return results
  }

  /// The seconds of each case, to the millisecond: a piece took what passed since the one before it. Of
  /// two that were counted at the same time, the second has what it ended later, so that all add up.
  private static func durations(of entries: [JournalEntry]) -> [String: Double] {
    var seconds: [String: Double] = [:]
    var last = 0.0
    for entry in entries {
      guard let end = entry.elapsedSeconds else { continue }
      seconds[entry.caseID, default: 0] += max(0, end - last)
      last = max(last, end)
    }
    return seconds.mapValues { ($0 * 1_000).rounded() / 1_000 }
  }

  /// The order of cases in a record.
  static func precedes(_ left: CaseRecord, _ right: CaseRecord) -> Bool {
    let families = [left, right].map { result in
      let params = result.params
      return (result.suite, params.scenario, params.data, params.payload, params.items)
    }
    if families[0] != families[1] { return families[0] < families[1] }
    let places = [left, right].map { result in
      (result.params.role == "floor" ? 1 : 0, result.params.storage, result.id)
    }
    return places[0] < places[1]
  }

  /// Fails every case whose answer another storage contradicts: nobody can say which is right.
  private static func failContradictions(among results: inout [CaseRecord]) {
    let groups = Dictionary(grouping: results.indices.filter { results[$0].checksum != nil }) {
      var key = CaseKey(suite: results[$0].suite, results[$0].params)
      key.storage = ""
      return key
    }
    for group in groups.values {
      let answers = group.map { results[$0].checksum ?? "" }
      for (index, answer) in zip(group, answers) {
        guard let other = answers.firstIndex(where: { $0 != answer }) else { break }
        let otherStorage = results[group[other]].params.storage
        results[index].status = .failed
        results[index].message =
          "storage \(results[index].params.storage) gave the answer \(answer), "
          + "and storage \(otherStorage) gave \(answers[other])"
        results[index].metrics = []
      }
    }
  }
}
