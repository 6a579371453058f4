import TestSupport
import Testing

/// The variables that all generated tests take.
@Suite struct StressRunTests {
  @Test func variablesAreNumbersOrRefused() throws {
    let (time, seed) = ("CVBENCH_STRESS_SECONDS", "CVBENCH_STRESS_SEED")
    #expect(try StressRun.seconds(of: [:]) == nil && StressRun.seed(of: [:]) == nil)
    #expect(try StressRun.seconds(of: [time: "0.5"]) == 0.5)
    #expect(try StressRun.seed(of: [seed: "18446744073709551615"]) == .max)
    for text in ["", "soon", "-1", "nan", "inf"] {
      #expect(throws: StressRun.Failure.self, "\(text)") {
        try StressRun.seconds(of: [time: text])
      }
    }
    for text in ["", "-1", "0x10", "1.5"] {
      #expect(throws: StressRun.Failure.self, "\(text)") { try StressRun.seed(of: [seed: text]) }
    }
  }

  @Test func aRunWithoutTimeIsItsFirstSeed() throws {
    var run = try StressRun("nothing", filter: "Nothing", usualSeconds: 0, share: 0)
    #expect(run.next() == run.firstSeed)
    #expect(run.next() == nil && run.sequences == 1)
    #expect(
      run.replay(7).hasSuffix(
        "CVBENCH_STRESS_SEED=7 CVBENCH_STRESS_SECONDS=0 swift test --filter Nothing"))
  }
}
