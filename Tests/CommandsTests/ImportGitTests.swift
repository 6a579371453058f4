import Datasets
import Foundation
import RunRecords
import TestSupport
import Testing

/// `import git`, and `--updates`, which replays what it writes.
@Suite(.serialized) struct ImportGitTests {
  private static let log = """
    commit 0001aaaa 1

    A\tREADME
    A\tdocs/a.md
    A\tdocs/b.md
    A\tsrc/x.c
    commit 0002bbbb 2

    commit 0003cccc 3

    M\tREADME
    R090\tdocs/a.md\tsrc/y.c
    D\tdocs/b.md

    """

  private func writeLog(_ text: String = log, in folder: String) throws -> String {
    let path = folder + "/saved.log"
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func importGit(_ arguments: [String]) throws -> ToolProcess.Result {
    try ToolProcess.cvbench.run(["import", "git"] + arguments)
  }

  @Test func writesATraceAndSumsItUp() throws {
    try inTemporaryDirectory { folder in
      let log = try writeLog(in: folder)
      let path = folder + "/trace.jsonl"
      let result = try importGit(["--log", log, "-o", path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.output == """
          Commits: 3, 1 without a file
          Operations: 7: 1 section deleted, 3 sections inserted, 1 move, 1 reload, 1 reconfigure
          Largest batch: 4 operations, commit 0003cccc
          In the end: 2 sections, 3 items
          Trace: \(path)

          """)
      let trace = try UpdateTrace(path: path)
      #expect(trace.batches.map(\.name) == ["0001aaaa", "0002bbbb", "0003cccc"])
      let piped = try importGit(["--log", log])
      #expect(piped.output == trace.jsonLines)
      #expect(piped.errors.hasPrefix("Commits: 3, 1 without a file\n"))
      let first = try importGit(["--log", log, "--max-commits", "1", "-o", path])
      #expect(first.output.hasPrefix("Commits: 1\n"), "\(first.output)")
      #expect(try UpdateTrace(path: path).batches.count == 1)
    }
  }

  @Test func replacesATraceAndNothingElse() throws {
    try inTemporaryDirectory { folder in
      let log = try writeLog(in: folder)
      let path = folder + "/notes.txt"
      try Data("notes\n".utf8).write(to: URL(filePath: path))
      let refused = try importGit(["--log", log, "-o", path])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("it is no update trace"), "\(refused.errors)")
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "notes\n")
      try Data().write(to: URL(filePath: path))
      #expect(try importGit(["--log", log, "-o", path]).status == 0)
      #expect(try UpdateTrace(path: path).batches.isEmpty == false)
    }
  }

  @Test func oneOfAKindIsCalledSo() throws {
    try inTemporaryDirectory { folder in
      let log = try writeLog("commit 0001aaaa 1\nA\ta\n", in: folder)
      let path = folder + "/trace.jsonl"
      let result = try importGit(["--log", log, "-o", path])
      #expect(
        result.output.contains(
          """
          Operations: 1: 1 section inserted
          Largest batch: 1 operation, commit 0001aaaa
          In the end: 1 section, 1 item

          """), "\(result.output)")
    }
  }

  @Test(arguments: [
    ([], "name a directory of it, or a saved log with --log"),
    (["a", "--log", "b"], "--log is read instead of it"),
    (["/none/of/them"], "there is no directory '/none/of/them'"),
    (["--log", "/none/of/them"], "'/none/of/them' cannot be read"),
    (["/", "--max-commits", "0"], "--max-commits '0': give 1 or more."),
  ])
  func whatMakesNoTraceIsRefused(arguments: [String], problem: String) throws {
    let result = try importGit(arguments)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(problem), "\(result.errors)")
  }

  @Test func aContradictionNeedsLeniency() throws {
    try inTemporaryDirectory { folder in
      let log = try writeLog(Self.log + "commit 0004dddd 4\nD\tnone\nA\tnew\n", in: folder)
      let refused = try importGit(["--log", log])
      #expect(refused.status == 2)
      #expect(
        refused.errors.contains(
          "line 15, commit 0004dddd: it deletes 'none', which is not there"),
        "\(refused.errors)")
      let lenient = try importGit(["--log", log, "--lenient"])
      #expect(lenient.status == 0)
      #expect(lenient.errors.contains("Commits: 4"))
    }
  }

  // MARK: --updates

  private let run = [
    "run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "20ms", "--updates",
  ]

  @Test func isReplayedInWorkersAndNamedInTheRecord() throws {
    try inTemporaryDirectory { folder in
      let trace = folder + "/my history.jsonl"
      #expect(try importGit(["--log", writeLog(in: folder), "-o", trace]).status == 0)
      let path = folder + "/record.json"
      let result = try ToolProcess.cvbench.run(
        run + [trace, "--storage", "btree-tree,nested-nested", "-o", path])
      #expect(result.status == 0, "\(result.errors)")
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try SchemaValidator.validate(record: text) == [])
      let record = try RunRecord.read(from: path)
      #expect(record.cases.count == 6)
      #expect(record.cases.allSatisfy { $0.status == .ok }, "\(result.errors)")
      #expect(record.cases.allSatisfy { $0.params.data.hasPrefix("my-history-") })
      #expect(
        Set(record.cases.map(\.params.scenario))
          == ["replay-list", "replay-list-following", "replay-flow-following"])
      #expect(Set(record.cases.map(\.params.items)) == [4])
      #expect(Set(record.cases.map(\.params.operationsPerCall)) == [3])
      #expect(record.cases.allSatisfy { $0.metric("divergences")?.value == 0 })
      #expect(record.cases.allSatisfy { $0.metric("frame_time") != nil })
      let list = try ToolProcess.cvbench.run(["list", "--updates", trace])
      #expect(list.output.contains("\n27 cases."), "\(list.output)")
    }
  }

  @Test(arguments: [
    (["--sizes", "1k"], "leave --sizes out"), (["--dataset", "zipf-1000"], "leave --dataset out"),
    (["--trace", "x"], "leave --trace out"),
    (["--workload", "photos"], "--workload photos brings its own movements"),
  ])
  func whatSaysAnotherCollectionIsRefused(arguments: [String], problem: String) throws {
    let result = try ToolProcess.cvbench.run(run + ["none.jsonl"] + arguments)
    #expect(result.status == 2)
    #expect(result.errors.contains("--updates 'none.jsonl': "), "\(result.errors)")
    #expect(result.errors.contains(problem), "\(result.errors)")
  }

  @Test(arguments: [
    (["--filter", "diff-*"], ["With --updates, only"], ["diff-disjoint", "Scenarios that exist"]),
    (["--filter", "replay-lst"], ["Did you mean 'replay-list'"], ["Scenarios that exist"]),
    (["--storage", "btree"], ["With --updates, only", "there are: btree-flat, btree-nested"], []),
    (["--updates", "b.jsonl"], ["--updates 'b.jsonl': '", "one trace at a time"], []),
  ])
  func hintsNameWhatCanBeReplayed(
    arguments: [String], hints: [String], others: [String]
  ) throws {
    try inTemporaryDirectory { folder in
      let path = folder + "/trace.jsonl"
      try Data("{\"updates\":1,\"sections\":[]}\n{\"name\":\"a\",\"update\":{}}\n".utf8)
        .write(to: URL(filePath: path))
      let result = try ToolProcess.cvbench.run(["list", "--updates", path] + arguments)
      #expect(result.status == 2 && result.output.isEmpty)
      for hint in hints { #expect(result.errors.contains(hint), "\(result.errors)") }
      for other in others { #expect(!result.errors.contains(other), "\(result.errors)") }
    }
  }

  @Test func anImpossibleStepIsNamed() throws {
    try inTemporaryDirectory { folder in
      let path = folder + "/trace.jsonl"
      let text = """
        {"updates":1,"sections":[]}
        {"name":"a","update":{"deletedItems":[{"section":0,"item":0}]}}

        """
      try Data(text.utf8).write(to: URL(filePath: path))
      let result = try ToolProcess.cvbench.run(run + [path])
      #expect(result.status == 2)
      #expect(
        result.errors.contains(
          "line 2: expected an update that is legal for 0 items in 0 sections"),
        "\(result.errors)")
      let other = try ToolProcess.cvbench.run([
        "loop", "update/replay-list/storage=btree-tree/data=x/payload=item16/items=4",
      ])
      #expect(other.errors.contains("name its file with --updates"), "\(other.errors)")
    }
  }
}
