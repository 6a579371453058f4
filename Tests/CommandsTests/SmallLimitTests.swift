import Foundation
import Processes
import RunRecords
import Testing

/// Limits and closed streams under which the tool must end with a word, and by no signal.
@Suite struct SmallLimitTests {
  /// Runs the fixture in a shell after `setting`, in `directory`.
  private func run(
    _ setting: String, _ directory: String, redirecting: String = "", _ arguments: [String]
  ) throws -> ExternalProgram.Outcome {
    try ExternalProgram(path: "/bin/bash").run(
      [
        "-c", "cd \"$0\"; \(setting); exec \"$@\" \(redirecting)", directory,
        ToolProcess.fixturePath,
      ] + arguments)
  }

  private let measuring = [
    "run", "--filter", "sum", "--sizes", "1k", "--allow-debug-build", "--launches", "2",
    "--case-budget", "10ms", "-o", "record.json",
  ]

  @Test(arguments: ["-n 24", "-n 40", "-v 400000"])
  func aLimitThatIsTooLowIsNamed(_ limit: String) throws {
    try inTemporaryDirectory { directory in
      let outcome = try run("ulimit \(limit)", directory, measuring)
      #expect(outcome.ending == .exited(status: 2), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("ulimit \(limit.prefix(2))"), "\(outcome.errorText)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
  }

  /// Of 64 files 21 are open already.
  @Test func filesThatAreOpenFromTheStartCount() throws {
    try inTemporaryDirectory { directory in
      let opening = "for i in {30..50}; do eval \"exec $i</dev/null\"; done; ulimit -n 64"
      let outcome = try run(opening, directory, measuring)
      #expect(outcome.ending == .exited(status: 2), "\(outcome.errorText)")
      #expect(outcome.errorText.contains("are open from the start"), "\(outcome.errorText)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
  }

  /// Starting a worker does not fail because of it, even if its number is beyond the limit.
  @Test func aFileBeyondTheLimitDoesNoHarm() throws {
    try inTemporaryDirectory { directory in
      let outcome = try run("exec 200</dev/null; ulimit -n 128", directory, measuring)
      #expect(outcome.ending == .exited(status: 0), "\(outcome.errorText)")
      #expect(try RunRecord.read(from: directory + "/record.json").run.completed)
    }
  }

  /// The system forgets such children at once, also how they ended.
  @Test func anIgnoredSIGCHLDHidesNoEnding() throws {
    try inTemporaryDirectory { directory in
      let outcome = try run(
        "set -- /usr/bin/env --ignore-signal=CHLD \"$@\"", directory, measuring)
      #expect(outcome.ending == .exited(status: 0), "\(outcome.errorText)")
      #expect(try RunRecord.read(from: directory + "/record.json").run.completed)
    }
  }

  @Test(arguments: ["-9223372036854775808", "0", "9223372036854775807"])
  func aWidthThatNobodyHasIsForgotten(_ columns: String) throws {
    try inTemporaryDirectory { directory in
      let outcome = try run("export COLUMNS=\(columns)", directory, ["run", "--help"])
      #expect(outcome.ending == .exited(status: 0), "\(outcome.ending) \(outcome.errorText)")
    }
  }

  @Test func aFileThatMayNotGrowIsAnErrorAndNoSignal() throws {
    try inTemporaryDirectory { directory in
      let outcome = try run("ulimit -f 1", directory, measuring)
      #expect(outcome.ending == .exited(status: 74), "\(outcome.ending) \(outcome.errorText)")
      #expect(outcome.errorText.contains("File too large"), "\(outcome.errorText)")
    }
  }

  @Test(arguments: [
    ("<&-", 0), (">&-", 74), ("2>&-", 0), ("<&- >&- 2>&-", 74), (">&- 2>&-", 74),
  ])
  func closedStreamsLeaveTheRecord(redirecting: String, status: Int32) throws {
    try inTemporaryDirectory { directory in
      let outcome = try run(":", directory, redirecting: redirecting, measuring)
      #expect(outcome.ending == .exited(status: status), "\(outcome.ending) \(outcome.errorText)")
      #expect(try RunRecord.read(from: directory + "/record.json").run.completed)
    }
  }
}
