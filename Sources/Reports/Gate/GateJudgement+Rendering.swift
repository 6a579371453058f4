import RunRecords

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

  /// How many there are of each verdict.
  package var summary: String {
    var parts: [String] = []
    if comparesTimes {
      let counts = MetricChange.Verdict.allCases.map { "\(timeCount($0)) \($0.rawValue)" }
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
