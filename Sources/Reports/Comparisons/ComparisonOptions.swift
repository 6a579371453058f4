package import RunRecords
package import Statistics

/// How records are held against each other.
package struct ComparisonOptions: Hashable, Sendable {
  /// The clock whose times are judged.
  package var clock: TimeMetric
  /// What counts as a change of a time.
  package var rule: UnpairedRule
  /// Whether times of different hosts are compared all the same.
  package var ignoresHosts: Bool

  /// Judges times of `clock` by `rule`, else by that clock's own.
  package init(
    clock: TimeMetric = .cpu, rule: UnpairedRule? = nil, ignoresHosts: Bool = false
  ) {
    self.clock = clock
    self.rule = rule ?? Self.rule(for: clock.rawValue)
    self.ignoresHosts = ignoresHosts
  }

  /// The rule for the metric called `name`: other processes' work is in wall time, so its margin is
  /// wider.
  package static func rule(for name: String) -> UnpairedRule {
    name == TimeMetric.wall.rawValue ? .wallTime : .cpuTime
  }
}
