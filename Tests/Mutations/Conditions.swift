/// The conditions that a line has after `if`, `guard`, `while` or `where`.
struct Conditions {
  private let bytes: [UInt8]
  private var ranges: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let start = start() else { return }
    ranges = clauses(from: start)
  }

  /// The opposites of all that are neither bindings nor plain equalities, which another operator has.
  var negations: [LineEdit] {
    ranges.compactMap { range in
      let text = String(decoding: bytes[range], as: UTF8.self)
      let words = text.split(separator: " ")
      guard let first = words.first, !["let", "var", "case"].contains(first), !text.hasPrefix("#")
      else { return nil }
      let isEquality = words.count == 3 && ["==", "!=", "===", "!=="].contains(words[1])
      guard !isEquality, !words.contains("try") else { return nil }
      return .negating(range)
    }
  }

  /// The first byte after the word that begins the conditions.
  private func start() -> Int? {
    let indent = bytes.prefix { $0 == UInt8(ascii: " ") }.count
    for word in ["if ", "guard ", "while ", "} else if "]
    where bytes[indent...].starts(with: word.utf8) {
      return indent + word.utf8.count
    }
    guard bytes[indent...].starts(with: "for ".utf8) else { return nil }
    let word = Array(" where ".utf8)
    return bytes.indices.first { bytes[$0...].starts(with: word) }.map { $0 + word.count }
  }

  /// The clauses between commas, up to the block; none that goes on in the next line.
  private func clauses(from start: Int) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var (depth, first) = (0, start)
    for position in start..<max(start, bytes.count) {
      switch bytes[position] {
      case UInt8(ascii: "{") where depth == 0:
        found.append(trimmed(first..<position))
        return found.filter { !$0.isEmpty }
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        found.append(trimmed(first..<position))
        first = position + 1
      default: break
      }
      guard depth >= 0 else { return [] }
    }
    return found.filter { !$0.isEmpty }
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    let isSpace = { (position: Int) in bytes[position] == UInt8(ascii: " ") }
    while end > start, isSpace(end - 1) { end -= 1 }
    let word = Array(" else".utf8)
    if bytes[start..<end].suffix(word.count).elementsEqual(word) { end -= word.count }
    while start < end, isSpace(start) { start += 1 }
    return start..<end
  }
}
