import Foundation
import RunRecords
import Testing

/// What is wrong with a command line or a file ends the tool before it measures or writes.
@Suite struct BadInputTests {
  /// A line of Goldens/bad-input.txt: `arguments → a part of the message`.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let arguments: [String]
    let reason: String
    var testDescription: String { arguments.joined(separator: " ") }

    /// Every line; an empty argument stands there as `''`.
    static func all() throws -> [Refusal] {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Goldens/bad-input.txt")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
        let sides = $0.split(separator: " → ")
        try #require(sides.count == 2, "\($0)")
        let arguments = sides[0].split(separator: " ").map { $0 == "''" ? "" : String($0) }
        return Refusal(arguments: arguments, reason: String(sides[1]))
      }
    }
  }

  @Test func everyRefusalIsRead() throws { #expect(try Refusal.all().count >= 147) }

  @Test(arguments: try Refusal.all())
  func isRefused(_ refusal: Refusal) throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let result = try tool.run(refusal.arguments)
      #expect(result.status == 2, "\(result.errors)")
      #expect(result.errors.contains(refusal.reason), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
  }

  @Test(
    arguments: [
      ("{", "damaged"), ("hello\n", "not"), ("[]\n", "not"),
      (#"{"schema": {"name": "something-else", "version": "1.0", "uri": ""}}"#, "something-else"),
      (#"{"schema": {"name": "cvbench-run-record", "version": "3.0", "uri": ""}}"#, "3.0"),
    ])
  func filesThatAreNoRecordsAreLeftAlone(content: String, reason: String) throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      try Data(content.utf8).write(to: URL(filePath: path))
      let run = try ToolProcess.fixture.run(measuring + ["-o", path])
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains(path))
      let compare = try ToolProcess.fixture.run(["compare", path, path])
      #expect(compare.status == 2, "\(compare.errors)")
      #expect(compare.errors.contains(path))
      #expect(compare.errors.contains(reason), "\(compare.errors)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["record.json"])
    }
  }

  @Test func emptyFilesAreNoRecordsAndAreFilled() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      try Data().write(to: URL(filePath: path))
      let compare = try ToolProcess.fixture.run(["compare", path, path])
      #expect(compare.status == 2 && compare.errors.contains("empty"), "\(compare.errors)")
      let run = try ToolProcess.fixture.run(measuring + ["-o", path])
      #expect(run.status == 0, "\(run.errors)")
      #expect(try RunRecord.read(from: path).run.completed)
    }
  }

  @Test(
    arguments: [
      (["foo"], "no command is named 'foo'; there are: "),
      (["import", "svn", "."], "no command of 'import' is named 'svn'; there are: git."),
      (["import", "gti", "."], "Did you mean 'git'?"),
      (["generate", "traec"], "there are: trace. Did you mean 'trace'?"),
    ])
  func commandsThatAreNoneAreNamed(arguments: [String], reason: String) throws {
    let result = try ToolProcess.cvbench.run(arguments)
    #expect(result.status == 2 && result.errors.contains(reason), "\(result.errors)")
  }

  @Test func outputsThatCannotBeWrittenAreRefusedFirst() throws {
    try inTemporaryDirectory { directory in
      try Data().write(to: URL(filePath: directory + "/file"))
      for path in ["/missing/record.json", "/file/record.json", ""] {
        let result = try ToolProcess.fixture.run(measuring + ["-o", directory + path])
        #expect(result.status == 74, "\(path): \(result.errors)")
        #expect(result.errors.contains(directory + path))
        #expect(!result.errors.contains("measurements"), "no measurement was begun")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["file"])
    }
  }

  @Test func standardOutputThatIsFullIsAnOutputToo() throws {
    for arguments in [["list"], ["--help"], ["--version"], ["doctor"]] {
      let result = try ToolProcess.fixture.start(arguments, output: "/dev/full").waitUntilExit()
      #expect(result.status == 74, "\(arguments) \(result.errors)")
      #expect(result.errors.contains("No space left on device"))
    }
  }

  #if DEBUG
    @Test func debugBuildsRefuseToRecord() throws {
      try inTemporaryDirectory { directory in
        let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
        let result = try tool.run(["run", "--preset", "smoke"])
        #expect(result.status == 2)
        #expect(result.errors.contains("swift build -c release"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
      }
    }
  #endif

  /// A run of one quick case.
  private let measuring = [
    "run", "--allow-debug-build", "--preset", "smoke", "--filter", "allocate",
  ]
}
