/// A kind of change that a test should notice.
package enum MutationOperator: String, CaseIterable, Codable, Sendable {
  /// `<` becomes `<=`, `==` becomes `!=`, and back.
  case comparison
  /// `+` becomes `-`, `*` becomes `/`, and back.
  case arithmetic
  /// `&&` becomes `||`, and back.
  case logic
  /// `..<` becomes `...`, and back.
  case range
  /// A number becomes one greater, or one less.
  case constant
  /// `true` becomes `false`, and back.
  case boolean
  /// `min` becomes `max`, and back.
  case extremum
  /// A condition of `if`, `guard`, `while` or `where` becomes its opposite.
  case negation
  /// A call or an assignment is left out.
  case deletion
  /// A line that leaves a function, a loop or a block early is left out.
  case earlyReturn = "early return"

  /// Returns the changes of line `line` of `text`.
  func edits(of text: CodeText, line: Int) -> [LineEdit] {
    let code = text.trimmed(line)
    guard !Self.isDeclaration(code) else { return [] }
    let bytes = text.code[line]
    // Patterns have no expressions.
    let isPattern = code.hasPrefix("case ")
    return switch self {
    case .comparison: LineEdit.operations(BinaryOperator.comparisons, in: bytes)
    case .arithmetic: LineEdit.operations(BinaryOperator.sums, in: bytes)
    case .logic: LineEdit.operations(BinaryOperator.connectives, in: bytes)
    case .range: isPattern ? [] : LineEdit.operations(BinaryOperator.ranges, in: bytes)
    case .constant: isPattern ? [] : LineEdit.constants(in: bytes)
    case .boolean: isPattern ? [] : LineEdit.booleans(in: bytes)
    case .extremum: LineEdit.extrema(in: bytes)
    case .negation: Conditions(bytes).negations
    case .deletion: text.isStatement(line) && !text.leavesEarly(line) ? [.removing] : []
    case .earlyReturn: text.leavesEarly(line) ? [.removing] : []
    }
  }

  /// Whether `code` is a line whose signs mean something else, or that tells of no behaviour: an
  /// import, a requirement of types, a check of debug builds.
  private static func isDeclaration(_ code: String) -> Bool {
    let words = code.split(separator: " ")
    let declarations: Set = ["extension", "protocol", "typealias", "associatedtype", "import"]
    return ["@available", "#", "assert(", "precondition("].contains { code.hasPrefix($0) }
      || words.prefix(3).contains { declarations.contains(String($0)) }
      || zip(words, words.dropFirst()).contains { $0 == "func" && isOperator($1) }
  }

  /// Whether the name of a function that `word` begins with is one of signs, as in `func + (…)`.
  private static func isOperator(_ word: Substring) -> Bool {
    word.first.map { !$0.isLetter && $0 != "_" && $0 != "`" } ?? false
  }
}
