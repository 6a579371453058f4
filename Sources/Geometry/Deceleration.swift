#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A fling along one axis: how a scroll view slows down after the finger has left it.
///
/// In closed form, so that a position depends on the time alone and not on the frames in between:
/// x(t) = x₀ + v₀·(1 − e^(−λt))/λ with λ = −1000·ln 0.998, since 0.998 of the velocity is left after
/// each millisecond. Source: `UIScrollView.DecelerationRate.normal`.
@frozen
public struct Deceleration: Hashable, Sendable {
  /// λ, the part of the velocity that is lost, per second: about 2.002.
  public static let decayPerSecond = -1_000 * log(0.998)

  /// A fling is over when less than this is left of its way, in points.
  public static let restDistance = 0.5

  /// x₀, in points.
  public let startPosition: Double
  /// v₀, in points per second; negative towards the start of the content.
  public let startVelocity: Double

  /// A fling from `position` (points) with `velocity` (points per second, either sign or zero).
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

  /// The way there is to go in all, v₀/λ points; it has the velocity's sign.
  public var distance: Double { startVelocity / Self.decayPerSecond }

  /// Where the fling leads: less than half a point beyond where it is when it is over.
  public var endPosition: Double { startPosition + distance }

  /// The time in seconds after which no more than `restDistance` is left; 0 where it never is more.
  public var duration: Double {
    let ratio = abs(distance) / Self.restDistance
    return ratio > 1 ? log(ratio) / Self.decayPerSecond : 0
  }

  /// The position in points, `seconds` after the start; infinity gives `endPosition`.
  ///
  /// Goes on after `duration`, by less than half a point in all.
  ///
  /// - Precondition: `seconds >= 0`.
  public func position(at seconds: Double) -> Double {
    precondition(seconds >= 0, "Deceleration.position(at:): the time must not be negative")
    // 1 − e^(−λt) without the cancellation that short times would suffer.
    return startPosition - distance * expm1(-Self.decayPerSecond * seconds)
  }

  /// The velocity in points per second, `seconds` after the start.
  ///
  /// - Precondition: `seconds >= 0`.
  public func velocity(at seconds: Double) -> Double {
    precondition(seconds >= 0, "Deceleration.velocity(at:): the time must not be negative")
    return startVelocity * exp(-Self.decayPerSecond * seconds)
  }
}
