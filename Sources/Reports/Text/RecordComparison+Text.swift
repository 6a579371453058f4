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
  ///
  /// - Parameters:
  ///   - page: The page to print on.
  ///   - most: The most cases that a block names.
  /// - Returns: Lines, block by block.
  func findings(_ page: RunTable.Page, most: Int) -> [[String]] {
    var blocks: [[String]] = []
    if let exactKeyDifference {
      blocks.append(
        page.wrapped("Not comparable: exact metrics need an equal exact_key.", .bad)
          + lines(exactKeyDifference, page))
    }
    if !isRefused {
      blocks += [
        metricBlock("Regressed", .regressed, .bad, page, most),
        metricBlock("Improved", .improved, .good, page, most),
        metricBlock("Changed, for reading only", .changed, .plain, page, most),
        caseBlock("Had a result, has none now", page, most) { pair in
          if case .broken(let reason) = pair.verdict { reason } else { nil }
        },
        caseBlock("Different answers to the same question: not compared", page, most) { pair in
          guard case .answersDiffer(let left, let right) = pair.verdict else { return nil }
          return "checksum \(left) in \(names.baseline), \(right) in \(names.candidate)"
        },
        caseBlock("Has a result now", page, most) { pair in
          guard case .repaired(let before) = pair.verdict else { return nil }
          return "in \(names.baseline) \(before)"
        },
        caseBlock("Not comparable", page, most, detail: Self.obstacle),
        caseBlock("No result in either", page, most) { pair in
          guard pair.verdict == .unmeasured else { return nil }
          return "\(names.baseline) \(pair.baseline.status.rawValue), \(names.candidate) "
            + "\(pair.candidate.status.rawValue): \(pair.candidate.message ?? "no reason is given")"
        },
      ]
    }
    blocks.append(
      block(
        "Failed in \(names.candidate), and not in \(names.baseline)", .bad,
        failed.map { result in
          ["  " + result.id]
            + page.wrapped(
              "\(result.status.rawValue): \(result.message ?? "no reason is given")", .plain,
              indent: 4)
        }, page, most))
    blocks.append(block("Added", .strong, added.map { ["  " + $0] }, page, most))
    blocks.append(block("Removed", .strong, removed.map { ["  " + $0] }, page, most))
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
    _ page: RunTable.Page, _ most: Int
  ) -> [String] {
    let entries = cases.compactMap { pair -> [String]? in
      let metrics = pair.metrics.filter { $0.verdict == verdict }
      return metrics.isEmpty ? nil : ["  " + pair.id] + metrics.map { "    " + Self.line($0) }
    }
    return block(title, style, entries, page, most)
  }

  /// Returns the title and the first `most` of `entries`, and how many there are more; nothing
  /// without entries.
  private func block(
    _ title: String, _ style: TextStyle, _ entries: [[String]], _ page: RunTable.Page, _ most: Int
  ) -> [String] {
    guard !entries.isEmpty else { return [] }
    let rest = entries.count - most
    return [page.styled(title, style)] + entries.prefix(most).flatMap(\.self)
      + (rest > 0 ? ["  and \(DisplayFormat.cases(rest)) more (--details)"] : [])
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

  /// Returns the title and, for each reason that `detail` gives, its cases: all of a few, else how
  /// many there are and the first of them.
  private func caseBlock(
    _ title: String, _ page: RunTable.Page, _ most: Int, detail: (CaseComparison) -> String?
  ) -> [String] {
    let reasons = casesByReason(detail)
    guard !reasons.isEmpty else { return [] }
    let shown = reasons.prefix(most).flatMap { text, ids in
      let rest = most == .max ? 0 : max(0, ids.count - Self.mostOfOneReason)
      return page.wrapped("\(DisplayFormat.cases(ids.count)): \(text)", .plain, indent: 2)
        + ids.dropLast(rest).map { "    " + $0 }
        + (rest > 0 ? ["    and \(DisplayFormat.grouped(rest)) more (--details)"] : [])
    }
    let rest = reasons.dropFirst(most).reduce(0) { $0 + $1.ids.count }
    return [page.styled(title, .bad)] + shown
      + (rest > 0 ? ["  and \(DisplayFormat.cases(rest)) more (--details)"] : [])
  }

  /// Returns the reasons that `detail` gives, in the order of the cases, and the cases of each.
  private func casesByReason(
    _ detail: (CaseComparison) -> String?
  ) -> [(text: String, ids: [String])] {
    var reasons: [(text: String, ids: [String])] = []
    var indices: [String: Int] = [:]
    for pair in cases {
      guard let text = detail(pair) else { continue }
      if let index = indices[text] {
        reasons[index].ids.append(pair.id)
      } else {
        indices[text] = reasons.count
        reasons.append((text, [pair.id]))
      }
    }
    return reasons
  }

  /// The reasons why cases were not compared, and the cases of each.
  var obstacles: [(text: String, ids: [String])] {
    isRefused ? [] : casesByReason(Self.obstacle)
  }

  private static func obstacle(_ pair: CaseComparison) -> String? {
    pair.obstacles.isEmpty ? nil : pair.obstacles.joined(separator: "; ")
  }

  /// The most cases of one reason that are named.
  static let mostOfOneReason = 3

  /// The reason why no times are compared; empty where they are.
  func timeRefusal(_ page: RunTable.Page, isNamed: Bool) -> [String] {
    guard let hostKeyDifference, !areTimesCompared else { return [] }
    let text =
      (isNamed ? "\(names.candidate) is not compared" : "Not compared")
      + ": times need an equal host_key (--ignore-host compares them all the same)."
    return page.wrapped(text, .plain, indent: 2) + lines(hostKeyDifference, page) + advice(page)
  }

  /// The times over those of floors, where two kinds of machine measured; empty where none has both.
  func floors(_ page: RunTable.Page, isDetailed: Bool) -> [String] {
    let all = FloorRatios.all(of: self)
    guard !all.isEmpty else { return [] }
    let shown = all.prefix(isDetailed ? .max : Self.mostFloors)
    func host(_ record: RunRecord, _ result: CaseRecord) -> String {
      record.machine(of: result).cpu.model ?? "unknown CPU"
    }
    let table = Table(
      columns: [
        .init(names.baseline, .right), .init(names.candidate, .right), .init("case"),
        .init("measured by"),
      ],
      rows: shown.map { pair in
        Table.Row([
          .init(DisplayFormat.ratio(pair.before)), .init(DisplayFormat.ratio(pair.after)),
          .init(pair.candidate.id),
          .init(
            "\(host(baseline, pair.baseline)); \(host(candidate, pair.candidate))", .faint),
        ])
      })
    let rest = all.count - shown.count
    return page.wrapped(
      "CPU time over that of the floor, on the machine of each: shown for a first look, and not judged.",
      .plain, indent: 2) + table.lines(columns: page.columns, color: page.color)
      + (rest > 0 ? page.wrapped("and \(rest) more, with --details", .faint) : [])
  }

  /// The most rows of floors, where not all are asked for.
  private static let mostFloors = 10

  /// One line, however long: scripts read it.
  var verdictLine: String {
    let counts = counts
    let always = [
      (counts.equal, "equal"), (counts.improved, "improved"), (counts.regressed, "regressed"),
      (counts.notComparable, "not comparable"),
    ]
    let others = [
      (counts.changed, "changed"), (counts.broken, "broken"), (counts.repaired, "repaired"),
      (counts.differentAnswers, "different"), (failed.count, "failed"), (added.count, "added"),
      (removed.count, "removed"),
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
  ///   - isDetailed: Whether to show every time, also those that are the same or undecided.
  /// - Returns: Lines of text.
  /// - Complexity: O(*n*) for *n* cases, for each record but the first.
  package func render(
    columns: Int = 120, color: Bool = false, isDetailed: Bool = false
  ) -> String {
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
      blocks += pair.findings(page, most: isDetailed ? .max : Self.mostCases)
    }
    blocks.append(times(page, isDetailed: isDetailed))
    blocks.append(
      pairs.map { pair in
        let name = pairs.count > 1 ? "\(pair.names.candidate): " : ""
        return page.styled(name + pair.verdictLine, .strong)
      })
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The most cases that a list names.
  private static let mostCases = 10

  /// The notice before every comparison of files.
  static let unpairedNotice =
    "Unpaired: these records were measured one after another, and a machine changes from one hour "
    + "to the next. Only large changes of times show; gate measures two builds side by side."

  private static func origin(_ source: Source, _ page: RunTable.Page) -> [String] {
    let record = source.record
    let path = source.path.isEmpty ? "" : "\(source.path) · "
    return page.wrapped(
      "\(source.name): \(path)\(record.tool.name) \(record.tool.version) · preset "
        + "\(record.run.preset) · seed \(record.run.seed) · \(record.run.startedAt) · "
        + DisplayFormat.cases(record.cases.count), .plain)
  }

  /// The times that changed, how many did not, and how to decide the others.
  private func times(_ page: RunTable.Page, isDetailed: Bool) -> [String] {
    let clock = options.clock == .cpu ? "CPU" : "Wall"
    let title = page.styled("\(clock) time per operation · unpaired", .strong)
    let refusals = pairs.flatMap { $0.timeRefusal(page, isNamed: pairs.count > 1) }
    let table = RatioTable(
      base: sources[0].name, others: sources.dropFirst().map(\.name), words: .change,
      rows: rows(isDetailed: isDetailed))
    let turns = crossovers.flatMap { family, crossover in
      page.wrapped("\(family): \(crossover.sentence).", .plain)
    }
    let summaries = pairs.flatMap { $0.timeSummary(page, isNamed: pairs.count > 1) }
    let lines =
      summaries
      + (table.rows.isEmpty
        ? [] : page.wrapped(pairs[0].rule.legend(ofRuns: ratioNames), .faint) + table.lines(page))
      + turns + refusals + pairs.flatMap { $0.floors(page, isDetailed: isDetailed) } + reasons(page)
    return lines.isEmpty ? [] : [title] + lines
  }

  /// `B/A, C/A`.
  private var ratioNames: String {
    sources.dropFirst().map { "\($0.name)/\(sources[0].name)" }.joined(separator: ", ")
  }

  /// A row for each case that is slower or faster in another record than in the base; in detail,
  /// for each that has a time in the base and in another one.
  private func rows(isDetailed: Bool) -> [RatioTable.Row] {
    let times = pairs.map { pair in
      Dictionary(
        pair.cases.compactMap { result in result.time.map { (result.id, $0) } }
      ) { first, _ in first }
    }
    var seen: Set<String> = []
    let cases = pairs.flatMap(\.cases).filter { result in
      guard let verdict = result.time?.verdict else { return false }
      let isShown = isDetailed || verdict == .regressed || verdict == .improved
      return isShown && seen.insert(result.id).inserted
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
