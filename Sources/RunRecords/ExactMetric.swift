/// The exact metrics of the counting passes: whole numbers for one declared call.
public enum ExactMetric: String, CaseIterable, Sendable {
  /// Requests for memory, over all threads.
  case allocations
  /// Bytes asked for, as the allocator rounds them.
  case allocatedBytes = "allocated_bytes"
  /// Bytes asked for and not given back by the end of the call.
  case liveBytes = "live_bytes"
  /// The most bytes alive at once above those alive at the start.
  case peakLiveBytes = "peak_live_bytes"
  /// Instructions executed in user space, as callgrind counts them on its simulated processor.
  case instructions

  /// The pass that counts it.
  public var pass: JournalEntry.Pass { self == .instructions ? .instructions : .allocations }

  /// The metrics that `pass` counts, in the order of a record.
  public static func counted(in pass: JournalEntry.Pass) -> [ExactMetric] {
    allCases.filter { $0.pass == pass }
  }

  /// The unit in records: `count` or `byte`.
  public var unit: String {
    switch self {
    case .allocations, .instructions: "count"
    case .allocatedBytes, .liveBytes, .peakLiveBytes: "byte"
    }
  }

  /// The growth that is no regression yet, in thousandths of a percent: a compiler that orders two
  /// registers anew moves instructions, and nothing else that is counted.
  public var allowedGrowthThousandths: Int { self == .instructions ? 500 : 0 }

  /// The metric with a value, which a gate may hold it to.
  public func record(_ value: Int) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .exact, role: .gate, value: value)
  }

  /// The metric without a value, and why: what cannot be measured is absent, never 0.
  public func absent(_ reason: String) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .exact, role: .gate, absent: reason)
  }
}
