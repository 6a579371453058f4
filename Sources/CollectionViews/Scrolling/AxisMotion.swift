import Geometry

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The motion of the content along one axis while no finger holds it. It is a closed form of time,
/// so that a trace is the same at every frame rate.
enum AxisMotion {
  /// It rests.
  case rest(Double)
  /// It was let go and slows down.
  case fling(Deceleration, start: Double)
  /// It has gone beyond an edge and comes back, as a critically damped spring.
  case bounce(edge: Double, distance: Double, velocity: Double, start: Double)

  /// The rate at which a bounce dies away, per second.
  static let bounceRate = 10.0

  /// Returns the motion of content that is let go at `position` with `velocity`, at time `start`.
  static func letGo(
    at position: Double, velocity: Double, start: Double, limits: ClosedRange<Double>
  ) -> AxisMotion {
    let nearest = min(max(position, limits.lowerBound), limits.upperBound)
    if nearest != position {
      return .bounce(edge: nearest, distance: position - nearest, velocity: velocity, start: start)
    }
    let fling = Deceleration(position: position, velocity: velocity)
    return fling.duration > 0 ? .fling(fling, start: start) : .rest(position)
  }

  /// Returns the content's position at time `now`. The motion changes to another case if it has
  /// entered another phase by then.
  mutating func position(at now: Double, limits: ClosedRange<Double>, bounces: Bool) -> Double {
    switch self {
    case .rest(let position): return position
    case .fling(let fling, let start):
      let elapsed = now - start
      let position = fling.position(at: min(elapsed, fling.duration))
      let edge = min(max(position, limits.lowerBound), limits.upperBound)
      if edge != position { return turnBack(fling, start, edge, now, limits, bounces) }
      if elapsed >= fling.duration {
        // Less than half a point is left: it is there.
        self = .rest(fling.endPosition)
        return fling.endPosition
      }
      return position
    case .bounce(let edge, let distance, let velocity, let start):
      let elapsed = now - start
      let rate = Self.bounceRate
      let push = velocity + rate * distance
      if push * distance < 0, elapsed >= -distance / push {
        // Thrown inwards faster than the spring pulls: it goes on as a fling from the edge.
        let crossing = -distance / push
        let fling = Deceleration(position: edge, velocity: push * exp(-rate * crossing))
        self = .fling(fling, start: start + crossing)
        return position(at: now, limits: limits, bounces: bounces)
      }
      let offset = (distance + push * elapsed) * exp(-rate * elapsed)
      if elapsed * rate > 1, abs(offset) < Deceleration.restDistance {
        self = .rest(edge)
        return edge
      }
      return edge + offset
    }
  }

  /// The same motion, everything about it `way` points further.
  func moved(by way: Double) -> AxisMotion {
    switch self {
    case .rest(let position): .rest(position + way)
    case .fling(let fling, let start):
      .fling(
        Deceleration(position: fling.startPosition + way, velocity: fling.startVelocity),
        start: start)
    case .bounce(let edge, let distance, let velocity, let start):
      .bounce(edge: edge + way, distance: distance, velocity: velocity, start: start)
    }
  }

  /// The fling is beyond `edge`: it bounces from when it crossed that, or stops there. If the edge has
  /// moved past the content, it bounces from where it is now.
  private mutating func turnBack(
    _ fling: Deceleration, _ start: Double, _ edge: Double, _ now: Double,
    _ limits: ClosedRange<Double>, _ bounces: Bool
  ) -> Double {
    guard bounces else {
      self = .rest(edge)
      return edge
    }
    let elapsed = min(now - start, fling.duration)
    let part = (edge - fling.startPosition) / fling.distance
    let crossing = -log1p(-part) / Deceleration.decayPerSecond
    guard (0...elapsed).contains(crossing) else {
      let position = fling.position(at: elapsed)
      self = .bounce(
        edge: edge, distance: position - edge, velocity: fling.velocity(at: elapsed), start: now)
      return position
    }
    self = .bounce(
      edge: edge, distance: 0, velocity: fling.velocity(at: crossing), start: start + crossing)
    return position(at: now, limits: limits, bounces: bounces)
  }

  var isAtRest: Bool {
    if case .rest = self { true } else { false }
  }
}
