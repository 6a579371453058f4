public import Analysis
import RunRecords
import Statistics

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
    RecordSetComparison(self).render(columns: columns, color: color)
  }

  /// Returns the findings but for times: a block each, some of them empty.
  func findings(_ page: RunTable.Page) -> [[String]] {
    var blocks: [[String]] = []
    if let exactKeyDifference {
      blocks.append(
        page.wrapped("Not comparable: exact metrics need an equal exact_key.", .bad)
          + lines(exactKeyDifference, page))
    }
    if !isRefused {
      blocks += [
        metricBlock("Regressed", .regressed, .bad, page),
        metricBlock("Improved", .improved, .good, page),
        metricBlock("Changed, for reading only", .changed, .plain, page),
        caseBlock("Had a result, has none now", page) { pair in
          if case .broken(let reason) = pair.verdict { reason } else { nil }
        },
        caseBlock("Different answers to the same question: not compared", page) { pair in
          guard case .answersDiffer(let left, let right) = pair.verdict else { return nil }
          return "checksum \(left) in \(names.baseline), \(right) in \(names.candidate)"
        },
        caseBlock("Has a result now", page) { pair in
          guard case .repaired(let before) = pair.verdict else { return nil }
          return "in \(names.baseline) \(before)"
        },
        caseBlock("Not comparable", page, detail: Self.incomparability),
        caseBlock("No result in either", page) { pair in
          guard pair.verdict == .unmeasured else { return nil }
          return "\(names.baseline) \(pair.baseline.status.rawValue), \(names.candidate) "
            + "\(pair.candidate.status.rawValue): \(pair.candidate.message ?? "no reason is given")"
        },
      ]
    }
    blocks.append(list("Added", added, page))
    blocks.append(list("Removed", removed, page))
    return blocks
  }

  /// Returns the parts that only one of two keys has.
  private func lines(_ difference: KeyDifference, _ page: RunTable.Page) -> [String] {
    [
      (names.baseline, difference.baseline), (names.candidate, difference.candidate),
    ].flatMap { side, parts in
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

  /// `allocations      1,203 → 1,204   +1 allocation (+0.0831%)`.
  private static func line(_ metric: MetricComparison) -> String {
    guard let baseline = metric.baseline, let candidate = metric.candidate,
      let difference = metric.difference, let text = metric.differenceText
    else { return metric.name }
    let sign = difference > 0 ? "+" : ""
    let share =
      baseline == 0
      ? "" : " (\(sign)\(DisplayFormat.share(Double(difference) / Double(baseline.magnitude))))"
    return metric.name.padded(to: 16, .left) + " " + DisplayFormat.grouped(baseline) + " → "
      + DisplayFormat.grouped(candidate)
      + (ExactMetric(rawValue: metric.name) == nil ? " \(metric.unit)" : "") + "   \(text)\(share)"
  }

  /// The reason why a case, or a metric of it that a gate needs, was not compared.
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

  /// The reason why no times are compared; empty where they are.
  func timeRefusal(_ page: RunTable.Page, isNamed: Bool) -> [String] {
    guard let hostKeyDifference, !areTimesCompared else { return [] }
    let text =
      (isNamed ? "\(names.candidate) is not compared" : "Not compared")
      + ": times need an equal host_key (--ignore-host compares them all the same)."
    return page.wrapped(text, .plain, indent: 2) + lines(hostKeyDifference, page)
  }

  /// One line, however long: scripts read it.
  var verdictLine: String {
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
    let isNothing = counts.compared + counts.times.judged == 0
    let nothing =
      isRefused
      ? ["not comparable"]
      : isNothing
        ? ["nothing was compared"]
        : exactKeyDifference != nil ? ["exact metrics not comparable"] : []
    let times = [
      (counts.times.regressed, "regressed"), (counts.times.improved, "improved"),
      (counts.times.equivalent, "equivalent"), (counts.times.inconclusive, "inconclusive"),
    ]
    let timeText =
      counts.times.judged == 0
      ? "" : "; \(options.clock == .cpu ? "CPU" : "wall") times: \(Self.text(times))"
    return (nothing + (verdicts.isEmpty ? [] : [Self.text(verdicts)])).joined(separator: ", ")
      + timeText
  }

  private static func text(_ counts: [(Int, String)]) -> String {
    counts.map { "\(DisplayFormat.grouped($0)) \($1)" }.joined(separator: ", ")
  }
}

extension RecordSetComparison {
  /// The comparison as text, without a newline at its end; the last line, or the last lines where
  /// there are more than two records, count the verdicts.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal; less than 80 counts as 80. Identifiers of cases are
  ///     never cut, so that they can be pasted: a longer one makes its line longer.
  ///   - color: Whether to put ANSI escape codes around what should stand out.
  /// - Returns: Lines of text.
  /// - Complexity: O(*n*) for *n* cases, for each record but the first.
  package func render(columns: Int = 120, color: Bool = false) -> String {
    let page = RunTable.Page(columns: max(80, columns), color: color)
    var blocks = [page.wrapped(Self.unpairedNotice, .strong)]
    blocks.append(sources.flatMap { Self.origin($0, page) })
    blocks.append(notices.flatMap { page.wrapped($0, .strong) })
    for pair in pairs {
      if pairs.count > 1 {
        blocks.append([
          page.styled("\(pair.names.candidate) against \(pair.names.baseline)", .strong)
        ])
      }
      blocks += pair.findings(page)
    }
    blocks.append(times(page))
    blocks.append(
      pairs.map { pair in
        let name = pairs.count > 1 ? "\(pair.names.candidate): " : ""
        return page.styled(name + pair.verdictLine, .strong)
      })
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The notice before every comparison of files.
  static let unpairedNotice =
    "Unpaired: these records were measured one after another. The intervals hold the spread between "
    + "launches, not what a machine does from one hour to the next. To decide about times, measure "
    + "both builds side by side: gate."

  private static func origin(_ source: Source, _ page: RunTable.Page) -> [String] {
    let record = source.record
    let path = source.path.isEmpty ? "" : "\(source.path) · "
    return page.wrapped(
      "\(source.name): \(path)\(record.tool.name) \(record.tool.version) · preset "
        + "\(record.run.preset) · seed \(record.run.seed) · \(record.run.startedAt) · "
        + DisplayFormat.cases(record.cases.count), .plain)
  }

  /// The times side by side with their verdicts, and why others are not there.
  private func times(_ page: RunTable.Page) -> [String] {
    let clock = options.clock == .cpu ? "CPU" : "Wall"
    let title = page.styled("\(clock) time per operation · unpaired", .strong)
    let refusals = pairs.flatMap { $0.timeRefusal(page, isNamed: pairs.count > 1) }
    let table = RatioTable(
      base: sources[0].name, others: sources.dropFirst().map(\.name), words: .change, rows: rows)
    guard !table.rows.isEmpty else {
      let absences = refusals + reasons(page)
      return absences.isEmpty ? [] : [title] + absences
    }
    let ratio = table.others.map { "\($0)/\(table.base)" }.joined(separator: ", ")
    let turns = crossovers.flatMap { family, crossover in
      page.wrapped("\(family): \(crossover.sentence).", .plain)
    }
    return [title] + page.wrapped(options.rule.legend(ratio), .faint) + refusals
      + table.lines(page) + turns + reasons(page)
  }

  /// A row for each case that has a time in the base and in another one.
  private var rows: [RatioTable.Row] {
    let times = pairs.map { pair in
      Dictionary(
        pair.cases.compactMap { result in result.time.map { (result.id, $0) } }
      ) { first, _ in first }
    }
    var seen: Set<String> = []
    let cases = pairs.flatMap(\.cases).filter { result in
      result.time?.verdict != nil && seen.insert(result.id).inserted
    }.map(\.baseline).sorted { CaseOrder($0) < CaseOrder($1) }
    var last = ""
    return cases.map { result in
      let params = result.params
      let heading = "\(params.scenario), data \(params.data), payload \(params.payload)"
      defer { last = heading }
      return RatioTable.Row(
        heading: heading == last ? nil : heading, items: params.items, name: params.storage,
        comparisons: times.map { $0[result.id] })
    }
  }

  /// The reason why times were not judged, with the number of cases of each reason.
  private func reasons(_ page: RunTable.Page) -> [String] {
    var counts: [String: Int] = [:]
    for comparison in pairs.flatMap(\.cases).compactMap(\.time) {
      if let reason = comparison.reason { counts[reason, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.flatMap { reason, count in
      page.wrapped("Not judged, in \(DisplayFormat.cases(count)): \(reason).", .plain)
    }
  }
}

extension MetricComparison {
  /// `+1 allocation`, `-16 bytes`, `+3`: what one call takes more or less.
  package var differenceText: String? {
    guard let difference else { return nil }
    let text = (difference > 0 ? "+" : "") + DisplayFormat.grouped(difference)
    let noun =
      switch ExactMetric(rawValue: name) {
      case .allocations: "allocation"
      case .instructions: "instruction"
      case .allocatedBytes, .liveBytes, .peakLiveBytes: "byte"
      case nil: nil as String?
      }
    guard let noun else { return text }
    return "\(text) \(noun)\(difference.magnitude == 1 ? "" : "s")"
  }
}
