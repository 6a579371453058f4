#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif
package import RunRecords
package import Statistics

/// The judgement on contenders that were measured at one size: which is best, and by how much.
///
/// Every pair of contenders is compared by `FigureComparison`: times by Welch's interval of their
/// launches, exact figures to the last digit. A contender is *beaten* where another is told to be
/// better. The *best* are those that nothing beats.
///
/// ```swift
/// let standings = Standings(
///   items: 1_000, contenders: [("flat", flat), ("btree", btree)], metric: "cpu_time",
///   rule: .cpuTime)
/// standings.outcome  // .winner("flat")
/// standings.lead?.ratio  // 1.8: btree takes 1.8 times the time
/// ```
package struct Standings: Hashable, Sendable {
  /// The best contenders.
  package enum Outcome: Hashable, Sendable {
    /// The only one that nothing beats.
    case winner(String)
    /// Those that nothing beats, in the order of the table.
    case tie([String])
    /// The figures do not allow a comparison, for this reason.
    case cannotTell(String)
    /// Fewer than two contenders have a figure.
    case uncontested
  }

  /// The number of times the best figure another one is.
  package struct Factor: Hashable, Sendable {
    package var name: String
    /// Above 1 where it is worse; of times, the ratio of the launches' geometric means.
    package var ratio: Double
    /// The interval of the ratio; nil for exact figures.
    package var interval: ClosedRange<Double>?
  }

  /// The number of items.
  package let items: Int
  package let outcome: Outcome
  /// The contenders that another one beats.
  package let beaten: [String]
  /// The contenders with a figure over the one with the best figure, in ascending order; the first
  /// is that one itself.
  package let factors: [Factor]

  /// Judges `contenders` by the metric called `metric`.
  ///
  /// - Parameters:
  ///   - items: The number of items.
  ///   - contenders: Cases in the order of the table, which differ in nothing but their names.
  ///   - metric: The name of a sampled or an exact metric.
  ///   - rule: What counts as a difference of a sampled one.
  ///   - answersMustAgree: Whether contenders with different checksums do not compare.
  /// - Complexity: O(*n*²) comparisons for *n* contenders, and O(*n*) where the best beats the others.
  package init(
    items: Int, contenders: [(name: String, result: CaseRecord)], metric: String,
    rule: UnpairedRule, answersMustAgree: Bool = false
  ) {
    self.items = items
    let measured = contenders.compactMap { name, result -> Contender? in
      guard result.status == .ok, let found = result.metric(metric),
        let value = Reading(metric, in: result).value
      else { return nil }
      return Contender(name: name, result: result, centre: Self.centre(of: found, value: value))
    }
    let isLowerBetter = measured.first?.result.metric(metric)?.better != .higher
    let ordered = measured.sorted { left, right in
      isLowerBetter ? left.centre < right.centre : left.centre > right.centre
    }
    var beaten: Set<String> = []
    var obstacle: String?
    var factors = ordered.prefix(1).map { Factor(name: $0.name, ratio: 1, interval: nil) }
    for (index, worse) in ordered.enumerated() {
      // One that beats it is enough; the first is the likeliest, and shows what does not compare.
      for better in ordered[..<index] where !beaten.contains(worse.name) {
        let comparison = FigureComparison(
          baseline: better.result, candidate: worse.result, metric: metric, rule: rule,
          names: SideNames(baseline: better.name, candidate: worse.name))
        obstacle = obstacle ?? comparison?.reason
        if answersMustAgree, let left = better.result.checksum, let right = worse.result.checksum,
          left != right
        {
          obstacle = "\(better.name) and \(worse.name) answer differently"
        }
        if comparison?.verdict == .regressed { beaten.insert(worse.name) }
        guard better.name == ordered[0].name else { continue }
        factors.append(
          Factor(
            name: worse.name, ratio: comparison?.ratio ?? .infinity,
            interval: comparison?.decision?.interval))
      }
    }
    self.factors = factors
    let names = measured.map(\.name)
    let best = names.filter { !beaten.contains($0) }
    if measured.count < 2 {
      outcome = .uncontested
    } else if let obstacle {
      outcome = .cannotTell(obstacle)
    } else {
      outcome = best.count == 1 ? .winner(best[0]) : .tie(best)
    }
    self.beaten = obstacle == nil ? names.filter(beaten.contains) : []
  }

  /// The contenders that nothing beats; empty where that cannot be told.
  package var best: [String] {
    switch outcome {
    case .winner(let name): [name]
    case .tie(let names): names
    case .cannotTell, .uncontested: []
    }
  }

  /// The winner's nearest rival over the winner; nil without a winner.
  package var lead: Factor? {
    if case .winner = outcome { factors[1] } else { nil }
  }

  /// A contender with a figure, and the middle of its launches.
  private struct Contender {
    var name: String
    var result: CaseRecord
    var centre: Double
  }

  /// The geometric mean of the launches, which ratios are of; else the figure itself.
  private static func centre(of metric: MetricRecord, value: Double) -> Double {
    guard let launches = metric.launches, launches.count > 1, launches.allSatisfy({ $0 > 0 }) else {
      return value
    }
    return exp(launches.map { log($0) }.reduce(0, +) / Double(launches.count))
  }
}

/// A range of sizes over which the same contenders are best.
package struct BestRange: Hashable, Sendable {
  /// The contenders that are among the best at every size of the range.
  package var names: [String]
  package var smallestItems: Int
  package var largestItems: Int

  package init(names: [String], smallestItems: Int, largestItems: Int) {
    self.names = names
    self.smallestItems = smallestItems
    self.largestItems = largestItems
  }
}

/// A change of the best contender between two sizes.
package struct SizeCrossover: Hashable, Sendable {
  /// The contenders that are among the best at `lowerItems`, and beaten at `upperItems`.
  package var overtaken: [String]
  /// The contenders that are beaten at `lowerItems`, and among the best at `upperItems`.
  package var overtaking: [String]
  package var lowerItems: Int
  package var upperItems: Int
  /// The measured sizes between, at which the figures do not tell.
  package var undecidedItems: [Int]

  package init(
    overtaken: [String], overtaking: [String], lowerItems: Int, upperItems: Int,
    undecidedItems: [Int] = []
  ) {
    self.overtaken = overtaken
    self.overtaking = overtaking
    self.lowerItems = lowerItems
    self.upperItems = upperItems
    self.undecidedItems = undecidedItems
  }
}

extension [Standings] {
  /// The fewest ranges in which some contender is among the best throughout.
  ///
  /// Sizes at which nothing can be told end no range.
  ///
  /// - Precondition: The sizes ascend.
  /// - Complexity: O(sizes · contenders).
  package var bestRanges: [BestRange] {
    var ranges: [BestRange] = []
    for size in self where !size.best.isEmpty {
      if var last = ranges.last {
        let common = last.names.filter(size.best.contains)
        if !common.isEmpty {
          last.names = common
          last.largestItems = size.items
          ranges[ranges.count - 1] = last
          continue
        }
      }
      ranges.append(
        BestRange(names: size.best, smallestItems: size.items, largestItems: size.items))
    }
    return ranges
  }

  /// The changes of the best contender, from small sizes to large ones.
  ///
  /// One lies between two neighbouring `bestRanges`. Both of its ends are told: below, the
  /// overtaking are beaten; above, the overtaken are. A contender that was not measured at an end
  /// neither overtakes nor is overtaken there.
  ///
  /// - Precondition: The sizes ascend.
  /// - Complexity: O(sizes² · contenders).
  package var crossovers: [SizeCrossover] {
    let ranges = bestRanges
    return zip(ranges, ranges.dropFirst()).flatMap { lower, upper -> [SizeCrossover] in
      guard let above = first(where: { $0.items == upper.smallestItems }) else { return [] }
      let overtaken = lower.names.filter(above.beaten.contains)
      guard !overtaken.isEmpty else { return [] }
      let below = filter { lower.smallestItems <= $0.items && $0.items <= lower.largestItems }
      var groups: [Int: [String]] = [:]
      for name in upper.names {
        guard let last = below.last(where: { $0.beaten.contains(name) }) else { continue }
        groups[last.items, default: []].append(name)
      }
      return groups.sorted { $0.key < $1.key }.map { items, overtaking in
        SizeCrossover(
          overtaken: overtaken, overtaking: overtaking, lowerItems: items,
          upperItems: above.items,
          undecidedItems: self.map(\.items).filter { items < $0 && $0 < above.items })
      }
    }
  }
}
