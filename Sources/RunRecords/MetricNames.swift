/// A metric that the harness defines; the raw value is its name in records.
public protocol NamedMetric: RawRepresentable<String>, CaseIterable, Sendable {
  /// The unit in records.
  var unit: String { get }
  /// The way it is measured.
  var kind: MetricRecord.Kind { get }
  /// The purpose of the metric.
  var role: MetricRecord.Role { get }
}

extension NamedMetric {
  /// The metric without figures.
  public var unmeasured: MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: kind, role: role)
  }

  /// The metric without a value, and why: what cannot be measured is absent, never 0.
  public func absent(_ reason: String) -> MetricRecord {
    var metric = unmeasured
    metric.absent = reason
    return metric
  }
}

/// A metric of the time pass that is for reading only.
public protocol ObservedMetric: NamedMetric {}

extension ObservedMetric {
  /// One figure for each launch.
  public var kind: MetricRecord.Kind { .sampled }
  /// For reading only.
  public var role: MetricRecord.Role { .info }

  /// A single figure of one launch, for its journal entry.
  public func record(_ value: Double) -> MetricRecord {
    var metric = unmeasured
    metric.median = value
    return metric
  }
}

/// The exact metrics of the counting passes: whole numbers for one declared call.
public enum ExactMetric: String, NamedMetric {
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

  /// The growth that is no regression yet, in thousandths of a percent: a compiler that swaps two
  /// registers moves instructions, and nothing else that is counted.
  public var allowedGrowthThousandths: Int { self == .instructions ? 500 : 0 }

  /// A whole number.
  public var kind: MetricRecord.Kind { .exact }
  /// A gate may hold a case to it.
  public var role: MetricRecord.Role { .gate }

  /// The metric with a value, which a gate may hold it to.
  public func record(_ value: Int) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, role: role, value: value)
  }
}

/// The metrics of single frames in the time pass, for reading only.
public enum FrameMetric: String, ObservedMetric {
  /// The time of a frame, over the frames of a trace; each frame's is its median over replays.
  case time = "frame_time"
  /// The longest frame of any replay, other processes' work included; one figure a launch.
  case rawMaximum = "frame_time_raw_max"
  /// Frames that take longer than a screen with 120 of them a second shows one.
  case over8Milliseconds = "frames_over_8_33_ms"
  /// Frames that take longer than a screen with 90 of them a second shows one.
  case over11Milliseconds = "frames_over_11_11_ms"
  /// Frames that take longer than a screen with 60 of them a second shows one.
  case over16Milliseconds = "frames_over_16_67_ms"

  /// The unit in records: `ns/op`, where a frame is the operation, or `count`.
  public var unit: String {
    switch self {
    case .time, .rawMaximum: "ns/op"
    case .over8Milliseconds, .over11Milliseconds, .over16Milliseconds: "count"
    }
  }

  /// A distribution over the frames, or one figure for each launch.
  public var kind: MetricRecord.Kind { self == .time ? .distribution : .sampled }

  /// The distribution in one launch, for its journal entry.
  public static func record(_ quantiles: MetricRecord.Quantiles) -> MetricRecord {
    var metric = time.unmeasured
    metric.quantiles = quantiles
    return metric
  }
}

/// The observations of the time pass beside the times: for reading only, one figure for each
/// launch.
public enum InfoMetric: String, ObservedMetric {
  /// The part of a batch's wall time that the harness takes itself.
  case harnessShare = "harness_share"
  /// The number of times that the measuring thread was taken off its CPU, over all batches of a
  /// launch.
  case involuntarySwitches = "involuntary_switches"
  /// Pages touched that were not mapped yet, over all batches of a launch.
  case minorFaults = "minor_faults"
  /// Instructions of an operation in user space, as the processor counts them: never to be compared
  /// with callgrind's `instructions`, which come from another processor.
  case hardwareInstructions = "hw_instructions"

  /// The unit in records: `ratio` or `count`.
  public var unit: String { self == .harnessShare ? "ratio" : "count" }
}

/// The sampled metrics of the time pass.
public enum TimeMetric: String, NamedMetric {
  /// CPU time of the measuring thread, which a gate may hold a case to.
  case cpu = "cpu_time"
  /// Wall time, for reading only: other processes' work is in it.
  case wall = "wall_time"

  /// The unit of both in records: nanoseconds for one operation.
  public static let unit = "ns/op"
  /// The same.
  public var unit: String { Self.unit }
  /// Over many batches, in several launches.
  public var kind: MetricRecord.Kind { .sampled }
  /// Of the CPU time, a gate; of the wall time, for reading only.
  public var role: MetricRecord.Role { self == .cpu ? .gate : .info }
}
