import Analysis
package import RunRecords

/// A record as a summary in GitHub's Markdown: the headlines, and everything else folded.
///
/// Shorter than 65,000 characters, since GitHub refuses comments above 65,536. What does not fit is
/// left out from the end, and the last sentence says how much that is.
package struct MarkdownSummary {
  /// The most characters.
  package static let limit = 65_000
  /// The most bytes of the tables that are not folded.
  private static let headlineLimit = 30_000
  /// The bytes reserved for the sentences after a table.
  private static let reserve = 600
  private static let problemsShown = 10

  /// The document, and what it leaves out.
  package let export: RecordExport

  /// Summarises `record`.
  ///
  /// - Parameter record: A run of any machine.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package init(of record: RunRecord) {
    let report = RunFindings(record)
    var page = MarkdownText(limit: Self.limit - Self.reserve)
    _ = page.add(Self.title(record) + Self.answers(report.answers))
    _ = page.add(Self.opening(record) + Self.problems(report.problems))
    _ = page.add(Self.warnings(record), reserve: Self.headlineLimit)
    let headlines = Self.headlines(report.families, after: page.text.utf8.count)
    _ = page.add(headlines)
    var leftOut = 0
    for family in report.families { leftOut += Self.add(family, to: &page) }
    var text = page.text
    var omissions: [String] = []
    if leftOut > 0 {
      let total = report.families.flatMap(\.series).flatMap(\.sizes).reduce(0) {
        $0 + $1.strategies.count + $1.floors.count
      }
      omissions = [
        "\(DisplayFormat.grouped(leftOut)) of \(DisplayFormat.cases(total)) left out of the folded "
          + "tables, to stay under \(DisplayFormat.grouped(Self.limit)) characters"
      ]
      text += "\n\(omissions[0]). The record has them all.\n"
    }
    export = RecordExport(text: text, caseCount: record.cases.count, omissions: omissions)
  }

  private static func short(_ text: String, to length: Int = 200) -> String {
    MarkdownText.escaped(MarkdownText.clipped(text, to: length))
  }

  private static func title(_ record: RunRecord) -> String {
    "### cvbench \(short(record.tool.version)), preset \(short(record.run.preset))\n\n"
  }

  /// An entry for each answer, the choice in bold.
  private static func answers(_ answers: [Answer]) -> String {
    guard !answers.isEmpty else { return "" }
    let entries = answers.compactMap { answer -> String? in
      let sentences = answer.sentences.map { short($0, to: 400) }
      guard let first = sentences.first else { return nil }
      let rest = sentences.dropFirst().map { " \($0)" }.joined()
      return "- **\(short(answer.title)): \(first)**\(rest)\n"
    }
    let criterion = Answer.criterion(of: answers).map { "\(MarkdownText.escaped($0))\n\n" }
    return entries.joined() + "\n" + (criterion ?? "")
  }

  private static func opening(_ record: RunRecord) -> String {
    let outcome = Summary(of: record.cases, exitCode: 0).sentence(emphasis: "**")
    let git = record.builds.first?.git
    let commit = git?.sha.map { "commit \($0.prefix(12))\(git?.dirty == true ? ", changed" : "")" }
    let origin =
      [commit, record.builds.first.map { "Swift \($0.compiler.swift)" }].compactMap(\.self)
      + record.machineNames + ["seed \(record.run.seed)"]
    return """
      \(outcome)\(record.run.completed ? "" : " The run was not completed.")

      \(short(origin.joined(separator: " · ")))


      """
  }

  private static func problems(_ problems: [RunFindings.Problem]) -> String {
    guard !problems.isEmpty else { return "" }
    let lines = problems.prefix(problemsShown).map { problem in
      let ids = problem.ids.prefix(3).map { MarkdownText.clipped($0, to: 200) }
      let more = problem.ids.count - ids.count
      let list = ids.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
      return "- \(problem.status.rawValue), \(DisplayFormat.cases(problem.ids.count)): "
        + MarkdownText.escaped(MarkdownText.clipped(problem.message, to: 300) + " (\(list))") + "\n"
    }
    let more = problems.count - lines.count
    return lines.joined() + (more > 0 ? "- and \(more) more reasons\n" : "") + "\n"
  }

  private static func warnings(_ record: RunRecord) -> String {
    let warnings = record.warnings.filter { $0.severity != "info" }
    guard !warnings.isEmpty else { return "" }
    let lines = warnings.prefix(problemsShown).map {
      "- " + MarkdownText.escaped(MarkdownText.clipped($0.message, to: 300)) + "\n"
    }
    let more = warnings.count - lines.count
    let title = warnings.count == 1 ? "1 warning" : "\(warnings.count) warnings"
    return "<details><summary>\(title)</summary>\n\n" + lines.joined()
      + (more > 0 ? "- and \(more) more\n" : "") + "\n</details>\n\n"
  }

  /// A table for each suite: the largest size of each scenario, by storage.
  private static func headlines(_ families: [Ranking.Family], after count: Int) -> String {
    guard !families.isEmpty else { return "Nothing was measured.\n" }
    var page = MarkdownText(limit: headlineLimit)
    _ = page.add(
      """
      Each scenario at its largest size, on its largest collection: medians ± half the range of the \
      launches, in bold those that no other measurably beats (99% interval of the ratio, beyond 1%).


      """)
    var leftOut = 0
    for suite in Set(families.map(\.suite)).sorted() {
      let families = families.filter { $0.suite == suite }
      let storages = Set(families.flatMap(\.leading))
        .sorted { StorageOrder($0) < StorageOrder($1) }
      let table = Table(
        columns: [Table.Column(suite), Table.Column("items", .right)]
          + storages.map { Table.Column($0, .right) },
        rows: families.map { row($0, storages) })
      leftOut += page.add(table, reserve: reserve)
      _ = page.add("\n")
    }
    if leftOut > 0 {
      _ = page.add(
        "\(DisplayFormat.grouped(leftOut)) of \(DisplayFormat.grouped(families.count)) scenarios "
          + "are left out of these tables, to keep them short.\n\n")
    }
    return page.text
  }

  private static func row(_ family: Ranking.Family, _ storages: [String]) -> Table.Row {
    func isMeasured(_ size: Ranking.Size) -> Bool {
      family.leading.contains { size.entry(of: $0)?.reading.estimate != nil }
    }
    let series = family.series.max { left, right in
      (left.sizes.last(where: isMeasured)?.items ?? 0)
        < (right.sizes.last(where: isMeasured)?.items ?? 0)
    }
    let size = series?.sizes.last(where: isMeasured)
    let measure = family.measure == .cpuTime ? "" : " (\(family.measure.title))"
    let collection = [
      size.map { DisplayFormat.items($0.items) }, series.map { family.name(of: $0) },
    ].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ", ")
    return Table.Row(
      [Table.Cell(family.scenario + measure), Table.Cell(collection)]
        + storages.map { size?.figure(of: $0, family.measure) ?? .empty })
  }

  /// Adds one scenario's folded table, as many rows as fit.
  ///
  /// - Returns: The number of cases in rows that did not fit.
  private static func add(_ family: Ranking.Family, to page: inout MarkdownText) -> Int {
    let closing = "\n</details>\n"
    let title = MarkdownText.escaped("\(family.suite)/\(family.scenario)")
    let table = FamilyTable(family)
    let leftOut = page.add(
      table.mainTable,
      after: "<details><summary>\(title): \(family.measure.title)</summary>\n\n",
      reserve: closing.utf8.count)
    if leftOut < table.rows.count {
      let crossovers = family.series.flatMap { series in
        let name = family.name(of: series)
        return series.crossovers.map { (name.isEmpty ? "" : "\(name): ") + $0.sentence + "." }
      }
      _ = page.add(
        crossovers.map { "\n\(MarkdownText.escaped($0))\n" }.joined(),
        reserve: closing.utf8.count)
      _ = page.add(closing)
    }
    return table.rows.suffix(leftOut).reduce(0) { $0 + $1.strategies.count + $1.floors.count }
  }
}
