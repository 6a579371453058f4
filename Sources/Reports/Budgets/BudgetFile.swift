import RunRecords

/// A file of budgets, line by line, with everything that a person wrote in it.
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

    init(_ budget: Budget) {
      self.budget = budget
      prefix = "\(budget.cases.text) \(budget.metric) <= "
      text = budget.description
      suffix = String(text.dropFirst(prefix.count).drop { $0 != " " })
    }

    init(_ budget: Budget, prefix: String, suffix: String, text: String) {
      self.budget = budget
      self.prefix = prefix
      self.suffix = suffix
      self.text = text
    }

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

    package init(record: String, exactKey: String, hostKey: String, seed: UInt64) {
      self.record = record
      self.exactKey = exactKey
      self.hostKey = hostKey
      self.seed = seed
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

  /// A file with a header and nothing else.
  package init(header: Header) {
    self.header = header
    lines = HeaderField.allCases.map { .header($0, text: "\($0.rawValue): \(header.text(of: $0))") }
  }

  init(header: Header, lines: [Line]) {
    self.header = header
    self.lines = lines
  }

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
