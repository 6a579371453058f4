import Statistics

/// The cases that differ in storage and size only: a scenario on one dataset and item shape.
public struct CaseFamily: Hashable, Sendable {
  /// The suite's name: `lookup`.
  public var suite: String
  /// The scenario's name: `item-random`.
  public var scenario: String
  /// The dataset's name: `uniform-1000`.
  public var data: String
  /// The item shape: `item8`.
  public var payload: String

  /// Names a family.
  public init(suite: String, scenario: String, data: String, payload: String) {
    (self.suite, self.scenario) = (suite, scenario)
    (self.data, self.payload) = (data, payload)
  }
}

extension CaseFamily: CustomStringConvertible {
  /// `suite/scenario/data=…/payload=…`.
  public var description: String { "\(suite)/\(scenario)/data=\(data)/payload=\(payload)" }

  /// Parses a description; nil for any other text.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 4, parts[2].hasPrefix("data="), parts[3].hasPrefix("payload=") else {
      return nil
    }
    self.init(
      suite: String(parts[0]), scenario: String(parts[1]), data: String(parts[2].dropFirst(5)),
      payload: String(parts[3].dropFirst(8)))
  }
}

/// The parts stand among the fields of the curve, the crossover or the case in JSON.
extension CaseFamily: Codable {
  private enum CodingKeys: String, CodingKey {
    case suite, scenario, payload
    case data = "dataset"
  }
}

/// The growth of one metric of a scenario family with the number of items.
public struct Curve: Hashable, Sendable {
  /// The scenario with suite, data and payload, without storage and size.
  public var family: CaseFamily
  /// The metric's name.
  public var metric: String
  /// The storage measured.
  public var storage: String
  /// The figures, by ascending number of items.
  public var points: [Point]
  /// The power of the number of items that the metric follows; nil with too few points.
  public var exponent: Exponent?

  /// Two bounds.
  public typealias Interval = MetricChange.Interval

  /// States a curve.
  public init(
    family: CaseFamily, metric: String, storage: String, points: [Point], exponent: Exponent? = nil
  ) {
    self.family = family
    (self.metric, self.storage) = (metric, storage)
    (self.points, self.exponent) = (points, exponent)
  }

  /// The metric at one size.
  public struct Point: Codable, Hashable, Sendable {
    /// The number of items.
    public var items: Int
    /// The metric, in its own unit.
    public var value: Double
    /// Its interval, in its own unit.
    public var interval: Interval?

    /// States the metric at one size.
    public init(items: Int, value: Double, interval: Interval? = nil) {
      (self.items, self.value) = (items, value)
      self.interval = interval
    }
  }

  /// The *k* of a fit by *c*·items^*k*.
  public struct Exponent: Codable, Hashable, Sendable {
    /// The estimate; a pure number.
    public var value: Double
    /// Its 95 % interval.
    public var interval: Interval?

    /// States an exponent.
    public init(value: Double, interval: Interval? = nil) {
      (self.value, self.interval) = (value, interval)
    }
  }
}

extension Curve: Codable {
  private enum CodingKeys: String, CodingKey {
    case metric, storage, points, exponent
  }

  /// Decodes a curve of version 2.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    family = try CaseFamily(from: decoder)
    metric = try fields.decode(String.self, forKey: .metric)
    storage = try fields.decode(String.self, forKey: .storage)
    points = try fields.decode([Point].self, forKey: .points)
    exponent = try fields.decodeIfPresent(Exponent.self, forKey: .exponent)
  }

  /// Encodes the curve in version 2.
  public func encode(to encoder: any Encoder) throws {
    try family.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(metric, forKey: .metric)
    try fields.encode(storage, forKey: .storage)
    try fields.encode(points, forKey: .points)
    try fields.encodeIfPresent(exponent, forKey: .exponent)
  }
}

extension Curve {
  /// Draws a curve for each family and storage whose CPU time `cases` know at two sizes of one host.
  ///
  /// - Parameters:
  ///   - cases: The cases of a record.
  ///   - host: The host that measured a case. No curve goes through times of two.
  /// - Returns: The curves, by family and storage.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package static func all(
    through cases: [CaseRecord], ofHost host: (CaseRecord) -> String = { _ in "" }
  ) -> [Curve] {
    let families = Dictionary(grouping: cases.filter { $0.status == .ok }, by: \.family)
    var curves: [Curve] = []
    for (family, cases) in families.sorted(by: { $0.key.description < $1.key.description }) {
      let storages = Dictionary(grouping: cases, by: \.params.storage)
      for (storage, cases) in storages.sorted(by: { $0.key < $1.key }) {
        let points = cases.compactMap(Point.init).sorted { $0.items < $1.items }
        guard points.count > 1, Set(cases.map(host)).count == 1 else { continue }
        curves.append(
          Curve(
            family: family, metric: TimeMetric.cpu.rawValue, storage: storage, points: points,
            exponent: exponent(of: points)))
      }
    }
    return curves
  }

  /// Fits a power law to the points; nil where a time of 0 or a single size allows none.
  private static func exponent(of points: [Point]) -> Exponent? {
    guard
      let fit = try? PowerLawFit(
        sizes: points.map { Double($0.items) }, costs: points.map(\.value))
    else { return nil }
    let interval = (try? fit.exponentInterval(confidence: 0.95)) ?? nil
    return Exponent(value: fit.exponent, interval: interval.map { Interval($0) })
  }
}

extension Curve.Point {
  /// The CPU time of `result`, from the fastest launch to the slowest; nil where it is not known.
  fileprivate init?(_ result: CaseRecord) {
    guard let time = result.metric(TimeMetric.cpu.rawValue), let value = time.median else {
      return nil
    }
    let launches = time.launches ?? []
    let (low, high) = (launches.min() ?? value, launches.max() ?? value)
    self.init(
      items: result.params.items, value: value,
      interval: launches.count > 1 ? Curve.Interval(low: low, high: high) : nil)
  }
}

extension CaseRecord {
  /// The family of the curve that the case is a point of.
  fileprivate var family: CaseFamily {
    CaseFamily(
      suite: suite, scenario: params.scenario, data: params.data, payload: params.payload)
  }
}

/// A size from which on another storage is the best.
///
/// Records of older versions hold crossovers that other rules found: reports compute them again.
public struct Crossover: Hashable, Sendable {
  /// The scenario with suite, data and payload, without storage and size.
  public var family: CaseFamily
  /// The metric's name.
  public var metric: String
  /// The storage that is best below `items`.
  public var from: String
  /// The storage that is best from `items` on.
  public var to: String
  /// The smallest measured number of items at which `to` is the best.
  public var items: Int

  /// States a crossover.
  public init(family: CaseFamily, metric: String, from: String, to: String, items: Int) {
    (self.family, self.metric) = (family, metric)
    (self.from, self.to) = (from, to)
    self.items = items
  }
}

extension Crossover: Codable {
  private enum CodingKeys: String, CodingKey {
    case metric, from, to, items
  }

  /// Decodes a crossover of version 2.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      family: try CaseFamily(from: decoder),
      metric: try fields.decode(String.self, forKey: .metric),
      from: try fields.decode(String.self, forKey: .from),
      to: try fields.decode(String.self, forKey: .to),
      items: try fields.decode(Int.self, forKey: .items))
  }

  /// Encodes the crossover in version 2.
  public func encode(to encoder: any Encoder) throws {
    try family.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(metric, forKey: .metric)
    try fields.encode(from, forKey: .from)
    try fields.encode(to, forKey: .to)
    try fields.encode(items, forKey: .items)
  }
}
