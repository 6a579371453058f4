public import RunRecords

/// What a run of one workload recommends: the storage that is fastest at the largest size, the one
/// behind it, and where that turns round.
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
    let family = RunReport(record).families.first { $0.scenario == scenario }
    guard let family else { return nil }
    let paragraphs = family.series.compactMap { series in
      lines(series, family.measure).map { lines in
        ["\(workload), data \(series.data):"] + lines.map { "  " + $0 }
      }
    }
    guard !paragraphs.isEmpty else { return nil }
    return paragraphs.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private static func lines(_ series: SeriesComparison, _ measure: Measure) -> [String]? {
    guard let largest = series.sizes.last(where: { $0.measured.count > 1 }) else { return nil }
    let ranking = ranking(largest)
    let (first, second) = (ranking[0], ranking[1])
    let items = DisplayFormat.items(largest.items)
    let ratio = DisplayFormat.ratio(second.value / first.value)
    let alike = largest.best.filter { $0 != first.storage && $0 != second.storage }
    let isAlike = largest.best.contains(second.storage)
    var lines = [
      "Take \(first.storage) at \(items) items: \(measure.display(first.value)) a frame.",
      "The runner-up is \(second.storage) with \(ratio) the \(measure.noun)"
        + (largest.best.isEmpty
          ? "; a single launch cannot tell whether that is noise."
          : isAlike ? ", which is too little to tell them apart." : "."),
    ]
    if !alike.isEmpty {
      lines.append("Nor can these be told from it: \(alike.joined(separator: ", ")).")
    }
    return lines + [flip(series, from: largest, first.storage)]
  }

  /// From which size on the recommended one is ahead, by the spread of the launches: others are not
  /// said to be ahead where they may as well not be.
  private static func flip(
    _ series: SeriesComparison, from largest: SizeComparison, _ recommended: String
  ) -> String {
    let below = series.sizes.filter { $0.items < largest.items && $0.measured.count > 1 }
    guard let smallest = below.first else { return "No other size was measured." }
    let decided = below.filter { !$0.best.isEmpty }
    guard !decided.isEmpty else {
      return "Whether it flips at smaller sizes, single launches cannot tell."
    }
    var next = largest
    for size in decided.reversed() {
      guard size.best.contains(recommended) else {
        let (lower, upper) = (DisplayFormat.items(size.items), DisplayFormat.items(next.items))
        let ahead = ranking(size).map(\.storage).filter(size.best.contains)
        return "It flips between \(lower) and \(upper) items: below, "
          + "\(ahead.joined(separator: ", ")) \(ahead.count == 1 ? "is" : "are") ahead."
      }
      next = size
    }
    let (lower, upper) = (
      DisplayFormat.items(smallest.items), DisplayFormat.items(largest.items)
    )
    return "It does not flip: no other is ahead from \(lower) to \(upper) items."
  }

  private static func ranking(_ size: SizeComparison) -> [(storage: String, value: Double)] {
    size.measured.compactMap { entry in entry.reading.value.map { (entry.storage, $0) } }
      .sorted { $0.value < $1.value }
  }
}
