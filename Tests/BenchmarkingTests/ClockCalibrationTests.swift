import Testing

import Benchmarking
import RunRecords

struct ClockCalibrationTests {
  @Test func costsAndStepAreThoseOfTheClock() {
    let clock = FakeClock()
    clock.wallReadCost = 25
    clock.cpuReadCost = 350
    let calibration = ClockCalibration(measuring: clock)
    // Each trial reads the wall clock once more than it repeats what it measures.
    #expect(abs(calibration.clock.wallReadNs - 25) < 0.1)
    #expect(abs(calibration.clock.cpuReadNs - 350) < 0.2)
    #expect(calibration.clock.resolutionNs == 25)
  }

  @Test func theRealClocksMove() {
    let calibration = ClockCalibration(measuring: SystemClock())
    #expect(calibration.clock.resolutionNs > 0)
    #expect(calibration.clock.wallReadNs > 0)
    #expect(calibration.clock.cpuReadNs > 0)
    #expect(calibration.callNanoseconds > 0)
  }

  @Test func theOverheadOfABatchGrowsWithItsCalls() {
    let calibration = ClockCalibration(
      .init(resolutionNs: 20, wallReadNs: 30, cpuReadNs: 400), callNanoseconds: 2)
    #expect(calibration.overheadNanoseconds(ofBatchWith: 0) == 830)
    #expect(calibration.overheadNanoseconds(ofBatchWith: 1_000) == 2_830)
  }
}
