import Statistics

/// The growth of one metric of a scenario family with the number of items.
public struct Curve: Codable, Hashable, Sendable {
  /// The scenario with suite, data and payload, without storage and size.
  public var family: String
  /// The metric's name.
  public var metric: String
  /// The storage measured.
  public var storage: String
  /// By ascending number of items.
  public var points: [Point]
  /// The power of the number of items that the metric follows; nil with too few points.
  public var exponent: Exponent?

  /// The metric at one size.
  public struct Point: Codable, Hashable, Sendable {
    /// The number of items.
    public var items: Int
    /// The metric, in its own unit.
    public var value: Double
    /// The lower and the upper bound of its interval, in its own unit.
    public var ci: [Double]?
  }

  /// The *k* of a fit by *c*·items^*k*.
  public struct Exponent: Codable, Hashable, Sendable {
    /// The estimate; a pure number.
    public var value: Double
    /// The lower and the upper bound of its 95 % interval.
    public var ci: [Double]?
  }
}

extension Curve {
  /// Draws a curve for each family and storage whose CPU time `cases` know at two sizes.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package static func all(through cases: [CaseRecord]) -> [Curve] {
    let families = Dictionary(grouping: cases.filter { $0.status == .ok }, by: \.familyWithoutSize)
    var curves: [Curve] = []
    for (family, cases) in families.sorted(by: { $0.key < $1.key }) {
      let storages = Dictionary(grouping: cases, by: \.params.storage)
      for (storage, cases) in storages.sorted(by: { $0.key < $1.key }) {
        let points = cases.compactMap(Point.init).sorted { $0.items < $1.items }
        guard points.count > 1 else { continue }
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
    return Exponent(
      value: fit.exponent, ci: interval.map { [$0.lowerBound, $0.upperBound] })
  }
}

extension Curve.Point {
  /// The CPU time of `result`, from the fastest launch to the slowest; nil where it is not known.
  fileprivate init?(_ result: CaseRecord) {
    guard let time = result.metric(TimeMetric.cpu.rawValue), let value = time.median else {
      return nil
    }
    let launches = time.launches ?? []
    self.init(
      items: result.params.items, value: value,
      ci: launches.count > 1 ? [launches.min() ?? value, launches.max() ?? value] : nil)
  }
}

extension CaseRecord {
  /// Suite, scenario, data and payload: what a curve's points share beside their storage.
  fileprivate var familyWithoutSize: String {
    "\(suite)/\(params.scenario)/data=\(params.data)/payload=\(params.payload)"
  }
}

/// A size from which on another storage is the best.
///
/// Records of older versions hold crossovers that other rules found: reports compute them again.
public struct Crossover: Codable, Hashable, Sendable {
  /// The scenario with suite, data and payload, without storage and size.
  public var family: String
  /// The metric's name.
  public var metric: String
  /// The storage that is best below `items`.
  public var from: String
  /// The storage that is best from `items` on.
  public var to: String
  /// The smallest measured number of items at which `to` is the best.
  public var items: Int

  /// States a crossover.
  public init(family: String, metric: String, from: String, to: String, items: Int) {
    (self.family, self.metric) = (family, metric)
    (self.from, self.to) = (from, to)
    self.items = items
  }
}
