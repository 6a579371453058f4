import Foundation
import Reports
import RunRecords
import Testing

/// `report` as its users run it.
@Suite struct ReportTests {
  /// A record of this repository.
  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../results/scroll.json").standardized.path

  private static let library = "/*!\n * Chart.js v3.9.1\n */ define.amd;\n"

  private func report(_ arguments: String...) throws -> ToolProcess.Result {
    try ToolProcess.fixture.run(["report", Self.record] + arguments)
  }

  @Test func goesToStandardOutputOrAFile() throws {
    try inTemporaryDirectory { directory in
      let library = directory + "/chart.js"
      try Data(Self.library.utf8).write(to: URL(filePath: library))
      let source = HTMLReport.Source(
        name: "scroll.json", record: try RunRecord.read(from: Self.record))
      let text = try HTMLReport([source], chartLibrary: ChartLibrary(Self.library)).render()
      let printed = try report("--chart-library", library, "-o", "-")
      #expect(printed.status == 0, "\(printed.errors)")
      #expect(printed.output == text)
      let path = directory + "/report.html"
      // The second time, over the first.
      for _ in 0..<2 {
        let written = try report("--chart-library", library, "-o", path)
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output.isEmpty && written.errors == "Report: \(path)\n")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      }
      let names = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(names.sorted() == ["chart.js", "report.html"])
    }
  }

  @Test func withoutAnOutputItWritesAFileAndSaysSo() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let result = try tool.run(["report", Self.record, "--no-charts"])
      #expect(result.status == 0 && result.output.isEmpty, "\(result.errors)")
      #expect(result.errors == "Report: report.html\n")
      let page = try String(contentsOfFile: directory + "/report.html", encoding: .utf8)
      #expect(HTMLReport.isReport(beginningWith: page))
      // A page of the user's own stays.
      try Data("<p>mine</p>".utf8).write(to: URL(filePath: directory + "/report.html"))
      #expect(try tool.run(["report", Self.record, "--no-charts"]).status == 2)
    }
  }

  @Test func severalRecordsAreCompared() throws {
    let result = try report(Self.record, "--no-charts", "-o", "-")
    #expect(result.status == 0)
    #expect(result.output.contains("What changed: scroll.json (B) against scroll.json (A)"))
    #expect(result.output.contains("nothing has changed"))
  }

  @Test func withoutTheLibraryItSaysWhatToDo() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/report.html"
      let missing = try report("--chart-library", directory + "/none.js", "-o", path)
      #expect(missing.status == 2)
      #expect(missing.errors.contains("none.js: No such file or directory"), "\(missing.errors)")
      #expect(missing.errors.contains("libjs-chart.js"))
      #expect(missing.errors.contains("--no-charts"))
      let other = directory + "/chart.js"
      try Data("/*!\n * Chart.js v2.9.4\n */ define.amd".utf8).write(to: URL(filePath: other))
      let old = try report("--chart-library", other, "-o", path)
      #expect(old.status == 2)
      #expect(old.errors.contains("it is Chart.js 2.9.4; the report needs Chart.js 3"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["chart.js"])
      #expect(try report("--no-charts", "-o", path).status == 0)
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(!text.contains("<canvas"))
    }
  }

  @Test func onlyReportsAndEmptyFilesAreReplaced() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/file"
      for text in [
        "<!DOCTYPE html>\n<html lang=\"en\">\n<title>Mine</title>\n", "{}\n",
        try String(contentsOfFile: Self.record, encoding: .utf8),
      ] {
        try Data(text.utf8).write(to: URL(filePath: path))
        let result = try report("--no-charts", "-o", path)
        #expect(result.status == 2)
        #expect(result.errors.contains("it does not begin as a report does"), "\(result.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      }
      try Data().write(to: URL(filePath: path))
      #expect(try report("--no-charts", "-o", path).status == 0)
    }
  }

  @Test func whatCannotBeReadIs2() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      try Data("{}".utf8).write(to: URL(filePath: path))
      for record in [path, directory + "/none.json"] {
        let result = try report(record, "--no-charts", "-o", directory + "/report.html")
        #expect(result.status == 2)
        #expect(result.errors.contains(record), "\(result.errors)")
      }
      #expect(try ToolProcess.fixture.run(["report"]).status == 2)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["record.json"])
    }
  }

  @Test func whatCannotBeWrittenIs74() throws {
    try inTemporaryDirectory { directory in
      let result = try report("--no-charts", "-o", directory + "/missing/report.html")
      #expect(result.status == 74, "\(result.errors)")
      let printed = try ToolProcess.fixture.start(
        ["report", Self.record, "--no-charts", "-o", "-"], output: "/dev/full"
      ).waitUntilExit()
      #expect(printed.status == 74, "\(printed.errors)")
      #expect(printed.errors.contains("No space left on device"))
    }
  }
}
