import StressTesting
import TestSupport
import Testing

/// Layouts that lie, throw, and call the view back from their methods: each call of the view ends with
/// an answer or a collection view's error, and once the layouts tell the truth, so does the view.
@Suite struct HostileConformanceTests {
  @Test func theViewOutlivesThemAndShowsTheTruthAgain() throws {
    var run = try StressRun(
      "layouts that lie", filter: "theViewOutlivesThemAndShowsTheTruthAgain", usualSeconds: 1,
      share: 0.2)
    var operations = 0
    run.forEachSeed { seed in
      operations += try StressSubject.hostile.check(operations: 1, seed: seed)
    }
    run.summarize("\(operations) operations")
  }

  @Test func aCellThatIsNotFilledAgainIsFound() throws {
    let failure = #expect(throws: StressFailure.self) {
      try StressSubject.hostile.check(
        operations: 100_000, seed: 1, journal: nil, mutation: .staleCells)
    }
    let script = try #require(failure?.script)
    let again = #expect(throws: StressFailure.self) {
      try script.check(journal: nil, mutation: .staleCells)
    }
    #expect(again?.description == failure?.description)
    #expect(try StressScript(text: script.text) == script)
    #expect(try script.check() > 0)
  }
}
