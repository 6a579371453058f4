package import Benchmarking
import Foundation

/// Foundation has a type of that name too.
private typealias Measurement = Benchmarking.Measurement

extension Suite {
  /// Scenarios that behave, and scenarios that misbehave in each way a worker can.
  package static let forTests = Suite(
    "tests", summary: "For the tests of the runner.",
    scenarios: ["nested", "flat"].map { scenario("sum", storage: $0) { sum } }
      + [
        scenario("prints") {
          Measurement(operationsPerCall: 1) {
            print("not a result")
            return 1
          }
        },
        scenario("fails") { throw SetUpFailure() },
        scenario("wrong") { wrong },
        scenario("crashes") {
          Measurement(operationsPerCall: 1) { UInt64([Int]()[Int(getpid())]) }
        },
        scenario("complains") {
          Measurement(operationsPerCall: 1) {
            try? FileHandle.standardError.write(contentsOf: Data("before the end\n".utf8))
            exit(9)
          }
        },
        scenario("hangs") {
          Measurement(operationsPerCall: 1) {
            while true { sleep(1) }
          }
        },
        scenario("closes") {
          Measurement(operationsPerCall: 1) {
            for file in 0..<16 as Range<Int32> { close(file) }
            while true { sleep(1) }
          }
        },
        scenario("allocates") { allocations },
        scenario("allocates-apart") { allocationsApart },
        scenario("counts") { counts },
        // One operation a step, and two.
        steps("flat") { $0 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 },
        steps("nested") {
          ($0 &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407) ^ 0x55
        },
      ])

  /// As many steps as there are items, each of which needs the one before it.
  private static func steps(
    _ storage: String, _ step: @escaping @Sendable (UInt64) -> UInt64
  ) -> Scenario {
    Scenario("steps", summary: "steps", storage: storage, payload: "item8", isHeadline: true) {
      context in
      let count = context.items
      return Measurement(operationsPerCall: count) {
        // No range: in a debug build its iterator allocates.
        var (number, state) = (0, UInt64(1))
        while number < count {
          state = step(state)
          number += 1
        }
        return state
      }
    }
  }

  /// Adds up what a set-up made.
  private static var sum: Measurement {
    let numbers = (0..<1_000 as Range<UInt64>).map { $0 }
    return Measurement(operationsPerCall: numbers.count, expectedAnswer: 499_500) {
      numbers.reduce(0, &+)
    }
  }

  /// Gives another answer from its second call on, of which there is one however short the time.
  private static var wrong: Measurement {
    var calls: UInt64 = 0
    return Measurement(operationsPerCall: 1) {
      calls += 1
      return calls < 2 ? 7 : 8
    }
  }

  /// Makes seven objects in each call, and keeps three of them.
  private static var allocations: Measurement {
    var kept: [Object] = []
    kept.reserveCapacity(1_000_000)
    return Measurement(operationsPerCall: 7) {
      // No range: in a debug build its iterator allocates.
      var number: UInt64 = 0
      while number < 7 {
        let object = Object(number)
        if number < 3 { kept.append(object) } else { blackHole(object) }
        number += 1
      }
      return 7
    }
  }

  /// Makes two objects in one function and one in another.
  private static var allocationsApart: Measurement {
    Measurement(operationsPerCall: 1) {
      makeTwo()
      makeOne()
      return 3
    }
  }

  @inline(never) private static func makeTwo() {
    blackHole(Object(1))
    blackHole(Object(2))
  }

  @inline(never) private static func makeOne() { blackHole(Object(3)) }

  /// Halves a number until nothing is left, and counts the steps.
  private static var counts: Measurement {
    var steps = 0
    return Measurement(
      operationsPerCall: 2, expectedAnswer: 10,
      counts: { [OperationCount(name: "steps", value: steps), .init(name: "drift", points: -0.5)] }
    ) {
      var number = 1_000
      var ownSteps: UInt64 = 0
      while number > 0 {
        number /= 2
        ownSteps += 1
      }
      steps += Int(ownSteps)
      return ownSteps
    }
  }

  private static func scenario(
    _ name: String, storage: String = "flat", setUp: @escaping @Sendable () throws -> Measurement
  ) -> Scenario {
    Scenario(name, summary: name, storage: storage, payload: "item8", isHeadline: true) { _ in
      try setUp()
    }
  }
}

/// The error of the scenario `fails`.
struct SetUpFailure: Error {}

/// One allocation.
private final class Object {
  let number: UInt64

  init(_ number: UInt64) { self.number = number }
}
