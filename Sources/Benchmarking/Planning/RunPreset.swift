public import Statistics

/// The extent of a run without further options.
public enum RunPreset: String, CaseIterable, Codable, Sendable {
  /// Seconds: whether everything works, with figures that only say so.
  case smoke
  /// Minutes: the headline scenarios.
  case quick
  /// An hour or more: everything.
  case full
  /// The cases of a gate: strategies alone, one storage for each scenario.
  case gate

  /// The sizes of generated collections, in items.
  public var sizes: [Int] {
    switch self {
    case .smoke: [1_000]
    case .quick: [1_000, 100_000, 1_000_000]
    case .full: [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    case .gate: [10_000]
    }
  }

  /// The most cases where no filter names them; nil for all.
  public var mostCases: Int? { self == .gate ? 40 : nil }

  /// A Boolean value that indicates whether only headline scenarios are measured.
  public var isHeadlineOnly: Bool { self != .full }

  /// The fresh processes that time each case.
  public var launches: LaunchRule {
    switch self {
    case .smoke: LaunchRule(fewest: 1)
    case .quick: LaunchRule(fewest: 2, most: 3)
    case .full, .gate: LaunchRule(fewest: 3)
    }
  }

  /// The time that a case is sampled in each launch.
  public var sampling: SamplingPlan {
    switch self {
    case .smoke: SamplingPlan(budgetSeconds: 0.015)
    // Launches differ by more than the batches of one: time is for launches, not for batches.
    case .quick: SamplingPlan(budgetSeconds: 0.025)
    case .full: SamplingPlan(budgetSeconds: 0.1)
    case .gate: SamplingPlan(budgetSeconds: 0.05)
    }
  }

  /// The time after which a case is given up in one launch, its set-up counted, in seconds.
  public var caseTimeoutSeconds: Double { self == .full ? 300 : 60 }
}
