/// An operator, and the one of the same precedence that it becomes.
struct BinaryOperator: Hashable {
  let original: String
  let changed: String
  /// The kind of operator, which decides about the types it takes.
  let family: Family

  enum Family: Hashable {
    case order, equality, identity, addition, wrappingAddition, multiplication
    case addingAssignment, wrappingAssignment, conjunction, disjunction, range
  }

  /// Whether spaces stand around it: without, as in types, the signs mean something else.
  var hasSpaces: Bool { family != .range }
  /// The operator as it is looked for.
  var token: String { hasSpaces ? " \(original) " : original }

  private static func both(_ first: String, _ second: String, _ family: Family) -> [BinaryOperator]
  {
    [
      BinaryOperator(original: first, changed: second, family: family),
      BinaryOperator(original: second, changed: first, family: family),
    ]
  }

  static let comparisons =
    both("<", "<=", .order) + both(">", ">=", .order) + both("==", "!=", .equality)
    + both("===", "!==", .identity)
  static let sums =
    both("+", "-", .addition) + both("&+", "&-", .wrappingAddition)
    + both("*", "/", .multiplication)
    + both("+=", "-=", .addingAssignment) + both("&+=", "&-=", .wrappingAssignment)
  static let connectives = [
    BinaryOperator(original: "&&", changed: "||", family: .conjunction),
    BinaryOperator(original: "||", changed: "&&", family: .disjunction),
  ]
  static let ranges = both("..<", "...", .range)

  /// Declares `name`, an operator that is the original, or the other while mutant `number` is on.
  func declaration(_ name: String, number: Int) -> String {
    let precedence =
      switch family {
      case .order, .equality, .identity: "Comparison"
      case .addition, .wrappingAddition: "Addition"
      case .multiplication: "Multiplication"
      case .addingAssignment, .wrappingAssignment: "Assignment"
      case .conjunction: "LogicalConjunction"
      case .disjunction: "LogicalDisjunction"
      case .range: "RangeFormation"
      }
    let functions = types.map { type in
      "@inlinable @inline(__always) func \(name)\(signature(type)) { \(body(number)) }"
    }
    return (["infix operator \(name): \(precedence)Precedence"] + functions).joined(separator: "\n")
  }

  /// The types it is declared for, where no protocol has both operators.
  private var types: [String] {
    switch family {
    case .multiplication: ["Int", "Double"]
    // As the standard library has it, so that anything optional is compared with nil.
    case .equality: ["<T: Equatable>(a: T, b: T)", "<T>(a: T?, b: _OptionalNilComparisonType)"]
    default: [""]
    }
  }

  private func signature(_ type: String) -> String {
    switch family {
    case .order: "<T: Comparable>(a: T, b: T) -> Bool"
    case .equality: "\(type) -> Bool"
    case .identity: "(a: AnyObject?, b: AnyObject?) -> Bool"
    case .addition: "<T: AdditiveArithmetic>(a: T, b: T) -> T"
    case .wrappingAddition: "<T: FixedWidthInteger>(a: T, b: T) -> T"
    case .multiplication: "(a: \(type), b: \(type)) -> \(type)"
    case .addingAssignment: "<T: AdditiveArithmetic>(a: inout T, b: T)"
    case .wrappingAssignment: "<T: FixedWidthInteger>(a: inout T, b: T)"
    case .conjunction, .disjunction:
      "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool"
    case .range: "(a: Int, b: Int) -> Range<Int>"
    }
  }

  private func body(_ number: Int) -> String {
    switch family {
    case .conjunction, .disjunction:
      "if isMutant(\(number)) { return try a \(changed) b() }; return try a \(original) b()"
    case .range:
      // One type for both. A closed range traps as it does elsewhere where its end lies in front.
      original == "..."
        ? "isMutant(\(number)) ? a..<b : Range(a...b)"
        : "isMutant(\(number)) ? Range(a...b) : a..<b"
    case .addingAssignment, .wrappingAssignment:
      "if isMutant(\(number)) { a \(changed) b } else { a \(original) b }"
    default:
      "if isMutant(\(number)) { return a \(changed) b }; return a \(original) b"
    }
  }
}
