/// The storages side by side on one dataset and item shape, from the smallest size to the largest.
package struct SeriesComparison: Hashable, Sendable {
  /// The storages to take for a range of measured sizes.
  ///
  /// Each of them is best, or the same as the best, at every size of the range.
  package struct Recommendation: Hashable, Sendable {
    package var storages: [String]
    package var smallestItems: Int
    package var largestItems: Int

    package init(storages: [String], smallestItems: Int, largestItems: Int) {
      self.storages = storages
      self.smallestItems = smallestItems
      self.largestItems = largestItems
    }
  }

  /// Where one storage stops being best and another is faster than it.
  package struct Crossover: Hashable, Sendable {
    package var overtaken: [String]
    package var overtaking: [String]
    /// The largest measured size at which `overtaken` is still best.
    package var lowerItems: Int
    /// The next measured size, at which `overtaking` beats it.
    package var upperItems: Int

    package init(overtaken: [String], overtaking: [String], lowerItems: Int, upperItems: Int) {
      self.overtaken = overtaken
      self.overtaking = overtaking
      self.lowerItems = lowerItems
      self.upperItems = upperItems
    }

    /// `btree overtakes flat between 10k and 100k items`.
    package var sentence: String {
      let verb = overtaking.count == 1 ? "overtakes" : "overtake"
      let lower = DisplayFormat.items(lowerItems)
      let upper = DisplayFormat.items(upperItems)
      return "\(overtaking.joined(separator: " and ")) \(verb) "
        + "\(overtaken.joined(separator: " and ")) between \(lower) and \(upper) items"
    }
  }

  /// How far the slowest strategy lies behind the best at the largest size.
  package struct Lag: Hashable, Sendable {
    package var storage: String
    package var ratio: Double
    package var items: Int

    package init(storage: String, ratio: Double, items: Int) {
      self.storage = storage
      self.ratio = ratio
      self.items = items
    }
  }

  package var data: String
  package var payload: String
  /// By size, ascending.
  package var sizes: [SizeComparison]

  package init(data: String, payload: String, sizes: [SizeComparison]) {
    self.data = data
    self.payload = payload
    self.sizes = sizes
  }

  /// Every strategy that occurs, in the order of the table.
  package var strategies: [String] { distinct(sizes.map(\.strategies)) }

  /// Every floor that occurs, in the order of the table.
  package var floors: [String] { distinct(sizes.map(\.floors)) }

  /// The fewest changes of storage that are nowhere worse than the best by more than the spread.
  ///
  /// - Complexity: O(sizes · strategies): a range grows while some storage is best all through.
  package var recommendations: [Recommendation] {
    var recommendations: [Recommendation] = []
    for size in sizes where !size.best.isEmpty {
      if var last = recommendations.last {
        let common = last.storages.filter(size.best.contains)
        if !common.isEmpty {
          last.storages = common
          last.largestItems = size.items
          recommendations[recommendations.count - 1] = last
          continue
        }
      }
      recommendations.append(
        Recommendation(
          storages: size.best, smallestItems: size.items, largestItems: size.items))
    }
    return recommendations
  }

  /// Where the recommendation changes because one storage beats another.
  ///
  /// A change because a storage was not measured at the next size is none.
  package var crossovers: [Crossover] {
    zip(recommendations, recommendations.dropFirst()).compactMap { lower, upper in
      let overtaken = lower.storages.filter { isMeasured($0, at: upper.smallestItems) }
      let overtaking = upper.storages.filter { isMeasured($0, at: lower.largestItems) }
      guard !overtaken.isEmpty, !overtaking.isEmpty else { return nil }
      return Crossover(
        overtaken: overtaken, overtaking: overtaking, lowerItems: lower.largestItems,
        upperItems: upper.smallestItems)
    }
  }

  /// The slowest strategy at the largest decided size; nil where all are the same there.
  package var lag: Lag? {
    guard let size = sizes.last(where: { !$0.best.isEmpty }),
      let best = size.measured.compactMap(\.reading.value).min(), best > 0,
      let worst = size.measured.max(by: { ($0.reading.value ?? 0) < ($1.reading.value ?? 0) }),
      let value = worst.reading.value, !size.best.contains(worst.storage)
    else { return nil }
    return Lag(storage: worst.storage, ratio: value / best, items: size.items)
  }

  /// Strategies without a figure at a size where others have one.
  package var gaps: [(storage: String, items: Int)] {
    sizes.flatMap { size in
      size.measured.isEmpty
        ? []
        : strategies.filter { !isMeasured($0, at: size.items) }.map { ($0, size.items) }
    }
  }

  private func isMeasured(_ storage: String, at items: Int) -> Bool {
    sizes.contains { $0.items == items && $0.measured.contains { $0.storage == storage } }
  }
}

/// The storages of `entries`, each once, in the order of the table.
private func distinct(_ entries: [[SizeComparison.Entry]]) -> [String] {
  Set(entries.joined().map(\.storage)).sorted { StorageOrder($0) < StorageOrder($1) }
}
