package import Foundation

/// Reads the requests that another process writes, a line at a time, by default from standard input.
///
///     var requests = LineReader()
///     while let request = try requests.next() { answer(request) }
///
/// A line has at most 64 MiB, so that a sender which never ends a line takes no more memory than that.
/// `ChildProcess` is the other side, with the same limit.
///
/// Foundation's handles would wait until a whole piece has come, or stop the program where the file is
/// closed.
package struct LineReader {
  /// The file's number, which stays the caller's to close.
  private let descriptor: Int32
  private var buffer: LineBuffer
  private var lines: [Data] = []
  private var isAtEnd = false
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)

  /// Reads from `descriptor`, lines of at most `limit` bytes.
  package init(_ descriptor: Int32 = STDIN_FILENO, limit: Int = ChildProcess.longestLine) {
    self.descriptor = descriptor
    buffer = LineBuffer(limit: limit)
  }

  /// Waits for the next line.
  ///
  /// - Returns: The line without its end; nil at the end of the file. The last line may lack its end.
  /// - Throws: `LineError`; a line that is too long is never read to its end.
  /// - Complexity: O(line's length), amortised.
  package mutating func next() throws(LineError) -> Data? {
    while lines.isEmpty {
      // Lines before one that is too long have been returned by then.
      guard !buffer.isOverfull else { throw .tooLong(limit: buffer.limit) }
      guard !isAtEnd else { return buffer.lastLine() }
      let bytes = try bytes()
      isAtEnd = bytes.isEmpty
      lines = buffer.lines(completedBy: bytes).reversed()
    }
    return lines.popLast()
  }

  /// Waits for bytes; none at the end of the file.
  private mutating func bytes() throws(LineError) -> Data {
    do throws(SystemError) {
      return Data(chunk[..<(try Descriptor.read(descriptor, into: &chunk))])
    } catch {
      throw .system(error)
    }
  }
}

/// The reason why a request cannot be read.
package enum LineError: Error, Hashable, CustomStringConvertible {
  /// It has more bytes than this.
  case tooLong(limit: Int)
  /// The system refuses.
  case system(SystemError)

  package var description: String {
    switch self {
    case .tooLong(let limit): "a line has more than \(limit >> 20) MiB"
    case .system(let error): error.text
    }
  }
}
