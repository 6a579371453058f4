import RunRecords

/// A file of budgets, line by line, with everything that a person wrote in it.
///
/// ```swift
/// let file = try BudgetFile(parsing: bytes, path: "budgets.txt")
/// let check = BudgetCheck(record, against: file)
/// print(check.verdict, check.excesses.map(\.id))
/// ```
///
/// A header says which record the numbers are of and where they hold; then there is one budget a
/// line, `CASE METRIC <= LIMIT`. `#` begins a comment. Lines that nobody changes stay as they are,
/// to the last space.
package struct BudgetFile: Hashable, Sendable {
  /// One line, without its end.
  package enum Line: Hashable, Sendable {
    /// Blank, or a comment.
    case remark(String)
    /// `name: value`.
    case header(HeaderField, text: String)
    case budget(BudgetLine)
  }

  /// The names of the header; each stands there once.
  package enum HeaderField: String, CaseIterable, Hashable, Sendable {
    /// The version of the form: 1.
    case version = "cvbench-budgets"
    /// The record that the numbers are of, for people.
    case record
    /// The `exact_key` that counts and bytes compare under.
    case exactKey = "exact_key"
    /// The `host_key` that times and instructions compare under.
    case hostKey = "host_key"
    /// The seed of the inputs.
    case seed
  }

  /// A budget, and how its line is written.
  package struct BudgetLine: Hashable, Sendable {
    package var budget: Budget
    /// Everything up to the limit's number.
    var prefix: String
    /// Everything after the limit's number.
    var suffix: String
    /// The line as it stands.
    var text: String

    /// The same line with another measured number; what stands around the number stays.
    func remeasured(_ value: Int) -> BudgetLine {
      var line = self
      line.budget.rule = budget.rule.remeasured(value)
      line.text = "\(prefix)\(value)\(suffix)"
      return line
    }
  }

  /// The values of the header.
  package struct Header: Hashable, Sendable {
    package var record: String
    package var exactKey: String
    package var hostKey: String
    package var seed: UInt64

    /// The commit of the record that the budgets are from, or its first digits; nil where the
    /// record names none.
    package var commit: String? {
      record.firstMatch(of: /commit ([0-9a-f]{7,64})/).map { String($0.output.1) }
    }

    /// The value of `field` as it is written.
    func text(of field: HeaderField) -> String {
      switch field {
      case .version: BudgetFile.version
      case .record: record
      case .exactKey: exactKey
      case .hostKey: hostKey
      case .seed: "\(seed)"
      }
    }
  }

  /// The version of the form that is written, and the only one that is read.
  static let version = "1"

  package internal(set) var header: Header
  package internal(set) var lines: [Line]

  /// Every budget with the number of its line, in the order of the file.
  package var budgets: [(line: Int, budget: Budget)] {
    lines.enumerated().compactMap { index, line in
      guard case .budget(let line) = line else { return nil }
      return (index + 1, line.budget)
    }
  }

  /// The whole file; what was read and not changed is the same to the last byte.
  package var text: String {
    lines.map { line in
      switch line {
      case .remark(let text), .header(_, let text): text + "\n"
      case .budget(let line): line.text + "\n"
      }
    }.joined()
  }
}

extension BudgetFile.BudgetLine {
  /// The line that an update writes for `budget`.
  init(_ budget: Budget) {
    let prefix = "\(budget.cases.text) \(budget.metric) <= "
    let text = budget.description
    self.init(
      budget: budget, prefix: prefix,
      suffix: String(text.dropFirst(prefix.count).drop { $0 != " " }), text: text)
  }
}

extension BudgetFile {
  /// A file with a header and nothing else.
  package init(header: Header) {
    self.init(
      header: header,
      lines: HeaderField.allCases.map {
        .header($0, text: "\($0.rawValue): \(header.text(of: $0))")
      })
  }

  /// Reads a file of budgets.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Where it comes from, for errors.
  /// - Throws: `BudgetError` for the first line that is none of the form.
  /// - Complexity: O(`bytes.count`) time and memory.
  package init(parsing bytes: [UInt8], path: String) throws(BudgetError) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw BudgetError(path: path, .notText)
    }
    var reader = BudgetLineReader(path: path)
    // By scalars: a line end of another system is one character, and no "\n".
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { try reader.read(String(line)) }
    self.init(header: try reader.header, lines: reader.lines)
  }
}

/// Turns one line after another into what it says.
private struct BudgetLineReader {
  let path: String
  var lines: [BudgetFile.Line] = []
  private var fields: [BudgetFile.HeaderField: (value: String, line: Int)] = [:]
  private var firstLines: [String: Int] = [:]

  init(path: String) {
    self.path = path
  }

  private func error(_ problem: BudgetError.Problem, line: Int? = nil) -> BudgetError {
    BudgetError(path: path, line: line ?? lines.count + 1, problem)
  }

  mutating func read(_ line: String) throws(BudgetError) {
    let words = Self.words(of: line)
    guard let first = words.first else {
      lines.append(.remark(line))
      return
    }
    if first.hasSuffix(":"), !first.contains("/") {
      try readField(named: String(first.dropLast()), valueAt: first.endIndex, of: line)
    } else {
      lines.append(.budget(try readBudget(words, of: line)))
    }
  }

  /// Returns the words of a line, up to a comment.
  private static func words(of line: String) -> [Substring] {
    let words = line.split(whereSeparator: \.isWhitespace)
    return Array(words.prefix { !$0.hasPrefix("#") })
  }

  private mutating func readField(
    named name: String, valueAt start: String.Index, of line: String
  ) throws(BudgetError) {
    guard let field = BudgetFile.HeaderField(rawValue: name) else {
      throw error(.unknownField(name))
    }
    if let first = fields[field] { throw error(.repeatedField(name, firstLine: first.line)) }
    // A key may have any characters in it: no comment ends it.
    let value = String(
      line[start...].drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    let valid: String? =
      switch field {
      case .version where value != BudgetFile.version:
        "this tool reads version \(BudgetFile.version)"
      case .seed where UInt64(value) == nil: "write a whole number, as run's --seed takes it"
      default: value.isEmpty ? "there must be something" : nil
      }
    if let valid { throw error(.invalidField(name, found: value, valid: valid)) }
    fields[field] = (value, lines.count + 1)
    lines.append(.header(field, text: line))
  }

  private mutating func readBudget(
    _ words: [Substring], of line: String
  ) throws(BudgetError) -> BudgetFile.BudgetLine {
    guard words.count >= 4 else { throw error(.incomplete(words.joined(separator: " "))) }
    guard words[2] == "<=" else { throw error(.notAtMost(String(words[2]))) }
    let budget = Budget(
      cases: CasePattern(String(words[0])), metric: String(words[1]),
      rule: try rule(words[3...]))
    let name = "\(words[0]) \(words[1])"
    if let first = firstLines[name] { throw error(.repeatedBudget(name, firstLine: first)) }
    firstLines[name] = lines.count + 1
    return BudgetFile.BudgetLine(
      budget: budget, prefix: String(line[..<words[3].startIndex]),
      suffix: String(line[words[3].endIndex...]), text: line)
  }

  private func rule(_ words: ArraySlice<Substring>) throws(BudgetError) -> BudgetRule {
    let number = words[words.startIndex]
    let rest = words.dropFirst()
    guard let word = rest.first else { return .exact(try whole(number)) }
    if rest.count > 1 { throw error(.surplus(rest.dropFirst().joined(separator: " "))) }
    if word.hasPrefix("+") || word.hasSuffix("%") {
      guard word.hasPrefix("+"), word.hasSuffix("%"), word.count > 2,
        let allowance = BudgetDecimal(word.dropFirst().dropLast())
      else { throw error(.invalidAllowance(String(word))) }
      return .relative(try whole(number), allowance: allowance)
    }
    guard let unit = BudgetUnit(rawValue: String(word)) else {
      throw error(.unknownUnit(String(word)))
    }
    guard let number = BudgetDecimal(number) else { throw error(.invalidLimit(String(number))) }
    return .absolute(number, unit)
  }

  private func whole(_ text: Substring) throws(BudgetError) -> Int {
    // The number must be written as an update writes it: no sign of more, no leading zeros.
    guard let value = Int(text), "\(value)" == text else {
      throw error(.invalidLimit(String(text)))
    }
    return value
  }

  /// The header, once all lines have been read.
  var header: BudgetFile.Header {
    get throws(BudgetError) {
      for field in BudgetFile.HeaderField.allCases where fields[field] == nil {
        throw BudgetError(path: path, .missingField(field.rawValue))
      }
      func value(_ field: BudgetFile.HeaderField) -> String { fields[field]?.value ?? "" }
      return BudgetFile.Header(
        record: value(.record), exactKey: value(.exactKey), hostKey: value(.hostKey),
        seed: UInt64(value(.seed)) ?? 0)
    }
  }
}

/// The reason why a file of budgets cannot be read: the file, the line, what was found and what is
/// valid.
package struct BudgetError: Error, Hashable, Sendable {
  /// The problem.
  package enum Problem: Hashable, Sendable {
    /// The bytes are no UTF-8.
    case notText
    /// A `name:` that the header does not know.
    case unknownField(String)
    /// A field of the header stands there a second time.
    case repeatedField(String, firstLine: Int)
    /// A field of the header is not there.
    case missingField(String)
    /// The value of a field of the header makes no sense.
    case invalidField(String, found: String, valid: String)
    /// A line with too little on it.
    case incomplete(String)
    /// Something else than `<=` before the limit.
    case notAtMost(String)
    /// A limit that is no number.
    case invalidLimit(String)
    /// A limit with a unit that does not exist.
    case unknownUnit(String)
    /// A limit with an allowance that is none.
    case invalidAllowance(String)
    /// Something after the budget.
    case surplus(String)
    /// The same cases and metric as on another line.
    case repeatedBudget(String, firstLine: Int)
    /// There is no budget in it.
    case noBudgets
  }

  package var path: String
  /// From 1; nil where the file as a whole is meant.
  package var line: Int?
  package var problem: Problem

  package init(path: String, line: Int? = nil, _ problem: Problem) {
    self.path = path
    self.line = line
    self.problem = problem
  }
}

extension BudgetError: CustomStringConvertible {
  /// `budgets.txt:12: …`, in one line.
  package var description: String {
    "\(path):\(line.map { "\($0):" } ?? "") \(problem)"
  }
}

extension BudgetError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notText: "this is no text in UTF-8; name a file of budgets"
    case .unknownField(let found):
      "the header has no '\(found)'; there are: "
        + BudgetFile.HeaderField.allCases.map(\.rawValue).joined(separator: ", ")
    case .repeatedField(let field, let line):
      "'\(field)' stands on line \(line) already; leave one out"
    case .missingField(let field):
      "the header lacks '\(field): …'; check --update writes a whole one into a new file"
    case .invalidField(let field, let found, let valid): "\(field) '\(found)': \(valid)"
    case .incomplete(let found):
      "'\(found)' is no budget; write CASE METRIC <= LIMIT, as in 'lookup/* allocations <= 0'"
    case .notAtMost(let found):
      "'\(found)' stands where '<=' must: a budget is the most that is allowed"
    case .invalidLimit(let found):
      "the limit '\(found)' is none; write a whole number as in '<= 12', one with an allowance as "
        + "in '<= 120 +5%', or one with a unit as in '<= 2.5 ms'"
    case .unknownUnit(let found):
      "there is no unit '\(found)'; there are: "
        + BudgetUnit.allCases.map(\.rawValue).joined(separator: ", ")
    case .invalidAllowance(let found):
      "the allowance '\(found)' is none; write a share as in '+5%' or '+0.5%'"
    case .surplus(let found): "'\(found)' is too much; a comment begins with #"
    case .repeatedBudget(let found, let line):
      "'\(found)' has a budget on line \(line) already; leave one out"
    case .noBudgets: "there is no budget in it, so nothing would be checked; add some with --update"
    }
  }
}
