/// What has become of the views of one queue, or of all of them (clause D-9).
///
/// `created` is always `live + parked + departing + queued + released` (RU-15).
public struct ReuseStatistics: Hashable, Sendable {
  /// Views made.
  public var created = 0
  /// Views handed out again.
  public var reused = 0
  /// Views given up because their queue was full, or because they were flushed.
  public var released = 0
  /// Views that wait.
  public var queued = 0
  /// The most views that were made and not released at any time.
  public var peak = 0

  /// Nothing made yet.
  public init() {}

  /// The share of requests that a waiting view answered; nil where there were none.
  public var hitRatio: Double? {
    created + reused == 0 ? nil : Double(reused) / Double(created + reused)
  }

  /// Views that were made and not released.
  var alive: Int { created - released }

  /// The sum of everything but the peak, which is the larger one.
  static func + (left: ReuseStatistics, right: ReuseStatistics) -> ReuseStatistics {
    var sum = left
    sum.created += right.created
    sum.reused += right.reused
    sum.released += right.released
    sum.queued += right.queued
    sum.peak = max(left.peak, right.peak)
    return sum
  }
}
