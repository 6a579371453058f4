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
    let ratio = DisplayFormat.ratio(second.ratio / first.ratio)
    let alike = largest.best.filter { $0 != first.name && $0 != second.name }
    var lines = [
      "Take \(first.name) at \(items) items: \(measure.display(figure)) a frame.",
      "The runner-up is \(second.name) with \(ratio) the \(measure.noun)"
        + remark(on: second.name, in: largest.standings),
    ]
    if !alike.isEmpty {
      let verb = alike.count == 1 ? "is" : "are"
      lines.append("\(alike.joined(separator: ", ")) \(verb) as fast, within the noise.")
    }
    return lines + [flip(series, at: largest, first.name)]
  }

  /// Says how sure it is that the runner-up is behind.
  private static func remark(on storage: String, in standings: Standings) -> String {
    switch standings.outcome {
    case .cannotTell(let reason): "; whether that is noise cannot be told: \(reason)."
    case .tie(let names) where names.contains(storage): ", which is too little to tell them apart."
    case .winner, .tie, .uncontested: "."
    }
  }

  /// Says from which size on the recommended storage is ahead.
  private static func flip(
    _ series: Ranking.Series, at largest: Ranking.Size, _ recommended: String
  ) -> String {
    let below = series.sizes.filter { $0.items < largest.items && $0.measured.count > 1 }
    guard let smallest = below.first else { return "No other size was measured." }
    guard below.contains(where: { !$0.best.isEmpty }) else {
      return "Whether it flips at smaller sizes, single launches cannot tell."
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
