/// The sampled metrics of the time pass.
public enum TimeMetric: String, CaseIterable, Sendable {
  /// CPU time of the measuring thread, which a gate may hold a case to.
  case cpu = "cpu_time"
  /// Wall time, for reading only: other processes' work is in it.
  case wall = "wall_time"

  /// The unit of both in records: nanoseconds for one operation.
  public static let unit = "ns/op"

  /// What it is for.
  public var role: MetricRecord.Role { self == .cpu ? .gate : .info }

  /// The metric without a value, and why: what cannot be measured is absent, never 0.
  public func absent(_ reason: String) -> MetricRecord {
    MetricRecord(name: rawValue, unit: Self.unit, kind: .sampled, role: role, absent: reason)
  }
}
