package import Analysis

extension Answer {
  /// Returns the meaning of "will do" and how sure the figures are, for the line after all
  /// `answers`; nil where no answer has a figure.
  package static func criterion(of answers: [Answer]) -> String? {
    let costs = answers.flatMap(\.costs)
    guard !costs.isEmpty else { return nil }
    let frames = costs.contains { $0.frames != nil } ? ["drops no frame of 8.33 ms (120 Hz)"] : []
    let half = frames.isEmpty ? "half of a frame at 120 Hz" : "half of one"
    let operations =
      costs.contains { $0.frames == nil }
      ? ["no operation takes over \(half)"] : []
    let counts = costs.map(\.launchCount)
    let (fewest, most) = (counts.min() ?? 0, counts.max() ?? 0)
    let launches =
      most == 1
      ? "Each figure is of one launch"
      : "Figures are medians of \(fewest == most ? "" : "\(fewest) to ")\(most) launches"
    return "Will do: \((frames + operations).joined(separator: ", and ")). "
      + "Smaller costs are not felt. \(launches)."
  }

  /// The name of the question: the workload, or the suite, with the scenarios where that has
  /// several answers, or one scenario.
  package var title: String {
    if let only = scenarios.first, scenarios.count == 1, only.hasPrefix("workload-") {
      return String(only.dropFirst("workload-".count))
    }
    guard !isAlone || scenarios.count == 1 else { return suite }
    let shown = scenarios.count > 2 ? "\(scenarios[0]) and \(scenarios.count - 1) more" : nil
    return "\(suite) (\(shown ?? scenarios.joined(separator: ", ")))"
  }

  /// The answer in sentences, the choice first.
  package var sentences: [String] {
    sentencesWithoutMemory + (choice.isEmpty ? [] : [memory].compactMap(\.self))
  }

  /// The answer in sentences without the one about the bytes of an item.
  package var sentencesWithoutMemory: [String] {
    guard !choice.isEmpty else { return [] }
    return ["\(verdict)."] + Reservation.sentences(of: self)
      + [beyondSentence].compactMap(\.self)
  }

  /// `Only btree-tree was measured at 10M: it drops none of 601 frames.`
  private var beyondSentence: String? {
    beyond.map {
      "Only \($0.name) was measured at \(DisplayFormat.items($0.cost.items)): "
        + "\(clause(of: $0.cost))."
    }
  }

  private var verdict: String {
    let judged = choice.compactMap { candidate in
      candidate.greatest.map { (candidate: candidate, cost: $0) }
    }
    guard let (slowest, greatest) = judged.max(by: { $0.cost < $1.cost }), let last = sizes.last
    else {
      let names = choice.map(\.name)
      return "\(listed(names, "and")) \(names.count == 1 ? "has" : "have") no figure"
    }
    guard slowest.suffices else { return limited(slowest) }
    guard candidates.count > 1 else {
      let reach = "\(sizes.count > 1 ? "up to" : "at") \(DisplayFormat.items(last)) items"
      return "\(slowest.name), the only one measured, will do \(reach): "
        + finding(greatest, of: slowest)
    }
    let range = "\(sizes.count > 1 ? "up to" : "at") \(DisplayFormat.items(last)) items"
    return "\(advice), because \(range) \(finding(greatest, of: slowest))"
  }

  /// The contenders to take, where they will do at every size.
  private var advice: String {
    let names = choice.map(\.name)
    let others = candidates.map(\.name).filter { !names.contains($0) }
    guard names.count > 3 else {
      guard others.isEmpty else { return "take \(listed(names, "or"))" }
      return names.count == 2
        ? "either \(listed(names, "or")) will do" : "any of \(listed(names, "and")) will do"
    }
    let noun = arePairs ? "pair" : "one"
    guard !others.isEmpty else { return "any \(noun) will do (of \(names.count))" }
    return others.count > 3
      ? "take one of \(listed(names, "and"))" : "take any \(noun) except \(listed(others, "and"))"
  }

  /// A Boolean value that indicates whether the contenders are pairs of a store and a layout index:
  /// `flat-tree` and `flat-flat` are, `gap-buffer` and `b-tree` are not.
  private var arePairs: Bool {
    let parts = candidates.map { $0.name.split(separator: "-") }
    guard parts.allSatisfy({ $0.count == 2 }) else { return false }
    return parts.contains { $0[0] == $0[1] } || Set(parts.map { $0[0] }).count < parts.count
      || Set(parts.map { $0[1] }).count < parts.count
  }

  /// The verdict on `candidate`, the best choice, which will not do at every size.
  private func limited(_ candidate: Candidate) -> String {
    let until = candidate.sufficesUpTo.map { "will do until \(DisplayFormat.items($0)) items" }
    let complete = candidates.filter { $0.gap == nil }
      .compactMap { other in other.worst.map { (name: other.name, cost: $0) } }
    guard candidate.limit != nil, let beyond = complete.min(by: { $0.cost < $1.cost }) else {
      let gap = Reservation(of: candidate, in: self)?.text(of: [candidate]) ?? "has no figure"
      let opening = until == nil ? "no answer, as figures are missing: " : ""
      return "\(opening)\(candidate.name) \(gap)"
    }
    let largest = "at \(DisplayFormat.items(beyond.cost.items)) items"
    guard candidates.count > 1 else {
      let limit = until ?? "is felt at every size"
      let end = "\(largest), \(clause(of: beyond.cost))"
      return "\(candidate.name), the only one measured, \(limit); \(end)"
    }
    let nobody = complete.allSatisfy { $0.cost.isFelt } ? ", where none will do" : ""
    let cost = "\(largest)\(nobody): \(clause(of: beyond.cost))"
    guard beyond.name != candidate.name, let until else {
      let reach = until.map { "\($0), and " } ?? ""
      return "take \(candidate.name), because it \(reach)costs least \(cost)"
    }
    return "take \(candidate.name), because it \(until); \(beyond.name) costs least \(cost)"
  }

  /// `it drops none of 1,202 frames, and 99.9% take up to 12.0% of one`
  private func finding(_ cost: Cost, of slowest: Candidate) -> String {
    let scenario = scenarios.count > 1 ? [cost.scenario] : []
    let names = choice.count > 1 ? [slowest.name] : []
    let place = (scenario + names).joined(separator: " on ")
    let found =
      cost.frames.map { frames in
        let count = DisplayFormat.counted(frames.count, "frame")
        let none = choice.count > 1 ? "none drops any of \(count)" : "it drops none of \(count)"
        return "\(none), and 99.9% take \(cost.reach)"
      } ?? "the slowest operation takes \(cost.time)"
    return "\(found)\(place.isEmpty ? "" : " (\(place))")\(cost.doubt)"
  }

  /// `at 300k items, steady drops 40 of 1,202 frames`, without the scenario where there is but one.
  private func clause(of cost: Cost) -> String {
    "\(scenarios.count > 1 ? cost.scenario : "it") \(cost.predicate)"
  }

  /// The sentence about memory; nil where no contender keeps bytes for each item.
  private var memory: String? {
    let parts = candidates.compactMap { candidate in
      candidate.bytesPerItem.map { (candidate.name, DisplayFormat.significant($0)) }
    }
    guard let first = parts.first else { return nil }
    if parts.count > 1, parts.allSatisfy({ $0.1 == first.1 }) {
      return "Each keeps \(first.1) bytes an item."
    }
    let rest = parts.dropFirst().map { "\($0.0) \($0.1)" }
    return listed(["\(first.0) keeps \(first.1) bytes an item"] + rest, "and") + "."
  }
}

extension Answer.Cost {
  /// `takes 89.7% of a frame`, `drops 40 of 1,202 frames`; the median decides, and launches that
  /// say otherwise are counted.
  var predicate: String {
    guard let frames else { return "takes \(time)\(doubt)" }
    let dropped = frames.dropped > 0 ? DisplayFormat.grouped(frames.dropped) : "none"
    return "drops \(dropped) of \(DisplayFormat.counted(frames.count, "frame"))\(doubt)"
  }

  /// `, in 2 of 3 launches`; empty where all launches agree.
  fileprivate var doubt: String {
    guard !isSure else { return "" }
    let count = "in \(feltLaunchCount) of \(launchCount) launches"
    guard !isFelt else { return ", \(count)" }
    return frames == nil ? ", but over half of one \(count)" : ", but some are dropped \(count)"
  }

  /// `up to 12.0% of one`, of frames.
  fileprivate var reach: String {
    if share < 0.001 { return "under 0.1% of one" }
    return "up to \(share < 1 ? "\(DisplayFormat.share(share)) of one" : time)"
  }

  /// The time in frames at 120 Hz.
  fileprivate var time: String {
    if share < 0.001 { return "under 0.1% of a frame" }
    return share < 1
      ? "\(DisplayFormat.share(share)) of a frame"
      : "\(DisplayFormat.significant(share)) frames"
  }
}
