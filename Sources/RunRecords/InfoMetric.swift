/// What the time pass observes beside the times: for reading only, one figure a launch.
public enum InfoMetric: String, CaseIterable, Sendable {
  /// The part of a batch's wall time that the harness takes itself.
  case harnessShare = "harness_share"
  /// How often the measuring thread was taken off its CPU, over all batches of a launch.
  case involuntarySwitches = "involuntary_switches"
  /// Pages touched that were not mapped yet, over all batches of a launch.
  case minorFaults = "minor_faults"
  /// Instructions of an operation in user space, as the processor counts them: never to be compared
  /// with callgrind's `instructions`, which come from another processor.
  case hardwareInstructions = "hw_instructions"

  /// The unit in records: `ratio` or `count`.
  public var unit: String { self == .harnessShare ? "ratio" : "count" }

  /// The metric of one launch, for its journal entry.
  public func record(_ value: Double) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .sampled, role: .info, median: value)
  }

  /// The metric without a value, and why: what cannot be measured is absent, never 0.
  public func absent(_ reason: String) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .sampled, role: .info, absent: reason)
  }
}
