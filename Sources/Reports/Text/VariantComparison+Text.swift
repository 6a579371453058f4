import Analysis
import RunRecords
import Statistics

extension VariantComparison {
  /// The comparison as text, without a newline at its end; the last line counts the verdicts.
  ///
  /// - Parameters:
  ///   - columns: The width of the terminal; less than 80 counts as 80.
  ///   - color: Whether to put ANSI escape codes around what should stand out.
  /// - Returns: Lines of text.
  /// - Complexity: O(*n*) for *n* cases.
  package func render(columns: Int = 120, color: Bool = false) -> String {
    let page = RunTable.Page(columns: max(80, columns), color: color)
    var blocks = [
      page.wrapped(Self.notice, .strong) + page.wrapped(origin, .plain)
        + page.wrapped(legendRule.legend("the ratio"), .faint)
    ]
    blocks += families.map { lines(of: $0, page) }
    if !omitted.isEmpty {
      blocks.append(
        page.wrapped(
          "Left out, as there is nothing to hold against "
            + "\(options.base ?? "another \(options.axis.rawValue)"): "
            + omitted.joined(separator: ", "), .plain))
    }
    blocks.append(disagreements.flatMap { page.wrapped("\($0.sentence).", .strong) })
    blocks.append([page.styled(verdictLine, .strong)])
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n")
  }

  /// The notice before a comparison inside one record.
  static let notice =
    "One record, unpaired: what is compared was measured in the same hours, in launches of its own. "
    + "The intervals hold the spread between those launches."

  private var origin: String {
    "\(record.tool.name) \(record.tool.version) · preset \(record.run.preset) · seed "
      + "\(record.run.seed) · \(record.run.startedAt) · \(DisplayFormat.cases(record.cases.count))"
      + (record.run.completed ? "" : " · not completed: this is what it measured")
  }

  /// The rule of the first family: all have the same, but for those of wall time.
  var legendRule: UnpairedRule { rule(for: families.first?.metric ?? "") }

  private func lines(of family: Family, _ page: RunTable.Page) -> [String] {
    let title = record.cases.lazy.filter {
      $0.suite == family.suite && $0.params.scenario == family.scenario
    }.title(of: family.metric)
    let table = RatioTable(
      base: family.base, others: family.variants, words: .standing,
      rows: family.series.flatMap { series in
        series.sizes.enumerated().map { index, size in
          RatioTable.Row(
            heading: index == 0 ? series.surroundings.joined(separator: ", ") : nil,
            items: size.items, name: "", comparisons: family.variants.map { size.comparisons[$0] })
        }
      })
    return [page.styled("\(family.suite)/\(family.scenario) · \(title)", .strong)]
      + table.lines(page) + reasons(family, page)
      + family.crossovers.flatMap { surroundings, crossover in
        let where_ = family.series.count > 1 ? surroundings.joined(separator: ", ") + ": " : ""
        return page.wrapped("\(where_)\(crossover.sentence).", .plain, indent: 2)
      }
  }

  private func reasons(_ family: Family, _ page: RunTable.Page) -> [String] {
    var counts: [String: Int] = [:]
    for comparison in family.series.flatMap(\.sizes).flatMap(\.comparisons.values) {
      if let reason = comparison.reason { counts[reason, default: 0] += 1 }
    }
    return counts.sorted { $0.key < $1.key }.flatMap { reason, count in
      page.wrapped("not judged, in \(DisplayFormat.cases(count)): \(reason).", .plain, indent: 2)
    }
  }

  /// One line, however long: scripts read it.
  var verdictLine: String {
    let comparisons = comparisons
    var counts = RecordComparison.Counts.Times()
    for verdict in comparisons.compactMap(\.verdict) { counts.count(verdict) }
    let differing =
      disagreements.isEmpty
      ? ""
      : "; storages answer differently in \(disagreements.count) "
        + (disagreements.count == 1 ? "place" : "places")
    guard counts.judged > 0 else { return "nothing was compared" + differing }
    let parts = [
      (counts.improved, "better"), (counts.regressed, "worse"), (counts.equivalent, "equivalent"),
      (counts.inconclusive, "inconclusive"), (comparisons.count - counts.judged, "not comparable"),
    ]
    let bases = Set(families.map(\.base)).sorted(by: options.axis.precedes)
    return "against \(bases.joined(separator: ", ")): "
      + parts.map { "\(DisplayFormat.grouped($0)) \($1)" }.joined(separator: ", ") + differing
  }
}

extension StorageDisagreement {
  /// The sentence that names the place and each storage's answer.
  var sentence: String {
    "\(suite)/\(scenario), \(surroundings.joined(separator: ", ")), \(DisplayFormat.items(items)) "
      + "items: different answers, "
      + answers.map { "\($0.storage) \($0.checksum)" }.joined(separator: ", ")
  }
}
