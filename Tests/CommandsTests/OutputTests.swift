import Benchmarking
import Commands
import Foundation
import Reports
import RunRecords
import Testing

@Suite struct RecordDestinationTests {
  @Test func newNamesSayPresetAndTimeAndAreFree() throws {
    try inTemporaryDirectory { directory in
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      func next() -> RecordDestination { .new(named: "quick", startedAt: date, in: directory) }
      #expect(next().path == "\(directory)/quick-20231114T221320Z.json")
      // A name is given once, before there is any file.
      #expect(next().path == "\(directory)/quick-20231114T221320Z-2.json")
      try Data().write(to: URL(filePath: "\(directory)/quick-20231114T221320Z-3.json"))
      let fourth = RecordDestination(path: "\(directory)/quick-20231114T221320Z-4.json")
      try Data().write(to: URL(filePath: fourth.journalPath))
      #expect(next().path == "\(directory)/quick-20231114T221320Z-5.json")
    }
  }

  @Test func resumesTheRunThatWasAddedToLast() throws {
    try inTemporaryDirectory { directory in
      #expect {
        try RecordDestination.newestUnfinished(in: directory)
      } throws: { ($0 as? ToolError)?.status == .usage }
      for (name, age) in [("b", 30.0), ("a", 10), ("c", 20)] {
        let journal = RecordDestination(path: "\(directory)/\(name).json").journalPath
        try Data().write(to: URL(filePath: journal))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: journal)
      }
      try Data().write(to: URL(filePath: directory + "/z.json"))
      #expect(
        try RecordDestination.newestUnfinished(in: directory).path == directory + "/a.json")
    }
  }

  @Test func writableMeansAFileCanBeMadeBeside() throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/record.json"
      try RecordDestination(path: file).checkWritable()
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
      try Data("old".utf8).write(to: URL(filePath: file))
      try RecordDestination(path: file).checkWritable()
      #expect(try Data(contentsOf: URL(filePath: file)) == Data("old".utf8))
    }
  }

  @Test(
    arguments: [
      ("/record/x.json", "/record is not a directory"),
      ("/missing/x.json", "/missing does not exist; make it first"),
      ("/", "is not a regular file"), ("", "is not a regular file"),
    ])
  func unwritableSaysWhy(suffix: String, reason: String) throws {
    try inTemporaryDirectory { directory in
      try Data().write(to: URL(filePath: directory + "/record"))
      let error = try #require(throws: ToolError.self) {
        try RecordDestination(path: directory + suffix).checkWritable()
      }
      #expect(error.status == .outputFailed)
      #expect("\(error)".hasPrefix("cannot write \(directory + suffix): "))
      #expect("\(error)".contains(reason))
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["record"])
    }
  }

  @Test func whatNobodyMayWriteIsNotReplaced() throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/record.json"
      try Data("old".utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
      let error = try #require(throws: ToolError.self) {
        try RecordDestination(path: file).checkWritable()
      }
      #expect(error.status == .outputFailed)
      #expect("\(error)" == "cannot write \(file): is read-only; name another file with -o")
    }
  }

  @Test func devicesAreNoRecords() {
    #expect(throws: ToolError.self) { try RecordDestination(path: "/dev/null").checkWritable() }
  }
}

@Suite struct ProgressReporterTests {
  /// What a reporter writes of `events`.
  private func text(isLive: Bool, _ events: [RunEvent]) -> String {
    var text = ""
    var reporter = ProgressReporter(isLive: isLive) { text += $0 }
    for event in events { reporter.report(event) }
    reporter.end()
    return text
  }

  private func finished(
    _ done: Int, of total: Int, status: CaseRecord.Status = .ok, secondsLeft: Double? = nil
  ) -> RunEvent {
    let params = CaseParameters(
      scenario: "s", storage: "flat", role: "strategy", data: "d", payload: "item8", items: 1)
    var entry = JournalEntry(suite: "x", params: params, pass: .time, launch: 0, status: status)
    entry.caseID = "case-\(done)"
    if status != .ok { entry.message = "why" }
    return .finished(entry, done: done, total: total, secondsLeft: secondsLeft)
  }

  @Test func logsGetALineForEachTwentieth() {
    let events = (1...200).map { finished($0, of: 200) }
    let lines = text(isLive: false, [.started(done: 0, total: 200)] + events)
      .split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.first == "200 measurements")
    #expect(lines[1] == "[10/200] 5%: case-10")
    #expect(lines.last == "[200/200] 100%: case-200")
  }

  @Test func failuresAndWarningsAlwaysShow() {
    let warning = Warning(code: "c", message: "careful")
    #expect(
      text(
        isLive: false,
        [
          .warning(warning), .started(done: 190, total: 200),
          finished(191, of: 200, status: .timeout),
        ])
          == """
          warning: careful
          200 measurements, of which 190 are done
          timeout: case-191: why

          """)
  }

  @Test func terminalsGetOneChangingLine() {
    let events = [finished(1, of: 3, secondsLeft: 65), finished(2, of: 3, secondsLeft: 9.6)]
    let erased = "\r\u{1B}[2K"
    #expect(
      text(isLive: true, events)
        == erased + "\u{1B}[?7l[1/3] 33%, about 1:05 left: case-1\u{1B}[?7h"
        + erased + "\u{1B}[?7l[2/3] 66%, about 0:10 left: case-2\u{1B}[?7h" + erased)
  }
}

/// The answers of a suite while the next one is measured.
@Suite struct EarlyAnswerTests {
  @Test func theAnswersOfASuiteComeBeforeTheEnd() throws {
    try inTemporaryDirectory { directory in
      let result = try ToolProcess.cvbench.run([
        "run", "--preset", "smoke", "--launches", "1", "--case-budget", "10ms", "--filter",
        "lookup/item-random/*", "--filter", "layout/visible-uniform-random/*", "-o",
        directory + "/record.json",
      ])
      #expect(result.status == 0, "\(result.errors)")
      let lines = result.errors.split(separator: "\n")
      let early = try #require(lines.first { $0.hasPrefix("lookup (item-random): ") })
      #expect(result.output.contains(early))
      #expect(!lines.contains { $0.hasPrefix("layout (") })
    }
  }
}

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

@Suite struct ExitStatusTests {
  @Test func numbersArePartOfTheInterface() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 70, 74, 130])
  }

  @Test func oneStatusStandsForSeveral() {
    let documented: [Int32] = [130, 70, 74, 3, 5, 1, 4, 6, 0]
    #expect(ExitStatus.precedence.map(\.rawValue).filter { $0 != 2 } == documented)
    #expect(Set(ExitStatus.precedence) == Set(ExitStatus.allCases))
    #expect(ExitStatus.combined([]) == .fine)
    for first in ExitStatus.precedence.indices {
      for second in ExitStatus.precedence.indices {
        let pair = [ExitStatus.precedence[first], ExitStatus.precedence[second]]
        #expect(ExitStatus.combined(pair) == ExitStatus.precedence[min(first, second)])
      }
    }
  }
}
