extension FamilyComparison {
  /// Which storage, up to which size: one sentence for the whole family.
  ///
  /// Datasets that lead to the same choice are not told apart.
  package var sentence: String {
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
    return "\(scenario): \(clauses.joined(separator: "; "))."
  }

  /// `nested up to 100k items, btree beyond`.
  private func choice(for series: SeriesComparison) -> String {
    let recommendations = series.recommendations
    guard let first = recommendations.first else { return undecided(series) }
    if recommendations.count == 1 {
      let where_ =
        first.smallestItems == first.largestItems
        ? "at \(DisplayFormat.items(first.smallestItems)) items" : "at every size"
      if first.storages == series.strategies {
        return "no difference between \(listed(first.storages, "and")) \(where_)"
      }
      return "\(listed(first.storages, "or")) \(where_)"
    }
    let parts = recommendations.enumerated().map { index, recommendation in
      let storages = listed(recommendation.storages, "or")
      if index == recommendations.count - 1 { return "\(storages) beyond" }
      let items = DisplayFormat.items(recommendation.largestItems)
      return "\(storages) up to \(items)" + (index == 0 ? " items" : "")
    }
    return parts.joined(separator: ", ")
  }

  private func undecided(_ series: SeriesComparison) -> String {
    if series.strategies.isEmpty { return "only floors were measured" }
    if series.sizes.contains(where: { $0.outcome == .undecided }) {
      return "no winner is named, a single launch has no spread"
    }
    let measured = Set(series.sizes.flatMap(\.measured).map(\.storage))
    guard let only = measured.sorted().first else { return "nothing was measured" }
    return measured.count == 1
      ? "only \(only) was measured" : "no two storages were measured at one size"
  }

  /// `flat takes 450× the time at 1M`, of the series where it is most.
  private var lagClause: String? {
    let lags = series.compactMap { series in
      series.lag.map { (ratio: $0.ratio, text: text(of: $0), name: name(of: series)) }
    }
    guard let most = lags.max(by: { $0.ratio < $1.ratio }) else { return nil }
    let isEverywhere = lags.count == series.count && Set(lags.map(\.text)).count == 1
    return isEverywhere ? most.text : "\(most.text) (\(most.name))"
  }

  private func text(of lag: SeriesComparison.Lag) -> String {
    "\(lag.storage) takes \(DisplayFormat.ratio(lag.ratio)) the \(measure.noun) at "
      + DisplayFormat.items(lag.items)
  }

  /// `not measured: nested at 100k and 1M`.
  private var gapClause: String? {
    let gaps = series.flatMap(\.gaps)
    let texts = strategies.compactMap { storage -> String? in
      let sizes = Set(gaps.filter { $0.storage == storage }.map(\.items)).sorted()
      guard !sizes.isEmpty else { return nil }
      return "\(storage) at \(listed(sizes.map(DisplayFormat.items), "and"))"
    }
    return texts.isEmpty ? nil : "not measured: \(texts.joined(separator: "; "))"
  }
}

/// `nested, flat or btree`.
private func listed(_ names: [String], _ conjunction: String) -> String {
  guard let last = names.last, names.count > 1 else { return names.joined() }
  return names.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
}
