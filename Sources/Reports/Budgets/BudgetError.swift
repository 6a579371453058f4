/// Why a file of budgets cannot be read: the file, the line, what was found and what is valid.
package struct BudgetError: Error, Hashable, Sendable {
  /// What is wrong.
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
