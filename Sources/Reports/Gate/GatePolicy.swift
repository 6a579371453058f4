/// What makes a gate fail beside what always does.
package struct GatePolicy: Hashable, Sendable {
  /// Whether an improvement is to be accepted first, by a new baseline.
  package let failsOnImproved: Bool
  /// The share of inconclusive cases above which the gate fails; nil for never.
  package let mostInconclusive: Double?
  /// Whether a case that only the base has makes it fail.
  package let failsOnRemoved: Bool

  /// The policy that fails on `conditions`, the strictest of each kind.
  ///
  /// - Parameter conditions: `regressed` adds nothing: a gate always fails on it.
  package init(failingOn conditions: Set<FailureCondition> = []) {
    failsOnImproved = conditions.contains(.improved)
    failsOnRemoved = conditions.contains(.removed)
    mostInconclusive = conditions.compactMap { condition in
      if case .inconclusive(let share) = condition { share } else { nil }
    }.min()
  }
}
