import RunRecords
import Statistics

/// A size from which on another variant is better.
package struct VariantCrossover: Hashable, Sendable {
  /// What is better below.
  package var overtaken: String
  /// What is better above.
  package var overtaking: String
  /// The largest measured size at which `overtaken` is better.
  package var lowerItems: Int
  /// The smallest measured size above, at which `overtaking` is.
  package var upperItems: Int
  /// Measured sizes between, at which the intervals do not tell.
  package var undecidedItems: [Int]
  /// Whether both verdicts are there; else only the ratio passes 1, which may be noise.
  package var isClaimed: Bool

  package init(
    overtaken: String, overtaking: String, lowerItems: Int, upperItems: Int,
    undecidedItems: [Int], isClaimed: Bool
  ) {
    self.overtaken = overtaken
    self.overtaking = overtaking
    self.lowerItems = lowerItems
    self.upperItems = upperItems
    self.undecidedItems = undecidedItems
    self.isClaimed = isClaimed
  }

  /// `btree overtakes flat between 10k and 100k items`, or why that is not said.
  package var sentence: String {
    let between =
      "between \(DisplayFormat.items(lowerItems)) and \(DisplayFormat.items(upperItems)) items"
    guard isClaimed else {
      return
        "\(overtaking) may overtake \(overtaken) \(between): the ratio passes 1 there, and the "
        + "intervals do not tell"
    }
    let undecided = undecidedItems.map { DisplayFormat.items($0) }.joined(separator: ", ")
    return "\(overtaking) overtakes \(overtaken) \(between)"
      + (undecided.isEmpty ? "" : "; at \(undecided) the intervals do not tell")
  }
}

extension VariantComparison.Series {
  /// Where `variant` and `base` change places, by size.
  ///
  /// A crossover is claimed between two sizes at which the verdicts are opposite, with no other
  /// verdict between. Where only the ratio passes 1, it is one that may be; ratios that pass it
  /// back and forth make one, from the first such size to the last.
  ///
  /// - Complexity: O(sizes²).
  package func crossovers(of variant: String, and base: String) -> [VariantCrossover] {
    let points = sizes.compactMap { size -> Point? in
      guard let comparison = size.comparisons[variant], let verdict = comparison.verdict,
        let ratio = comparison.ratio
      else { return nil }
      let isBetter = comparison.better == .lower ? ratio < 1 : ratio > 1
      return Point(items: size.items, verdict: verdict, isBetter: isBetter)
    }
    let decided = points.filter { $0.verdict == .improved || $0.verdict == .regressed }
    let claimed = zip(decided, decided.dropFirst()).filter { $0.verdict != $1.verdict }
      .map { lower, upper in
        let between = points.filter { lower.items < $0.items && $0.items < upper.items }
        return VariantCrossover(
          overtaken: lower.verdict == .improved ? variant : base,
          overtaking: upper.verdict == .improved ? variant : base, lowerItems: lower.items,
          upperItems: upper.items,
          undecidedItems: between.filter { $0.verdict == .inconclusive }.map(\.items),
          isClaimed: true)
      }
    let passing = zip(points, points.dropFirst()).filter { lower, upper in
      lower.isBetter != upper.isBetter
        && (lower.verdict == .inconclusive || upper.verdict == .inconclusive)
        && !claimed.contains { $0.lowerItems <= lower.items && upper.items <= $0.upperItems }
    }
    guard let first = passing.first?.0, let last = passing.last?.1,
      first.isBetter != last.isBetter
    else { return claimed }
    let possible = VariantCrossover(
      overtaken: first.isBetter ? variant : base, overtaking: last.isBetter ? variant : base,
      lowerItems: first.items, upperItems: last.items, undecidedItems: [], isClaimed: false)
    return (claimed + [possible]).sorted { $0.lowerItems < $1.lowerItems }
  }

  private struct Point {
    let items: Int
    let verdict: RatioComparison.Verdict
    let isBetter: Bool
  }
}

extension VariantComparison.Family {
  /// The crossovers of every series, in order, each with what the series has in common.
  package var crossovers: [(surroundings: [String], crossover: VariantCrossover)] {
    series.flatMap { series in
      variants.flatMap { series.crossovers(of: $0, and: base) }.map { (series.surroundings, $0) }
    }
  }
}
