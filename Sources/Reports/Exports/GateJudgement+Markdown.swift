import Analysis
import RunRecords
import Statistics

extension GateJudgement {
  /// The most characters, a little below what GitHub shows of a step.
  private static let limit = 65_000

  /// The verdict, what has changed, and the rest folded, in GitHub's Markdown.
  package var markdown: String {
    let changed = findings.filter { $0.change.verdict != .equivalent }
    let same = findings.filter { $0.change.verdict == .equivalent && $0.metric.kind == .sampled }
    var text = "### cvbench gate: \(title)\n\n\(summary)\n"
    let reasons = if case .failed(let reasons) = outcome { reasons } else { [Reason]() }
    for reason in reasons { text += "\n- \(MarkdownText.escaped(reason.text))" }
    if !reasons.isEmpty { text += "\n" }
    for (side, ids) in [("base", removed), ("head", added)] where !ids.isEmpty {
      text += "\nOnly the \(side) has \(DisplayFormat.cases(ids.count)).\n"
    }
    if !changed.isEmpty { text += self.text(changed, limit: Self.limit / 2) }
    var lines = MarkdownText(limit: Self.limit * 3 / 4 - text.utf8.count)
    for failure in failures {
      let line =
        "\n- \(MarkdownText.escaped(failure.id)): "
        + "\(MarkdownText.escaped(MarkdownText.clipped(failure.message ?? "", to: 300)))"
      guard lines.add(line, reserve: 1) else { break }
    }
    if !failures.isEmpty { text += lines.text + "\n" }
    text += diagnostics.markdown(limit: (Self.limit - text.utf8.count) / 2)
    for (reason, count) in uncounted.prefix(5) {
      text +=
        "\nInstructions of \(DisplayFormat.cases(count)) not compared: "
        + MarkdownText.escaped(MarkdownText.clipped(reason, to: 300)) + "\n"
    }
    guard !same.isEmpty else { return text }
    text += "\n<details><summary>\(same.count) equivalent</summary>\n"
    let end = "\n</details>\n"
    return text + self.text(same, limit: Self.limit - text.utf8.count - end.utf8.count) + end
  }

  /// The outcome in a few words.
  private var title: String {
    switch outcome {
    case .passed: "passed"
    case .accepted: "passed, as what has regressed was accepted"
    case .undecided: "not failed"
    case .failed(let reasons):
      "failed"
        + (reasons.isEmpty
          ? " with exit status \(endedWith ?? 0); the record does not say why" : "")
    }
  }

  /// A row for each finding, as many as there is room for.
  private func text(_ findings: [Finding], limit: Int) -> String {
    var text = MarkdownText(limit: limit)
    var leftOut = 0
    for (title, table) in tables(of: findings) {
      leftOut += text.add(table, after: "\n\(title)\n\n", reserve: 60)
    }
    if leftOut > 0 { _ = text.add("\n\(leftOut) more are in the record.\n") }
    return text.text
  }
}
