import RunRecords

extension RecordComparison {
  /// The comparison as text, without a newline at its end; the last line counts the verdicts.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal; less than 80 counts as 80. Identifiers of cases are
  ///     never cut, so that they can be pasted: a longer one makes its line longer.
  ///   - color: Whether to put ANSI escape codes around what should stand out.
  /// - Returns: Lines of text.
  /// - Complexity: O(*n*) for *n* cases.
  public func render(columns: Int = 120, color: Bool = false) -> String {
    let page = RunTable.Page(columns: max(80, columns), color: color)
    var blocks = [origin("A", baseline, page) + origin("B", candidate, page)]
    if let exactKeyDifference {
      blocks.append(
        page.wrapped("Not comparable: exact metrics need an equal exact_key.", .bad)
          + lines(exactKeyDifference, page))
    } else {
      blocks += [
        metricBlock("Regressed", .regressed, .bad, page),
        metricBlock("Improved", .improved, .good, page),
        metricBlock("Changed, for reading only", .changed, .plain, page),
        caseBlock("Had a result, has none now", page) { pair in
          if case .broken(let reason) = pair.verdict { reason } else { nil }
        },
        caseBlock("Different answers to the same question: not compared", page) { pair in
          guard case .answersDiffer(let left, let right) = pair.verdict else { return nil }
          return "checksum \(left) in A, \(right) in B"
        },
        caseBlock("Has a result now", page) { pair in
          if case .repaired(let before) = pair.verdict { "in A \(before)" } else { nil }
        },
        caseBlock("Not comparable", page, detail: Self.incomparability),
      ]
    }
    blocks.append(list("Added", added, page))
    blocks.append(list("Removed", removed, page))
    blocks.append(times(page))
    blocks.append([page.styled(verdictLine, .strong)])
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  private func origin(_ side: String, _ record: RunRecord, _ page: RunTable.Page) -> [String] {
    page.wrapped(
      "\(side): \(record.tool.name) \(record.tool.version) · preset \(record.run.preset) · seed "
        + "\(record.run.seed) · \(record.run.startedAt) · "
        + DisplayFormat.cases(record.cases.count), .plain)
  }

  /// What only one of two keys has.
  private func lines(_ difference: KeyDifference, _ page: RunTable.Page) -> [String] {
    [("A", difference.baseline), ("B", difference.candidate)].flatMap { side, parts in
      page.wrapped(
        "only in \(side): \(parts.isEmpty ? "nothing" : parts.joined(separator: "; "))", .plain,
        indent: 2)
    }
  }

  private func metricBlock(
    _ title: String, _ verdict: MetricComparison.Verdict, _ style: TextStyle,
    _ page: RunTable.Page
  ) -> [String] {
    let lines = cases.flatMap { pair -> [String] in
      let metrics = pair.metrics.filter { $0.verdict == verdict }
      return metrics.isEmpty ? [] : ["  " + pair.id] + metrics.map { "    " + Self.line($0) }
    }
    return lines.isEmpty ? [] : [page.styled(title, style)] + lines
  }

  /// `allocations      1,203 → 1,204   +1 (+0.0831%)`.
  private static func line(_ metric: MetricComparison) -> String {
    guard let baseline = metric.baseline, let candidate = metric.candidate,
      let difference = metric.difference
    else { return metric.name }
    let sign = difference > 0 ? "+" : ""
    let share =
      baseline == 0
      ? "" : " (\(sign)\(DisplayFormat.share(Double(difference) / Double(baseline.magnitude))))"
    return metric.name.padded(to: 16, .left) + " " + DisplayFormat.grouped(baseline) + " → "
      + DisplayFormat.grouped(candidate) + " \(metric.unit)   " + sign
      + DisplayFormat.grouped(difference) + share
  }

  /// Why a case, or a metric of it that a gate needs, was not compared.
  private static func incomparability(_ pair: CaseComparison) -> String? {
    if case .notComparable(let reason) = pair.verdict { return reason }
    let reasons = pair.metrics.compactMap { metric in
      if case .notComparable(let reason) = metric.verdict {
        "\(metric.name) \(reason)"
      } else {
        nil
      }
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  private func caseBlock(
    _ title: String, _ page: RunTable.Page, detail: (CaseComparison) -> String?
  ) -> [String] {
    let lines = cases.flatMap { pair -> [String] in
      detail(pair).map { ["  " + pair.id] + page.wrapped($0, .plain, indent: 4) } ?? []
    }
    return lines.isEmpty ? [] : [page.styled(title, .bad)] + lines
  }

  private func list(_ title: String, _ ids: [String], _ page: RunTable.Page) -> [String] {
    ids.isEmpty ? [] : [page.styled(title, .strong)] + ids.map { "  " + $0 }
  }

  /// The CPU times side by side, or why they are not shown.
  private func times(_ page: RunTable.Page) -> [String] {
    let title = page.styled("CPU time per operation · unpaired: not judged", .strong)
    if let hostKeyDifference {
      return [title] + page.wrapped("Not shown: the hosts differ.", .plain, indent: 2)
        + lines(hostKeyDifference, page)
    }
    let timed = cases.compactMap { pair -> (pair: CaseComparison, Estimate, Estimate)? in
      guard pair.baseline.status == .ok, pair.candidate.status == .ok,
        let before = Measure.cpuTime.reading(of: pair.baseline).estimate,
        let after = Measure.cpuTime.reading(of: pair.candidate).estimate
      else { return nil }
      return (pair, before, after)
    }
    guard !timed.isEmpty else { return [] }
    var headings: [Int: String] = [:]
    var last = ""
    for (row, (pair, _, _)) in timed.enumerated() {
      let params = pair.candidate.params
      let heading = "\(params.scenario), data \(params.data), payload \(params.payload)"
      if heading != last { headings[row] = heading }
      last = heading
    }
    func group(_ title: String, _ estimates: [Estimate]) -> TerminalTable.Group {
      .init(
        title,
        [
          .init(.right, estimates.map { .init(Measure.cpuTime.display($0.value)) }),
          .init(
            .left, estimates.map { .init($0.spread.map(DisplayFormat.spread) ?? "±?", .faint) }),
        ])
    }
    let ratios = timed.map { _, before, after in
      TerminalTable.Cell(
        before.value > 0 ? DisplayFormat.ratio(after.value / before.value) : "")
    }
    let label = TerminalTable.Group(
      "",
      [
        .init(.right, timed.map { .init(DisplayFormat.items($0.pair.candidate.params.items)) }),
        .init(.left, timed.map { .init($0.pair.candidate.params.storage.clipped(to: 24)) }),
      ])
    let table = TerminalTable(
      label: label, headings: headings,
      sections: [
        .init(
          "",
          [
            group("A", timed.map(\.1)), group("B", timed.map(\.2)),
            .init("B/A", [.init(.right, ratios)]),
          ])
      ])
    return [title] + table.lines(columns: page.columns, color: page.color)
  }

  /// One line, however long: scripts read it.
  private var verdictLine: String {
    let counts = counts
    let always = [
      (counts.equal, "equal"), (counts.improved, "improved"), (counts.regressed, "regressed"),
      (counts.notComparable, "not comparable"),
    ]
    let others = [
      (counts.changed, "changed"), (counts.broken, "broken"), (counts.repaired, "repaired"),
      (counts.differentAnswers, "different"), (added.count, "added"), (removed.count, "removed"),
    ].filter { $0.0 > 0 }
    let verdicts = exactKeyDifference == nil ? always + others : others
    let nothing =
      exactKeyDifference != nil
      ? ["not comparable"] : counts.compared == 0 ? ["nothing was compared"] : []
    return (nothing + verdicts.map { "\(DisplayFormat.grouped($0)) \($1)" })
      .joined(separator: ", ")
  }
}
