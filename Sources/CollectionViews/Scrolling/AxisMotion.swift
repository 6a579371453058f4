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
///
/// If an edge of the content moves meanwhile, a new motion begins at the moment of the last
/// question, so that nothing jumps.
enum AxisMotion {
  /// It rests.
  case rest(Double)
  /// It was let go and slows down; `asked` is the last moment that was asked about.
  case fling(Deceleration, start: Double, asked: Double)
  /// It has gone beyond an edge and comes back.
  case bounce(Bounce)

  /// Returns the motion of content that is let go at `position` with `velocity`, at time `start`.
  static func letGo(
    at position: Double, velocity: Double, start: Double, limits: ClosedRange<Double>
  ) -> AxisMotion {
    let nearest = min(max(position, limits.lowerBound), limits.upperBound)
    if nearest != position {
      return .bounce(
        Bounce(
          edge: nearest, isAtEnd: position > nearest, distance: position - nearest,
          velocity: velocity, start: start))
    }
    let fling = Deceleration(position: position, velocity: velocity)
    return fling.duration > 0 ? .fling(fling, start: start, asked: start) : .rest(position)
  }

  /// Returns the content's position at time `now`. The motion changes to another case if it has
  /// entered another phase by then.
  mutating func position(at now: Double, limits: ClosedRange<Double>, bounces: Bool) -> Double {
    switch self {
    case .rest(let position): return position
    case .fling(let fling, let start, let asked):
      let elapsed = now - start
      let position = fling.position(at: min(elapsed, fling.duration))
      let edge = min(max(position, limits.lowerBound), limits.upperBound)
      if edge != position {
        guard bounces else {
          self = .rest(edge)
          return edge
        }
        self = Self.turned(fling, from: start, to: now, asked: asked - start, edge, limits)
        return self.position(at: now, limits: limits, bounces: bounces)
      }
      if elapsed >= fling.duration {
        // Less than half a point is left: it is there.
        self = .rest(fling.endPosition)
        return fling.endPosition
      }
      self = .fling(fling, start: start, asked: now)
      return position
    case .bounce(var bounce):
      if bounce.hasOtherEdge(in: limits) {
        let state = bounce.state(at: bounce.asked)
        guard state.position.isFinite, state.velocity.isFinite else { return rest(bounce, limits) }
        self = .letGo(
          at: state.position, velocity: state.velocity, start: bounce.asked, limits: limits)
        return position(at: now, limits: limits, bounces: bounces)
      }
      if let crossing = bounce.crossing, now >= crossing {
        // Thrown inwards faster than the spring pulls: it goes on as a fling from the edge.
        let velocity = bounce.state(at: crossing).velocity
        let fling = Deceleration(position: bounce.edge, velocity: velocity)
        self = .fling(fling, start: crossing, asked: crossing)
        return position(at: now, limits: limits, bounces: bounces)
      }
      let position = bounce.state(at: now).position
      guard position.isFinite else { return rest(bounce, limits) }
      if bounce.isOver(at: now) {
        self = .rest(bounce.edge)
        return bounce.edge
      }
      bounce.asked = now
      self = .bounce(bounce)
      return position
    }
  }

  /// Ends a bounce whose place is beyond all numbers at the edge on its side.
  private mutating func rest(_ bounce: Bounce, _ limits: ClosedRange<Double>) -> Double {
    let edge = bounce.edge(of: limits)
    self = .rest(edge)
    return edge
  }

  /// Returns this motion after a layout has moved the content by `way` points, to `contentPosition`.
  ///
  /// Content that was at rest, or whose motion would begin or end at infinity, rests there.
  func moved(by way: Double, to contentPosition: Double) -> AxisMotion {
    switch self {
    case .rest: return .rest(contentPosition)
    case .fling(let fling, let start, let asked):
      let begin = fling.startPosition + way
      guard begin.isFinite else { return .rest(contentPosition) }
      return .fling(
        Deceleration(position: begin, velocity: fling.startVelocity), start: start, asked: asked)
    case .bounce(var bounce):
      bounce.edge += way
      return bounce.edge.isFinite ? .bounce(bounce) : .rest(contentPosition)
    }
  }

  /// Returns the motion of a fling that is beyond `edge` at time `now`: it bounces from when it
  /// crossed the edge. Where it was beyond already, `asked` seconds after its start, the edge has moved
  /// past it, and it bounces from where it was then.
  private static func turned(
    _ fling: Deceleration, from start: Double, to now: Double, asked: Double, _ edge: Double,
    _ limits: ClosedRange<Double>
  ) -> AxisMotion {
    let last = fling.position(at: asked)
    guard limits.contains(last) else {
      return .letGo(
        at: last, velocity: fling.velocity(at: asked), start: start + asked, limits: limits)
    }
    let part = (edge - fling.startPosition) / fling.distance
    let crossing = min(max(-log1p(-part) / Deceleration.decayPerSecond, asked), now - start)
    return .bounce(
      Bounce(
        edge: edge, isAtEnd: fling.startVelocity > 0, distance: 0,
        velocity: fling.velocity(at: crossing), start: start + crossing))
  }

  var isAtRest: Bool {
    if case .rest = self { true } else { false }
  }
}

/// Content beyond an edge that a critically damped spring pulls back.
struct Bounce {
  /// The place where it comes to rest.
  var edge: Double
  /// The edge of the content when it began, on the side beyond which it is; `edge` unless a layout has
  /// moved the motion since.
  private let limit: Double
  private let isAtEnd: Bool
  private let distance: Double
  private let velocity: Double
  private let start: Double
  /// The last moment that was asked about.
  var asked: Double

  /// The rate at which it dies away, per second.
  private static let rate = 10.0

  /// Content that is `distance` points beyond `edge`, its end or its beginning, at time `start`, and
  /// has `velocity` there.
  init(edge: Double, isAtEnd: Bool, distance: Double, velocity: Double, start: Double) {
    (self.edge, limit, self.isAtEnd) = (edge, edge, isAtEnd)
    (self.distance, self.velocity, self.start) = (distance, velocity, start)
    asked = start
  }

  /// Returns the end of `limits` on the side beyond which the content is.
  func edge(of limits: ClosedRange<Double>) -> Double {
    isAtEnd ? limits.upperBound : limits.lowerBound
  }

  /// Returns a Boolean value that indicates whether the content, within `limits`, now ends elsewhere on
  /// this side.
  func hasOtherEdge(in limits: ClosedRange<Double>) -> Bool {
    let now = edge(of: limits)
    return now != edge && (now != limit || !limits.contains(edge))
  }

  /// The initial velocity against the spring's pull.
  private var push: Double { velocity + Self.rate * distance }

  /// The moment at which it crosses the edge inwards; nil if the spring stops it there. The velocity is
  /// finite then: an infinite push has the sign of the distance, and crosses nothing.
  var crossing: Double? {
    push * distance < 0 ? start - distance / push : nil
  }

  /// Returns the position and the velocity at a time from the start on.
  func state(at time: Double) -> (position: Double, velocity: Double) {
    let elapsed = time - start
    let decay = exp(-Self.rate * elapsed)
    let offset = (distance + push * elapsed) * decay
    return (edge + offset, push * decay - Self.rate * offset)
  }

  /// Returns a Boolean value that indicates whether less than half a point is left after `time`.
  func isOver(at time: Double) -> Bool {
    (time - start) * Self.rate > 1
      && abs(state(at: time).position - edge) < Deceleration.restDistance
  }
}
