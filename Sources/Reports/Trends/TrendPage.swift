package import RunHistories

/// One HTML page about a trend, which needs no other file and no network.
package struct TrendPage {
  /// The beginning of every page.
  private static let beginning = ReportTemplates.beginning(of: "trend")

  // The values of the template.
  private let answer: String
  private let hasAlarm: Bool
  private let remarks: [String]
  private let facts: [String]
  private let changes: Table?
  private let series: Table
  private let stylesheet = ReportTemplates.stylesheet
  private let trendStylesheet = ReportTemplates.trendStylesheet
  private let tableScript = ReportTemplates.tableScript

  /// Describes `trend`.
  ///
  /// - Parameters:
  ///   - trend: The trend.
  ///   - links: The address of a change's profile from the page; nil where there is none.
  package init(_ trend: Trend, links: (Trend.Change) -> String? = { _ in nil }) {
    let text = TrendText(trend)
    let sentences = text.answer
    answer = sentences.first ?? ""
    hasAlarm = trend.changes.contains(where: \.isAlarm)
    remarks = Array(sentences.dropFirst())
    facts = Self.facts(of: trend)
    if trend.changes.isEmpty {
      changes = nil
    } else {
      var table = text.table(most: .max, links: links)
      table.id = "changes"
      table.caption = "Changes, the latest first"
      table.isFilterable = true
      // On a narrow screen the change comes before the place.
      table.headingTitle = nil
      table.columns.append(.init("where"))
      for index in table.rows.indices {
        table.rows[index].cells.append(.init(table.rows[index].heading))
      }
      changes = table
    }
    series = Self.table(of: trend, text, links)
  }

  /// The page: the same bytes for the same trend.
  ///
  /// - Throws: `TemplateError` if the library of templates refuses ours.
  package func render() throws(TemplateError) -> String {
    try Self.beginning + ReportTemplates.shared.get().render(self, with: "trend")
  }

  /// Returns whether a file with this text may be the page of a trend.
  package static func isPage(beginningWith text: String) -> Bool { text.hasPrefix(beginning) }

  private static func facts(of trend: Trend) -> [String] {
    let first = trend.runs.first?.summary
    let last = trend.runs.last?.summary
    return [
      first.flatMap { first in
        last.map { "runs of \(first.startedAt.prefix(10)) to \($0.startedAt.prefix(10))" }
      },
      trend.references.isEmpty
        ? nil
        : "ratios to " + trend.references.map { String($0.prefix(12)) }.joined(separator: ", "),
      trend.log == nil
        ? "in the order of time, as no git history was found" : "in the order of commits",
    ].compactMap(\.self)
  }

  /// A row for each figure, what changed last first; medians that are only drawn at the end.
  private static func table(
    of trend: Trend, _ text: TrendText, _ links: (Trend.Change) -> String?
  ) -> Table {
    var changes: [Int: [Trend.Change]] = [:]
    for change in trend.changes { changes[change.series, default: []].append(change) }
    func rank(_ index: Int) -> (Int, Int, Int) {
      let latest = changes[index]?.first.map { trend.positions[$0.after] }
      return (
        trend.series[index].judgement == .drawn ? 1 : 0, -(latest ?? -1), index
      )
    }
    let order = trend.series.indices.sorted { rank($0) < rank($1) }
    var table = Table(
      columns: [
        .init("figure"), .init("course", hint: "over the commits; a dot is a change"),
        .init("now", .right), .init("last change", .right), .init("where"), .init("evidence"),
      ],
      rows: order.map { index in
        let series = trend.series[index]
        let own = changes[index] ?? []
        return row(
          series, own, Sparkline(series, own, trend.positions), text, own.first.flatMap(links))
      })
    table.id = "series"
    table.caption = "Every figure, what changed last first"
    table.isFilterable = true
    return table
  }

  private static func row(
    _ series: Trend.Series, _ changes: [Trend.Change], _ sparkline: Sparkline,
    _ text: TrendText, _ link: String?
  ) -> Table.Row {
    let title =
      switch series.judgement {
      case .ratio: "\(TitleText.of(series.metric)), ratio"
      case .drawn: "\(TitleText.of(series.metric)), not judged"
      case .exact, .instructions: TitleText.of(series.metric)
      }
    var course = Table.Cell("")
    course.picture = sparkline.markup
    let now = series.segments.compactMap(\.points.last).max { $0.run < $1.run }?.value ?? .nan
    let name = Table.Cell("\(title), \(text.names.short(series.id))", isRowHeader: true)
    let figure = Table.Cell.figure(text.figure(now, series), now)
    guard let last = changes.first else {
      return Table.Row([name, course, figure, .empty, .empty, .empty])
    }
    return Table.Row([
      name, course, figure,
      .figure(
        text.percent(last) ?? text.difference(last, series), last.ratio ?? .infinity,
        text.role(of: last)),
      .init(text.place(of: last)), text.evidenceCell(last, link),
    ])
  }
}
