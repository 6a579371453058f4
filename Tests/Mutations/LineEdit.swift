/// A change within one line, as text and as code that a number switches on.
enum LineEdit: Hashable {
  /// An operator becomes another of the same precedence.
  case operation(Range<Int>, BinaryOperator)
  /// A literal becomes another.
  case literal(Range<Int>, with: String)
  /// A call of `min` becomes one of `max`, or back: the range is the name.
  case extremum(Range<Int>, with: String)
  /// The condition at a range becomes its opposite.
  case negating(Range<Int>)
  /// The line is left out.
  case removing

  /// Returns the line as it becomes.
  func applied(to line: String) -> String {
    let bytes = Array(line.utf8)
    return switch self {
    case .operation(let range, let other): Self.text(bytes, range, other.changed)
    case .literal(let range, let text), .extremum(let range, let text):
      Self.text(bytes, range, text)
    case .negating(let range):
      Self.text(bytes, range, "!(" + String(decoding: bytes[range], as: UTF8.self) + ")")
    case .removing: ""
    }
  }

  private static func text(_ bytes: [UInt8], _ range: Range<Int>, _ new: String) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + new.utf8 + bytes[range.upperBound...], as: UTF8.self)
  }

  static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: isDigit(byte)
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension LineEdit {
  /// Exchanges of one operator by another, wherever one stands between two operands.
  static func operations(_ operators: [BinaryOperator], in bytes: [UInt8]) -> [LineEdit] {
    operators.flatMap { binary in
      positions(of: binary.token, in: bytes)
        .filter { binary.hasSpaces || isBetweenOperands($0, binary.token.utf8.count, bytes) }
        .map { start in
          let first = binary.hasSpaces ? start + 1 : start
          return .operation(first..<(first + binary.original.utf8.count), binary)
        }
    }
  }

  /// Whether a range has both of its bounds.
  private static func isBetweenOperands(_ start: Int, _ count: Int, _ bytes: [UInt8]) -> Bool {
    guard start > 0, start + count < bytes.count else { return false }
    let (before, after) = (bytes[start - 1], bytes[start + count])
    return (isWord(before) || before == UInt8(ascii: ")") || before == UInt8(ascii: "]"))
      && (isWord(after) || after == UInt8(ascii: "("))
  }

  /// `true` and `false`.
  static func booleans(in bytes: [UInt8]) -> [LineEdit] {
    [("true", "false"), ("false", "true")].flatMap { word, other in
      words(word, in: bytes).map { .literal($0, with: other) }
    }
  }

  /// Calls of the functions `min` and `max`; no methods.
  static func extrema(in bytes: [UInt8]) -> [LineEdit] {
    [("min", "max"), ("max", "min")].flatMap { word, other in
      words(word, in: bytes)
        .filter { range in
          let isMethod = range.lowerBound > 0 && bytes[range.lowerBound - 1] == UInt8(ascii: ".")
          return !isMethod && bytes[range.upperBound...].first == UInt8(ascii: "(")
        }
        .map { .extremum($0, with: other) }
    }
  }

  private static func words(_ word: String, in bytes: [UInt8]) -> [Range<Int>] {
    positions(of: word, in: bytes).map { $0..<($0 + word.utf8.count) }.filter { range in
      bytes[..<range.lowerBound].last.map(isWord) != true
        && bytes[range.upperBound...].first.map(isWord) != true
    }
  }

  private static func positions(of token: String, in bytes: [UInt8]) -> [Int] {
    let token = Array(token.utf8)
    guard bytes.count >= token.count else { return [] }
    return (0...(bytes.count - token.count)).filter { bytes[$0...].starts(with: token) }
  }

  /// Decimal numbers, each one greater and, unless it is less than 1, one less.
  static func constants(in bytes: [UInt8]) -> [LineEdit] {
    var edits: [LineEdit] = []
    var position = 0
    while position < bytes.count {
      let start = position
      guard isDigit(bytes[start]) else {
        position += 1
        continue
      }
      let whole = digits(from: start, in: bytes)
      position = whole.upperBound
      var literal = whole
      if bytes[position...].first == UInt8(ascii: "."), position + 1 < bytes.count,
        isDigit(bytes[position + 1])
      {
        position = digits(from: position + 1, in: bytes).upperBound
        literal = start..<position
      }
      let before = bytes[..<start]
      let isAfterWord =
        before.last.map(isWord) == true
        || (before.last == UInt8(ascii: ".") && !before.suffix(2).elementsEqual("..".utf8))
      let isBeforeWord = bytes[position...].first.map(isWord) == true
      let plain = bytes[whole].filter(isDigit)
      guard !isAfterWord, !isBeforeWord, let value = Int(String(decoding: plain, as: UTF8.self))
      else { continue }
      let fraction = String(decoding: bytes[whole.upperBound..<literal.upperBound], as: UTF8.self)
      for changed in value > 0 ? [value + 1, value - 1] : [value + 1] {
        edits.append(.literal(literal, with: "\(changed)\(fraction)"))
      }
    }
    return edits
  }

  private static func digits(from start: Int, in bytes: [UInt8]) -> Range<Int> {
    let count = bytes[start...].prefix { isDigit($0) || $0 == UInt8(ascii: "_") }.count
    return start..<(start + count)
  }
}
