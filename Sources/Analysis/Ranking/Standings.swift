package import RunRecords
package import Statistics

/// The judgement on contenders that were measured at one size: which is best, and by how much.
///
/// Every pair of contenders is compared by `FigureComparison`: times by Welch's interval of their
/// launches, exact figures to the last digit. A contender is *beaten* if another one is measurably
/// better. The *best* are those that nothing beats. Order and factors are those of the figures that
/// reports show: of times, the launches' medians.
///
/// ```swift
/// let standings = Standings(
///   items: 1_000, contenders: [("flat", flat), ("btree", btree)], metric: "cpu_time",
///   rule: .cpuTime)
/// standings.outcome  // .winner("flat")
/// standings.lead?.ratio  // 1.8: btree takes 1.8 times the time
/// standings.places["btree"]  // .beaten
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

  /// The place of one contender.
  package enum Standing: Hashable, Sendable {
    case winner
    /// Nothing beats it, nor some others.
    case tied
    case beaten
    /// It is not judged, for this reason.
    case undecided(String)
  }

  /// A contender that has a figure and is not judged.
  package struct Exclusion: Hashable, Sendable {
    package var name: String
    /// A clause that names it: `flat has a single launch, which has no spread`.
    package var reason: String
  }

  /// The number of times the best figure another one is.
  package struct Factor: Hashable, Sendable {
    package var name: String
    /// The quotient of the figures shown: 1 for the best, and above where it is worse. Infinite over
    /// 0.
    package var ratio: Double
    /// The interval of the ratio, from the launches' spread; nil for exact figures.
    package var interval: ClosedRange<Double>?
  }

  /// The number of items.
  package let items: Int
  package let outcome: Outcome
  /// The contenders that another one beats.
  package let beaten: [String]
  /// The contenders that are left out of the judgement, in the order of the table.
  package let excluded: [Exclusion]
  /// The judged contenders over the one with the best figure, in ascending order; the first is that
  /// one itself. Where nothing can be told, all that have a figure.
  package let factors: [Factor]
  /// The place of every contender that has a figure and a rival, by its name.
  package let places: [String: Standing]

  /// Judges `contenders` by the metric called `metric`.
  ///
  /// One whose launches have no spread, or whose answer differs from that of most, is left out: the
  /// others compare without it.
  ///
  /// - Parameters:
  ///   - items: The number of items.
  ///   - contenders: Cases in the order of the table, which differ in nothing but their names.
  ///   - metric: The name of a sampled or an exact metric.
  ///   - rule: What counts as a difference of a sampled one.
  ///   - answersMustAgree: Whether contenders with different checksums do not compare.
  /// - Complexity: O(*n* log *n*) for *n* contenders whose times spread alike, and a comparison of each
  ///   with the best.
  package init(
    items: Int, contenders: [(name: String, result: CaseRecord)], metric: String,
    rule: UnpairedRule, answersMustAgree: Bool = false
  ) {
    self.items = items
    let measured = contenders.compactMap { name, result -> Contender? in
      guard result.status == .ok, let found = result.metric(metric),
        let value = Reading(metric, in: result).value
      else { return nil }
      return Contender(name: name, result: result, metric: found, value: value)
    }.sorted { $0.isBetter(than: $1) }
    let answers = Answers(answersMustAgree ? measured : [])
    let found = measured.compactMap { contender in
      (answers.objection(to: contender)
        ?? FigureComparison.obstacle(in: contender.metric, of: contender.name))
        .map { Exclusion(name: contender.name, reason: $0) }
    }
    let exclusions = Dictionary(found.map { ($0.name, $0) }) { first, _ in first }
    let judged = measured.filter { exclusions[$0.name] == nil }
    let comparisons = ContenderComparisons(judged, metric: metric, rule: rule)
    let names = contenders.map(\.name)
    let unbeaten = Set(judged.map(\.name)).subtracting(comparisons.beaten)
    let best = names.filter(unbeaten.contains)
    excluded = names.compactMap { exclusions[$0] }
    if measured.count < 2 {
      outcome = .uncontested
    } else if let obstacle = answers.obstacle ?? comparisons.obstacle {
      outcome = .cannotTell(obstacle)
    } else if judged.count < 2 {
      outcome = .cannotTell(found[0].reason)
    } else {
      outcome = best.count == 1 ? .winner(best[0]) : .tie(best)
    }
    if case .cannotTell = outcome {
      beaten = []
      factors = Self.factors(measured, intervals: [:])
    } else {
      beaten = names.filter(comparisons.beaten.contains)
      factors = Self.factors(judged, intervals: comparisons.intervals)
    }
    places = Self.places(outcome, factors, excluded)
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

  /// The reason why nothing can be told; nil where something can.
  package var reason: String? {
    if case .cannotTell(let reason) = outcome { reason } else { nil }
  }

  private static func places(
    _ outcome: Outcome, _ factors: [Factor], _ excluded: [Exclusion]
  ) -> [String: Standing] {
    var places: [String: Standing] = [:]
    let best: Set<String> = if case .tie(let names) = outcome { Set(names) } else { [] }
    for factor in factors {
      switch outcome {
      case .winner(let winner): places[factor.name] = factor.name == winner ? .winner : .beaten
      case .tie: places[factor.name] = best.contains(factor.name) ? .tied : .beaten
      case .cannotTell(let reason): places[factor.name] = .undecided(reason)
      case .uncontested: break
      }
    }
    for exclusion in excluded { places[exclusion.name] = .undecided(exclusion.reason) }
    return places
  }

  private static func factors(
    _ contenders: [Contender], intervals: [String: ClosedRange<Double>]
  ) -> [Factor] {
    guard let best = contenders.first else { return [] }
    return contenders.map { contender in
      let isBest = contender.name == best.name
      return Factor(
        name: contender.name, ratio: isBest ? 1 : contender.factor(over: best),
        interval: isBest ? nil : intervals[contender.name])
    }
  }
}

/// A contender with a figure.
struct Contender {
  var name: String
  var result: CaseRecord
  var metric: MetricRecord
  var value: Double

  func isBetter(than other: Contender) -> Bool {
    metric.better == .higher ? value > other.value : value < other.value
  }

  /// The number of times `best` is better; 1 for two zeros.
  func factor(over best: Contender) -> Double {
    let (more, less) = metric.better == .higher ? (best.value, value) : (value, best.value)
    return more == less ? 1 : more / less
  }
}

/// The answers of contenders: one that differs from most is wrong.
private struct Answers {
  /// The answer of more than half; nil without one.
  private let common: String?
  /// The reason why nothing compares; nil where more than half agree.
  let obstacle: String?

  init(_ contenders: [Contender]) {
    let answers = contenders.compactMap { contender in
      contender.result.checksum.map { (name: contender.name, checksum: $0) }
    }
    let common = Dictionary(grouping: answers, by: \.checksum)
      .first { $0.value.count * 2 > answers.count }?.key
    self.common = common
    obstacle =
      answers.first { common == nil && $0.checksum != answers[0].checksum }
      .map { "\(answers[0].name) and \($0.name) answer differently" }
  }

  /// Returns the reason why `contender` does not compare with the others; nil where it does.
  func objection(to contender: Contender) -> String? {
    guard let common, let checksum = contender.result.checksum, checksum != common else {
      return nil
    }
    return "\(contender.name) answers differently from the others"
  }
}

/// A range of sizes over which the same contenders are best.
package struct BestRange: Hashable, Sendable {
  /// The contenders that are among the best at every size of the range.
  package var names: [String]
  package var smallestItems: Int
  package var largestItems: Int
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
        let common = last.names.filter(Set(size.best).contains)
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
      let overtaken = lower.names.filter(Set(above.beaten).contains)
      guard !overtaken.isEmpty else { return [] }
      let below = filter { lower.smallestItems <= $0.items && $0.items <= lower.largestItems }
        .map { (items: $0.items, beaten: Set($0.beaten)) }
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
