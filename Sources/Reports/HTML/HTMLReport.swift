public import RunRecords

/// One HTML page about any records, which needs no other file and no network.
public struct HTMLReport: Sendable {
  /// A record, and what the page calls it.
  public struct Source: Sendable {
    /// The name of its file, say.
    public var name: String
    /// What it holds.
    public var record: RunRecord

    /// Names a record.
    public init(name: String, record: RunRecord) {
      self.name = name
      self.record = record
    }
  }

  private let sources: [Source]
  private let chartLibrary: ChartLibrary?

  /// What every report begins with.
  private static let beginning = """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="generator" content="cvbench report">

    """

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

  /// Whether a file with this text may be a report: what another report may replace.
  ///
  /// - Parameter beginning: The first characters of the file, or all of it.
  /// - Returns: Whether it begins as every report does.
  public static func isReport(beginningWith beginning: String) -> Bool {
    beginning.hasPrefix(Self.beginning)
  }
}
