/// The exact metrics of the allocations pass: whole numbers for one declared call.
public enum ExactMetric: String, CaseIterable, Sendable {
  /// Requests for memory, over all threads.
  case allocations
  /// Bytes asked for, as the allocator rounds them.
  case allocatedBytes = "allocated_bytes"
  /// Bytes asked for and not given back by the end of the call.
  case liveBytes = "live_bytes"
  /// The most bytes alive at once above those alive at the start.
  case peakLiveBytes = "peak_live_bytes"

  /// The unit in records: `count` or `byte`.
  public var unit: String { self == .allocations ? "count" : "byte" }

  /// The metric with a value, which a gate may hold it to.
  public func record(_ value: Int) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .exact, role: .gate, value: value)
  }

  /// The metric without a value, and why: what cannot be measured is absent, never 0.
  public func absent(_ reason: String) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .exact, role: .gate, absent: reason)
  }
}
