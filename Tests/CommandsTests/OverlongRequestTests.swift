import Foundation
import Processes
import Testing

/// Processes of the tool that are sent a request without an end.
@Suite struct OverlongRequestTests {
  #if SQLITE
    private static let subcommands = ["pair-worker", "stress-writer"]
  #else
    private static let subcommands = ["pair-worker"]
  #endif

  @Test(arguments: subcommands)
  func isRefused(_ subcommand: String) throws {
    let request = Data(repeating: UInt8(ascii: "a"), count: ChildProcess.longestLine + 1)
    let outcome = try ExternalProgram(path: ToolProcess.fixturePath).run(
      [subcommand], input: request)
    #expect(outcome.ending == .exited(status: 70), "\(outcome.errorText)")
    #expect(outcome.errorText.contains("a line has more than 64 MiB"), "\(outcome.errorText)")
    #expect(outcome.output.isEmpty)
  }
}
