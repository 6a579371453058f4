import Foundation
import Processes
import RunRecords
import Testing

/// Names out of records that somebody else wrote, through every output of every command.
@Suite struct HostileTextTests {
  /// What a runner, a terminal, a spreadsheet, Markdown or a browser would obey.
  private static let name =
    "=cmd\n::error::a \u{1B}[2J\u{1B}]0;t\u{7}##vso[task.complete]b \u{202E}|c <script>alert(1)"
    + "\r\n  ::warning::d ##[group]e\u{9B}31m\u{85}::notice::f"

  /// The lines and characters in `text` that something would obey.
  static func obeyed(in text: String) -> [String] {
    text.unicodeScalars.split(separator: "\n").map(String.init).filter { line in
      line.drop { $0 == " " || $0 == "\t" }.hasPrefix("::") || line.contains("##vso[")
        || line.contains("##[") || line.replacing("\t", with: "").hasControlCharacters
    }
  }

  /// A record whose storages, items, messages, warnings, compiler and branch have that name.
  private static func record(at path: String) throws {
    let run = try ToolProcess.fixture.run(
      ["run", "--filter", "sum", "--sizes", "1k", "--allow-debug-build", "--launches", "2"]
        + ["--case-budget", "10ms", "-o", path])
    try #require(run.status == 0, "\(run.errors)")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let hostile = String(decoding: try encoder.encode(name), as: UTF8.self).dropFirst().dropLast()
    var text = try String(contentsOfFile: path, encoding: .utf8)
    for word in ["forward", "uniform-1000", "one-section", "item8"] {
      text = text.replacing(word, with: "\(hostile)-\(word)")
    }
    text = text.replacing("\"swift\" : \"", with: "\"swift\" : \"\(hostile)")
    try Data(text.utf8).write(to: URL(filePath: path))
    // Of a commit, as a history wants it.
    var record = try RunRecord.read(from: path)
    for index in record.builds.indices {
      record.builds[index].git.sha = String(repeating: "a", count: 40)
    }
    try record.write(to: path)
  }

  @Test func theJoinedRecordKeepsItsTexts() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let measuring = [
        "run", "--dataset", "one-section", "--sizes", "100,1k", "--filter", "/work/",
        "--case-budget", "5ms", "--launches", "1", "--allow-debug-build",
      ]
      for number in 1...2 {
        let path = "\(directory)/\(number).json"
        let run = try tool.run(measuring + ["--shard", "\(number)/2", "-o", path])
        try #require(run.status == 0, "\(run.errors)")
        var record = try RunRecord.read(from: path)
        for index in record.builds.indices {
          record.builds[index].compiler.swift += Self.name
        }
        try record.write(to: path)
      }
      let merged = try tool.run(["merge", "1.json", "2.json", "-o", "all.json"])
      try #require(merged.status == 0, "\(merged.errors)")
      #expect(Self.obeyed(in: merged.output).isEmpty)
      let all = try RunRecord.read(from: directory + "/all.json")
      #expect(!all.builds.isEmpty)
      #expect(all.builds.allSatisfy { $0.compiler.swift.hasSuffix(Self.name) })
    }
  }

  @Test func nothingThatANameSaysIsObeyed() throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(
        executable: "CommandsFixture", directory: directory, environment: ["CI": "true"])
      try Self.record(at: directory + "/a.json")
      try FileManager.default.copyItem(atPath: directory + "/a.json", toPath: directory + "/b.json")
      let commands = [
        "show a.json", "show a.json --details", "compare a.json b.json",
        "compare a.json b.json --details", "compare a.json b.json --format md",
        "compare a.json b.json --format csv", "compare a.json b.json --format json",
        "compare a.json --by storage", "compare a.json --by storage --format md",
        "compare a.json --by storage --format csv",
        "check a.json --budgets budgets.txt --update", "check a.json --budgets budgets.txt",
        "check b.json --budgets budgets.txt --fail-on skipped", "export a.json --to csv",
        "export a.json --to md", "export a.json --to gha", "export a.json --to bmf",
        "export a.json --to jmh", "export a.json --to gbench", "export a.json --to openmetrics",
        "report a.json b.json --no-charts -o report.html", "migrate a.json",
        "merge a.json b.json -o merged.json", "history add a.json --history history", "baselines",
        "run --filter \(Self.name)", "run --dataset \(Self.name)", "compare \(Self.name) b.json",
        "check \(Self.name) --budgets budgets.txt", "\(Self.name)", "run --\(Self.name)",
        "snapshot --layout \(Self.name)", "stress --over \(Self.name)", "diff \(Self.name) b.json",
        "list --filter \(Self.name)", "gate --base \(Self.name)", "bless \(Self.name)",
        "bisect \(Self.name) --good a --bad b", "import git \(Self.name)", "report \(Self.name)",
        "loop \(Self.name)", "profile \(Self.name)", "merge \(Self.name)", "migrate \(Self.name)",
        "generate trace --kind \(Self.name)",
      ]
      var answered = 0
      for command in commands {
        // A name stays one argument.
        let marked = command.replacing(Self.name, with: "\u{1}")
        let arguments = marked.split(separator: " ").map { $0.replacing("\u{1}", with: Self.name) }
        let result = try tool.run(arguments.map(String.init))
        #expect(result.status <= 5, "\(marked): \(result.status) \(result.errors)")
        // What is kept is neither changed in silence nor kept as it is.
        if marked.hasPrefix("history add") || marked.hasSuffix("--update") {
          #expect(result.status == 2, "\(marked): \(result.status)")
          #expect(result.errors.contains("control characters"), "\(marked): \(result.errors)")
        }
        #expect(Self.obeyed(in: result.output).isEmpty, "\(marked)")
        #expect(Self.obeyed(in: result.errors).isEmpty, "\(marked)")
        answered += result.output.isEmpty ? 0 : 1
      }
      #expect(answered >= 12)
      let page = try String(contentsOfFile: directory + "/report.html", encoding: .utf8)
      #expect(Self.obeyed(in: page).isEmpty && !page.contains("<script>alert"))
      #expect(page.contains("&lt;script&gt;alert"))
      let sheet = try tool.run(["export", "a.json", "--to", "csv"]).output
      #expect(sheet.contains("'=cmd") && !sheet.contains(",=cmd") && !sheet.contains("\"=cmd"))
    }
  }
}
