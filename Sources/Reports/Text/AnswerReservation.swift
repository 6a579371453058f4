import Analysis

/// Why contenders of an answer were not chosen: the size up to which they will do, and what ends
/// that. Those with the same reason share a sentence.
struct Reservation: Hashable {
  /// A felt cost, without its figure: contenders that differ in nothing else share a sentence.
  fileprivate struct Limit: Hashable {
    enum Kind: Hashable {
      /// Dropped frames of so many.
      case droppedFrames(of: Int)
      case share
      case frames
      /// Launches disagree, and the words say how.
      case unsure(String)
    }

    var scenario: String
    var items: Int
    var kind: Kind
  }

  /// The first figure that is missing, or the scenarios that were not entered.
  private enum Missing: Hashable {
    case scenarios(Int, entered: Int)
    case figure(Answer.Gap)
  }

  /// Names beyond which contenders with one reason are counted instead.
  private static let namedCount = 3

  private var sufficesUpTo: Int?
  /// nil where a felt cost at the same size says enough.
  private var missing: Missing?
  private var limit: Limit?
  /// A Boolean value that indicates whether the limit needs the name of its scenario.
  private var namesScenario: Bool
  /// A Boolean value that indicates whether the limit needs its size.
  private var namesSize: Bool

  /// The reason not to choose `candidate` of `answer`; nil where there is none.
  init?(of candidate: Answer.Candidate, in answer: Answer) {
    sufficesUpTo = candidate.sufficesUpTo
    namesScenario = answer.scenarios.count > 1
    namesSize = answer.sizes.count > 1
    limit = candidate.limit.map {
      Limit(scenario: $0.scenario, items: $0.items, kind: $0.kind)
    }
    if let gap = candidate.gap, candidate.limit.map({ gap.items < $0.items }) ?? true {
      let (entered, all) = (candidate.scenarioCount, answer.contestedCount)
      missing = entered < all ? .scenarios(all, entered: entered) : .figure(gap)
    }
    guard sufficesUpTo != nil || missing != nil || limit != nil else { return nil }
  }

  /// The sentences about the contenders of `answer` that were not chosen and will not do at every
  /// size, in their order.
  static func sentences(of answer: Answer) -> [String] {
    let chosen = Set(answer.choice.map(\.name))
    let others = answer.candidates.filter { !$0.suffices && !chosen.contains($0.name) }
      .compactMap { candidate in
        Reservation(of: candidate, in: answer).map { (candidate: candidate, reason: $0) }
      }
    var shown: Set<Reservation> = []
    return others.compactMap { other in
      guard shown.insert(other.reason).inserted else { return nil }
      let sharing = others.filter { $0.reason == other.reason }.map(\.candidate)
      let subject =
        sharing.count > namedCount && other.reason.limit == nil
        ? "\(sharing.count) others" : listed(sharing.map(\.name), "and")
      return "\(subject) \(other.reason.text(of: sharing))."
    }
  }

  /// The reason in words, for `candidates`, which all have it.
  func text(of candidates: [Answer.Candidate]) -> String {
    let isOne = candidates.count == 1
    var clauses = sufficesUpTo.map { ["will do until \(DisplayFormat.items($0)) items"] } ?? []
    switch missing {
    case .scenarios(let all, let entered):
      let verb = isOne ? "was" : "were"
      let subject = clauses.isEmpty ? verb : isOne ? "it was" : "each was"
      clauses.append("\(subject) measured in \(entered) of \(all) scenarios")
    case .figure(let gap):
      let size = DisplayFormat.items(gap.items)
      clauses.append(
        clauses.isEmpty
          ? "\(isOne ? "was" : "were") not measured in \(gap.scenario) at \(size) items"
          : "\(gap.scenario) at \(size) was not measured")
    case nil: break
    }
    if let limit {
      if clauses.isEmpty { clauses = ["will not do"] }
      let costs = candidates.compactMap(\.limit)
      let areEqual = Set(costs.map(\.predicate)).count == 1
      let subject = namesScenario ? limit.scenario : isOne ? "it" : areEqual ? "each" : "they"
      let predicate = areEqual ? costs.first?.predicate : nil
      let words = predicate ?? limit.kind.predicate(costs, isPlural: !namesScenario)
      guard namesSize else { return "\(clauses.joined(separator: "; ")): \(subject) \(words)" }
      // The verdict has named the unit.
      clauses.append("at \(DisplayFormat.items(limit.items)), \(subject) \(words)")
    }
    return clauses.joined(separator: "; ")
  }
}

extension Reservation.Limit.Kind {
  /// `take 1.73 and 3.95 frames`, for costs of this kind that differ.
  fileprivate func predicate(_ costs: [Answer.Cost], isPlural: Bool) -> String {
    let ending = isPlural ? "" : "s"
    switch self {
    case .droppedFrames(let count):
      let dropped = costs.map { DisplayFormat.grouped($0.frames?.dropped ?? 0) }
      return "drop\(ending) \(listed(dropped, "and")) of \(DisplayFormat.counted(count, "frame"))"
    case .share:
      let shares = costs.map { DisplayFormat.share($0.share) }
      return "take\(ending) \(listed(shares, "and")) of a frame"
    case .frames:
      let frames = costs.map { DisplayFormat.significant($0.share) }
      return "take\(ending) \(listed(frames, "and")) frames"
    case .unsure(let words): return words
    }
  }
}

extension Answer.Cost {
  fileprivate var kind: Reservation.Limit.Kind {
    guard isSure else { return .unsure(predicate) }
    return frames.map { .droppedFrames(of: $0.count) } ?? (share < 1 ? .share : .frames)
  }
}
