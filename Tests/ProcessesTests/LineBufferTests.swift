import Foundation
import Processes
import Testing

/// A process that writes more than anyone reads, or in pieces.
@Suite struct LineBufferTests {
  private func lines(
    of script: String, until isDone: (ChildProcess, [Data]) -> Bool
  ) throws -> [Data] {
    let process = try ChildProcess("/bin/sh", ["-c", script], environment: [:])
    defer { process.kill() }
    var lines: [Data] = []
    while process.isTalking || process.isRunning, !isDone(process, lines) {
      lines += process.readLines(milliseconds: 50)
    }
    return lines
  }

  @Test func linesComeInPiecesAndTogether() throws {
    let found = try lines(of: "printf 'a'; sleep 0.1; printf 'b\\n\\nc\\nrest'") { _, _ in false }
    #expect(found.map { String(decoding: $0, as: UTF8.self) } == ["ab", "", "c"])
  }

  /// A rescan at every piece would be quadratic, and take minutes for these lines.
  @Test func millionsOfShortLinesAreRead() throws {
    let found = try lines(of: "yes | head -n 2000000") { _, _ in false }
    #expect(found.count == 2_000_000 && found.allSatisfy { $0 == Data("y".utf8) })
  }

  @Test func aLineWithoutAnEndIsGivenUp() throws {
    var most = 0
    let found = try lines(of: "exec /bin/cat /dev/zero") { process, lines in
      most = max(most, lines.count)
      return process.hasOverlongLine
    }
    #expect(found.isEmpty && most == 0)
  }

  @Test func errorsWithoutAnEndTakeNoMemory() throws {
    let process = try ChildProcess(
      "/bin/sh", ["-c", "head -c 50000000 /dev/zero | tr '\\0' x >&2; echo done"], environment: [:])
    defer { process.kill() }
    while process.isTalking, process.readLines(milliseconds: 50).isEmpty {}
    #expect(process.lastWords.utf8.count <= 5 * 4_098)
  }
}
