import Statistics

extension RunRecord {
  /// The record with its curves and crossovers, computed from its cases.
  ///
  /// - Returns: The same record; `curves` and `crossovers` are replaced.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public func withCurves() -> RunRecord {
    var record = self
    let families = Dictionary(grouping: cases.filter { $0.status == .ok }, by: \.familyWithoutSize)
    let names = families.keys.sorted()
    record.curves = names.flatMap { Curve.curves(of: $0, through: families[$0] ?? []) }
    record.crossovers = names.flatMap { Crossover.crossovers(of: $0, in: families[$0] ?? []) }
    return record
  }
}

extension CaseRecord {
  /// Suite, scenario, data and payload: what a curve's points share beside their storage.
  fileprivate var familyWithoutSize: String {
    "\(suite)/\(params.scenario)/data=\(params.data)/payload=\(params.payload)"
  }

  /// The CPU time of one operation, in nanoseconds; nil where it was not measured.
  fileprivate var cpuTime: MetricRecord? {
    metric(TimeMetric.cpu.rawValue).flatMap { $0.median == nil ? nil : $0 }
  }

  /// The least and the most of the launches' medians; nil with a single launch.
  fileprivate var launchRange: ClosedRange<Double>? {
    guard let launches = cpuTime?.launches, launches.count > 1, let least = launches.min(),
      let most = launches.max()
    else { return nil }
    return least...most
  }
}

extension Curve {
  /// How the CPU time of each storage grows: one curve for each that has two sizes.
  fileprivate static func curves(of family: String, through cases: [CaseRecord]) -> [Curve] {
    let storages = Dictionary(grouping: cases, by: \.params.storage)
    return storages.sorted { $0.key < $1.key }.compactMap { storage, cases in
      let points = cases.compactMap { result -> Point? in
        guard let value = result.cpuTime?.median else { return nil }
        let range = result.launchRange
        return Point(
          items: result.params.items, value: value,
          ci: range.map { [$0.lowerBound, $0.upperBound] }
        )
      }.sorted { $0.items < $1.items }
      guard points.count > 1 else { return nil }
      return Curve(
        family: family, metric: TimeMetric.cpu.rawValue, storage: storage, points: points,
        exponent: exponent(of: points))
    }
  }

  /// The power law through the points; nil where a time of 0 or a single size allows none.
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

extension Crossover {
  /// The sizes from which on another strategy takes the least CPU time.
  ///
  /// The strategies that are the best, or lie within the spread of it, share the first place; a
  /// crossover is where none of those that held it up to there holds it still. One that was not
  /// measured at a size is not overtaken there, and single launches have no spread to tell by.
  fileprivate static func crossovers(of family: String, in cases: [CaseRecord]) -> [Crossover] {
    let strategies = cases.filter { $0.params.role == "strategy" && $0.launchRange != nil }
    let sizes = Dictionary(grouping: strategies, by: \.params.items).sorted { $0.key < $1.key }
    var crossovers: [Crossover] = []
    var holders: Set<String> = []
    for (items, rivals) in sizes where rivals.count > 1 {
      guard let fastest = rivals.min(by: { $0.time < $1.time }) else { continue }
      let best = Set(rivals.filter { !fastest.isFaster(than: $0) }.map(\.params.storage))
      let overtaken = holders.intersection(rivals.map(\.params.storage))
      if holders.isDisjoint(with: best), let from = overtaken.min() {
        crossovers.append(
          Crossover(
            family: family, metric: TimeMetric.cpu.rawValue, from: from,
            to: fastest.params.storage, items: items))
      }
      holders = holders.isDisjoint(with: best) ? best : holders.intersection(best)
    }
    return crossovers
  }
}

extension CaseRecord {
  fileprivate var time: Double { cpuTime?.median ?? .infinity }

  /// Whether this case's CPU time is below the other's by more than half of both launches' ranges
  /// and more than 1 %.
  fileprivate func isFaster(than other: CaseRecord) -> Bool {
    let halves = [launchRange, other.launchRange].compactMap { $0 }
      .map { ($0.upperBound - $0.lowerBound) / 2 }
    return other.time - time > max(halves.reduce(0, +), 0.01 * time)
  }
}
