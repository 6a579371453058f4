/// The sampled metrics of the time pass, in ns/op.
public enum TimeMetric: String, CaseIterable, Sendable {
  /// CPU time of the measuring thread, which a gate may hold a case to.
  case cpu = "cpu_time"
  /// Wall time, for reading only: other processes' work is in it.
  case wall = "wall_time"

  /// What it is for.
  public var role: MetricRecord.Role { self == .cpu ? .gate : .info }

  /// The metric without a value, and why.
  public func absent(_ reason: String) -> MetricRecord {
    MetricRecord(name: rawValue, unit: "ns/op", kind: .sampled, role: role, absent: reason)
  }
}
