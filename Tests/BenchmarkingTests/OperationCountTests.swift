import Allocations
import RunRecords
import Testing

import Benchmarking

@Testing.Suite struct OperationCountTests {
  private func problem(_ counts: OperationCount...) -> String? {
    do throws(SamplingError) {
      try OperationCount.check(counts)
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test func aCheckThatFailsFailsTheCase() {
    struct Divergence: Error {}
    let scenario = Scenario("visits", summary: "", storage: "flat", payload: "item8") { _ in
      Measurement(operationsPerCall: 1, counts: { throw Divergence() }, body: { 7 })
    }
    let context = ScenarioContext(dataset: "none", items: 1, seed: 1)
    #expect(throws: Divergence.self) { try AllocationCount(of: scenario, in: context) }
  }

  /// Sets up a scenario whose call counts what `counts` says in its n-th set-up, from 0.
  private func metrics(
    _ counts: @escaping @Sendable (Int) -> [OperationCount]
  ) throws -> [MetricRecord] {
    let scenario = Scenario("visits", summary: "", storage: "flat", payload: "item8") { context in
      let setUps = context.shared("set-ups") { SetUps() }
      let number = setUps.count
      setUps.count += 1
      return Measurement(operationsPerCall: 3, counts: { counts(number) }, body: { 7 })
    }
    let context = ScenarioContext(dataset: "none", items: 1, seed: 1)
    return try AllocationCount(of: scenario, in: context).metrics
  }

  /// Live bytes that would mislead are absent with the scenario's reason, and no other metric is.
  @Test func liveBytesThatWouldMisleadAreAbsent() throws {
    for reason in [nil, "the call frees what was prepared"] {
      let scenario = Scenario("commit", summary: "", storage: "flat", payload: "item8") { _ in
        Measurement(operationsPerCall: 1, liveBytesAbsence: reason, prepare: {}) { 7 }
      }
      let context = ScenarioContext(dataset: "none", items: 1, seed: 1)
      let metrics = try AllocationCount(of: scenario, in: context).metrics
      #expect(metrics.map(\.name).count == ExactMetric.counted(in: .allocations).count)
      for metric in metrics {
        let isLive = ["live_bytes", "peak_live_bytes"].contains(metric.name)
        if let reason, case .available = AllocationMeter.availability {
          #expect((metric.absent == reason) == isLive, "\(metric.name)")
          #expect(metric.value == nil || !isLive, "\(metric.name)")
        } else {
          #expect(metric.absent?.contains("frees") != true, "\(metric.name)")
        }
      }
    }
  }

  private final class SetUps {
    var count = 0
  }

  /// Every text of up to four of these characters, against a regular expression.
  @Test func namesAreInSnakeCase() {
    var names = [""]
    for _ in 0..<4 { names += names.flatMap { name in "a0_Aé-".map { name + [$0] } } }
    for name in Set(names) {
      let isSnake = name.wholeMatch(of: /[a-z][a-z0-9]*(_[a-z0-9]+)*/) != nil
      #expect((problem(.init(name: name, value: 1)) == nil) == isSnake, "'\(name)'")
    }
  }

  @Test func namesAreTakenOnce() {
    for taken in ["allocations", "peak_live_bytes", "cpu_time", "minor_faults"] {
      #expect(problem(.init(name: taken, value: 1))?.contains("another metric") == true)
    }
    let nodes = OperationCount(name: "nodes", value: 1)
    #expect(
      problem(nodes, .init(name: "nodes", value: 2))
        == "the scenario's count 'nodes' has the name of another metric of the case; choose "
        + "another one")
    #expect(problem(nodes, .init(name: "nodes_visited", value: 1)) == nil)
  }

  @Test func unitsAreThoseOfRecords() {
    for unit in ["count", "byte"] {
      #expect(problem(.init(name: "nodes", value: 1, unit: unit)) == nil)
    }
    for unit in ["", "ns/op", "ratio", "point", "nodes"] {
      #expect(
        problem(.init(name: "nodes", value: 1, unit: unit))?.contains("unit '\(unit)'") == true)
    }
  }

  @Test func pointsAreSixtyFourths() {
    for (points, value) in [
      (0, 0), (1, 64), (-0.5, -32), (0.007, 0), (0.008, 1), (1e-12, 0), (1e9, 64_000_000_000),
    ] as [(Double, Int)] {
      let count = OperationCount(name: "anchor_drift", points: points)
      #expect(count.value == value, "\(points)")
      #expect(count.record.unit == "point/64" && problem(count) == nil)
    }
    for points in [Double.nan, .infinity, 1e300] {
      let count = OperationCount(name: "anchor_drift", points: points)
      #expect(problem(count)?.hasSuffix("is no finite number of points") == true)
    }
  }

  @Test func rolesAndDirectionsAreRecorded() {
    let visited = OperationCount(name: "visited", value: 3).record
    #expect(visited.kind == .exact && visited.role == .gate && visited.better == .lower)
    let reused = OperationCount(name: "r", value: 3, isGate: false, isHigherBetter: true).record
    #expect(reused.role == .info && reused.better == .higher)
    #expect(OperationCount(name: "drift", points: 1, isGate: false).record.role == .info)
  }

  @Test func countsFollowTheAllocatorsFigures() throws {
    let counts = [
      OperationCount(name: "visited", value: 12), .init(name: "anchor_drift", points: 0.25),
    ]
    let metrics = try metrics { _ in counts }
    let allocator = ExactMetric.counted(in: .allocations).map(\.rawValue)
    #expect(metrics.map(\.name) == allocator + ["visited", "anchor_drift"])
    #expect(metrics.suffix(2).map(\.value) == [12, 16])
    if case .unavailable(let reason) = AllocationMeter.availability {
      #expect(metrics.prefix(allocator.count).allSatisfy { $0.absent == reason })
    }
  }

  @Test func bothCallsCountTheSame() throws {
    let drift = OperationCount(name: "drift", points: 1)
    #expect(throws: Never.self) {
      try metrics { [drift, .init(name: "visited", value: $0 / 2)] }
    }
    let error = #expect(throws: SamplingError.self) {
      try metrics { [drift, .init(name: "visited", value: $0)] }
    }
    #expect(
      error?.description
        == "counts that are not exact: a call counted visited 0 count, and the same call after a "
        + "new set-up visited 1 count")
    let missing = #expect(throws: SamplingError.self) { try metrics { $0 == 0 ? [] : [drift] } }
    #expect(missing?.description.contains("counted nothing else, and") == true)
  }

  @Test func aCountThatIsNoneFailsTheCase() {
    #expect(throws: SamplingError.badCount(name: "x", problem: "is no finite number of points")) {
      try metrics { _ in [.init(name: "x", points: .nan)] }
    }
  }
}
