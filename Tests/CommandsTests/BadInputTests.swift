import Foundation
import RunRecords
import Testing

/// What is wrong with a command line or a file ends the tool before it measures or writes.
@Suite struct BadInputTests {
  @Test(
    arguments: [
      (["run", "--filter", "smu"], "Did you mean 'sum' for 'smu'?"),
      (["run", "--filter", "sum", "--filter", "nothing-like-it"], "Scenarios that exist: "),
      (["run", "--filter", "um*"], "try '*um*'"),
      (["run", "--exclude", "*"], "--exclude"),
      (["run", "--filter", ""], "--filter '': names nothing"),
      (["run", "--filter", "sum", "--exclude", ""], "--exclude '': names nothing"),
      (["run", "--suite", ""], "--suite '': names nothing"),
      (["run", "--storage", ""], "--storage '': names nothing"),
      (["list", "--storage", "forward,"], "--storage '': names nothing"),
      (["list", "--filter", ""], "--filter '': names nothing"),
      (["run", "-o", ""], "--output '': name a file"),
      (["run", "-o", "a/"], "--output 'a/': name a file"),
      (["run", "--suite", "fixtur"], "Did you mean 'fixture'?"),
      (["run", "--storage", "forwards"], "there are: backward, forward. Did you mean 'forward'?"),
      (["run", "--preset", "quik"], "there are: smoke, quick, full. Did you mean 'quick'?"),
      (["run", "--dataset", "uniforn-1000"], "Did you mean 'uniform-1000'?"),
      (["run", "--dataset", "directory:/no/such/directory"], "/no/such/directory"),
      (["run", "--dataset", "csv:/no/such/file.csv"], "/no/such/file.csv"),
      (["run", "--dataset", "csv:/dev/zero"], "'/dev/zero' is no regular file"),
      (["run", "--dataset", "csv:/usr"], "write directory:/usr"),
      (["run", "--dataset", "directory:/etc", "-o", "/etc/x.json"], "which is measured and would"),
      (["run", "--dataset", "directory:/etc/passwd"], "write csv:/etc/passwd"),
      (["run", "--sizes", "0"], "at least one item"),
      (["run", "--sizes", "-1"], "Missing value for '--sizes <counts>'"),
      (["run", "--sizes", "1k,,2k"], "not a number of items"),
      (["run", "--sizes", "99999999999999999999"], "64-bit"),
      (["run", "--sizes", "1000000M"], "memory"),
      (["run", "--budget", "0s"], "no time at all"),
      (["run", "--case-budget", "soon"], "not a length of time"),
      (["run", "--case-timeout", "2d"], "not a length of time"),
      (["run", "--launches", "0"], "from 1 to 1000"),
      (["run", "--format", "jsn"], "Did you mean 'json'?"),
      (["run", "--seed", "-1"], "--seed"),
      (["run", "--resume"], "holds no unfinished run to resume"),
      (["run", "--no-such-option"], "Unknown option '--no-such-option'"),
      (["run", "surplus"], "Unexpected argument 'surplus'"),
      (["list", "--filter", "smu"], "Did you mean 'sum' for 'smu'?"),
      (["list", "--preset", ""], "there are: smoke, quick, full"),
      (["loop", "smu"], "Did you mean 'sum' for 'smu'?"),
      (["loop", "sum"], "takes 6 cases"),
      (["loop"], "Missing expected argument '<case>'"),
      (["loop", "allocate", "--sizes", "1k", "--seconds", "0"], "no time at all"),
      (["compare"], "Missing expected argument '<baseline>'"),
      (["compare", "/no/such/a.json", "/no/such/b.json"], "/no/such/a.json"),
      (["compair", "a", "b"], "Did you mean 'compare'?"),
      (["worker"], "own processes"),
    ])
  func isRefused(arguments: [String], reason: String) throws {
    try inTemporaryDirectory { directory in
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let result = try tool.run(arguments)
      #expect(result.status == 2, "\(result.errors)")
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.output.isEmpty)
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
  }

  @Test(
    arguments: [
      ("", "empty"), ("{", "damaged"), ("hello\n", "not"), ("[]\n", "not"),
      (#"{"schema": {"name": "something-else", "version": "1.0", "uri": ""}}"#, "something-else"),
      (#"{"schema": {"name": "cvbench-run-record", "version": "2.0", "uri": ""}}"#, "2.0"),
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
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    for arguments in [["list"], ["--help"], ["--version"], ["doctor"]] {
      let result = try ToolProcess.fixture.start(arguments, output: full).waitUntilExit()
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
