import Geometry
import Testing

struct DecelerationTests {
  /// v₀ in points per second, the way in points, the time in seconds.
  static let flings: [(velocity: Double, distance: Double, duration: Double)] = [
    (1_000, 499, 3.45), (2_000, 999, 3.80), (4_000, 1_998, 4.14), (8_000, 3_996, 4.49),
    (12_000, 5_994, 4.69),
  ]

  @Test func flingsHaveTheRightDistanceAndDuration() {
    #expect(abs(Deceleration.decayPerSecond - 2.002) < 0.000_01)
    for fling in Self.flings {
      let found = Deceleration(position: 0, velocity: fling.velocity)
      // To half a unit of the figures' last place.
      #expect(found.distance.rounded() == fling.distance, "\(found.distance)")
      #expect(abs(found.duration - fling.duration) < 0.005, "\(found.duration)")
      let left = found.endPosition - found.position(at: found.duration)
      #expect(abs(left - 0.5) < 1e-9, "\(left) points are left of \(found)")
    }
  }

  /// A scroll view that keeps 0.998 of its velocity after each millisecond.
  @Test func positionsMatchAnIntegrationInSmallSteps() {
    let fling = Deceleration(position: 70, velocity: 1_000)
    var velocity = 1_000.0
    var position = 70.0
    for step in 1...4_000 {
      let next = velocity * 0.998
      position += (velocity + next) / 2 / 1_000
      velocity = next
      let seconds = Double(step) / 1_000
      #expect(abs(fling.velocity(at: seconds) - velocity) < 1e-8, "\(seconds) s")
      // The trapezium is too large by (λ·0.001)²/12 of the way, a third of a millionth.
      #expect(abs(fling.position(at: seconds) - position) < 0.001, "\(seconds) s")
    }
  }

  /// Continuing from the position and velocity in between gives the same fling.
  @Test func positionsDoNotDependOnTheFrames() {
    for velocity in [1_000.0, -12_000] {
      let whole = Deceleration(position: 5_000, velocity: velocity)
      for framesPerSecond in [60, 120] {
        var part = whole
        let step = 1 / Double(framesPerSecond)
        for frame in 1...4 * framesPerSecond {
          part = Deceleration(position: part.position(at: step), velocity: part.velocity(at: step))
          let seconds = Double(frame) / Double(framesPerSecond)
          #expect(abs(part.startPosition - whole.position(at: seconds)) < 1e-8, "\(seconds) s")
          #expect(abs(part.startVelocity - whole.velocity(at: seconds)) < 1e-8, "\(seconds) s")
        }
      }
    }
  }

  @Test func flingsBackMirrorThoseForwards() {
    for fling in Self.flings {
      let forwards = Deceleration(position: 0, velocity: fling.velocity)
      let back = Deceleration(position: 0, velocity: -fling.velocity)
      #expect(back.distance == -forwards.distance)
      #expect(back.duration == forwards.duration)
      for seconds in [0, 0.001, 1.0 / 60, 1, forwards.duration, 100] {
        #expect(back.position(at: seconds) == -forwards.position(at: seconds))
        #expect(back.velocity(at: seconds) == -forwards.velocity(at: seconds))
      }
    }
  }

  @Test func nothingMovesWithoutVelocity() {
    let rest = Deceleration(position: 42, velocity: 0)
    #expect(rest.duration == 0)
    #expect(rest.distance == 0)
    for seconds in [0, 1, 1e9, .infinity] {
      #expect(rest.position(at: seconds) == 42)
      #expect(rest.velocity(at: seconds) == 0)
    }
  }

  @Test func flingsOfLessThanHalfAPointEndAtOnce() {
    let limit = Deceleration.decayPerSecond / 2
    #expect(Deceleration(position: 0, velocity: limit * 0.999).duration == 0)
    #expect(Deceleration(position: 0, velocity: -limit * 0.999).duration == 0)
    #expect(Deceleration(position: 0, velocity: limit * 1.001).duration > 0)
  }

  @Test func startAndEndAreExact() {
    let fling = Deceleration(position: 123.456, velocity: -7_890)
    #expect(fling.position(at: 0) == 123.456)
    #expect(fling.velocity(at: 0) == -7_890)
    #expect(fling.position(at: .infinity) == fling.endPosition)
    #expect(fling.velocity(at: .infinity) == 0)
  }

  @Test func misuseStops() async {
    await #expect(processExitsWith: .failure) { _ = Deceleration(position: .nan, velocity: 1) }
    await #expect(processExitsWith: .failure) { _ = Deceleration(position: 0, velocity: .infinity) }
    await #expect(processExitsWith: .failure) {
      _ = Deceleration(position: 0, velocity: 1).position(at: -0.001)
    }
    await #expect(processExitsWith: .failure) {
      _ = Deceleration(position: 0, velocity: 1).velocity(at: .nan)
    }
  }
}
