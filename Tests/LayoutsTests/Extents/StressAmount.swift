import Foundation

/// How much is generated: `CVBENCH_STRESS_OPERATIONS` edits, or a few seconds' worth without it.
enum StressAmount {
  private static let variable = ProcessInfo.processInfo.environment["CVBENCH_STRESS_OPERATIONS"]

  /// Whether an amount was asked for.
  static var isSet: Bool { variable != nil }

  /// The number of edits, `usual` if none was asked for; nil where what was asked for is no number.
  static func operations(usual: Int) -> Int? { variable.map { Int($0) } ?? usual }

  /// The seed to begin with: `CVBENCH_STRESS_SEED`, or another one each second.
  static func seed() -> UInt64 {
    ProcessInfo.processInfo.environment["CVBENCH_STRESS_SEED"].flatMap { UInt64($0) }
      ?? UInt64(Date.now.timeIntervalSince1970)
  }
}
