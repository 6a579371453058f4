import Processes
import Testing

@Suite struct SurroundingsTests {
  @Test func limitsThatAreTooLowAreNamed() {
    #expect(Surroundings.problem(openFiles: -1, addressSpace: -1) == nil)
    #expect(Surroundings.problem(openFiles: 64, addressSpace: 1 << 29) == nil)
    #expect(Surroundings.problem(openFiles: 63, addressSpace: -1)?.contains("ulimit -n") == true)
    #expect(
      Surroundings.problem(openFiles: -1, addressSpace: 140_000 << 10)?.contains("ulimit -v")
        == true)
  }

  @Test func aNameIsClaimedOnce() {
    let name = "cvbench-test-\(UInt64.random(in: .min ... .max))"
    #expect(Surroundings.claim(name))
    #expect(!Surroundings.claim(name))
    #expect(Surroundings.claim(name + "-other"))
  }
}
