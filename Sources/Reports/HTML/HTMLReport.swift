import Analysis
public import RunRecords

/// One HTML page about any records, which needs no other file and no network.
public struct HTMLReport: Sendable {
  /// A record, and what the page calls it.
  public struct Source: Sendable {
    /// The name of its file, say.
    public var name: String
    /// The record.
    public var record: RunRecord

    /// Names a record.
    public init(name: String, record: RunRecord) {
      self.name = name
      self.record = record
    }
  }

  private let sources: [Source]
  private let chartLibrary: ChartLibrary?

  /// The beginning of every report.
  private static let beginning = ReportTemplates.beginning(of: "report")

  /// Plans a report.
  ///
  /// - Parameters:
  ///   - sources: The records; each run is compared with the first run where they share cases.
  ///   - chartLibrary: What draws the charts; nil for tables alone.
  public init(_ sources: [Source], chartLibrary: ChartLibrary?) {
    self.sources = sources
    self.chartLibrary = chartLibrary
  }

  /// The page: the same bytes for the same records.
  ///
  /// - Returns: The text of an HTML file.
  /// - Throws: `TemplateError` where the library of templates refuses one of ours.
  /// - Complexity: O(*n* log *n*) for *n* cases and their metrics.
  public func render() throws(TemplateError) -> String {
    var writer = ReportPage.Writer(
      palette: StoragePalette(sources.map(\.record)), hasCharts: chartLibrary != nil)
    let page = ReportPage(sources, library: chartLibrary, writer: &writer)
    return try Self.beginning + ReportTemplates.shared.get().render(page)
  }

  /// Returns a Boolean value that indicates whether a file with this text may be a report: what
  /// another report may replace.
  ///
  /// - Parameter beginning: The first characters of the file, or all of it.
  /// - Returns: Whether it begins as every report does.
  public static func isReport(beginningWith beginning: String) -> Bool {
    beginning.hasPrefix(Self.beginning)
  }
}

/// The values of the page's template.
struct ReportPage {
  /// Hands out identifiers, and collects what the charts draw.
  struct Writer {
    let palette: StoragePalette
    let hasCharts: Bool
    private(set) var charts: [JSONValue] = []
    private var tableCount = 0

    init(palette: StoragePalette, hasCharts: Bool) {
      self.palette = palette
      self.hasCharts = hasCharts
    }

    /// An identifier that no other table has.
    mutating func newTableID() -> String {
      tableCount += 1
      return "t\(tableCount)"
    }

    /// The figure that draws `chart`; nil where the page has no charts.
    mutating func figure(_ chart: ChartData, tableID: String) -> Figure? {
      guard hasCharts else { return nil }
      let id = "c\(charts.count + 1)"
      charts.append(chart.json(id: id))
      return Figure(
        canvasID: id, heading: chart.title, label: chart.label, alternativeID: tableID,
        lineCount: chart.lineCount)
    }
  }

  /// A chart's place in the page.
  struct Figure {
    var canvasID: String
    var heading: String
    /// A description of the chart for screen readers.
    var label: String
    /// The table with the same figures.
    var alternativeID: String
    /// The height in lines; nil for the style sheet's own height.
    var lineCount: Int?
  }

  var title: String
  var stylesheet = ReportTemplates.stylesheet
  var comparisons: [ComparisonSection]
  var gates: [GateSection]
  var records: [RecordSection]
  var tableScript = ReportTemplates.tableScript
  var chartScript: String?
  var library: String?
  var libraryVersion: String?
  var chartData: String?

  init(_ sources: [HTMLReport.Source], library: ChartLibrary?, writer: inout Writer) {
    title = Self.title(of: sources)
    comparisons = Self.comparisons(of: sources, writer: &writer)
    gates = []
    records = []
    for (index, source) in sources.enumerated() {
      let (number, count) = (index + 1, sources.count)
      if source.record.kind == .comparison {
        gates.append(GateSection(source, number: number, of: count, writer: &writer))
      } else {
        records.append(RecordSection(source, number: number, of: count, writer: &writer))
      }
    }
    guard let library else { return }
    self.library = library.script
    libraryVersion = library.version
    chartScript = ReportTemplates.chartScript
    chartData = JSONValue.array(writer.charts).scriptText
  }

  /// Each run against the first one: two builds that were measured in pairs are no run.
  private static func comparisons(
    of sources: [HTMLReport.Source], writer: inout Writer
  ) -> [ComparisonSection] {
    guard let first = sources.firstIndex(where: { $0.record.kind != .comparison }) else {
      return []
    }
    return sources.indices.dropFirst(first + 1).compactMap { index in
      ComparisonSection(
        sources[index], against: sources[first],
        names: SideNames(
          baseline: SideNames.letter(first), candidate: SideNames.letter(index)),
        writer: &writer)
    }
  }

  private static func title(of sources: [HTMLReport.Source]) -> String {
    let names = sources.prefix(3).map(\.name).joined(separator: ", ")
    let more = sources.count - 3
    return "\(names)\(more > 0 ? " and \(more) more" : "") – cvbench report"
  }
}

extension JSONValue {
  /// The document in one line, such that no part of it ends the script element around it.
  ///
  /// Scalar by scalar: a `<` may be one `Character` with a mark around it, and is one to a browser.
  var scriptText: String { line.escaped { $0 == "<" ? "\\u003c" : nil } }
}
