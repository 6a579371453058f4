import Testing

import Benchmarking

struct ClockCalibrationTests {
  @Test func costsAndStepAreThoseOfTheClock() {
    let clock = FakeClock()
    clock.wallReadCost = 25
    clock.cpuReadCost = 350
    let calibration = ClockCalibration(measuring: clock)
    // Each trial reads the wall clock once more than it repeats what it measures.
    #expect(abs(calibration.wallReadNanoseconds - 25) < 0.1)
    #expect(abs(calibration.cpuReadNanoseconds - 350) < 0.2)
    #expect(calibration.resolutionNanoseconds == 25)
  }

  @Test func theRealClocksMove() {
    let calibration = ClockCalibration(measuring: SystemClock())
    #expect(calibration.resolutionNanoseconds > 0)
    #expect(calibration.wallReadNanoseconds > 0)
    #expect(calibration.cpuReadNanoseconds > 0)
    #expect(calibration.callNanoseconds > 0)
  }

  @Test func theOverheadOfABatchGrowsWithItsCalls() {
    let calibration = ClockCalibration(
      resolutionNanoseconds: 20, wallReadNanoseconds: 30, cpuReadNanoseconds: 400,
      callNanoseconds: 2)
    #expect(calibration.overheadNanoseconds(ofBatchWith: 0) == 830)
    #expect(calibration.overheadNanoseconds(ofBatchWith: 1_000) == 2_830)
  }
}
