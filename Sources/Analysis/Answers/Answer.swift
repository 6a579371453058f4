package import RunRecords

/// The answer to the question that a run asks of one suite: which contender to take, and until
/// when.
///
/// It is judged by what a user feels. A contender *suffices* at a size where it drops no frame and
/// no operation takes more than half of a frame at 120 Hz: the other half is for the app's own
/// work. A faster one gains nothing that anybody could see. There is one answer for each set of
/// contenders that compete in a suite.
///
/// ```swift
/// for answer in Answer.all(in: record) { print(answer.suite, answer.choice.map(\.name)) }
/// // lookup ["nested", "btree"]
/// ```
package struct Answer: Hashable, Sendable {
  /// One contender, up to the size at which a user begins to feel it.
  package struct Candidate: Hashable, Sendable {
    package var name: String
    /// The largest size up to which it suffices in every scenario; nil where it does not at the
    /// smallest.
    package var sufficesUpTo: Int?
    /// The greatest cost at the smallest size at which it does not suffice; nil where it always
    /// does.
    package var limit: Cost?
    /// The greatest cost at the largest size; nil where it has no figure.
    package var worst: Cost?
    /// The greatest cost at any size; nil where it has no figure.
    package var greatest: Cost?
    /// The first gap: a scenario, and the smallest size at which another one has a figure there and
    /// it has none; nil where there is none.
    package var gap: Gap?
    /// The number of scenarios that it enters among those that several contenders enter.
    package var scenarioCount = 0
    /// The number of scenarios in which nothing beats it at the largest size, and another is
    /// beaten.
    package var leads = 0
    /// The live bytes for each item at the largest size, in the scenario that keeps most; nil where
    /// none keeps a byte an item.
    package var bytesPerItem: Double?
  }

  /// A scenario and a size at which a contender has no figure.
  package struct Gap: Hashable, Sendable {
    package var scenario: String
    package var items: Int
  }

  /// The cost of the only contender at a size.
  package struct Beyond: Hashable, Sendable {
    package var name: String
    package var cost: Cost
  }

  package var suite: String
  /// A Boolean value that indicates whether it is the suite's only answer.
  package var isAlone = true
  /// The scenarios that were judged by time or by modelled frames, by name.
  package var scenarios: [String]
  /// The number of scenarios that several contenders enter.
  package var contestedCount: Int
  /// The sizes at which several contenders were tried in one scenario, ascending; all measured
  /// sizes where there is none.
  package var sizes: [Int]
  /// The greatest cost of the only contender that was measured at the largest size, where that lies
  /// beyond `sizes`; nil where several were.
  package var beyond: Beyond?
  /// The best choice first.
  package var candidates: [Candidate]

  /// The candidates to take: those that suffice at every size, or else the one that does up to the
  /// largest.
  package var choice: [Candidate] {
    let sufficing = candidates.filter(\.suffices)
    return sufficing.isEmpty ? Array(candidates.prefix(1)) : sufficing
  }

  /// The costs that the sentences are made of.
  package var costs: [Cost] {
    candidates.flatMap { [$0.limit, $0.worst, $0.greatest] }.compactMap(\.self)
  }

  /// A Boolean value that indicates whether every candidate suffices at every size.
  package var isIndifferent: Bool { candidates.allSatisfy(\.suffices) }

  /// Returns the answers in `record`, suite by suite.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases, after the `Ranking`.
  package static func all(in record: RunRecord) -> [Answer] { all(in: Ranking(record).families) }

  /// Returns the answers of `families`, suite by suite.
  package static func all(in families: [Ranking.Family]) -> [Answer] {
    var groups: [(suite: String, contenders: Set<String>, families: [Ranking.Family])] = []
    let judged = families.filter {
      ($0.measure == .cpuTime || $0.measure == .lateFrames) && !$0.strategies.isEmpty
    }
    // The largest sets first, so that a family with fewer contenders joins them.
    for family in judged.sorted(by: { $0.strategies.count > $1.strategies.count }) {
      let contenders = Set(family.strategies)
      let place = groups.firstIndex {
        $0.suite == family.suite && $0.families[0].measure == family.measure
          && $0.contenders.isSuperset(of: contenders)
      }
      if let place {
        groups[place].families.append(family)
      } else {
        groups.append((family.suite, contenders, [family]))
      }
    }
    // Modelled frames are another question than times, and leave the suite's name to those.
    let suites = groups.filter { $0.families[0].measure == .cpuTime }.map(\.suite)
    return groups.map { group in
      var answer = Answer(suite: group.suite, families: group.families)
      guard group.families[0].measure == .cpuTime else {
        answer.isAlone = false
        return answer
      }
      answer.isAlone = suites.count { $0 == group.suite } == 1
      answer.addMemory(
        of: families.filter {
          $0.suite == group.suite && group.contenders.isSuperset(of: $0.strategies)
        })
      return answer
    }.sorted { ($0.suite, $0.names) < ($1.suite, $1.names) }
  }

  /// Adds the live bytes in `families`, timed or not.
  private mutating func addMemory(of families: [Ranking.Family]) {
    let largest = families.flatMap(\.series).flatMap(\.sizes).filter { $0.items == sizes.last }
    for index in candidates.indices {
      let bytes = largest.compactMap { size in
        size.entry(of: candidates[index].name).flatMap { entry in
          // Frames leave rows and views in caches, whose sizes do not depend on the number of items.
          entry.record.metric(FrameMetric.time.rawValue) == nil
            ? Measure.liveBytes.reading(of: entry.record).value : nil
        }
      }
      candidates[index].bytesPerItem = bytes.max().flatMap { $0 >= 1 ? $0 : nil }
    }
  }

  private var names: String { candidates.map(\.name).sorted().joined(separator: " ") }

  private init(suite: String, families: [Ranking.Family]) {
    self.suite = suite
    scenarios = Set(families.map(\.scenario)).sorted()
    contestedCount = families.count { $0.strategies.count > 1 }
    // In each scenario, what was tried at each size at which something has a figure.
    let tried = families.map { family in
      Dictionary(grouping: family.series.flatMap(\.sizes), by: \.items)
        .filter { $0.value.contains { !$0.measured.isEmpty } }
        .mapValues { Set($0.flatMap(\.strategies).filter { $0.status != .skipped }.map(\.storage)) }
    }
    let all = Set(tried.flatMap(\.keys)).sorted()
    let shared = Set(tried.flatMap { $0.filter { $0.value.count > 1 }.keys }).sorted()
    sizes = shared.isEmpty ? all : shared
    let sizes = sizes
    let field = Field(families)
    let contenders = StorageOrder.sorted(families.flatMap(\.strategies))
    candidates = contenders.map { Candidate($0, in: field, sizes: sizes) }
      .sorted { $0.isBetter(than: $1) }
    if let last = all.last, let largest = sizes.last, last > largest {
      let names = Set(tried.flatMap { $0[last] ?? [] })
      if let name = names.first, names.count == 1 {
        beyond = Candidate(name, in: field, sizes: [last]).worst.map {
          Beyond(name: name, cost: $0)
        }
      }
    }
  }

  /// The families that one answer is about, with what every candidate is looked up in.
  fileprivate struct Field {
    /// A scenario that several contenders enter.
    struct Contest {
      let scenario: String
      let contenders: Set<String>
      /// Those that have a figure, by size.
      let measured: [Int: Set<String>]
    }

    let contests: [Contest]
    let series: [(scenario: String, contenders: Set<String>, series: Ranking.Series)]

    init(_ families: [Ranking.Family]) {
      contests = families.compactMap { family in
        let contenders = Set(family.strategies)
        guard contenders.count > 1 else { return nil }
        let measured = Dictionary(grouping: family.series.flatMap(\.sizes), by: \.items)
          .mapValues { Set($0.flatMap(\.measured).map(\.storage)) }
        return Contest(scenario: family.scenario, contenders: contenders, measured: measured)
      }
      series = families.flatMap { family in
        family.series.map { (family.scenario, Set($0.strategies), $0) }
      }
    }
  }
}

extension Answer.Candidate {
  /// A Boolean value that indicates whether it suffices at every size at which others have a
  /// figure.
  package var suffices: Bool { limit == nil && gap == nil && worst != nil }

  /// Reads what `field` says of the contender `name`.
  ///
  /// It has to have a figure at each size at which another has one: in each series that it enters,
  /// and in one series of each scenario that several contenders enter. Contenders with different
  /// item types enter different series.
  fileprivate init(_ name: String, in field: Answer.Field, sizes: [Int]) {
    self.name = name
    scenarioCount = field.contests.count { $0.contenders.contains(name) }
    let series = field.series.filter { $0.contenders.contains(name) }
    for items in sizes {
      var costs: [Answer.Cost] = []
      let missing = field.contests.first { contest in
        let measured = contest.measured[items] ?? []
        return !measured.isEmpty && !measured.contains(name)
      }
      gap = gap ?? missing.map { Answer.Gap(scenario: $0.scenario, items: items) }
      for (scenario, _, series) in series {
        guard let size = series.sizes.first(where: { $0.items == items }),
          size.hasFigures
        else { continue }
        let cost = size.entry(of: name).flatMap {
          Answer.Cost($0, scenario: scenario, data: series.data)
        }
        if let cost {
          costs.append(cost)
        } else {
          gap = gap ?? Answer.Gap(scenario: scenario, items: items)
        }
        let place = size.standings.places[name]
        if items == sizes.last, place == .winner || place == .tied,
          !size.standings.beaten.isEmpty
        {
          leads += 1
        }
      }
      guard let most = costs.max() else { continue }
      worst = most
      greatest = max(greatest ?? most, most)
      guard limit == nil else { continue }
      if most.isFelt { limit = most } else if gap == nil { sufficesUpTo = items }
    }
  }

  /// Those that suffice come first, by their lead; the others by the size up to which they do, then
  /// by their cost at the largest.
  fileprivate func isBetter(than other: Self) -> Bool {
    if suffices != other.suffices { return suffices }
    let (reach, otherReach) = (sufficesUpTo ?? 0, other.sufficesUpTo ?? 0)
    if !suffices, reach != otherReach { return reach > otherReach }
    if suffices || worst == other.worst {
      return leads == other.leads
        ? StorageOrder(name) < StorageOrder(other.name) : leads > other.leads
    }
    guard let worst, gap == nil else { return false }
    guard let otherWorst = other.worst, other.gap == nil else { return true }
    return worst < otherWorst
  }
}

extension Answer {
  /// The cost of one operation or of the frames of one trace, as a user feels it.
  ///
  /// Costs compare by lost frames first, those that a trace drops or that a felt operation takes,
  /// then by time.
  package struct Cost: Hashable, Sendable, Comparable {
    package var scenario: String
    package var data: String
    package var items: Int
    /// The frames of a trace that take longer than a frame at 120 Hz, and the number of all; nil
    /// for scenarios without frames.
    package var frames: Frames?
    /// The time of an operation, or the 99.9th percentile of the frames, in nanoseconds.
    package var nanoseconds: Double
    /// The number of launches in which it is felt.
    package var feltLaunchCount: Int
    /// The number of launches that measured it.
    package var launchCount: Int

    /// The dropped frames of a trace.
    package struct Frames: Hashable, Sendable {
      package var dropped: Int
      package var count: Int
    }

    /// The length of a frame at 120 Hz, in nanoseconds.
    package static let frameNanoseconds = 1e9 / 120
    /// The share of a frame beyond which an operation is felt: the rest is for the app's own work,
    /// its cells and its drawing.
    package static let feltShare = 0.5

    /// The time as a share of a frame at 120 Hz.
    package var share: Double { nanoseconds / Self.frameNanoseconds }

    /// A Boolean value that indicates whether a user could feel it.
    package var isFelt: Bool { frames.map { $0.dropped > 0 } ?? (share > Self.feltShare) }

    /// A Boolean value that indicates whether the launches agree on `isFelt`.
    package var isSure: Bool { feltLaunchCount == (isFelt ? launchCount : 0) }

    /// The number of frames that a user does not see in time.
    private var lostFrames: Double {
      frames.map { Double($0.dropped) } ?? (isFelt ? max(1, share.rounded(.down)) : 0)
    }

    package static func < (left: Cost, right: Cost) -> Bool {
      (left.lostFrames, left.nanoseconds) < (right.lostFrames, right.nanoseconds)
    }

    /// Reads the cost of `entry`; nil without a figure.
    init?(_ entry: Ranking.Entry, scenario: String, data: String) {
      guard let estimate = entry.reading.estimate else { return nil }
      self.scenario = scenario
      self.data = data
      items = entry.record.params.items
      if let late = entry.record.metric(Measure.lateFrames.rawValue)?.value,
        let count = entry.record.metric(Measure.modelledFrames)?.value,
        let longest = entry.record.metric(Measure.longestFrame)?.value
      {
        frames = Frames(dropped: late, count: count)
        nanoseconds = Double(longest) * 1_000
        feltLaunchCount = late > 0 ? 1 : 0
        launchCount = 1
        return
      }
      let dropped = entry.record.metric(FrameMetric.over8Milliseconds.rawValue)
      if let dropped, let median = dropped.median,
        let count = entry.record.params.operationsPerCall,
        let quantiles = entry.record.metric(FrameMetric.time.rawValue)?.quantiles
      {
        let launches = dropped.launches ?? [median]
        // Of two launches, the one that drops fewer decides: one alone may have been disturbed.
        let lower = launches.isEmpty ? median : launches.sorted()[(launches.count - 1) / 2]
        frames = Frames(dropped: Int(lower.rounded()), count: count)
        nanoseconds = quantiles.p999
        feltLaunchCount = launches.count { $0 >= 1 }
        launchCount = launches.count
      } else {
        nanoseconds = estimate.value
        let launches = entry.record.metric(Measure.cpuTime.rawValue)?.launches ?? [estimate.value]
        let limit = Self.feltShare * Self.frameNanoseconds
        feltLaunchCount = launches.count { $0 > limit }
        launchCount = launches.count
      }
    }
  }
}
