/// How a record stands against its budgets; of several, the first that holds counts.
package enum BudgetVerdict: CaseIterable, Hashable, Sendable {
  /// The run did not come to its end, or cases failed.
  case failed
  /// There are budgets without a figure to hold against them.
  case notComparable
  /// Something is above its budget.
  case over
  /// A budget is of a kind that its metric cannot have.
  case unfit
  /// Nothing was checked although everything could have been.
  case nothingChecked
  /// The keys differ, so nothing was checked.
  case skipped
  /// Everything that was checked is within its budget.
  case within

  /// The status for the process to end with.
  package var exitCode: Int {
    switch self {
    case .failed: 3
    case .notComparable: 5
    case .over: 1
    case .unfit, .nothingChecked: 2
    case .skipped, .within: 0
    }
  }
}

extension BudgetCheck {
  /// What it all comes to.
  package var verdict: BudgetVerdict {
    BudgetVerdict.allCases.first(where: holds) ?? .within
  }

  private func holds(_ verdict: BudgetVerdict) -> Bool {
    switch verdict {
    case .failed: !failures.isEmpty
    case .notComparable: incomparable != nil || unchecked.contains { !$0.isUnfit }
    case .over: overCount > 0
    case .unfit: unchecked.contains(where: \.isUnfit)
    case .nothingChecked: checkedCount == 0 && skips.isEmpty
    case .skipped: checkedCount == 0
    case .within: true
    }
  }
}

extension BudgetCheck.Unchecked {
  var isUnfit: Bool {
    if case .unfit = finding { true } else { false }
  }
}
