extension CodeText {
  /// Whether the line is a whole statement that calls something or assigns.
  func isStatement(_ line: Int) -> Bool {
    let text = trimmed(line)
    guard standsAlone(line, text), !returnsItsOnlyLine(line) else { return false }
    guard let first = text.utf8.first, LineEdit.isWord(first), !LineEdit.isDigit(first) else {
      return false
    }
    let word = text.prefix { $0.isLetter || $0 == "_" }
    guard !Self.keywords.contains(String(word)) else { return false }
    if text.contains(" = "), isInInitializer(line) { return false }
    return text.contains("(") || text.contains("=") || text.hasSuffix("}")
  }

  /// Whether the line leaves a function, a loop or a block early, as a whole.
  func leavesEarly(_ line: Int) -> Bool {
    let text = trimmed(line)
    guard standsAlone(line, text) else { return false }
    let words = text.split(separator: " ").map(String.init)
    let leaves = { (word: String) in Self.exits.contains(word) }
    if let first = words.first, leaves(first) {
      // The block of a guard must leave, and that of a switch and a function often.
      guard let opening = openings[line] else { return false }
      let opener = trimmed(opening.line)
      return ["if ", "} else", "else", "{"].contains { opener.hasPrefix($0) }
    }
    guard words.first == "if" || words.first == "guard", text.hasSuffix("}") else { return false }
    let bindings: Set = ["let", "var", "case"]
    return words.contains(where: leaves)
      && !(words[0] == "guard" && words.contains(where: bindings.contains))
  }

  private static let exits: Set = ["return", "throw", "continue", "break"]
  private static let keywords: Set = [
    "let", "var", "func", "case", "default", "if", "else", "guard", "for", "while", "repeat",
    "switch", "return", "throw", "continue", "break", "do", "catch", "where", "in", "is", "as",
    "init", "deinit", "subscript", "struct", "class", "enum", "actor", "public", "package",
    "private", "fileprivate", "internal", "open", "final", "static", "mutating", "nonmutating",
    "override", "convenience", "required", "lazy", "weak", "unowned", "indirect", "operator",
    "extension", "protocol", "import", "get", "set", "didSet", "willSet", "assert", "precondition",
    "fatalError", "nonisolated", "borrowing", "consuming", "defer",
  ]

  /// Whether the line neither goes on with a statement nor is gone on with, directly within braces.
  private func standsAlone(_ line: Int, _ text: String) -> Bool {
    guard let opening = openings[line], opening.bracket == UInt8(ascii: "{"), isBalanced(line)
    else { return false }
    let endings = ["{", "(", "[", ",", "=", "+", "-", "*", "/", "<", ">", "&", "|", "?", "->"]
    guard !endings.contains(where: text.hasSuffix), !text.hasSuffix(":") else { return false }
    let beginnings = [
      ".", "?", ":", "+", "-", "*", "/", "=", "<", ">", "&", "|", "{", "else", "as ",
    ]
    if let next = codeAfter(line), beginnings.contains(where: next.hasPrefix) { return false }
    guard let previous = codeBefore(line) else { return false }
    // A block may open with the names of its parameters.
    return previous.hasSuffix("{") || !endings.contains(where: previous.hasSuffix)
  }

  private func isBalanced(_ line: Int) -> Bool {
    var depth = 0
    for byte in code[line] {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
      if depth < 0 { return false }
    }
    return depth == 0
  }

  /// Whether an assignment may be the first of a property.
  private func isInInitializer(_ line: Int) -> Bool {
    declaration(before: line).map { Self.isInitializer(trimmed($0)) } ?? false
  }

  /// The line, from 0, that begins the function, the initialiser or the computed property around a
  /// line; nil outside of all.
  func declaration(before line: Int) -> Int? {
    code[..<min(line, code.count)].indices.last { index in
      let words = trimmed(index).split(separator: " ")
      return words.contains("func") || words.contains { $0.hasPrefix("subscript") }
        || Self.isInitializer(trimmed(index)) || words.contains("var") && words.last == "{"
    }
  }

  private static func isInitializer(_ text: String) -> Bool {
    text.split(separator: " ").contains { word in
      ["init(", "init?(", "init<"].contains { word.hasPrefix($0) }
    }
  }

  /// Whether the line is all of a block that has a value.
  private func returnsItsOnlyLine(_ line: Int) -> Bool {
    guard let opening = openings[line], codeBefore(line)?.hasSuffix("{") == true,
      codeAfter(line) == "}"
    else { return false }
    let opener = trimmed(opening.line)
    return opener.contains("->") || opener.contains(" var ") || opener.hasPrefix("var ")
      || opener.hasPrefix("get ")
  }
}
