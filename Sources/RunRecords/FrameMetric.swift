/// What the time pass sees of single frames, where a scenario has frames: for reading only.
public enum FrameMetric: String, CaseIterable, Sendable {
  /// How long a frame takes, over the frames of a trace; each frame's is its median over replays.
  case time = "frame_time"
  /// The longest frame of any replay, other processes' work included; one figure a launch.
  case rawMaximum = "frame_time_raw_max"
  /// Frames that take longer than a screen with 120 of them a second shows one.
  case over8Milliseconds = "frames_over_8_33_ms"
  /// Frames that take longer than a screen with 60 of them a second shows one.
  case over16Milliseconds = "frames_over_16_67_ms"

  /// The unit in records: `ns/op`, where a frame is the operation, or `count`.
  public var unit: String {
    switch self {
    case .time, .rawMaximum: "ns/op"
    case .over8Milliseconds, .over16Milliseconds: "count"
    }
  }

  /// The distribution in one launch, for its journal entry.
  public static func record(_ quantiles: MetricRecord.Quantiles) -> MetricRecord {
    MetricRecord(
      name: time.rawValue, unit: time.unit, kind: .distribution, role: .info, quantiles: quantiles)
  }

  /// A single figure of one launch, for its journal entry.
  public func record(_ value: Double) -> MetricRecord {
    MetricRecord(name: rawValue, unit: unit, kind: .sampled, role: .info, median: value)
  }
}
