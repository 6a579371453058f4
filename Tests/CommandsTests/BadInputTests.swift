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
      (["run", "--preset", "quik"], "there are: smoke, quick, full, gate. Did you mean 'quick'?"),
      (["run", "--dataset", "uniforn-1000"], "Did you mean 'uniform-1000'?"),
      (["run", "--dataset", "directory:/no/such/directory"], "/no/such/directory"),
      (["run", "--dataset", "csv:/no/such/file.csv"], "/no/such/file.csv"),
      (["run", "--dataset", "csv:/dev/zero"], "'/dev/zero' is no regular file"),
      (["run", "--dataset", "csv:/usr"], "write directory:/usr"),
      (["run", "--dataset", "directory:/etc", "-o", "/etc/x.json"], "which is measured and would"),
      (["run", "--dataset", "directory:/etc/passwd"], "write csv:/etc/passwd"),
      (["run", "--sizes", "0"], "at least one item"),
      (["run", "--sizes", "-5"], "--sizes '-5': not a number of items"),
      (["run", "--budget", "-5s"], "--budget '-5s': not a length of time"),
      (["run", "--case-budget", "-5s"], "--case-budget '-5s': not a length of time"),
      (["run", "--case-timeout", "-5s"], "--case-timeout '-5s': not a length of time"),
      (["run", "--launches", "-5"], "--launches '-5': give a number"),
      (["run", "--dataset", "directory:/etc", "--sizes", "1k"], "--sizes '1k': every --dataset"),
      (["list", "--dataset", "directory:/etc", "--sizes", "1k"], "leave --sizes out"),
      (["loop", "sum", "--dataset", "directory:/etc", "--sizes", "1k"], "leave --sizes out"),
      (["run", "-o", "-"], "--output '-': a record is a file; name one"),
      (["loop", "allocate", "--sizes", "1k", "--seconds", "-1"], "--seconds '-1': not a length"),
      (["run", "--sizes", "1k,,2k"], "not a number of items"),
      (["run", "--sizes", "99999999999999999999"], "64-bit"),
      (["run", "--sizes", "1000000M"], "memory"),
      (["run", "--budget", "0s"], "no time at all"),
      (["run", "--case-budget", "soon"], "not a length of time"),
      (["run", "--instructions", "smu"], "nothing matches --instructions 'smu'"),
      (["run", "--instructions", ""], "nothing matches --instructions ''"),
      (
        ["run", "--filter", "allocate", "--instructions", "sum"], "from the cases that are measured"
      ),
      (["run", "--instructions-limit", "0"], "--instructions-limit '0': a collection"),
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
      (["loop", "sum"], "selects 6 cases"),
      (["loop"], "Missing expected argument '<case>'"),
      (["loop", "allocate", "--sizes", "1k", "--seconds", "0"], "no time at all"),
      (["compare"], "Missing expected argument '<baseline>'"),
      (["compare", "/no/such/a.json", "/no/such/b.json"], "/no/such/a.json"),
      (["check"], "Missing expected argument '<record>'"),
      (["check", "/no/such/a.json"], "Missing expected argument '--budgets <file>'"),
      (["check", "/no/such/a.json", "--budgets", "b.txt"], "/no/such/a.json"),
      (["check", "/no/such/a.json", "--budgets", "b.txt", "--update"], "/no/such/a.json"),
      (["check", "a.json", "--budgets", ""], "--budgets '': name a file"),
      (["check", "a.json", "--budgets", "-"], "--budgets '-': name a file"),
      (["export"], "Missing expected argument '<record>'"),
      (["export", "a.json"], "Missing expected argument '--to <shape>'"),
      (["export", "a.json", "--to", "gah"], "md, openmetrics. Did you mean 'gha'?"),
      (["export", "a.json", "--to", "gha", "-o", "b/"], "--output 'b/': name a file"),
      (["export", "/no/such/a.json", "--to", "gha"], "/no/such/a.json"),
      (["export", "/etc/passwd", "--to", "gha"], "'/etc/passwd' is not a"),
      (
        ["snapshot", "--layout", "flo"],
        "there are: flow, list, waterfall, stack, circle. Did you mean 'flow'?"
      ),
      (["snapshot", "--extents", "trees"], "there are: tree, flat, nested. Did you mean 'tree'?"),
      (["snapshot", "--direction", "up"], "there are: vertical, horizontal"),
      (["snapshot", "--format", "png"], "there are: svg, text"),
      (["snapshot", "--item-sizes", "tag"], "Did you mean 'tags'?"),
      (["snapshot", "--item-sizes", "own"], "the collection says no sizes"),
      (["snapshot", "--item-size", "90"], "--item-size '90': not a size"),
      (["snapshot", "--item-size", "9x9", "--item-sizes", "tags"], "leave one out"),
      (["snapshot", "--estimated", "90"], "--estimated '90': not a size"),
      (["snapshot", "--bounds", "0x480"], "--bounds '0x480': nothing is visible"),
      (["snapshot", "--spacing", "wide"], "--spacing 'wide': not a length"),
      (["snapshot", "--line-spacing", "-1"], "--line-spacing"),
      (["snapshot", "--layout", "list", "--line-spacing", "1"], "does not take --line-spacing"),
      (["snapshot", "--layout", "waterfall", "--pin-headers"], "it takes --item-sizes, --columns"),
      (["snapshot", "--columns", "3"], "--layout 'flow': does not take --columns"),
      (["snapshot", "--layout", "circle", "--badges", "-1"], "--badges"),
      (["snapshot", "--layout", "circle", "--badges", "11"], "a number from 0 to 10"),
      (["snapshot", "--layout", "circle", "--item-sizes", "tags"], "does not take --item-sizes"),
      (["snapshot", "--layout", "waterfall", "--columns", "0"], "a number from 1 to 1000"),
      (["snapshot", "--inset", "1,2"], "--inset '1,2': not insets"),
      (["snapshot", "--header", "1e3"], "--header '1e3': not a length; write numbers with digits"),
      (["snapshot", "--header=1000000001"], "not a length; write numbers of at most 1000000000"),
      (["snapshot", "--header", "-5"], "--header '-5': not a length"),
      (["snapshot", "--footer", "-5"], "--footer '-5': not a length"),
      (["snapshot", "--spacing", "-5"], "--spacing '-5': not a length"),
      (["snapshot", "--inset", "-5"], "--inset '-5': not insets"),
      (["snapshot", "--item-size", "-5x5"], "--item-size '-5x5': not a size"),
      (["snapshot", "--estimated", "-5x5"], "--estimated '-5x5': not a size"),
      (["snapshot", "--bounds", "-5x5"], "--bounds '-5x5': not a size"),
      (["snapshot", "--layout", "list", "--item-size", "-5"], "--item-size '-5': not a length"),
      (["snapshot", "--items", "-5"], "--items '-5': not a number of items"),
      (["snapshot", "--item", "-5,0"], "--item '-5,0': not a path"),
      (["snapshot", "--layout", "waterfall", "--columns", "-5"], "--columns '-5': give a number"),
      (
        ["snapshot", "--dataset", "directory:/etc", "--items", "5"], "--items '5': 'directory:/etc'"
      ),
      (["snapshot", "--footer", "inf"], "--footer 'inf': not a length"),
      (["snapshot", "--offset", "7"], "--offset '7': not a place"),
      (["snapshot", "--offset", "0,0", "--item", "0,0"], "leave one out"),
      (["snapshot", "--item", "7"], "--item '7': not a path"),
      (["snapshot", "--item", "9,0"], "--item '9,0': there are 4 sections"),
      (["snapshot", "--item", "3,4"], "--item '3,4': section 3 has 4 items"),
      (["snapshot", "--rect", "0,0,1"], "--rect '0,0,1': not a rectangle"),
      (["snapshot", "--items", "0"], "--items '0': a collection"),
      (["snapshot", "--items", "2M"], "--items '2M': more than a snapshot lays out"),
      (["snapshot", "--dataset", "zipf-1099511627776"], "choose at most 1M sections"),
      (["snapshot", "--dataset", "unifrom-10"], "Did you mean 'uniform-10'?"),
      (["snapshot", "--csv-columns", "id=a"], "no --dataset is a csv:FILE"),
      (
        ["snapshot", "--items", "30k", "--rect", "0,0,320,1000000", "--item-size", "5x5"],
        "a snapshot draws at most 20000"
      ), (["snapshot", "-o", "a/"], "--output 'a/': name a file"),
      (["stress", "--over", "view"], "there are: stores, layouts, views. Did you mean 'views'?"),
      (["stress", "--over", ""], "no subject of --over is named ''"),
      (["stress", "--operations", "0"], "--operations '0': not a number of operations"),
      (["stress", "--operations", "-5"], "--operations '-5': not a number of operations"),
      (["stress", "--seed", "-1"], "--seed"),
      (["stress", "--replay", "/no/such/file.jsonl"], "the script '/no/such/file.jsonl': "),
      (["stress", "--replay", "/dev/zero"], "the script '/dev/zero': is no regular file"),
      (["stress", "--replay", "/etc/passwd"], "line 1 is no step of a script"),
      (["stress", "--replay", "a", "--over", "views"], "--over 'views': the script of --replay"),
      (["stress", "--replay", "a", "--seed", "7"], "--seed '7': the script of --replay"),
      (["stress", "--replay", "a", "--operations", "9"], "--operations '9': the script of"),
      (["stress", "-o", "a/"], "--output 'a/': name a file"),
      (["compair", "a", "b"], "Did you mean 'compare'?"),
      (["pair-worker"], "own processes"),
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
      ("{", "damaged"), ("hello\n", "not"), ("[]\n", "not"),
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
      (["foo"], "no command is named 'foo'; there are: run, list"),
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
