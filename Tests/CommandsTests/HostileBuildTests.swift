import Benchmarking
import Foundation
import Processes
import TestSupport
import Testing

/// A gate against a base that is not a build of the tool at all.
@Suite struct HostileBuildTests {
  private let gate = [
    "gate", "--base", "./base", "--head", "./head", "--filter", "/work/", "--dataset",
    "one-section", "--sizes", "1k", "-o", "gate.json", "--allow-debug-build",
  ]

  /// Lines without end, a line without end, errors without end, and numbers that no build finds.
  @Test(
    .timeLimit(.minutes(2)),
    arguments: [
      "exec yes", "exec cat /dev/zero", "echo '{\"prepared\":{\"callsPerBatch\":0}}'; sleep 100",
      "yes >&2 & echo no; wait",
      #"echo '{"prepared":{"callsPerBatch":9223372036854775807,"operationsPerCall":2,"checksum":""}}'"#,
    ])
  func isGivenUp(_ script: String) throws {
    try inTemporaryDirectory { directory in
      try makeExecutable(Data("#!/bin/sh\n\(script)\n".utf8), at: directory + "/base")
      let head = "#!/bin/sh\nexec '\(ToolProcess.fixturePath)' \"$@\"\n"
      try makeExecutable(Data(head.utf8), at: directory + "/head")
      let result = try ToolProcess(executable: "CommandsFixture", directory: directory).run(gate)
      #expect(result.status == 5, "\(result.errors)")
      #expect(result.errors.contains("the base '"), "\(result.errors)")
    }
  }

  @Test func answersWithImpossibleNumbersAreNone() throws {
    func reply(_ text: String) throws -> WorkerReply {
      try JSONDecoder().decode(WorkerReply.self, from: Data(text.utf8))
    }
    func prepared(_ calls: Int, _ operations: Int) throws -> Bool {
      try reply(
        """
        {"prepared":{"callsPerBatch":\(calls),"operationsPerCall":\(operations),"checksum":"0"}}
        """
      ).isPlausible
    }
    #expect(try prepared(3, 4))
    for (calls, operations) in [(0, 1), (1, 0), (-1, -1), (Int.max, 2)] {
      #expect(try !prepared(calls, operations))
    }
    #expect(try reply(#"{"measured":{"wallNanoseconds":1,"cpuNanoseconds":1}}"#).isPlausible)
    #expect(try !reply(#"{"called":{"operationsPerCall":0,"checksum":"0"}}"#).isPlausible)
  }
}
