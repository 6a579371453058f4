import Analysis
public import RunRecords

/// The recommendation of a run of one workload: the storage that is fastest at the largest size, its
/// runner-up, and the size at which they change places.
public enum WorkloadAdvice {
  /// The recommendation, a sentence a line and without a newline at its end; nil where the record
  /// has no figures of two storages at one size.
  ///
  /// - Parameters:
  ///   - workload: What the user calls it.
  ///   - scenario: The scenario that measures it.
  ///   - record: The run.
  /// - Returns: One paragraph for each dataset.
  public static func render(
    for workload: String, scenario: String, in record: RunRecord
  ) -> String? {
    let family = Ranking(record).families.first { $0.scenario == scenario }
    guard let family else { return nil }
    let paragraphs = family.series.compactMap { series in
      lines(series, family.measure).map { lines in
        ["\(workload), data \(series.data):"] + lines.map { "  " + $0 }
      }
    }
    guard !paragraphs.isEmpty else { return nil }
    return paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func lines(_ series: Ranking.Series, _ measure: Measure) -> [String]? {
    guard let largest = series.sizes.last(where: { $0.measured.count > 1 }) else { return nil }
    let factors = largest.standings.factors
    // Of several that nothing beats, the one that is best over the widest range of sizes.
    let lasting = series.bestRanges.last?.names ?? []
    let first = factors.first { lasting.contains($0.name) } ?? factors[0]
    guard let second = factors.first(where: { $0.name != first.name }),
      let figure = largest.entry(of: first.name)?.reading.value
    else { return nil }
    let items = DisplayFormat.items(largest.items)
    let alike = largest.best.filter { $0 != first.name && $0 != second.name }
    var lines = [
      "Take \(first.name) at \(items) items: \(measure.display(figure)) a frame.",
      rival(second, of: first, measure, in: largest.standings),
    ]
    if !alike.isEmpty {
      let verb = alike.count == 1 ? "is" : "are"
      lines.append("\(alike.joined(separator: ", ")) \(verb) as fast, within the noise.")
    }
    return lines + [flip(series, at: largest, first.name)]
  }

  /// Says how far the runner-up is behind, and how sure that is.
  private static func rival(
    _ rival: Standings.Factor, of first: Standings.Factor, _ measure: Measure,
    in standings: Standings
  ) -> String {
    // Both may be infinitely far from a best of 0.
    let ratio = rival.ratio == first.ratio ? 1 : rival.ratio / first.ratio
    let share = "\(DisplayFormat.ratio(ratio)) the \(measure.noun)"
    let finding =
      ratio < 1
      ? "\(rival.name) has \(share) here" : "The runner-up is \(rival.name) with \(share)"
    return switch standings.standing(of: rival.name) {
    case .undecided(let reason): "\(finding); whether that is noise cannot be told: \(reason)."
    case .tied where ratio < 1:
      "\(finding), which is too little to tell them apart; \(first.name) is among the best at more "
        + "sizes."
    case .tied: "\(finding), which is too little to tell them apart."
    case .winner, .beaten, nil: "\(finding)."
    }
  }

  /// Says from which size on the recommended storage is ahead.
  private static func flip(
    _ series: Ranking.Series, at largest: Ranking.Size, _ recommended: String
  ) -> String {
    let below = series.sizes.filter { $0.items < largest.items && $0.measured.count > 1 }
    guard let smallest = below.first else { return "No other size was measured." }
    guard below.contains(where: { !$0.best.isEmpty }) else {
      let reason = below.reversed().lazy.compactMap(\.standings.reason).first
      return "Whether it flips at smaller sizes cannot be told\(reason.map { ": \($0)" } ?? "")."
    }
    if let crossover = series.crossovers.last(where: { $0.overtaking.contains(recommended) }) {
      let (lower, upper) = (crossover.lowerItems, crossover.upperItems)
      return "It flips between \(DisplayFormat.items(lower)) and \(DisplayFormat.items(upper)) "
        + "items: below, \(crossover.overtaken.joined(separator: ", ")) "
        + "\(crossover.overtaken.count == 1 ? "is" : "are") ahead."
    }
    return "It does not flip: no other is ahead from \(DisplayFormat.items(smallest.items)) to "
      + "\(DisplayFormat.items(largest.items)) items."
  }
}
