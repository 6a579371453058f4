extension CaseRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, suite, scenario, storage, role, dataset, payload, items, sections
    case status, message, checksum, metrics, part
    case operationsPerCall = "operations_per_call"
    case operationsPerBatch = "operations_per_batch"
    case durationSeconds = "duration_s"
  }

  /// Decodes a case of version 2.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id)
    suite = try fields.decode(String.self, forKey: .suite)
    params = CaseParameters(
      scenario: try fields.decode(String.self, forKey: .scenario),
      storage: try fields.decode(String.self, forKey: .storage),
      role: try fields.decode(String.self, forKey: .role),
      data: try fields.decode(String.self, forKey: .dataset),
      payload: try fields.decode(String.self, forKey: .payload),
      items: try fields.decode(Int.self, forKey: .items),
      sections: try fields.decodeIfPresent(Int.self, forKey: .sections),
      operationsPerCall: try fields.decodeIfPresent(Int.self, forKey: .operationsPerCall))
    status = try fields.decode(Status.self, forKey: .status)
    message = try fields.decodeIfPresent(String.self, forKey: .message)
    checksum = try fields.decodeIfPresent(String.self, forKey: .checksum)
    opsPerBatch = try fields.decodeIfPresent(Int.self, forKey: .operationsPerBatch)
    part = try fields.decodeIfPresent(Int.self, forKey: .part)
    durationSeconds = try fields.decodeIfPresent(Double.self, forKey: .durationSeconds)
    if let durationSeconds, !(0...1e9).contains(durationSeconds) {
      throw DecodingError.dataCorruptedError(
        forKey: .durationSeconds, in: fields,
        debugDescription: "\(durationSeconds) s is no time that a case takes")
    }
    metrics = try fields.decode([String: MetricFigures].self, forKey: .metrics)
      .map { name, figures in figures.metric(named: name) }
      .inRecordOrder()
  }

  /// Encodes the case in version 2: its parameters beside its id, its metrics by name.
  ///
  /// - Throws: `EncodingError.invalidValue` for a second metric of the same name.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(suite, forKey: .suite)
    try fields.encode(params.scenario, forKey: .scenario)
    try fields.encode(params.storage, forKey: .storage)
    try fields.encode(params.role, forKey: .role)
    try fields.encode(params.data, forKey: .dataset)
    try fields.encode(params.payload, forKey: .payload)
    try fields.encode(params.items, forKey: .items)
    try fields.encodeIfPresent(params.sections, forKey: .sections)
    try fields.encodeIfPresent(params.operationsPerCall, forKey: .operationsPerCall)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(message, forKey: .message)
    try fields.encodeIfPresent(checksum, forKey: .checksum)
    try fields.encodeIfPresent(opsPerBatch, forKey: .operationsPerBatch)
    try fields.encodeIfPresent(part, forKey: .part)
    try fields.encodeIfPresent(durationSeconds, forKey: .durationSeconds)
    var named: [String: MetricFigures] = [:]
    for metric in metrics {
      guard named.updateValue(MetricFigures(metric), forKey: metric.name) == nil else {
        throw EncodingError.invalidValue(
          "a second '\(metric.name)'",
          .init(codingPath: fields.codingPath + [CodingKeys.metrics], debugDescription: ""))
      }
    }
    try fields.encode(named, forKey: .metrics)
  }
}

/// A metric as a record of version 2 has it: without its name, under which it stands, and with the
/// quantiles of a distribution beside the other figures.
private struct MetricFigures: Codable {
  private let unnamed: MetricRecord

  private enum CodingKeys: String, CodingKey {
    case unit, better, kind, role, value, median, mad, min, max, launches, samples, absent, compare
    case p05, p50, p90, p95, p99
    case p999 = "p99_9"
  }

  init(_ metric: MetricRecord) { unnamed = metric }

  func metric(named name: String) -> MetricRecord {
    var metric = unnamed
    metric.name = name
    return metric
  }

  init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    var metric = MetricRecord(
      name: "", unit: try fields.decode(String.self, forKey: .unit),
      better: try fields.decode(MetricRecord.Better.self, forKey: .better),
      kind: try fields.decode(MetricRecord.Kind.self, forKey: .kind),
      role: try fields.decode(MetricRecord.Role.self, forKey: .role))
    metric.value = try fields.decodeIfPresent(Int.self, forKey: .value)
    metric.median = try fields.decodeIfPresent(Double.self, forKey: .median)
    metric.mad = try fields.decodeIfPresent(Double.self, forKey: .mad)
    metric.p05 = try fields.decodeIfPresent(Double.self, forKey: .p05)
    metric.p95 = try fields.decodeIfPresent(Double.self, forKey: .p95)
    metric.min = try fields.decodeIfPresent(Double.self, forKey: .min)
    metric.launches = try fields.decodeIfPresent([Double].self, forKey: .launches)
    metric.samples = try fields.decodeIfPresent([[Double]].self, forKey: .samples)
    metric.absent = try fields.decodeIfPresent(String.self, forKey: .absent)
    metric.compare = try fields.decodeIfPresent(MetricChange.self, forKey: .compare)
    if fields.contains(.p50) {
      metric.quantiles = MetricRecord.Quantiles(
        p50: try fields.decode(Double.self, forKey: .p50),
        p90: try fields.decode(Double.self, forKey: .p90),
        p99: try fields.decode(Double.self, forKey: .p99),
        p999: try fields.decode(Double.self, forKey: .p999),
        max: try fields.decode(Double.self, forKey: .max))
    }
    unnamed = metric
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(unnamed.unit, forKey: .unit)
    try fields.encode(unnamed.better, forKey: .better)
    try fields.encode(unnamed.kind, forKey: .kind)
    try fields.encode(unnamed.role, forKey: .role)
    try fields.encodeIfPresent(unnamed.value, forKey: .value)
    try fields.encodeIfPresent(unnamed.median, forKey: .median)
    try fields.encodeIfPresent(unnamed.mad, forKey: .mad)
    try fields.encodeIfPresent(unnamed.p05, forKey: .p05)
    try fields.encodeIfPresent(unnamed.p95, forKey: .p95)
    try fields.encodeIfPresent(unnamed.min, forKey: .min)
    try fields.encodeIfPresent(unnamed.launches, forKey: .launches)
    try fields.encodeIfPresent(unnamed.samples, forKey: .samples)
    try fields.encodeIfPresent(unnamed.absent, forKey: .absent)
    try fields.encodeIfPresent(unnamed.compare, forKey: .compare)
    if let quantiles = unnamed.quantiles {
      try fields.encode(quantiles.p50, forKey: .p50)
      try fields.encode(quantiles.p90, forKey: .p90)
      try fields.encode(quantiles.p99, forKey: .p99)
      try fields.encode(quantiles.p999, forKey: .p999)
      try fields.encode(quantiles.max, forKey: .max)
    }
  }
}

extension [MetricRecord] {
  /// The metrics in the order of records: the harness's own as it measures them, then the
  /// scenario's own counts by name.
  ///
  /// A JSON object has no order, so each reader has to find the same one.
  ///
  /// - Complexity: O(*n* log *n*).
  package func inRecordOrder() -> [MetricRecord] {
    map { (place: MetricRecord.places[$0.name] ?? .max, metric: $0) }
      .sorted { ($0.place, $0.metric.name) < ($1.place, $1.metric.name) }
      .map(\.metric)
  }
}

extension MetricRecord {
  /// The places of the harness's own metrics in a record.
  fileprivate static let places: [String: Int] = {
    let names =
      TimeMetric.allCases.map(\.rawValue) + FrameMetric.allCases.map(\.rawValue)
      + InfoMetric.allCases.map(\.rawValue) + ExactMetric.allCases.map(\.rawValue)
    return Dictionary(uniqueKeysWithValues: zip(names, names.indices))
  }()
}
