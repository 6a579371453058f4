import ArgumentParser
import Benchmarking
import Foundation
import Processes
import Reports
import RunRecords

/// `report`: records as one HTML page.
struct ReportCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "report",
      abstract: "Write records as one HTML page with charts.",
      discussion: """
        The page needs no other file and no network. Charts show which storage wins where, the \
        changes since the first run, growth, distributions, crossovers and memory. Tables to sort \
        and filter hold every figure, the machine and every warning. It can be read on a phone, on \
        paper and by a screen reader.

        Charts are drawn by Chart.js, whose text goes into the page. It is read from where \
        Debian's package \(ChartLibrary.debianPackage) puts it, or from --chart-library; \
        --no-charts does without.

        Exit status: 0 written; 2 a record or the chart library cannot be read, or the output is \
        a file that report has not written; 74 the output could not be written.

        Examples:
          \(RootCommand.name) report quick.json
          \(RootCommand.name) report before.json after.json -o report.html
          \(RootCommand.name) report gate.json -o report.html
          \(RootCommand.name) report quick.json --no-charts -o report.html
        """)
  }

  @Argument(
    help: ArgumentHelp(
      "Records of runs or of gates; each run is compared with the first run, where they share "
        + "cases.",
      valueName: "record"),
    completion: BaselineChoice.completionOrRecord)
  var records: [String]

  @Option(
    "The output: a new or an empty file, or one that report has written; - for standard output.",
    value: "path", name: .shortAndLong, completion: .file(extensions: ["html"]))
  var output = "report.html"

  @Option(
    "The browser's build of Chart.js 3; by default the one of Debian's package.", value: "file",
    completion: .file(extensions: ["js"]))
  var chartLibrary: String?

  @Flag(help: "Write the tables alone.")
  var noCharts = false

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let destination = try TextDestination.named(output)
    let library = try noCharts ? nil : readLibrary()
    var sources: [HTMLReport.Source] = []
    for path in records {
      let name = URL(filePath: path).lastPathComponent
      sources.append(HTMLReport.Source(name: name, record: try RunRecord.named(path)))
    }
    let text: String
    do throws(TemplateError) {
      text = try HTMLReport(sources, chartLibrary: library).render()
    } catch {
      throw .failed(reason: error.description)
    }
    try destination.write(text, as: .report)
    if destination != .standardOutput { Console.reportError("Report: \(output)") }
    return .fine
  }

  private func readLibrary() throws(ToolError) -> ChartLibrary {
    let path = chartLibrary ?? ChartLibrary.debianPath
    let isAsked = chartLibrary != nil
    let text: String
    do throws(InputError) {
      text = String(
        decoding: try SystemFile.contents(of: path, atMost: InputLimit.text), as: UTF8.self)
    } catch {
      throw .noChartLibrary(path: path, reason: error.text, isAsked: isAsked)
    }
    do throws(ChartLibraryError) {
      return try ChartLibrary(text)
    } catch {
      throw .noChartLibrary(path: path, reason: error.description, isAsked: isAsked)
    }
  }
}
