import Foundation

/// Cuts what comes from a pipe, in pieces of any length, into lines.
struct LineBuffer {
  private var rest = Data()

  /// The lines that `bytes` complete, without their ends.
  mutating func lines(completedBy bytes: Data) -> [Data] {
    rest += bytes
    var lines: [Data] = []
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Data(rest[rest.startIndex..<end]))
      rest = Data(rest[(end + 1)...])
    }
    return lines
  }
}
