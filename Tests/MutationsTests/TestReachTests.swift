import Foundation
import Mutations
import Processes
import TestSupport
import Testing

/// The tests to run for a mutant, and the code in C that tells which they are.
@Suite struct TestReachTests {
  /// Tests that take so many seconds and come past mutant 1; "other" comes past mutant 2 alone.
  private func reach(_ seconds: [Double]) -> TestReach {
    var reach = TestReach()
    for (index, seconds) in seconds.enumerated() {
      reach.note("T.t\(index)", seconds: seconds, reached: [0, 1, 0, 0])
    }
    reach.note("other", seconds: 0, reached: [0, 0, 1])
    return reach
  }

  @Test func onlyTestsThatComePastAMutantRun() {
    let reach = reach([0])
    #expect(reach.batches(of: 1) == [["T.t0"]] && reach.batches(of: 2) == [["other"]])
    #expect(reach.batches(of: 3).isEmpty && reach.batches(of: 4).isEmpty)
    #expect((1...4).map(reach.reaches) == [true, true, false, false])
  }

  @Test func quickTestsRunFirst() {
    let reach = reach([9, 0.25, 1, 0.25, 1, 0.5])
    #expect(reach.batches(of: 1) == [["T.t1", "T.t3"], ["T.t5", "T.t2"], ["T.t4"], ["T.t0"]])
    #expect(reach.seconds == 12 && reach.count == 7)
  }

  @Test func likelyTestsCountForLess() {
    let batches = reach([9, 0.25, 1]).batches(of: 1, likely: ["t2", "gone"])
    #expect(batches == [["T.t2", "T.t1"], ["T.t0"]])
  }

  @Test func groupsHaveAtMostFortyTests() {
    let batches = reach(Array(repeating: 0, count: 81)).batches(of: 1)
    #expect(batches.map(\.count) == [40, 40, 1])
  }

  /// Compiles the code with a program that comes past 1 and 3, in a process that is killed, and is asked
  /// for 9, which the file has no byte for.
  @Test func processesTellWhatTheyComePast() throws {
    let folder = try TemporaryFolder()
    let program = """
      #include "include/CMutant.h"
      #include <signal.h>
      #include <stdio.h>
      int main(void) {
        for (int number = 1; number <= 9; number += number == 3 ? 6 : 2)
          if (cmutant_is(number)) printf("%d on\\n", number);
        fflush(stdout);
        if (cmutant_active < 0) raise(SIGKILL);
        return 0;
      }
      """
    for (path, text) in [
      ("include/CMutant.h", MutantSwitches.header), ("CMutant.c", MutantSwitches.source),
      ("main.c", program),
    ] { _ = try folder.write(Array(text.utf8), to: path) }
    let compiler = try #require(ExternalProgram(named: "clang"))
    let executable = folder.path + "/program"
    let built = try compiler.run([
      "-I", folder.path + "/include", "-o", executable, folder.path + "/main.c",
      folder.path + "/CMutant.c",
    ])
    try #require(built.isSuccess, "\(built.complaint)")
    let reached = try folder.write(Array(repeating: 0, count: 5), to: "reached")
    func output(mutant: String) throws -> String {
      let outcome = try ExternalProgram(path: executable).run(
        [],
        environment: [MutantSwitches.variable: mutant, MutantSwitches.reachVariable: reached])
      return String(decoding: outcome.output, as: UTF8.self)
    }
    #expect(try output(mutant: "3") == "3 on\n")
    #expect(try Data(contentsOf: URL(filePath: reached)) == Data([0, 0, 0, 0, 0]))
    #expect(try output(mutant: "-1") == "")
    #expect(try Data(contentsOf: URL(filePath: reached)) == Data([0, 1, 0, 1, 0]))
  }
}
