import Foundation
import Processes
import Testing

/// Processes of the tool that are sent a request without an end.
@Suite struct OverlongRequestTests {
  @Test(arguments: [("pair-worker", 70), ("stress-writer", 70)])
  func isRefused(_ subcommand: String, _ status: Int32) throws {
    let request = Data(repeating: UInt8(ascii: "a"), count: ChildProcess.longestLine + 1)
    let outcome = try ExternalProgram(path: ToolProcess.fixturePath).run(
      [subcommand], input: request)
    #expect(outcome.ending == .exited(status: status), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("a line has more than 64 MiB"), "\(outcome.errorText)")
    #expect(outcome.output.isEmpty)
  }
}
