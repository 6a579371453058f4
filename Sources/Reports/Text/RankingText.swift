package import Analysis

extension Ranking.Family {
  /// The advice on `families`, a sentence each; those with the same advice share one, and one in
  /// which a single storage was measured has none.
  static func sentences(of families: [Ranking.Family]) -> [String] {
    var advice: [(text: String, scenarios: [String])] = []
    for family in families where !family.hasOneStorage {
      let text = family.advice
      if let index = advice.firstIndex(where: { $0.text == text }) {
        advice[index].scenarios.append(family.scenario)
      } else {
        advice.append((text, [family.scenario]))
      }
    }
    return advice.map { "\(listed($0.scenarios, "and")): \($0.text)." }
  }

  private var hasOneStorage: Bool {
    series.allSatisfy { $0.standingReason == nil && $0.measuredNames.count == 1 }
  }

  /// The advice on the whole family in one sentence: a storage, and the sizes up to which it is
  /// best.
  package var sentence: String { "\(scenario): \(advice)." }

  /// The advice without the scenario; datasets that lead to the same choice are not told apart.
  var advice: String {
    var advice: [(choice: String, names: [String])] = []
    for series in series {
      let choice = choice(for: series)
      if let index = advice.firstIndex(where: { $0.choice == choice }) {
        advice[index].names.append(name(of: series))
      } else {
        advice.append((choice, [name(of: series)]))
      }
    }
    var clauses = advice.map { choice, names in
      advice.count == 1 ? choice : "on \(names.joined(separator: " and ")) \(choice)"
    }
    clauses += [lagClause, gapClause].compactMap(\.self)
    return clauses.joined(separator: "; ")
  }

  /// `nested up to 100k items, btree beyond`.
  private func choice(for series: Ranking.Series) -> String {
    let ranges = series.bestRanges
    guard let first = ranges.first else { return undecided(series) }
    if ranges.count == 1 {
      let place = Self.place(of: first, in: series)
      return first.names == series.strategies
        ? "no difference between \(listed(first.names, "and")) \(place)"
        : "\(listed(first.names, "or")) \(place)"
    }
    let parts = ranges.enumerated().map { index, range in
      let storages = listed(range.names, "or")
      if index == ranges.count - 1 { return "\(storages) beyond" }
      let items = DisplayFormat.items(range.largestItems)
      return "\(storages) up to \(items)" + (index == 0 ? " items" : "")
    }
    return parts.joined(separator: ", ")
  }

  /// `at every size`, `up to 1M items`
  private static func place(of range: BestRange, in series: Ranking.Series) -> String {
    let sizes = series.sizes.filter { !$0.measured.isEmpty }.map(\.items)
    let (smallest, largest) = (range.smallestItems, range.largestItems)
    if smallest == largest { return "at \(DisplayFormat.items(smallest)) items" }
    switch (smallest == sizes.first, largest == sizes.last) {
    case (true, true): return "at every size"
    case (true, false): return "up to \(DisplayFormat.items(largest)) items"
    case (false, true): return "from \(DisplayFormat.items(smallest)) items"
    case (false, false):
      return "from \(DisplayFormat.items(smallest)) to \(DisplayFormat.items(largest)) items"
    }
  }

  private func undecided(_ series: Ranking.Series) -> String {
    if series.strategies.isEmpty { return "only floors were measured" }
    if let reason = series.standingReason {
      return "no winner is named: \(reason)"
    }
    let measured = series.measuredNames
    guard let only = measured.sorted().first else { return "nothing was measured" }
    return measured.count == 1
      ? "only \(only) was measured" : "no two storages were measured at one size"
  }

  /// `flat takes 450× the time at 1M`, of the series where it is most.
  private var lagClause: String? {
    let lags = series.compactMap { series in
      series.lag.map { factor, items in
        (ratio: factor.ratio, text: text(of: factor, at: items), name: name(of: series))
      }
    }
    guard let most = lags.max(by: { $0.ratio < $1.ratio }) else { return nil }
    let isEverywhere = lags.count == series.count && Set(lags.map(\.text)).count == 1
    return isEverywhere ? most.text : "\(most.text) (\(most.name))"
  }

  private func text(of factor: Standings.Factor, at items: Int) -> String {
    "\(factor.name) takes \(DisplayFormat.ratio(factor.ratio)) the \(measure.noun) at "
      + DisplayFormat.items(items)
  }

  /// `not measured: nested at 100k and 1M; not judged at 1M: flat has a single launch`.
  private var gapClause: String? {
    let gaps = series.flatMap(\.gaps)
    func sizes(_ isMeant: (Ranking.Gap) -> Bool) -> String? {
      let sizes = Set(gaps.filter(isMeant).map(\.items)).sorted().map(DisplayFormat.items)
      return sizes.isEmpty ? nil : listed(sizes, "and")
    }
    let missing = strategies.compactMap { storage in
      sizes { $0.storage == storage && $0.reason == nil }.map { "\(storage) at \($0)" }
    }
    let excluded = Set(gaps.compactMap(\.reason)).sorted().compactMap { reason in
      sizes { $0.reason == reason }.map { "not judged at \($0): \(reason)" }
    }
    let clauses =
      (missing.isEmpty ? [] : ["not measured: \(missing.joined(separator: "; "))"]) + excluded
    return clauses.isEmpty ? nil : clauses.joined(separator: "; ")
  }
}

extension Ranking.Series {
  /// The first reason for which no winner is named.
  fileprivate var standingReason: String? { sizes.lazy.compactMap(\.standings.reason).first }

  fileprivate var measuredNames: Set<String> { Set(sizes.flatMap(\.measured).map(\.storage)) }
}

/// `nested, flat or btree`.
func listed(_ names: [String], _ conjunction: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.joined() }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}

extension SizeCrossover {
  /// `btree overtakes flat between 10k and 100k items`, and the sizes that do not tell.
  package var sentence: String {
    let verb = overtaking.count == 1 ? "overtakes" : "overtake"
    let undecided = undecidedItems.map(DisplayFormat.items)
    return "\(listed(overtaking, "and")) \(verb) \(listed(overtaken, "and")) between "
      + "\(DisplayFormat.items(lowerItems)) and \(DisplayFormat.items(upperItems)) items"
      + (undecided.isEmpty
        ? "" : "; at \(listed(undecided, "and")) the launches do not tell them apart")
  }
}

extension Standings.Factor {
  /// `1.80× (1.75 to 1.86)`.
  package var text: String {
    let bounds = interval.map {
      " (\(DisplayFormat.significant($0.lowerBound)) to "
        + "\(DisplayFormat.significant($0.upperBound)))"
    }
    return DisplayFormat.ratio(ratio) + (bounds ?? "")
  }
}

extension Measure {
  /// Returns the figure as people read it.
  package func display(_ value: Double) -> String {
    switch self {
    case .cpuTime: DisplayFormat.duration(nanoseconds: value)
    case .liveBytes, .peakLiveBytes, .allocatedBytes: DisplayFormat.bytes(value)
    case .allocations, .lateFrames: DisplayFormat.count(value)
    }
  }

  /// The title of a table with such figures.
  package var title: String {
    switch self {
    case .cpuTime: "CPU time per operation"
    case .liveBytes: "live bytes per item"
    case .peakLiveBytes: "peak live bytes per item"
    case .allocatedBytes: "allocated bytes per operation"
    case .allocations: "allocations per operation"
    case .lateFrames: "late frames at 120 Hz"
    }
  }

  /// The thing that one storage takes more of than another.
  package var noun: String {
    switch self {
    case .cpuTime: "time"
    case .liveBytes, .peakLiveBytes, .allocatedBytes: "bytes"
    case .allocations: "allocations"
    case .lateFrames: "late frames"
    }
  }

  /// The word for having least of it.
  package var superlative: String {
    switch self {
    case .cpuTime: "fastest"
    case .liveBytes, .peakLiveBytes, .allocatedBytes: "smallest"
    case .allocations, .lateFrames: "fewest"
    }
  }
}
