import Testing

import Benchmarking
import RunRecords

struct SamplerTests {
  let clock = FakeClock()
  let calibration = ClockCalibration(
    .init(resolutionNs: 20, wallReadNs: 30, cpuReadNs: 400), callNanoseconds: 2)

  func sampler(
    budgetSeconds: Double = 0.05, targetBatches: Int = 200
  ) -> Sampler<FakeClock> {
    Sampler(
      clock: clock, calibration: calibration,
      plan: SamplingPlan(budgetSeconds: budgetSeconds, targetBatches: targetBatches))
  }

  /// A measurement whose calls take as long as `cost` says of each, counted from 0.
  func measurement(_ cost: @escaping (Int) -> Int) -> Measurement {
    var calls = 0
    return Measurement(operationsPerCall: 10, expectedAnswer: 5) { [clock] in
      clock.run(cost(calls))
      calls += 1
      return 5
    }
  }

  @Test(arguments: [(1_000, 1_024), (999, 1_024), (976, 1_024 * 2), (400_000, 4), (1_000_000, 1)])
  func doublesCallsUntilABatchTakesAMillisecond(cost: Int, calls: Int) throws {
    let samples = try sampler().sample(measurement { _ in cost })
    #expect(samples.callsPerBatch == calls)
    #expect(samples.answer == 5)
    #expect(samples.batches.allSatisfy { $0.wallNanoseconds == calls * cost })
    #expect(samples.batches.allSatisfy { $0.cpuNanoseconds == calls * cost })
  }

  @Test func ofVerySlowCallsOneIsMeasured() throws {
    var calls = 0
    let measurement = measurement {
      calls = $0 + 1
      return 51_000_000
    }
    let samples = try sampler().sample(measurement)
    #expect(samples.callsPerBatch == 1)
    #expect(samples.batches.map(\.wallNanoseconds) == [51_000_000])
    #expect(calls == 2)
  }

  @Test func whatPreparesACallIsNoneOfItsTime() throws {
    var prepared = 0
    var calls = 0
    let measurement = Measurement(
      operationsPerCall: 1, expectedAnswer: 5,
      prepare: { [clock] in
        clock.run(70_000)
        prepared += 1
      },
      body: { [clock] in
        #expect(prepared == calls + 1)
        clock.run(300_000)
        calls += 1
        return 5
      })
    let samples = try sampler().sample(measurement)
    #expect(samples.callsPerBatch == 4)
    #expect(samples.batches.allSatisfy { $0.wallNanoseconds == 1_200_000 })
    #expect(samples.batches.allSatisfy { $0.cpuNanoseconds == 1_200_000 })
    #expect(prepared == calls)
  }

  @Test func aCallThatCannotBePreparedIsAnError() {
    struct Busy: Error, CustomStringConvertible { var description: String { "the table is busy" } }
    let measurement = Measurement(
      operationsPerCall: 1, expectedAnswer: 5, prepare: { throw Busy() }, body: { 5 })
    #expect(throws: SamplingError.unprepared(reason: "the table is busy")) {
      try sampler().sample(measurement)
    }
  }

  @Test func aVerySlowFirstCallIsNoSlowCase() throws {
    let samples = try sampler().sample(measurement { $0 == 0 ? 900_000_000 : 1_000 })
    #expect(samples.callsPerBatch == 1_024)
    #expect(samples.batches.count >= 3)
  }

  @Test func aColdFirstBatchDoesNotDecide() throws {
    // The first two calls take as long as a whole batch.
    let samples = try sampler().sample(measurement { $0 < 2 ? 2_000_000 : 1_000 })
    #expect(samples.callsPerBatch == 1_024)
  }

  @Test func timeOfOtherProcessesIsNotTheBatchs() throws {
    // Every call loses the CPU for as long as it works.
    let measurement = Measurement(operationsPerCall: 1, expectedAnswer: 5) { [clock] in
      clock.run(1_000)
      clock.wall += 1_000
      return 5
    }
    #expect(try sampler().sample(measurement).callsPerBatch == 1_024)
  }

  @Test func whatWaitsIsLongEnoughAtTheCap() throws {
    let measurement = Measurement(operationsPerCall: 1, expectedAnswer: 5) { [clock] in
      clock.wall += 1_000_000
      return 5
    }
    #expect(try sampler().sample(measurement).callsPerBatch == 32)
  }

  @Test func slowClocksAskForLongerBatchesUpToTheCap() {
    let plan = SamplingPlan(budgetSeconds: 1)
    func batch(_ resolution: Double, _ cpuRead: Double) -> Double {
      plan.batchNanoseconds(
        with: ClockCalibration(
          .init(resolutionNs: resolution, wallReadNs: 0, cpuReadNs: cpuRead), callNanoseconds: 1))
    }
    #expect(batch(20, 400) == 1_000_000)
    #expect(batch(4_000, 400) == 4_000_000)
    #expect(batch(20, 10_000) == 2_000_000)
    #expect(batch(4_000_000, 400) == 20_000_000)
  }

  @Test func aCallBeyondTheCapIsABatchByItself() throws {
    var calls = 0
    let samples = try sampler().sample(
      measurement { count in
        calls = count + 1
        return 30_000_000
      })
    #expect(samples.callsPerBatch == 1)
    #expect(samples.batches.count == 3)
    // The first call, one of calibration, one of warm-up and the three that count.
    #expect(calls == 6)
  }

  @Test func threeBatchesAreDropped() throws {
    // 1 ms a call; the first call, two of calibration and three of warm-up are slower.
    let samples = try sampler().sample(measurement { $0 < 6 ? 1_500_000 : 1_000_000 })
    #expect(samples.callsPerBatch == 1)
    #expect(samples.batches.allSatisfy { $0.wallNanoseconds == 1_000_000 })
    #expect(samples.drift == .none)
  }

  @Test func theBudgetEndsTheSeries() throws {
    let samples = try sampler(budgetSeconds: 0.04).sample(measurement { _ in 1_000_000 })
    #expect(samples.batches.count == 34)
  }

  @Test func theTargetEndsTheSeries() throws {
    let samples = try sampler(budgetSeconds: 10, targetBatches: 12).sample(
      measurement { _ in 1_000_000 })
    #expect(samples.batches.count == 12)
  }

  @Test func callsOfAnotherLaunchAreKept() throws {
    let samples = try sampler().sample(measurement { _ in 1_000 }, callsPerBatch: 3)
    #expect(samples.callsPerBatch == 3)
    #expect(samples.batches.allSatisfy { $0.wallNanoseconds == 3_000 })
  }

  @Test func aFirstSeriesThatDriftsIsDropped() throws {
    // Each call a little faster than the last, for as long as the first series takes.
    let samples = try sampler(budgetSeconds: 0.05).sample(
      measurement { max(1_000_000, 2_000_000 - 50_000 * $0) })
    #expect(samples.drift == .overcome)
    #expect(samples.batches.allSatisfy { $0.wallNanoseconds == 1_000_000 })
    // The second series gets its own budget.
    #expect(samples.batches.count == 50)
  }

  @Test func aSecondSeriesThatDriftsIsKeptAndTold() throws {
    let samples = try sampler().sample(measurement { 1_000_000 + 20_000 * $0 })
    #expect(samples.drift == .remaining)
    #expect(samples.batches.count >= 6)
  }

  @Test func aWrongAnswerInAnyCallFails() throws {
    for wrongCall in 0..<40 {
      var calls = 0
      let measurement = Measurement(operationsPerCall: 1, expectedAnswer: 0xab) { [clock] in
        clock.run(1_000_000)
        defer { calls += 1 }
        return calls == wrongCall ? 0xcd : 0xab
      }
      #expect(
        throws: SamplingError.wrongAnswer(found: 0xcd, expected: 0xab), "call \(wrongCall)"
      ) {
        try sampler().sample(measurement)
      }
    }
  }

  @Test func withoutAnExpectedAnswerTheFirstOneCounts() throws {
    var answer: UInt64 = 7
    let measurement = Measurement(operationsPerCall: 1) { [clock] in
      clock.run(1_000_000)
      return answer
    }
    #expect(try sampler().sample(measurement).answer == 7)
    let changing = Measurement(operationsPerCall: 1) { [clock] in
      clock.run(1_000_000)
      answer += 1
      return answer
    }
    #expect(throws: SamplingError.wrongAnswer(found: 9, expected: 8)) {
      try sampler().sample(changing)
    }
  }

  @Test func aClockThatGoesBackFails() throws {
    #expect {
      try sampler().sample(measurement { $0 == 10 ? -5_000_000 : 1_000_000 })
    } throws: {
      "\($0)".contains("went back")
    }
  }

  @Test(arguments: [0, -1])
  func aMeasurementPerformsOperations(declared: Int) throws {
    #expect(throws: SamplingError.noOperations(declared: declared)) {
      try sampler().sample(Measurement(operationsPerCall: declared) { 1 })
    }
  }

  @Test func theHarnessItselfIsToldOf() throws {
    let samples = try sampler().sample(measurement { _ in 100_000 })
    // Two readings of the CPU clock, one of the wall clock, and sixteen turns of the loop.
    #expect(samples.callsPerBatch == 16)
    let overhead = 2 * 400 + 30 + 16 * 2
    #expect(samples.harnessShare == Double(overhead) / 1_600_000)
  }

  @Test func clocksAreReadOutsideOfTheCalls() throws {
    clock.wallReadCost = 30
    clock.cpuReadCost = 400
    let samples = try sampler().sample(measurement { _ in 100_000 })
    // The readings that fall between the edges are those that the harness's share names.
    #expect(samples.batches.allSatisfy { $0.cpuNanoseconds == 1_600_000 + 400 })
    #expect(samples.batches.allSatisfy { $0.wallNanoseconds == 1_600_000 + 2 * 400 + 30 })
  }

  @Test func switchesAndFaultsAreThoseOfTheBatch() throws {
    let measurement = Measurement(operationsPerCall: 1) { [clock] in
      clock.run(1_000_000)
      clock.usage.minorFaults += 2
      clock.usage.involuntarySwitches += 1
      return 1
    }
    let samples = try sampler().sample(measurement)
    #expect(samples.batches.allSatisfy { $0.minorFaults == 2 && $0.involuntarySwitches == 1 })
  }
}
