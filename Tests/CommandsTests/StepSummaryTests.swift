import Foundation
import Reports
import RunRecords
import Testing

/// What `run` leaves for the page of a GitHub workflow's step.
@Suite(.serialized) struct StepSummaryTests {
  private func run(in directory: String, summary: String) throws -> ToolProcess.Result {
    var tool = ToolProcess.fixture
    tool.environment = ["GITHUB_STEP_SUMMARY": summary]
    return try tool.run([
      "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "20ms", "--filter",
      "allocate", "-o", directory + "/record.json",
    ])
  }

  @Test func isAppended() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/summary.md"
      try Data("Before".utf8).write(to: URL(filePath: path))
      let result = try run(in: directory, summary: path)
      #expect(result.status == 0, "\(result.errors)")
      let record = try RunRecord.read(from: directory + "/record.json")
      let text = MarkdownSummary(of: record).export.text
      #expect(text.contains("| allocate | "))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "Before\n" + text)
    }
  }

  @Test func aMissingFileIsMade() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/summary.md"
      let result = try run(in: directory, summary: path)
      #expect(result.status == 0, "\(result.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(text.hasPrefix("### cvbench "))
    }
  }

  @Test(arguments: ["/missing/summary.md", "", "/dev/full"])
  func whatCannotBeWrittenIsAWarning(path: String) throws {
    try inTemporaryDirectory { directory in
      let path = path == "/dev/full" ? path : directory + path
      let result = try run(in: directory, summary: path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.errors.contains("warning: the summary cannot be written to \(path), which GITHUB"),
        "\(result.errors)")
      #expect(result.output.hasSuffix("Record: \(directory)/record.json\n"))
    }
  }

  @Test func anEmptyVariableAsksForNone() throws {
    try inTemporaryDirectory { directory in
      let result = try run(in: directory, summary: "")
      #expect(result.status == 0)
      #expect(!result.errors.contains("summary"))
    }
  }
}
