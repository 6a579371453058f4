import BasicAlgorithms

/// Texts and numbers at the edges of what readers expect, and changes of lines and bytes.
enum EdgeCaseText {
  /// Numbers as JSON writes them.
  static let numbersOfJSON = [
    "0", "-1", "1", "2", "0.5", "-0.0", "1e-320", "1e-9", "1e15", "9007199254740993", "1e300",
    "1.7976931348623157e308", "2147483647", "2147483648", "4294967296", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "18446744073709551615", "99999999999999999999",
    "1000000", "-3", "1e999",
  ]
  static let numbers =
    numbersOfJSON + ["0x7f", "+5", "1_000", "007", "NaN", "inf", "-inf"]
  static let texts = [
    "", " ", "a", "\u{1B}[2J", "::error::x", "##vso[x]", "=1+1", "a|b", "<script>", "\u{202E}",
    "\u{0}", "/", "..", "../../etc/passwd", "*", "?", "[", "a/b/c", "é\u{301}", "👩‍👩‍👧", "\r\n", "\t",
    "\"", "\\", "'", "`", "{{x}}", "%", "%n", "2026-13-99", "2026-02-30T25:61:61Z", "-", "--", ",",
    "storage=", "items=", "/items=99999999999999999999", "flat", "btree", "ns/op", "byte", "count",
  ]

  /// Returns `text` with one change.
  static func changed(_ text: String, using random: inout SplitMix64) -> String {
    let odd = texts.randomElement(using: &random) ?? ""
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return odd
    case 1: return text + odd
    case 2: return odd + text
    case 3: return String(text.dropLast())
    case 4: return numbers.randomElement(using: &random) ?? "0"
    default: return String(repeating: text, count: Int.random(in: 2..<40, using: &random))
    }
  }

  /// Returns `bytes` with one to four changes of bytes, words and lines.
  static func changed(
    _ bytes: [UInt8], splicing other: [UInt8], using random: inout SplitMix64
  ) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, place + Int.random(in: 0...16, using: &random))
      switch Int.random(in: 0..<10, using: &random) {
      case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 2:
        bytes.insert(contentsOf: Array((texts.randomElement(using: &random) ?? "").utf8), at: place)
      case 3: bytes.removeSubrange(place..<end)
      case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
      case 5: bytes = Array(bytes[..<place])
      case 6: replaceNumber(in: &bytes, from: place, using: &random)
      case 7: changeLine(of: &bytes, from: place, using: &random)
      case 8 where !other.isEmpty:
        let start = Int.random(in: 0..<other.count, using: &random)
        bytes.insert(contentsOf: other[start..<min(other.count, start + 64)], at: place)
      default: replaceWord(in: &bytes, from: place, using: &random)
      }
    }
    return bytes
  }

  private static func replaceNumber(
    in bytes: inout [UInt8], from place: Int, using random: inout SplitMix64
  ) {
    guard let range = digits(of: bytes, from: place) else { return }
    bytes.replaceSubrange(range, with: Array((numbers.randomElement(using: &random) ?? "0").utf8))
  }

  /// The place of the first digits from `place` on; nil without any.
  static func digits(of bytes: [UInt8], from place: Int) -> Range<Int>? {
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isDigit) else { return nil }
    return start..<(bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count)
  }

  private static func replaceWord(
    in bytes: inout [UInt8], from place: Int, using random: inout SplitMix64
  ) {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x2C || byte == 0x09 }
    let start = bytes[..<place].lastIndex(where: isBlank).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(where: isBlank) ?? bytes.count
    let word = changed(String(decoding: bytes[start..<end], as: UTF8.self), using: &random)
    bytes.replaceSubrange(start..<end, with: Array(word.utf8))
  }

  /// Removes the line around `place`, has it twice, or moves it.
  static func changeLine(
    of bytes: inout [UInt8], from place: Int, using random: inout SplitMix64
  ) {
    let start = bytes[..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let end = bytes[place...].firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    let line = Array(bytes[start..<end])
    switch Int.random(in: 0..<3, using: &random) {
    case 0: bytes.removeSubrange(start..<end)
    case 1: bytes.insert(contentsOf: line, at: start)
    default:
      bytes.removeSubrange(start..<end)
      let other = Int.random(in: 0...bytes.count, using: &random)
      let target = bytes[..<other].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      bytes.insert(contentsOf: line, at: target)
    }
  }
}
