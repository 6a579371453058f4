import Foundation

/// Cuts the bytes of a pipe, which come in pieces of any length, into lines.
///
/// It looks at each byte once, and keeps no more than its limit of a line that has no end.
struct LineBuffer {
  /// The most bytes of a line of requests or answers.
  static let longestLine = 64 << 20

  /// The most bytes of a line.
  let limit: Int
  /// Whether a longer line is cut into several; otherwise no line comes any more.
  let cutsLongLines: Bool
  /// A Boolean value that indicates whether a line was too long.
  private(set) var isOverfull = false
  private var rest: [UInt8] = []

  init(limit: Int, cutsLongLines: Bool = false) {
    (self.limit, self.cutsLongLines) = (limit, cutsLongLines)
  }

  /// A Boolean value that indicates whether there are bytes of a line without its end.
  var isAmidLine: Bool { !rest.isEmpty }

  /// Returns the bytes behind the last end of a line, which is the last line of a text without an end;
  /// nil if there are none.
  mutating func lastLine() -> Data? {
    guard isAmidLine else { return nil }
    defer { rest = [] }
    return Data(rest)
  }

  /// Returns the lines that `bytes` complete, without their ends.
  ///
  /// - Complexity: O(`bytes.count`), amortised.
  mutating func lines(completedBy bytes: Data) -> [Data] {
    var lines: [Data] = []
    var bytes = bytes[...]
    while !isOverfull, !bytes.isEmpty {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
      let piece = bytes[..<(end ?? bytes.endIndex)].prefix(limit + 1 - rest.count)
      rest += piece
      bytes = bytes[piece.endIndex...]
      if rest.count > limit {
        guard cutsLongLines else {
          isOverfull = true
          rest = []
          break
        }
      } else if end == nil {
        break
      } else {
        bytes = bytes.dropFirst()
      }
      lines.append(Data(rest))
      rest.removeAll(keepingCapacity: rest.count < 1 << 16)
    }
    return lines
  }
}
