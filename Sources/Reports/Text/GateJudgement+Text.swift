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
    // A case's name is long: its line may be wider than the terminal, and is never torn apart.
    var lines = tables(of: findings.filter { $0.isTime || $0.change.verdict != .equivalent })
      .flatMap { title, table in ["", title] + table.lines(columns: .max, color: color) }
    lines += diagnostics.lines(columns: columns)
    for (reason, count) in uncounted {
      let text = "Instructions of \(DisplayFormat.cases(count)) not compared: \(reason)"
      lines += [""] + text.wrapped(to: columns)
    }
    let removal = policy.failsOnRemoved ? "Only the base has" : "Only the base has (not gated)"
    for (title, ids) in [(removal, removed), ("Only the head has (not gated)", added)]
    where !ids.isEmpty {
      lines += ["", title] + Self.capped(ids.sorted().map { ["  " + $0] })
    }
    if !undecided.isEmpty {
      lines +=
        ["", "Not decided: too few pairs before the end"]
        + Self.capped(undecided.map { ["  " + $0.id] })
    }
    if !failures.isEmpty {
      lines +=
        ["", "Failed"]
        + Self.capped(
          failures.map { failure in
            "\(failure.id): \(failure.message ?? "")".wrapped(to: columns, indent: 2)
          })
    }
    if !idleAcceptances.isEmpty {
      let names = idleAcceptances.map { "line \($0.line ?? 0) (\($0.pattern.text) \($0.metric))" }
      lines +=
        [""]
        + "Accepted of no case and metric here: \(names.joined(separator: ", "))"
        .wrapped(to: columns)
    }
    if lines.first == "" { lines.removeFirst() }
    return (lines + ["", summary, outcomeSentence]).joined(separator: "\n")
  }

  /// Returns the lines of the first `most` entries, and how many there are more.
  private static func capped(_ entries: [[String]], to most: Int = 20) -> [String] {
    let rest = entries.count - most
    return entries.prefix(most).flatMap(\.self)
      + (rest > 0 ? ["  and \(DisplayFormat.cases(rest)) more: the record has them"] : [])
  }

  /// The times and the exact metrics among `findings`, each under a title; none that is empty.
  func tables(of findings: [Finding]) -> [(title: String, table: Table)] {
    let times = findings.filter(\.isTime)
    let counts = findings.filter { !$0.isTime }
    return [
      (
        "CPU time, head over base",
        Table(
          columns: [
            .init("verdict"), .init("ratio", .right), .init("interval", .right),
            .init("detects", .right), .init("case"),
          ], rows: times.map { Table.Row([$0.verdictCell] + $0.timeCells + [$0.caseCell]) })
      ),
      (
        "Exact metrics that differ",
        Table(
          columns: [
            .init("verdict"), .init("difference", .right), .init("metric"), .init("base", .right),
            .init("head", .right), .init("case"),
          ], rows: counts.map { Table.Row([$0.verdictCell] + $0.countCells + [$0.caseCell]) })
      ),
    ].filter { !$0.table.rows.isEmpty }
  }

  /// The number of findings of each verdict, in a sentence for times and one for exact metrics.
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
    // A record that was read again does not say that exact metrics were not compared.
    if exactDifference == nil, endedWith == nil || findings.contains(where: { !$0.isTime }) {
      parts.append(
        "Exact: \(exactCount(.regressed)) regressed, \(exactCount(.improved)) improved, "
          + "\(exactCount(.equivalent)) the same.")
    }
    if !undecided.isEmpty { parts.append("\(DisplayFormat.cases(undecided.count)) not decided.") }
    if !skipped.isEmpty { parts.append("\(DisplayFormat.cases(skipped.count)) not measured.") }
    return parts.joined(separator: " ")
  }

  /// The end of the gate in a sentence, with its reasons.
  package var outcomeSentence: String {
    switch outcome {
    case .passed: return "Passed: nothing has regressed as far as could be seen."
    case .accepted: return "Passed: what has regressed was accepted."
    case .undecided(let count):
      return "Not failed: nothing was found to have regressed, and of "
        + "\(DisplayFormat.cases(count)) it could not be told."
    case .failed(let reasons):
      let status = endedWith.map { " with exit status \($0)" } ?? ""
      return reasons.isEmpty
        ? "Failed\(status); the record does not say why."
        : "Failed\(status): " + reasons.map(\.text).joined(separator: "; ") + "."
    }
  }

  package static func ratio(_ value: Double) -> String {
    guard (0..<1e12).contains(value) else { return "\(value)" }
    let thousandths = Int((value * 1000).rounded())
    let rest = "\(thousandths % 1000)".padded(to: 3, .right).replacing(" ", with: "0")
    return "\(thousandths / 1000).\(rest)"
  }
}

extension GateJudgement.Finding {
  fileprivate var isTime: Bool { metric.kind == .sampled }

  fileprivate var verdictCell: Table.Cell {
    accepted == nil
      ? .init(change.verdict.rawValue, change.verdict.role)
      : .init("accepted", change.verdict == .regressed ? .warning : change.verdict.role)
  }

  /// Ratio, interval, and the least slow-down that would have been found.
  fileprivate var timeCells: [Table.Cell] {
    [
      .init(change.ratio.map { GateJudgement.ratio($0) } ?? ""),
      .init(
        change.interval.map {
          "\(GateJudgement.ratio($0.low))–\(GateJudgement.ratio($0.high))"
        } ?? ""), .init(change.detectable.map { "+" + DisplayFormat.share($0) } ?? ""),
    ]
  }

  /// Head less base, the metric, base and head.
  fileprivate var countCells: [Table.Cell] {
    // Counts of a build to compare with may be any numbers, whose difference `Int` may not hold.
    let base = Int(exactly: change.base) ?? (change.base < 0 ? .min : .max)
    let head = metric.value ?? 0
    let difference = UInt(bitPattern: max(head, base) &- min(head, base))
    return [
      .init((head >= base ? "+" : "-") + DisplayFormat.grouped(difference)), .init(metric.name),
      .init(DisplayFormat.grouped(base)), .init(DisplayFormat.grouped(head)),
    ]
  }

  /// The case, with the acceptance that holds or held for it.
  fileprivate var caseCell: Table.Cell {
    if let accepted {
      return .init("\(id) (\(accepted.place): \(accepted.reason))")
    }
    return .init(
      id + (expired.map { " (\($0.place) accepted it)" } ?? ""))
  }
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
    let text = lines.map(ShownText.line).joined(separator: "\n").unicodeScalars.map { scalar in
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
  /// A table for each case: base, head, difference and what they are of; a stack has a line for
  /// each of its functions.
  ///
  /// - Parameter columns: The width of the terminal.
  /// - Returns: The lines, an empty one before each part; none where there is nothing to explain.
  func lines(columns: Int) -> [String] {
    var lines: [String] = []
    for (title, counted, sections) in parts {
      lines += ["", title]
      for section in sections {
        lines.append("  " + section.caseID)
        lines += section.lines(counted, columns: columns - 4).map { "    " + $0 }
      }
    }
    if let remark { lines += [""] + remark.wrapped(to: columns) }
    if !profiles.isEmpty { lines += ["", "Profiles of what regressed"] }
    for profile in profiles {
      lines.append("  " + profile.caseID)
      lines += profile.answer.wrapped(to: columns, indent: 4)
      lines.append("    " + profile.place)
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
          + section.markdown(counted) + "\n</details>\n"
        guard text.add(block, reserve: left > 1 ? rest.utf8.count : 0) else {
          _ = text.add(rest)
          break
        }
      }
    }
    if let remark { _ = text.add("\n" + MarkdownText.escaped(remark) + "\n") }
    for profile in profiles {
      // A relative link: the directory is an artifact beside the comment's own.
      let place = Self.linkTarget(profile.place)
      let line =
        "\n- [Profile of \(MarkdownText.escaped(profile.caseID))](\(place)): "
        + MarkdownText.escaped(profile.answer) + "\n"
      guard text.add(line) else { break }
    }
    return text.text
  }
}

extension GateDiagnostics {
  /// `path` as Markdown takes it between the parentheses of a link.
  fileprivate static func linkTarget(_ path: String) -> String {
    path.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain =
        byte < 128 && (character.isLetter || character.isNumber || "-_./~".contains(character))
      return isPlain
        ? String(character) : "%" + String(Int(byte) + 256, radix: 16).suffix(2).uppercased()
    }.joined()
  }
}

extension GateDiagnostics.Section {
  /// Returns a row for each difference, its name broken into lines one under the other.
  private func table(_ counted: String, breakingNames lines: (String) -> [String]) -> Table {
    let rows = differences.flatMap { difference in
      let figures = [
        DisplayFormat.grouped(difference.base), DisplayFormat.grouped(difference.head),
        difference.text,
      ]
      let names = difference.names.enumerated().flatMap { lines(($0 == 0 ? "" : "by ") + $1) }
      return names.enumerated().map { place, name in
        Table.Row(((place == 0 ? figures : ["", "", ""]) + [name]).map { Table.Cell($0) })
      }
    }
    return Table(
      columns: [
        .init("base", .right), .init("head", .right), .init("difference", .right), .init(counted),
      ], rows: rows)
  }

  /// A name is never cut, as two that differ may do so at their ends: it goes on in further lines.
  fileprivate func lines(_ counted: String, columns: Int) -> [String] {
    guard !differences.isEmpty else { return ["none under callgrind"] }
    let margin = table("") { _ in ["."] }.lines(columns: .max, color: false)[1].count - 1
    let table = table(counted) { $0.wrapped(to: max(columns - margin, 40)) }
    return table.lines(columns: .max, color: false) + [remainder(counted)].compactMap(\.self)
  }

  fileprivate func markdown(_ counted: String) -> String {
    table(counted) { [$0] }.markdown + (remainder(counted).map { "\n\($0)\n" } ?? "")
  }

  /// `and 3 functions more`; nil where all are listed.
  private func remainder(_ counted: String) -> String? {
    omittedCount > 0 ? "and \(DisplayFormat.counted(omittedCount, counted)) more" : nil
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
    case .partsMissing: "parts of the gate are missing"
    case .tooManyInconclusive(let share):
      "\(DisplayFormat.significant(100 * share))% of the times are inconclusive"
    case .improvements(let count): "\(DisplayFormat.counted(count, "improvement")) to accept"
    }
  }
}

extension Acceptance {
  /// The place where it was written down, in words.
  var place: String {
    switch origin {
    case .line(let line): "line \(line)" + (lastDay.map { ", until \($0)" } ?? "")
    case .commit(let hash): "accepted at \(hash.prefix(12))"
    }
  }
}
