import BasicAlgorithms
import RunRecords
import Statistics

/// Records with everything that may stand in one, and may be absent, at random.
struct GeneratedRecord {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  /// The next record.
  mutating func next() -> RunRecord {
    var record = Bool.random(using: &random) ? Sample.full() : Sample.minimal()
    record.kind = [.run, .comparison, .stress, .merged].randomElement(using: &random) ?? .run
    record.run.seed = random.next()
    record.builds = (0..<Int.random(in: 1...2, using: &random)).map { _ in Sample.side }
    record.cases = (0..<Int.random(in: 0...5, using: &random)).map { _ in result() }
    record.curves = (0..<Int.random(in: 0...3, using: &random)).map { _ in curve() }
    record.crossovers = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Crossover(family: family(), metric: name(), from: name(), to: name(), items: count())
    }
    record.summary = Summary(of: record.cases, exitCode: Int.random(in: 0...255, using: &random))
    return record
  }

  private mutating func result() -> CaseRecord {
    let parts = family()
    let params = CaseParameters(
      scenario: parts.scenario, storage: name(),
      role: Bool.random(using: &random) ? "strategy" : "floor", data: parts.data,
      payload: parts.payload, items: count(), sections: perhaps(count()),
      operationsPerCall: perhaps(count()))
    let status: CaseRecord.Status =
      [.ok, .failed, .skipped, .timeout].randomElement(using: &random) ?? .ok
    var result = CaseRecord(
      suite: parts.suite, params: params, status: status, message: perhaps(name()))
    result.checksum = perhaps("00000000deadbeef")
    result.opsPerBatch = perhaps(count())
    // In no order, and each name once.
    let known =
      TimeMetric.allCases.map(\.unmeasured) + FrameMetric.allCases.map(\.unmeasured)
      + InfoMetric.allCases.map(\.unmeasured) + ExactMetric.allCases.map(\.unmeasured)
    let own = Set((0..<4).map { _ in name() }).map {
      MetricRecord(name: $0, unit: "count", better: .higher, role: .info, value: nil)
    }
    result.metrics = (known + own).filter { _ in Bool.random(using: &random) }
      .shuffled(using: &random).map { figures(of: $0) }
    return result
  }

  private mutating func figures(of unmeasured: MetricRecord) -> MetricRecord {
    var metric = unmeasured
    metric.value = perhaps(Int(truncatingIfNeeded: random.next()))
    metric.median = perhaps(figure())
    metric.mad = perhaps(figure())
    metric.p05 = perhaps(figure())
    metric.p95 = perhaps(figure())
    metric.min = perhaps(figure())
    metric.launches = perhaps((0..<3).map { _ in figure() })
    metric.samples = perhaps((0..<2).map { _ in (0..<2).map { _ in figure() } })
    metric.absent = perhaps(name())
    if Bool.random(using: &random) {
      metric.quantiles = MetricRecord.Quantiles(
        p50: figure(), p90: figure(), p99: figure(), p999: figure(), max: figure())
    }
    if Bool.random(using: &random) {
      metric.compare = MetricChange(
        base: figure(), ratio: perhaps(figure()), interval: perhaps(interval()),
        halfWidth: perhaps(figure()), detectable: perhaps(figure()), pairs: perhaps(count()),
        verdict: [.regressed, .improved, .equivalent, .inconclusive]
          .randomElement(using: &random) ?? .equivalent,
        isConfirmed: perhaps(true))
    }
    return metric
  }

  private mutating func curve() -> Curve {
    Curve(
      family: family(), metric: name(), storage: name(),
      points: (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Curve.Point(items: count(), value: figure(), interval: perhaps(interval()))
      },
      exponent: perhaps(Curve.Exponent(value: 0 - figure(), interval: perhaps(interval()))))
  }

  private mutating func family() -> CaseFamily {
    CaseFamily(suite: name(), scenario: name(), data: name(), payload: name())
  }

  private mutating func interval() -> MetricChange.Interval {
    MetricChange.Interval(low: 0 - figure(), high: figure())
  }

  /// A name with what JSON escapes; no slash, which separates the parts of an identifier.
  private mutating func name() -> String {
    String((0...2).map { _ in Array("ab_-=\"\\é\n\u{1} *").randomElement(using: &random) ?? "a" })
  }

  private mutating func count() -> Int { Int.random(in: 0...Int(1 << 40), using: &random) }

  private mutating func figure() -> Double {
    switch Int.random(in: 0...3, using: &random) {
    case 0: 0
    case 1: Double(Int.random(in: 1...1_000, using: &random))
    default: Double.random(in: 0...1e12, using: &random)
    }
  }

  private mutating func perhaps<Value>(_ value: Value) -> Value? {
    Bool.random(using: &random) ? value : nil
  }
}
