package import RunRecords

/// A case on two kinds of machine: its CPU time over that of the floor of its scenario, on each.
///
/// Times of two machines do not compare. How far each is from what the machine could do at best does,
/// roughly: caches and clocks differ, so it is shown, and nothing is judged by it.
package struct FloorRatios: Hashable, Sendable {
  package let baseline: CaseRecord
  package let candidate: CaseRecord
  /// The CPU time over the floor's where the baseline was measured.
  package let before: Double
  /// The CPU time over the floor's where the candidate was measured.
  package let after: Double

  /// The pairs of `comparison` that different kinds of machine measured and that have a floor on both
  /// sides, the greatest difference first.
  ///
  /// - Parameter comparison: Two records.
  /// - Returns: The pairs; none where times compare.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package static func all(of comparison: RecordComparison) -> [FloorRatios] {
    guard !comparison.options.ignoresHosts else { return [] }
    let others = comparison.cases.filter { pair in
      comparison.hostKeyDifference != nil || comparison.casesOfOtherHosts.contains(pair.id)
    }
    guard !others.isEmpty else { return [] }
    let before = floorRatios(in: comparison.baseline)
    let after = floorRatios(in: comparison.candidate)
    return others.compactMap { pair -> FloorRatios? in
      guard pair.verdict == .compared, let before = before[pair.id], let after = after[pair.id]
      else { return nil }
      return FloorRatios(
        baseline: pair.baseline, candidate: pair.candidate, before: before, after: after)
    }.sorted { (left: FloorRatios, right: FloorRatios) in
      (right.distance, left.candidate.id) < (left.distance, right.candidate.id)
    }
  }

  /// The greater of the two ratios over the smaller one.
  private var distance: Double { max(after / before, before / after) }

  /// The CPU times of all strategies over those of their floors, by case.
  private static func floorRatios(in record: RunRecord) -> [String: Double] {
    var ratios: [String: Double] = [:]
    for family in Ranking(record).families where family.measure == .cpuTime {
      for entry in family.series.flatMap(\.sizes).flatMap(\.strategies) {
        guard let ratio = entry.floorRatio, ratio > 0, ratio.isFinite else { continue }
        ratios[entry.record.id] = ratio
      }
    }
    return ratios
  }
}
