import RunRecords

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

  /// What every comparison of files begins with.
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

  /// Why times were not judged, with the number of cases of each reason.
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
