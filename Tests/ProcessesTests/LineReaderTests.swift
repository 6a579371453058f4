import Foundation
import Processes
import Testing

/// Requests that come through a pipe, in pieces or without an end.
@Suite struct LineReaderTests {
  /// The lines of what `pieces` bring through a pipe, each written by itself, and the error at the
  /// end.
  private func read(_ pieces: [String], limit: Int) -> (lines: [String], error: LineError?) {
    let pipe = Pipe()
    let writer = pipe.fileHandleForWriting
    Thread.detachNewThread {
      for piece in pieces {
        try? writer.write(contentsOf: Data(piece.utf8))
        Thread.sleep(forTimeInterval: 0.01)
      }
      try? writer.close()
    }
    defer { withExtendedLifetime(pipe) {} }
    var reader = LineReader(pipe.fileHandleForReading.fileDescriptor, limit: limit)
    var lines: [String] = []
    do throws(LineError) {
      while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
      let behind = try reader.next()
      #expect(behind == nil)
      return (lines, nil)
    } catch {
      return (lines, error)
    }
  }

  @Test func linesComeInPiecesAndTheLastMayLackItsEnd() {
    let found = read(["a", "b\n\nc\nd", "e"], limit: 10)
    #expect(found.lines == ["ab", "", "c", "de"] && found.error == nil)
    #expect(read([], limit: 10).lines.isEmpty)
    #expect(read(["\n"], limit: 10).lines == [""])
  }

  @Test func aLineThatIsTooLongIsAnErrorBehindTheLinesBeforeIt() {
    let exact = read(["12345\n123", "45\n"], limit: 5)
    #expect(exact.lines == ["12345", "12345"] && exact.error == nil)
    let long = read(["12345\n1234", "56\n7\n"], limit: 5)
    #expect(long.lines == ["12345"] && long.error == .tooLong(limit: 5))
    #expect(read(["123456"], limit: 5).error == .tooLong(limit: 5))
  }

  @Test func aFileThatCannotBeReadIsAnError() {
    var reader = LineReader(-1)
    #expect(throws: LineError.system(SystemError(code: EBADF))) { try reader.next() }
  }
}
