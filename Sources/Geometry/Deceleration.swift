#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A fling along one axis: the motion of a scroll view after the finger has left it.
///
/// ```swift
/// let fling = Deceleration(position: 0, velocity: 2_000)
/// fling.position(at: 0.5)  // 631.8…
/// fling.endPosition  // 998.9…
/// ```
///
/// The motion has a closed form, so a position depends on the time alone, not on the frames in
/// between: x(t) = x₀ + v₀·(1 − e^(−λt))/λ with λ = −1000·ln 0.998, since 0.998 of the velocity is
/// left after each millisecond. Source: `UIScrollView.DecelerationRate.normal`.
@frozen
public struct Deceleration: Hashable, Sendable {
  /// λ, the rate at which the velocity decays, per second: about 2.002.
  public static let decayPerSecond = -1_000 * log(0.998)

  /// The remaining distance in points below which a fling is over.
  public static let restDistance = 0.5

  /// x₀, in points.
  public let startPosition: Double
  /// v₀, in points per second; negative towards the start of the content.
  public let startVelocity: Double

  /// Creates a fling from `position` (points) with `velocity` (points per second, of either sign or
  /// zero).
  ///
  /// - Precondition: Both are finite.
  public init(position: Double, velocity: Double) {
    precondition(
      position.isFinite, "Deceleration.init(position:velocity:): the position must be finite")
    precondition(
      velocity.isFinite, "Deceleration.init(position:velocity:): the velocity must be finite")
    startPosition = position
    startVelocity = velocity
  }

  /// The total distance, v₀/λ points; it has the sign of the velocity.
  public var distance: Double { startVelocity / Self.decayPerSecond }

  /// The position in the limit: less than half a point beyond the position at `duration`.
  public var endPosition: Double { startPosition + distance }

  /// The time in seconds after which no more than `restDistance` is left; 0 for a shorter fling.
  public var duration: Double {
    let ratio = abs(distance) / Self.restDistance
    return ratio > 1 ? log(ratio) / Self.decayPerSecond : 0
  }

  /// Returns the position in points, `seconds` after the start; infinity gives `endPosition`.
  ///
  /// The fling continues after `duration`, by less than half a point in all.
  ///
  /// - Precondition: `seconds >= 0`.
  public func position(at seconds: Double) -> Double {
    precondition(seconds >= 0, "Deceleration.position(at:): the time must not be negative")
    // 1 − e^(−λt) without the cancellation of short times.
    return startPosition - distance * expm1(-Self.decayPerSecond * seconds)
  }

  /// Returns the velocity in points per second, `seconds` after the start.
  ///
  /// - Precondition: `seconds >= 0`.
  public func velocity(at seconds: Double) -> Double {
    precondition(seconds >= 0, "Deceleration.velocity(at:): the time must not be negative")
    return startVelocity * exp(-Self.decayPerSecond * seconds)
  }
}
