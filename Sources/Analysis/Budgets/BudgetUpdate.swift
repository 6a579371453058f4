package import RunRecords

/// A file of budgets rewritten from a record: what `check --update` does.
///
/// The order of lines, comments, allowances and limits with units stay. Numbers that were measured
/// become the record's; budgets of what the record does not hold go; exact metrics that no budget
/// takes are added at the end, in the record's order.
package struct BudgetUpdate: Sendable {
  /// The reason why a record gives no budgets.
  package enum Refusal: Error, Hashable, Sendable {
    /// It did not end, or cases have no result.
    case incomplete([String])
    /// A budget's metric has no figure any more.
    case noFigure(id: String, metric: String, reason: String)
    /// There is not one exact figure.
    case nothingExact
    /// A name cannot stand in a line of the file.
    case controlCharacters(name: String)
  }

  /// A budget with another number than before.
  package struct Change: Hashable, Sendable {
    package var budget: Budget
    package var before: Int
  }

  /// The rewritten file.
  package private(set) var file: BudgetFile
  package private(set) var changed: [Change] = []
  package private(set) var removed: [Budget] = []
  package private(set) var added: [Budget] = []
  /// Exact metrics without a figure, by reason: they got no budget.
  package private(set) var unmeasured: [String: Int] = [:]
  /// The keys and the seed that are others than before.
  package private(set) var headerChanges: [BudgetFile.HeaderField] = []

  /// Rewrites `file`, or makes one where there is none.
  ///
  /// Where no budget changes and the keys are equal, the file stays as it is, and goes on naming
  /// the record that it names.
  ///
  /// - Throws: `Refusal`; there is no new file then.
  /// - Complexity: O(budgets · cases) matches.
  package init(of file: BudgetFile?, from record: RunRecord) throws(Refusal) {
    let skipped = record.cases.filter { $0.status == .skipped }.map { "\($0.id): skipped" }
    let failures = record.failures + skipped
    guard failures.isEmpty else { throw .incomplete(failures) }
    let names =
      [record.budgetName, record.environment.exactKey, record.environment.hostKey]
      + record.cases.flatMap { [$0.id] + $0.metrics.map(\.name) }
    if let odd = names.first(where: \.hasControlCharacters) {
      throw .controlCharacters(name: odd.withoutControlCharacters)
    }
    let header = BudgetFile.Header(
      record: record.budgetName, exactKey: record.environment.exactKey,
      hostKey: record.environment.hostKey, seed: record.run.seed)
    self.file = file ?? BudgetFile(header: header)
    try rewriteLines(from: record)
    addBudgets(from: record)
    guard self.file.budgets.count > 0 else { throw .nothingExact }
    rewriteHeader(header)
  }

  private mutating func rewriteLines(from record: RunRecord) throws(Refusal) {
    var lines: [BudgetFile.Line] = []
    for line in file.lines {
      guard case .budget(let line) = line else {
        lines.append(line)
        continue
      }
      let budget = line.budget
      var needed: Int?
      var isHeld = false
      for result in record.cases where budget.cases.matches(result.id) {
        guard let metric = result.metric(budget.metric) else { continue }
        isHeld = true
        guard metric.kind == .exact else { continue }
        guard let value = metric.value else {
          throw .noFigure(
            id: result.id, metric: metric.name,
            reason: metric.absent ?? "the record holds no value")
        }
        needed = max(needed ?? value, value)
      }
      guard isHeld else {
        removed.append(budget)
        continue
      }
      guard let needed, let before = budget.rule.measured, needed != before else {
        lines.append(.budget(line))
        continue
      }
      let remeasured = line.remeasured(needed)
      changed.append(Change(budget: remeasured.budget, before: before))
      lines.append(.budget(remeasured))
    }
    file.lines = lines
  }

  /// Adds what no budget takes yet: the exact metrics that may fail a gate.
  private mutating func addBudgets(from record: RunRecord) {
    let existing = file.budgets.map(\.budget)
    let exact = Set(
      existing.lazy.filter { !$0.cases.isGlob }.map { Place(id: $0.cases.text, metric: $0.metric) })
    let patterns = existing.filter(\.cases.isGlob)
    for result in record.cases {
      for metric in result.metrics where metric.kind == .exact && metric.role == .gate {
        let isHeld =
          exact.contains(Place(id: result.id, metric: metric.name))
          || patterns.contains { $0.holds(metric.name, of: result.id) }
        guard !isHeld, metric.better == .lower else { continue }
        guard let value = metric.value else {
          unmeasured[metric.absent ?? "the record holds no value", default: 0] += 1
          continue
        }
        let budget = Budget(of: result.id, metric: metric.name, measured: value)
        added.append(budget)
        file.lines.append(.budget(BudgetFile.BudgetLine(budget)))
      }
    }
  }

  private mutating func rewriteHeader(_ header: BudgetFile.Header) {
    let keys: [BudgetFile.HeaderField] = [.exactKey, .hostKey, .seed]
    headerChanges = keys.filter { file.header.text(of: $0) != header.text(of: $0) }
    guard !(changed.isEmpty && removed.isEmpty && added.isEmpty && headerChanges.isEmpty) else {
      return
    }
    for (index, line) in file.lines.enumerated() {
      guard case .header(let field, _) = line,
        file.header.text(of: field) != header.text(of: field)
      else { continue }
      file.lines[index] = .header(field, text: "\(field.rawValue): \(header.text(of: field))")
    }
    file.header = header
  }

  /// A metric of a case.
  private struct Place: Hashable {
    var id: String
    var metric: String
  }
}

extension BudgetUpdate.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .incomplete(let failures):
      "the record is incomplete:\n  "
        + failures.joined(separator: "\n  ")
    case .noFigure(let id, let metric, let reason):
      "\(id) \(metric) has a budget and no figure: \(reason)"
    case .controlCharacters(let name): "the name '\(name)' has control characters"
    case .nothingExact: "the record holds no exact figure, so there is nothing to make budgets of"
    }
  }
}

extension RunRecord {
  /// The record's name in a file of budgets: its run, preset, time and commit.
  package var budgetName: String {
    let commit = builds.first?.git.sha.map { ", commit \($0.prefix(12))" } ?? ""
    return "\(run.id) (\(run.preset), \(run.startedAt)\(commit))"
  }
}
