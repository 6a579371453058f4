import Benchmarking
import Testing

/// The limit on an answer's time, by an invented clock.
struct AnswerTimeoutTests {
  private let start = ContinuousClock.now

  /// Returns whether `seconds` are over after looks at `instants`, in seconds from the start.
  private func isOver(_ seconds: Double, lookingAt instants: [Double]) -> Bool {
    var timeout = AnswerTimeout(seconds: seconds, start: start)
    for instant in instants { timeout.look(at: start + .seconds(instant)) }
    return timeout.isOver
  }

  @Test func isOverOnceMoreThanTheLimitHasBeenWaited() {
    let looks = (1...10).map { Double($0) / 2 }
    #expect(!isOver(5, lookingAt: []))
    #expect(!isOver(5, lookingAt: looks))
    #expect(isOver(5, lookingAt: looks + [5.25]))
    #expect(isOver(0.25, lookingAt: [0.5]))
    #expect(!isOver(0, lookingAt: [0]))
  }

  @Test func ofAPauseASecondCounts() {
    #expect(!isOver(5, lookingAt: [3_600]))
    #expect(!isOver(5, lookingAt: [1, 3_600, 3_601, 3_602, 3_603]))
    #expect(isOver(5, lookingAt: [1, 3_600, 3_601, 3_602, 3_603, 3_603.25]))
    #expect(isOver(0.5, lookingAt: [3_600]))
  }

  @Test func looksAtOneInstantCountOnce() {
    #expect(!isOver(5, lookingAt: Array(repeating: 1, count: 100)))
  }
}
