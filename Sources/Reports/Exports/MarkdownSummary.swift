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
    _ = page.add(Self.opening(record) + Self.problems(report.problems))
    _ = page.add(Self.warnings(record), reserve: Self.headlineLimit)
    let headlines = Self.headlines(report.families, after: page.text.utf8.count)
    _ = page.add(headlines)
    var leftOut = 0
    for family in report.families { leftOut += FamilyMarkdown(family).write(to: &page) }
    var text = page.text
    var omissions: [String] = []
    if leftOut > 0 {
      let total = report.families.flatMap(\.series).flatMap(\.sizes).reduce(0) { $0 + $1.caseCount }
      omissions = [
        "\(DisplayFormat.grouped(leftOut)) of \(DisplayFormat.cases(total)) left out of the folded "
          + "tables, to stay under \(DisplayFormat.grouped(Self.limit)) characters"
      ]
      text += "\n\(omissions[0]). The record has them all.\n"
    }
    export = RecordExport(text: text, caseCount: record.cases.count, omissions: omissions)
  }

  private static func opening(_ record: RunRecord) -> String {
    func short(_ text: String) -> String {
      MarkdownText.escaped(MarkdownText.clipped(text, to: 200))
    }
    let summary = Summary(of: record.cases, exitCode: 0)
    let parts = [
      (summary.failed, "failed"), (summary.timeout, "timed out"), (summary.skipped, "not begun"),
    ].filter { $0.0 > 0 }.map { "**\(DisplayFormat.cases($0.0)) \($0.1)**" }
    let outcome =
      parts.isEmpty
      ? "All \(DisplayFormat.cases(summary.ok)) have a result."
      : parts.joined(separator: ", ") + "; \(DisplayFormat.cases(summary.ok)) with a result."
    let git = record.sides.first?.git
    let commit = git?.sha.map { "commit \($0.prefix(12))\(git?.dirty == true ? ", changed" : "")" }
    let cpus = record.environment.cpu.logical
    let origin = [
      commit, record.sides.first.map { "Swift \($0.compiler.swift)" },
      record.environment.cpu.model ?? "unknown CPU", cpus == 1 ? "1 CPU" : "\(cpus) CPUs",
      "seed \(record.run.seed)",
    ].compactMap(\.self)
    return """
      ### cvbench \(short(record.tool.version)), preset \(short(record.run.preset))

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
      Each scenario at its largest size, on its first collection: medians ± half the range of the \
      launches, in bold those that no other is told to beat (Welch's 99% interval of the ratio, beyond 1%).


      """)
    var leftOut = 0
    for suite in Set(families.map(\.suite)).sorted() {
      let families = families.filter { $0.suite == suite }
      let storages = Set(families.flatMap(\.leading))
        .sorted { StorageOrder($0) < StorageOrder($1) }
      let heading = MarkdownText.heading(
        ["\(suite)", "items"].map(MarkdownText.escaped) + storages.map(MarkdownText.escaped),
        leading: 1)
      guard page.add(heading, reserve: reserve) else {
        leftOut += families.count
        continue
      }
      for family in families where !page.add(row(family, storages), reserve: reserve) {
        leftOut += 1
      }
      _ = page.add("\n")
    }
    if leftOut > 0 {
      _ = page.add(
        "\(DisplayFormat.grouped(leftOut)) of \(DisplayFormat.grouped(families.count)) scenarios "
          + "are left out of these tables, to keep them short.\n\n")
    }
    return page.text
  }

  private static func row(_ family: Ranking.Family, _ storages: [String]) -> String {
    func isMeasured(_ size: Ranking.Size) -> Bool {
      family.leading.contains { size.entry(of: $0)?.reading.estimate != nil }
    }
    let series = family.series.first { $0.sizes.contains(where: isMeasured) }
    let size = series?.sizes.last(where: isMeasured)
    let name = series.map { family.name(of: $0) } ?? ""
    let items = size.map { DisplayFormat.items($0.items) } ?? ""
    let measure = family.measure == .cpuTime ? "" : " (\(family.measure.title))"
    return MarkdownText.row(
      [
        MarkdownText.escaped(family.scenario) + measure,
        MarkdownText.escaped(name.isEmpty ? items : "\(items), \(name)"),
      ]
        + storages.map { storage in
          size?.entry(of: storage)
            .map { FamilyMarkdown.cell($0, best: size?.best ?? [], family.measure) } ?? ""
        })
  }
}

/// One scenario's folded table: a row for each size of each collection.
struct FamilyMarkdown {
  private static let closing = "\n</details>\n"

  private let family: Ranking.Family

  init(_ family: Ranking.Family) {
    self.family = family
  }

  /// Adds as many rows as fit.
  ///
  /// - Returns: The number of cases in rows that did not fit.
  func write(to page: inout MarkdownText) -> Int {
    var leftOut = 0
    var isOpen = false
    for series in family.series {
      let name = MarkdownText.escaped(family.name(of: series))
      for size in series.sizes {
        // Once a row is left out, so are those after it.
        guard leftOut == 0 else {
          leftOut += size.caseCount
          continue
        }
        let row = MarkdownText.row([name, DisplayFormat.items(size.items)] + cells(of: size))
        if page.add(isOpen ? row : opening + row, reserve: Self.closing.utf8.count) {
          isOpen = true
        } else {
          leftOut = size.caseCount
        }
      }
    }
    if isOpen {
      _ = page.add(crossovers.map { "\n\(MarkdownText.escaped($0))\n" }.joined(), reserve: 20)
      _ = page.add(Self.closing)
    }
    return leftOut
  }

  /// `entry` as a cell: its figure, or how it ended; bold where it is among the `best`.
  static func cell(
    _ entry: Ranking.Entry, best: [String], _ measure: Measure
  ) -> String {
    guard entry.status == .ok else { return entry.status.rawValue }
    switch entry.reading {
    case .unlisted: return ""
    case .absent: return "n/a"
    case .value(let estimate):
      let figure = MarkdownText.escaped(measure.display(estimate.value))
      let isSampled = measure == .cpuTime
      let spread = isSampled ? estimate.spread.map { " " + DisplayFormat.spread($0) } ?? "" : ""
      return (best.contains(entry.storage) ? "**\(figure)**" : figure) + spread
    }
  }

  /// A sentence for each crossover.
  private var crossovers: [String] {
    family.series.flatMap { series in
      let name = family.name(of: series)
      return series.crossovers.map { (name.isEmpty ? "" : "\(name): ") + $0.sentence + "." }
    }
  }

  private var opening: String {
    let title = MarkdownText.escaped("\(family.suite)/\(family.scenario)")
    let storages = (family.strategies + family.floors).map(MarkdownText.escaped)
    return "<details><summary>\(title): \(family.measure.title)</summary>\n\n"
      + MarkdownText.heading(["collection", "items"] + storages, leading: 1)
  }

  private func cells(of size: Ranking.Size) -> [String] {
    (family.strategies + family.floors).map { storage in
      size.entry(of: storage)
        .map { Self.cell($0, best: size.best, family.measure) } ?? ""
    }
  }
}

extension Ranking.Size {
  /// The cases side by side here.
  var caseCount: Int { strategies.count + floors.count }
}

/// Lines of Markdown that never grow beyond a limit.
struct MarkdownText {
  /// The most bytes of UTF-8, and so the most characters.
  let limit: Int
  private(set) var text = ""

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds `block` as a whole, or nothing where it and `reserve` more bytes do not fit.
  ///
  /// - Returns: Whether it was added.
  mutating func add(_ block: String, reserve: Int = 0) -> Bool {
    guard text.utf8.count + block.utf8.count + reserve <= limit else { return false }
    text += block
    return true
  }

  /// A line of a table.
  static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }

  /// The two first lines of a table: figures stand to the right, but for `leading` columns.
  static func heading(_ cells: [String], leading: Int) -> String {
    row(cells) + "|" + cells.indices.map { $0 < leading ? " --- |" : " ---: |" }.joined() + "\n"
  }

  /// `text` on one line, with what Markdown, HTML or GitHub would take for structure, a person or
  /// an issue as character references, so that it also stands in a table or a `<summary>`.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n", "\r", "\t": escaped += " "
      case "&", "<", ">", "|", "\\", "`", "*", "_", "[", "]", "~", "#", "@", "$":
        escaped += "&#\(scalar.value);"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The first characters of `text`, with a mark where there are more.
  static func clipped(_ text: String, to count: Int) -> String {
    text.count > count ? text.prefix(count) + "…" : text
  }
}
