import Foundation
import Analysis
import Reports
import RunRecords
import Testing

@Suite struct HTMLReportTests {
  /// Stands for the library: it draws nothing, and has in it what would end a script.
  static let library = """
    /*!
     * Chart.js v3.9.1
     */
    define.amd; var s = "</script><!-- <script>";
    """

  static func text(_ records: RunRecord..., charts: Bool = true) throws -> String {
    let sources = records.enumerated().map { index, record in
      HTMLReport.Source(name: "record-\(index + 1).json", record: record)
    }
    return try HTMLReport(sources, chartLibrary: charts ? ChartLibrary(library) : nil).render()
  }

  /// A record with `text` wherever a record has words of its user's.
  private static func record(of text: String) -> RunRecord {
    let time = SampleRecord.lookup(10)
    var cases = [1_000, 10_000].flatMap { items in
      ["flat", text].map { storage in
        SampleRecord.result(
          text, storage, items: items, data: text, payload: text,
          metrics: time + [SampleRecord.count(text, 3), ExactMetric.liveBytes.absent(text)])
      }
    }
    cases.append(SampleRecord.result(text, "btree", items: 1_000, status: .failed, message: text))
    for index in cases.indices { cases[index].suite = text }
    var record = SampleRecord.record(
      cases, warnings: [Warning(code: text, severity: text, message: text)])
    record.tool = ToolIdentity(name: text, version: text, gitSHA: text)
    record.run.argv = [text]
    record.run.preset = text
    record.run.startedAt = text
    record.builds[0].git = .init(sha: text, branch: text)
    record.environment.cpu.model = text
    record.environment.hwCounters.reason = text
    record.environment.exactKey = text
    return record
  }

  @Test(arguments: [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><b>", "'--><!--",
    "&lt;b&gt; &amp; &", "{{title}} {{{stylesheet}}} {{#records}}", "]]></style>",
    // One `Character` with the mark that follows, and the end of an attribute all the same.
    "\"\u{301} onclick=\"\u{301}alert(1)\"\u{301}", "&\u{301}<\u{301}b>",
    // And one with the sign before it.
    "\u{600}</script>\u{600}<script>", "\u{600}</td>\u{600}\"\u{600}&",
    ExportSample.awkward,
  ])
  func namesAreText(name: String) throws {
    let record = Self.record(of: name)
    let shown = ShownText.lines(name)
    let plain = try HTMLReader(Self.text(Self.record(of: "name")))
    let text = try Self.text(record)
    // The reader throws for whatever would not be the text that it is meant to be.
    let page = try HTMLReader(text)
    #expect(page.elements.map(\.name) == plain.elements.map(\.name))
    #expect(page.all("script").count == 4)
    let cells = try page.all("td", in: "r1-cases") + page.all("th", in: "r1-cases")
    // Suites and scenarios of five cases, data and payload of four, the storage of two.
    #expect(cells.count { $0.text == shown } == 20)
    let status = cells.filter { $0.text.hasSuffix(shown) && $0.text.hasPrefix("failed: ") }
    #expect(status.count == 1)
    let notices = try page.all("p", in: "r1-environment").map(\.text)
    #expect(notices.contains("\(shown): \(shown) \(shown)"))
    let charts = try Self.charts(of: page)
    #expect(charts.contains { $0.series.contains { $0.name == name } })
  }

  @Test func theLibraryCannotEndItsScript() throws {
    let page = try HTMLReader(Self.text(SampleRecord.quick))
    let script = try #require(page.all("script").first { $0.text.contains("define.amd") })
    #expect(script.text.contains(#"var s = "<\/script><\!-- <\script>";"#))
  }

  @Test func noMarkBeforeItHidesAnEnd() throws {
    let text = Self.library + "var t = \"\u{600}</script>\u{600}<!--\u{301}\";"
    let page = try HTMLReader(
      HTMLReport(
        [.init(name: "quick.json", record: SampleRecord.quick)], chartLibrary: ChartLibrary(text)
      ).render())
    let script = try #require(page.all("script").first { $0.text.contains("define.amd") })
    let end = "var t = \"\u{600}<\\/script>\u{600}<\\!--\u{301}\";"
    #expect(script.text.unicodeScalars.contains(end.unicodeScalars))
  }

  @Test(arguments: ["scroll", "quick", "storage", "history", "diff"])
  func everyCaseHasARow(name: String) throws {
    let record = try ExportSample.committed(name)
    let page = try HTMLReader(Self.text(record))
    #expect(try page.all("tr", in: "r1-cases").count == record.cases.count + 1)
    // And once more among its scenario's figures.
    let storages = page.elements.filter { element in
      element.name == "th" && element.attributes["scope"] == "row"
        && element.ancestors.contains { page.elements[$0].attributes["class"] == "series" }
    }
    #expect(storages.count == record.cases.count)
  }

  @Test func brokenCasesAndAllWarningsAreThere() throws {
    var record = ExportSample.record
    record.warnings = [
      Warning(code: "drift", message: "times changed"),
      Warning(code: "note", severity: "info", message: "all is well"),
    ]
    record.run.completed = false
    let page = try HTMLReader(Self.text(record))
    let text = try page.element("r1").text
    #expect(text.contains("2 cases failed, 1 case timed out, 1 case not begun; 4 cases with"))
    #expect(text.contains("The run was not completed"))
    #expect(text.contains("1 warning."))
    let environment = try page.element("r1-environment").text
    for message in [
      "times changed", "all is well", "too slow", "no time", ExportSample.awkward,
      "live_bytes: no \"jemalloc\"", "not supported on this machine",
    ] {
      #expect(environment.contains(ShownText.lines(message)), "\(message)")
    }
    for result in record.cases where result.status != .ok {
      #expect(environment.contains(result.id))
    }
  }

  @Test func theSentencesAreThere() throws {
    let report = RunFindings(SampleRecord.quick)
    let page = try HTMLReader(Self.text(SampleRecord.quick))
    let summaries = page.all("summary").map { $0.text.replacing(" ", with: "") }
    for family in report.families {
      let sentence = family.sentence.replacing(": ", with: "", maxReplacements: 1)
      #expect(summaries.contains(sentence.replacing(" ", with: "")), "\(sentence)")
    }
  }

  @Test func aCollectionOfOneSizeStandsInTheRowOfTheOthers() throws {
    func cases(_ data: String, _ sizes: [Int]) -> [CaseRecord] {
      sizes.flatMap { items in
        [("flat", 10.0), ("btree", 900.0)].map { storage, time in
          SampleRecord.result(
            "find", storage, items: items, data: data, metrics: SampleRecord.lookup(time))
        }
      }
    }
    let apart = try Self.text(
      SampleRecord.record(cases("uniform-10", [1_000, 10_000]) + cases("files", [5_000])))
    #expect(apart.contains("uniform-10; files at 5k items"))
    let together = try Self.text(
      SampleRecord.record(cases("uniform-10", [1_000, 10_000]) + cases("files", [1_000])))
    #expect(!together.contains("files at 1k items"), "two figures of one size need two rows")
  }

  @Test func sameRecordsGiveTheSameBytes() throws {
    let record = SampleRecord.quick
    let text = try Self.text(record)
    #expect(try Self.text(record) == text)
    var reversed = record
    reversed.cases.reverse()
    #expect(try Self.text(reversed) == text)
  }

  @Test func nothingIsFetched() throws {
    for element in try HTMLReader(Self.text(SampleRecord.quick)).elements {
      for name in ["src", "href", "action", "srcset", "data", "poster"] {
        guard let address = element.attributes[name] else { continue }
        #expect(address.hasPrefix("#") || address == "data:,", "\(element.name) \(address)")
      }
      #expect(element.name != "style" || !element.text.contains(#/url\(|@import/#))
    }
  }

  @Test func linksLeadSomewhere() throws {
    let page = try HTMLReader(Self.text(SampleRecord.quick, SampleRecord.quick))
    let ids = Set(page.elements.compactMap { $0.attributes["id"] })
    for link in page.all("a") {
      let target = try #require(link.attributes["href"]).dropFirst()
      #expect(ids.contains(String(target)), "\(target)")
    }
  }

  @Test func whatTheQuickPresetLooksLike() throws {
    Golden.expect(try HTMLReader(Self.text(SampleRecord.quick)).outline, "report-outline.txt")
  }

  @Test func otherFilesAreNoReports() throws {
    #expect(HTMLReport.isReport(beginningWith: try Self.text(SampleRecord.quick)))
    for text in ["", "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n", "{}\n"] {
      #expect(!HTMLReport.isReport(beginningWith: text))
    }
  }
}

extension HTMLReportTests {
  /// The data of a chart, as the page's script reads it.
  struct Chart: Decodable {
    struct Series: Decodable {
      var name: String
      var rank: Int
    }
    var id: String
    var kind: String
    var series: [Series]
  }

  static func charts(of page: HTMLReader) throws -> [Chart] {
    let data = try page.element("chart-data").text
    return try JSONDecoder().decode([Chart].self, from: Data(data.utf8))
  }

  @Test func everyChartHasItsData() throws {
    let page = try HTMLReader(Self.text(try ExportSample.committed("quick")))
    let charts = try Self.charts(of: page)
    #expect(page.all("canvas").compactMap { $0.attributes["id"] } == charts.map(\.id))
    #expect(Set(charts.map(\.kind)) == ["growth", "spread", "quantiles", "bars"])
    for canvas in page.all("canvas") {
      let caption = try #require(canvas.attributes["aria-describedby"])
      #expect(try page.element(caption).name == "caption")
    }
  }

  @Test func withoutChartsThereAreTablesAlone() throws {
    let page = try HTMLReader(Self.text(SampleRecord.quick, charts: false))
    #expect(page.all("canvas").isEmpty && page.all("figure").isEmpty)
    #expect(page.all("script").count == 1)
    #expect(try page.all("tr", in: "r1-cases").count == SampleRecord.quick.cases.count + 1)
  }

  @Test func whatHasChangedIsSaid() throws {
    let before = SampleRecord.record([
      SampleRecord.result("item", "flat", items: 10, metrics: SampleRecord.lookup(10)),
      SampleRecord.result("gone", "flat", items: 10, metrics: SampleRecord.lookup(10)),
    ])
    let after = SampleRecord.record([
      SampleRecord.result(
        "item", "flat", items: 10,
        metrics: [SampleRecord.cpuTime(20)] + SampleRecord.memory(allocations: 1, bytes: 0))
    ])
    let page = try HTMLReader(Self.text(before, after))
    let section = try #require(page.all("section").first).text
    #expect(
      section.contains(
        "Of 2 exact figures in 1 case: 1 regressed, 1 removed. Of 1 CPU time: 1 regressed."),
      "\(section)")
    #expect(section.contains("1 regressed\n0 improved\n0 inconclusive\n0 equivalent"), "\(section)")
    #expect(section.contains("2.000"))
    #expect(section.contains("measured one after the other"))
    let charts = try Self.charts(of: page)
    #expect(charts.first?.kind == "intervals")
    let other = SampleRecord.record(
      [
        SampleRecord.result("item", "flat", items: 10, metrics: [SampleRecord.cpuTime(20)])
      ], hostCPU: "another")
    #expect(try Self.text(before, other).contains("the hosts differ"))
    let stranger = SampleRecord.record([SampleRecord.result("other", "flat", items: 10)])
    #expect(try !Self.text(before, stranger).contains("What changed"))
  }

  @Test func aRecordWithoutCasesIsAPage() throws {
    let page = try HTMLReader(Self.text(SampleRecord.record([])))
    #expect(try page.element("r1").text.contains("Nothing was measured."))
  }
}
