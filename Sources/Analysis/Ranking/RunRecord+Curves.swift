public import RunRecords
import Statistics

extension RunRecord {
  /// Returns the record with the curves and crossovers that its cases show.
  ///
  /// What the record held of both is replaced: older versions judged by another rule. A crossover
  /// of several storages stands there once for each pair, at the size from which on it holds.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public func withCurves() -> RunRecord {
    var record = self
    let families = Dictionary(
      grouping: cases.filter { $0.status == .ok }, by: \.familyWithoutSize)
    record.curves = families.keys.sorted().flatMap {
      Curve.curves(of: $0, through: families[$0] ?? [])
    }
    record.crossovers = Ranking(self).families.flatMap { family in
      family.series.flatMap { series in
        series.crossovers.flatMap { Crossover.pairs(of: $0, in: family, series) }
      }
    }
    return record
  }
}

extension Crossover {
  /// The pairs of a storage that is overtaken and one that overtakes it.
  fileprivate static func pairs(
    of crossover: SizeCrossover, in family: Ranking.Family, _ series: Ranking.Series
  ) -> [Crossover] {
    crossover.overtaken.flatMap { from in
      crossover.overtaking.map { to in
        Crossover(
          family: family.curveFamily(of: series), metric: family.measure.rawValue, from: from,
          to: to, items: crossover.upperItems)
      }
    }
  }
}

extension CaseRecord {
  /// Suite, scenario, data and payload: what a curve's points share beside their storage.
  fileprivate var familyWithoutSize: String {
    "\(suite)/\(params.scenario)/data=\(params.data)/payload=\(params.payload)"
  }
}

extension Curve {
  /// Draws one curve for each storage whose CPU time is known at two sizes.
  fileprivate static func curves(of family: String, through cases: [CaseRecord]) -> [Curve] {
    let storages = Dictionary(grouping: cases, by: \.params.storage)
    return storages.sorted { $0.key < $1.key }.compactMap { storage, cases in
      let points = cases.compactMap(Point.init).sorted { $0.items < $1.items }
      guard points.count > 1 else { return nil }
      return Curve(
        family: family, metric: TimeMetric.cpu.rawValue, storage: storage, points: points,
        exponent: exponent(of: points))
    }
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
