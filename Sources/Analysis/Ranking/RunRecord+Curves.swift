public import RunRecords

extension RunRecord {
  /// Returns the record with the curves and crossovers that its cases show.
  ///
  /// What the record held of both is replaced: older versions judged by another rule. A crossover
  /// of several storages stands there once for each pair, at the size from which on it holds.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases.
  public func withCurves() -> RunRecord {
    var record = self
    record.curves = Curve.all(through: cases) { machine(of: $0).hostKey }
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
