import Foundation
import Processes
import Testing

struct ChildProcessTests {
  private func shell(_ script: String) throws -> ChildProcess {
    try ChildProcess("/bin/sh", ["-c", script], environment: ExternalProgram.environment)
  }

  /// Waits for a line of `child`.
  private func firstLine(of child: ChildProcess) -> String? {
    while child.isTalking {
      if let line = child.readLines(milliseconds: 50).first {
        return String(decoding: line, as: UTF8.self)
      }
    }
    return nil
  }

  @Test func aChildAnswersAndTellsItsEnding() throws {
    let child = try shell("read line; echo \"got $line\"; read line; exit 3")
    try child.writeLine(Data("a word".utf8))
    #expect(firstLine(of: child) == "got a word")
    #expect(child.isRunning)
    child.closeInput()
    #expect(child.waitForEnding() == .exited(status: 3))
    child.kill()
    child.kill()
    #expect(!child.isRunning && child.waitForEnding() == .exited(status: 3))
  }

  @Test func aStoppedChildIsKilled() throws {
    let child = try shell("echo stops; kill -STOP $$; echo goes on")
    #expect(firstLine(of: child) == "stops")
    child.kill()
    #expect(child.waitForEnding() == .killed(signal: SIGKILL))
  }

  /// Its group still has another process, so that a signal to the group is received.
  @Test func aChildThatHasLeftItsGroupIsKilled() throws {
    let child = try shell(
      "exec perl -e '$| = 1; fork or do { sleep 600; exit }; setpgrp(0, getpgrp(getppid));"
        + " print \"left\\n\"; sleep 600'")
    #expect(firstLine(of: child) == "left")
    child.kill()
    #expect(child.waitForEnding() == .killed(signal: SIGKILL))
  }

  @Test func anEndedChildThatNobodyKillsIsReaped() throws {
    var child: ChildProcess? = try shell("exit 0")
    let number = try #require(child?.identifier)
    #expect(child?.waitForEnding() == .exited(status: 0))
    child = nil
    // The number may be that of another process by now, and of none of this one's ended children.
    let status = (try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)) ?? ""
    #expect(!status.contains("(sh) Z"))
  }

  @Test func linesComeWholeAndTheEndIsSeen() throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "read a; printf 'x%s\\ny' \"$a\"; echo z; echo last >&2; exit 7"],
      environment: [:])
    defer { child.kill() }
    try child.writeLine(Data("1".utf8))
    var lines: [String] = []
    while child.isTalking || child.isRunning {
      lines += child.readLines(milliseconds: 50).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines == ["x1", "yz"])
    #expect(child.waitForEnding() == .exited(status: 7))
    #expect(child.lastWords == "last")
  }

  @Test func aKilledProcessIsGone() throws {
    let child = try ChildProcess("/bin/sh", ["-c", "sleep 60"], environment: [:])
    #expect(child.isRunning)
    child.kill()
    #expect(!child.isRunning && !child.isTalking)
    #expect(child.waitForEnding() == .killed(signal: 9))
  }

  /// A process may end by itself, and leave others that have its files open.
  @Test func whatAnEndedProcessHasStartedIsKilled() throws {
    let child = try ChildProcess(
      "/bin/sh", ["-c", "sleep 6000 & echo $!; exit 0"], environment: [:])
    var lines: [String] = []
    while lines.isEmpty, child.isTalking {
      lines += child.readLines(milliseconds: 50).map { String(decoding: $0, as: UTF8.self) }
    }
    let orphan = ProcessNumber(try #require(lines.first.flatMap { Int32($0) }))
    #expect(orphan.isAlive)
    child.kill()
    #expect(orphan.ends)
  }

  /// A thread that blocks SIGTERM would hand that on, and its child would not end when it is told to.
  @Test func aProcessBlocksNoSignals() throws {
    var blocked = sigset_t()
    var before = sigset_t()
    unsafe sigemptyset(&blocked)
    unsafe sigaddset(&blocked, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let child = try ChildProcess(
      "/bin/sh", ["-c", "kill -TERM $$; echo still here"], environment: [:])
    defer { child.kill() }
    #expect(child.waitForEnding() == .killed(signal: SIGTERM))
  }
}
