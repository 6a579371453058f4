/// Names of files as git quotes them, in double quotes with the escapes of C.
///
/// Source: git-config(1), core.quotePath.
enum QuotedName {
  private static let quote = UInt8(ascii: "\"")
  private static let backslash = UInt8(ascii: "\\")
  private static let letters: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "t"): 9, UInt8(ascii: "n"): 10,
    UInt8(ascii: "v"): 11, UInt8(ascii: "f"): 12, UInt8(ascii: "r"): 13, quote: quote,
    backslash: backslash,
  ]

  /// The bytes of `text`, which is quoted or stands as it is; nil for one quoted wrongly.
  static func decode(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    guard text.first == quote else { return Array(text) }
    guard text.count >= 2, text.last == quote else { return nil }
    var rest = text.dropFirst().dropLast()
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte != quote else { return nil }
      guard byte == backslash else {
        bytes.append(byte)
        continue
      }
      guard let escaped = rest.first else { return nil }
      if let letter = letters[escaped] {
        bytes.append(letter)
        rest.removeFirst()
      } else {
        let digits = rest.prefix(3)
        let text = String(decoding: digits, as: UTF8.self)
        guard digits.count == 3, let value = UInt8(text, radix: 8), text.first != "+" else {
          return nil
        }
        bytes.append(value)
        rest.removeFirst(3)
      }
    }
    return bytes
  }

  /// A text for `name` that no other name has: itself, or quoted where it is no UTF-8, or begins as
  /// a quoted one does.
  static func text(_ name: [UInt8]) -> String {
    if name.first != quote, let text = String(validating: name, as: UTF8.self) { return text }
    let quoted = name.map { byte in
      switch byte {
      case quote, backslash: "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7f: String(UnicodeScalar(byte))
      default:
        "\\" + String(repeating: "0", count: byte < 8 ? 2 : byte < 64 ? 1 : 0)
          + String(byte, radix: 8)
      }
    }
    return "\"" + quoted.joined() + "\""
  }
}
