import RunRecords

extension BudgetFile {
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
    var reader = LineReader(path: path)
    // By scalars: a line end of another system is one character, and no "\n".
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    for line in lines { try reader.read(String(line)) }
    self.init(header: try reader.header, lines: reader.lines)
  }
}

/// Turns one line after another into what it says.
private struct LineReader {
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

  /// What stands between white space, up to a comment.
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
      budget, prefix: String(line[..<words[3].startIndex]),
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
