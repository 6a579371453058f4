import Analysis
import RunRecords
import Statistics

extension GateJudgement {
  /// The findings as a table, what could not be compared, and the verdicts' count in the last line.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal.
  ///   - color: Whether to colour.
  /// - Returns: The text, without a last line end.
  package func render(columns: Int, color: Bool) -> String {
    var lines: [String] = []
    let times = findings.filter { $0.metric.kind == .sampled }
    if !times.isEmpty {
      lines.append("CPU time, head over base")
      lines.append(
        Self.columns(
          "verdict".padded(to: 12, .left), "ratio", "interval", "detects", "case"))
      lines += times.map { line(ofTime: $0, color: color) }
    }
    let counts = findings.filter {
      $0.metric.kind == .exact && $0.change.verdict != .equivalent
    }
    if !counts.isEmpty {
      if !lines.isEmpty { lines.append("") }
      lines.append("Exact metrics that differ")
      lines += counts.map { line(ofCount: $0, color: color) }
    }
    lines += diagnostics.lines(columns: columns)
    for (reason, count) in uncounted {
      let text = "Instructions of \(DisplayFormat.cases(count)) not compared: \(reason)"
      lines += [""] + text.wrapped(to: columns)
    }
    let removal = policy.failsOnRemoved ? "Only the base has" : "Only the base has (not gated)"
    for (title, ids) in [(removal, removed), ("Only the head has (not gated)", added)]
    where !ids.isEmpty {
      lines += ["", title] + ids.sorted().map { "  " + $0 }
    }
    if !undecided.isEmpty {
      lines += ["", "Not decided: too few pairs before the end"] + undecided.map { "  " + $0.id }
    }
    if !failures.isEmpty {
      lines += ["", "Failed"]
      for failure in failures {
        lines += "\(failure.id): \(failure.message ?? "")".wrapped(to: columns, indent: 2)
      }
    }
    if !idleAcceptances.isEmpty {
      let names = idleAcceptances.map { "line \($0.line) (\($0.pattern.text) \($0.metric))" }
      lines +=
        [""]
        + "Accepted of no case and metric here: \(names.joined(separator: ", "))"
        .wrapped(to: columns)
    }
    if lines.first == "" { lines.removeFirst() }
    return (lines + ["", summary, reasonLine]).joined(separator: "\n")
  }

  private func line(ofTime finding: Finding, color: Bool) -> String {
    let change = finding.change
    let verdict = style(finding).applied(to: word(finding).padded(to: 12, .left), color: color)
    return Self.columns(
      verdict, change.ratio.map { Self.ratio($0) } ?? "",
      change.interval.map { "\(Self.ratio($0.low))–\(Self.ratio($0.high))" } ?? "",
      change.detectable.map { "+" + Self.percent($0) } ?? "", finding.id + note(finding))
  }

  /// One line of the table of times; the verdict is padded already, as colours count as text.
  private static func columns(
    _ verdict: String, _ ratio: String, _ interval: String, _ detects: String, _ name: String
  ) -> String {
    [
      verdict, ratio.padded(to: 6, .right), interval.padded(to: 13, .right),
      detects.padded(to: 7, .right), name,
    ].joined(separator: "  ")
  }

  private func line(ofCount finding: Finding, color: Bool) -> String {
    let base = Int(finding.change.base)
    let head = finding.metric.value ?? 0
    let difference = (head >= base ? "+" : "") + DisplayFormat.grouped(head - base)
    let text =
      "\(difference) \(finding.metric.name) (\(DisplayFormat.grouped(base)) → "
      + "\(DisplayFormat.grouped(head)))"
    return style(finding).applied(to: word(finding).padded(to: 12, .left), color: color) + "  "
      + text + "  " + finding.id + note(finding)
  }

  private func word(_ finding: Finding) -> String {
    finding.accepted == nil ? finding.change.verdict.rawValue : "accepted"
  }

  private func style(_ finding: Finding) -> TextStyle {
    switch finding.change.verdict {
    case .regressed: finding.accepted == nil ? .bad : .strong
    case .improved: .good
    case .inconclusive: .strong
    case .equivalent: .faint
    }
  }

  private func note(_ finding: Finding) -> String {
    if let accepted = finding.accepted {
      return " (line \(accepted.line), until \(accepted.lastDay): \(accepted.reason))"
    }
    return finding.expired.map { " (line \($0.line) accepted it until \($0.lastDay))" } ?? ""
  }

  /// The number of there are of each verdict.
  package var summary: String {
    var parts: [String] = []
    if comparesTimes {
      let counts = Verdict.allCases.map { "\(timeCount($0)) \($0.rawValue)" }
      parts.append("Times: " + counts.joined(separator: ", ") + ".")
    } else {
      parts.append(
        isEqualCode
          ? "Times: not compared, as both sides hold the same machine code (--gate-equal-code "
            + "compares them)."
          : "Times: not compared.")
    }
    if exactDifference == nil {
      parts.append(
        "Exact: \(exactCount(.regressed)) regressed, \(exactCount(.improved)) improved, "
          + "\(exactCount(.equivalent)) the same.")
    }
    if !undecided.isEmpty { parts.append("\(DisplayFormat.cases(undecided.count)) not decided.") }
    if !skipped.isEmpty { parts.append("\(DisplayFormat.cases(skipped.count)) not measured.") }
    return parts.joined(separator: " ")
  }

  private var reasonLine: String {
    let reasons = reasons
    guard !reasons.isEmpty else {
      return unknownCount == 0
        ? "Passed: nothing has regressed as far as could be seen."
        : "Not failed: nothing was found to have regressed, and of "
          + "\(DisplayFormat.cases(unknownCount)) it could not be told."
    }
    return "Failed: " + reasons.map(\.text).joined(separator: "; ")
  }

  package static func ratio(_ value: Double) -> String {
    guard (0..<1e12).contains(value) else { return "\(value)" }
    let thousandths = Int((value * 1000).rounded())
    let rest = "\(thousandths % 1000)".padded(to: 3, .right).replacing(" ", with: "0")
    return "\(thousandths / 1000).\(rest)"
  }

  static func percent(_ share: Double) -> String { DisplayFormat.significant(100 * share) + "%" }
}

extension GateJudgement {
  /// The annotations of a GitHub workflow, as lines that its runner reads from the output: an error
  /// for a gate that fails, and a warning for inconclusive cases.
  ///
  /// Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions
  package var annotations: [String] {
    var lines: [String] = []
    if !reasons.isEmpty {
      let worst = findings.filter(\.isRegression).prefix(Self.mostNames).map { finding in
        "\(finding.id) (\(finding.metric.name)"
          + (finding.change.ratio.map { " × \(Self.ratio($0)))" } ?? ")")
      }
      lines.append(
        Self.annotation("error", ([reasons.map(\.text).joined(separator: "; ")] + worst)))
    }
    let unknown =
      findings.filter { $0.metric.kind == .sampled && $0.change.verdict == .inconclusive }.map(\.id)
      + undecided.map(\.id) + skipped.map(\.id)
    if !unknown.isEmpty {
      let count = DisplayFormat.cases(unknown.count)
      lines.append(
        Self.annotation(
          "warning",
          ["\(count) inconclusive: nothing is said of them"]
            + unknown.prefix(Self.mostNames)))
    }
    return lines
  }

  /// The cases that an annotation names: it is folded after some lines.
  private static let mostNames = 5

  private static func annotation(_ kind: String, _ lines: [String]) -> String {
    // By scalars: a carriage return and a line feed are one character.
    let text = lines.joined(separator: "\n").unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
    return "::\(kind) title=cvbench gate::\(text)"
  }
}

extension GateDiagnostics {
  /// A table for each case: base, head, difference and what they are of; a stack has a line for each
  /// of its functions.
  ///
  /// - Parameter columns: The width of the terminal.
  /// - Returns: The lines, an empty one before each part; none where there is nothing to explain.
  func lines(columns: Int) -> [String] {
    var lines: [String] = []
    for (title, counted, sections) in parts {
      lines += ["", title]
      for section in sections {
        lines.append("  " + section.caseID)
        lines += Self.table(section, counted, columns: columns)
      }
    }
    if let remark { lines += [""] + remark.wrapped(to: columns) }
    return lines
  }

  private static func table(
    _ section: Section, _ counted: String, columns: Int
  ) -> [String] {
    let cells = section.differences.map {
      [DisplayFormat.grouped($0.base), DisplayFormat.grouped($0.head), $0.text]
    }
    let headings = ["base", "head", "difference"]
    let widths = headings.indices.map { column in
      cells.map { $0[column].count }.reduce(headings[column].count, max)
    }
    func line(_ texts: [String]) -> String {
      "    " + zip(texts, widths).map { $0.padded(to: $1, .right) }.joined(separator: "  ") + "  "
    }
    var lines = [line(headings) + counted]
    for (difference, texts) in zip(section.differences, cells) {
      let margin = line(texts)
      for (depth, name) in difference.names.enumerated() {
        // A name is never cut: two that differ may do so at their ends.
        let text = depth == 0 ? name : "by " + name
        let wrapped = text.wrapped(to: max(columns, margin.count + 40), indent: margin.count)
        lines += depth == 0 ? [margin + wrapped[0].dropFirst(margin.count)] : [wrapped[0]]
        lines += wrapped.dropFirst()
      }
    }
    if section.omittedCount > 0 {
      lines.append("    and \(DisplayFormat.counted(section.omittedCount, counted)) more")
    }
    return lines
  }

  /// The same, folded, as GitHub's Markdown of at most `limit` bytes of UTF-8.
  func markdown(limit: Int) -> String {
    var text = MarkdownText(limit: limit)
    for (title, counted, sections) in parts {
      for (number, section) in sections.enumerated() {
        let left = sections.count - number
        let rest = "\n\(DisplayFormat.cases(left)) more: see the log.\n"
        let block =
          "\n<details><summary>\(title): \(MarkdownText.escaped(section.caseID))</summary>\n\n"
          + Self.markdownTable(section, counted) + "\n</details>\n"
        guard text.add(block, reserve: left > 1 ? rest.utf8.count : 0) else {
          _ = text.add(rest)
          break
        }
      }
    }
    if let remark { _ = text.add("\n" + MarkdownText.escaped(remark) + "\n") }
    return text.text
  }

  private static func markdownTable(_ section: Section, _ counted: String) -> String {
    let rows = section.differences.flatMap { difference in
      let figures = [
        DisplayFormat.grouped(difference.base), DisplayFormat.grouped(difference.head),
        difference.text,
      ]
      return difference.names.enumerated().map { depth, name in
        let texts = depth == 0 ? figures + [name] : ["", "", "", "by " + name]
        return Table.Row(texts.map { Table.Cell($0) })
      }
    }
    var table = Table(
      columns: [
        .init("base", .right), .init("head", .right), .init("difference", .right), .init(counted),
      ], rows: rows
    ).markdown
    if section.omittedCount > 0 {
      table += "\nand \(DisplayFormat.counted(section.omittedCount, counted)) more\n"
    }
    return table
  }
}

extension GateDiagnostics {
  /// The parts that have something to say, with their titles.
  var parts: [(title: String, counted: String, sections: [Section])] {
    [
      ("Functions whose own instructions differ most", "function", functions),
      ("Call stacks whose allocations differ most", "stack", stacks),
    ].filter { !$0.2.isEmpty }
  }

  /// The remark on stacks that are not known; nil where all are.
  var remark: String? {
    if let obstacle { return "Call stacks of the allocations are not known: \(obstacle)" }
    guard otherCount > 0 else { return nil }
    return "The allocations of \(DisplayFormat.cases(otherCount)) more differ; "
      + "their call stacks were not looked for."
  }
}

extension GateDiagnostics.Difference {
  /// `+1,204`: the head's count less the base's.
  var text: String { (head >= base ? "+" : "") + DisplayFormat.grouped(head - base) }
}

extension GateJudgement.Reason {
  /// The reason in words, as the last line of a gate says it.
  package var text: String {
    switch self {
    case .interrupted: "interrupted; the measurements so far are saved"
    case .casesFailed(let count): "\(DisplayFormat.cases(count)) failed"
    case .notComparable(let reason): "not comparable: \(reason)"
    case .noInstructions(let reason): "no instructions to compare: \(reason)"
    case .nothingCompared(let reason): "nothing was compared: \(reason)"
    case .casesRemoved(let count):
      "\(DisplayFormat.cases(count)) of the base \(count == 1 ? "is" : "are") gone"
    case .regressions(let count): DisplayFormat.counted(count, "regression")
    case .tooManyInconclusive(let share):
      "\(DisplayFormat.significant(100 * share))% of the times are inconclusive"
    case .improvements(let count): "\(DisplayFormat.counted(count, "improvement")) to accept"
    }
  }
}
