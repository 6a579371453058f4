import Testing

@testable import Commands

@Suite struct ProgressReporterTests {
  @Test func lineSaysHowFarAndHowLongStill() {
    let start = ContinuousClock.now
    var progress = ProgressReporter(total: 100, finished: 0, isLive: false, startedAt: start)
    #expect(progress.line("a", start) == "[0/100] 0% 0:00: a")
    for _ in 0..<4 { progress.advance("a", now: start) }
    #expect(progress.line("b", start + .seconds(10)) == "[4/100] 4% 0:10, about 4:00 left: b")
  }

  @Test func resumedWorkDoesNotCountAsSpeed() {
    let start = ContinuousClock.now
    var progress = ProgressReporter(total: 100, finished: 90, isLive: false, startedAt: start)
    progress.advance("a", now: start)
    #expect(progress.line("b", start + .seconds(65)) == "[91/100] 91% 1:05, about 9:45 left: b")
  }

  @Test func nothingToDoIsAllDone() {
    let progress = ProgressReporter(total: 0, finished: 0, isLive: false)
    #expect(progress.line("a", .now).hasPrefix("[0/0] 100%"))
  }
}
