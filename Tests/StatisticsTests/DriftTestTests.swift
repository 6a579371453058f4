import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct DriftTestTests {
  @Test func evenSeriesDriftsOnlyAboveOnePercent() throws {
    for (change, drifts) in [(0.5, false), (1.0, false), (1.5, true), (-0.5, false), (-1.5, true)] {
      let test = try DriftTest([100, 100, 100, 0, 0, 0, 100 + change, 100 + change, 100 + change])
      #expect(test.tolerance == 1)
      #expect(test.hasDrift == drifts, "\(change)")
    }
  }

  @Test func spreadSeriesDriftsOnlyAboveThreeStandardErrors() throws {
    // Each third 90, 100, 110 about its mean: a standard error of 5.77, and 8.16 of the difference.
    for (change, drifts) in [(10.0, false), (24, false), (25, true), (-24, false), (-25, true)] {
      let head = [90.0, 100, 110]
      let test = try DriftTest(head + [100, 100, 100] + head.map { $0 + change })
      #expect(agree(test.tolerance, 3 * (200.0 / 3).squareRoot()))
      #expect(test.hasDrift == drifts, "\(change)")
    }
  }

  @Test func onlyWholeThirdsAreCompared() throws {
    // Eight samples: two in each third, four between them that must not matter.
    let test = try DriftTest([10, 10, 500, 0, 70, 3, 10, 10])
    #expect(test.first == 10 && test.last == 10 && !test.hasDrift)
  }

  @Test func steadyNoiseSeldomDriftsAndAWarmUpDoes() throws {
    var generator = SplitMix64(seed: 4)
    var alarms = 0
    var found = 0
    for _ in 0..<1_000 {
      let noise = (0..<60).map { _ in Double.random(in: 95...105, using: &generator) }
      if try DriftTest(noise).hasDrift { alarms += 1 }
      let warming = noise.enumerated().map { $1 * ($0 < 20 ? 1.1 : 1) }
      if try DriftTest(warming).hasDrift { found += 1 }
    }
    #expect(alarms < 15, "\(alarms) of 1000")
    #expect(found == 1_000)
  }

  @Test func refusesWhatHasNoThirds() {
    #expect(throws: SampleError.tooFew(found: 5, needed: 6)) { try DriftTest([1, 1, 1, 1, 1]) }
    #expect(throws: SampleError.negative(index: 5, value: -1)) {
      try DriftTest([1, 1, 1, 1, 1, -1])
    }
    #expect(throws: SampleError.notFinite(index: 0, value: "inf")) {
      try DriftTest([.infinity, 1, 1, 1, 1, 1])
    }
  }
}
