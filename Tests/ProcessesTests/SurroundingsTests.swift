import Processes
import Testing

@Suite struct SurroundingsTests {
  @Test func limitsThatAreTooLowAreNamed() {
    #expect(Surroundings.problem(openFiles: -1, freeFiles: 48, addressSpace: -1) == nil)
    #expect(Surroundings.problem(openFiles: 64, freeFiles: 48, addressSpace: 1 << 29) == nil)
    #expect(
      Surroundings.problem(openFiles: 63, freeFiles: 47, addressSpace: -1)?
        .hasPrefix("at most 63 files may be open (ulimit -n)") == true)
    #expect(
      Surroundings.problem(openFiles: 64, freeFiles: 47, addressSpace: -1)
        == "17 of 64 files that may be open (ulimit -n) are open from the start; allow 65 or more, or "
        + "close some")
    #expect(
      Surroundings.problem(openFiles: -1, freeFiles: 48, addressSpace: 140_000 << 10)?.contains(
        "ulimit -v")
        == true)
  }

  @Test func aNameIsClaimedOnce() {
    let name = "cvbench-test-\(UInt64.random(in: .min ... .max))"
    #expect(Surroundings.claim(name))
    #expect(!Surroundings.claim(name))
    #expect(Surroundings.claim(name + "-other"))
  }
}
