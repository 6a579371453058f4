import Changesets
import Foundation
import RunRecords
import TestSupport
import Testing

/// What `diff` says of two files, and what it leaves behind.
@Suite struct DiffTests {
  /// An item goes, comes, moves, crosses and changes; a section comes and another moves.
  private let before = "section,id,revision\nA,a1,1\nA,a2,1\nA,a3,1\nB,b1,1\nB,b2,1\nC,c1,1\n"
  private let after =
    "section,id,revision\nC,c1,2\nA,a3,1\nA,a1,1\nA,b1,2\nB,b2,1\nB,new,1\nD,d1,1\n"

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path))
  }

  /// Runs `diff` on two files of these texts, in a new directory.
  private func diff(
    _ before: String, _ after: String, _ options: [String],
    _ body: (ToolProcess.Result, String) throws -> Void
  ) throws {
    try inTemporaryDirectory { directory in
      try write(before, to: directory + "/before.csv")
      try write(after, to: directory + "/after.csv")
      let tool = ToolProcess(executable: "cvbench", directory: directory)
      try body(try tool.run(["diff", "before.csv", "after.csv"] + options), directory)
    }
  }

  @Test func saysWhatHasChanged() throws {
    try diff(before, after, ["--counts-only"]) { result, directory in
      #expect(result.status == 0 && result.errors.isEmpty, "\(result.errors)")
      try Golden.expect(result.output, equals: "diff-counts.txt")
      let left = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(left.sorted() == ["after.csv", "before.csv"])
    }
  }

  @Test func theChangesetLeadsToTheTarget() throws {
    try diff(before, after, ["--counts-only", "--changeset", "changes.json"]) { _, directory in
      let data = try Data(contentsOf: URL(filePath: directory + "/changes.json"))
      let changeset = try JSONDecoder().decode(Changeset.self, from: data)
      let source = [["a1", "a2", "a3"], ["b1", "b2"], ["c1"]]
      let target = [["c1"], ["a3", "a1", "b1"], ["b2", "new"], ["d1"]]
      try changeset.validate(sectionCountsBefore: [3, 2, 1], sectionCountsAfter: [1, 3, 2, 1])
      let applied = source.applying(
        changeset, newItem: { target[$0.section][$0.item] }, newSection: { target[$0] })
      #expect(applied == target)
      // Again over its own, and never over anything else.
      let tool = ToolProcess(executable: "cvbench", directory: directory)
      let again = ["diff", "after.csv", "before.csv", "--counts-only", "--changeset"]
      #expect(try tool.run(again + ["changes.json"]).status == 0)
      try write("", to: directory + "/empty.json")
      #expect(try tool.run(again + ["empty.json"]).status == 0)
      let refused = try tool.run(again + ["before.csv"])
      #expect(refused.status == 2 && refused.errors.contains("it is no changeset"))
      #expect(try String(contentsOfFile: directory + "/before.csv", encoding: .utf8) == before)
    }
  }

  @Test func leavesAValidRecordOfEveryStore() throws {
    let measuring = [
      "--allow-debug-build", "--launches", "1", "--case-budget", "10ms", "-o", "record.json",
    ]
    try diff(before, after, measuring + ["--format", "json"]) { result, directory in
      #expect(result.status == 0, "\(result.errors)")
      // Programs read the record, people what is on standard error.
      #expect(try SchemaValidator.validate(record: result.output) == [])
      #expect(result.errors.contains("fewest moves"))
      let record = try RunRecord.read(from: directory + "/record.json")
      #expect(record.cases.allSatisfy { $0.status == .ok && $0.params.items == 7 })
      #expect(
        record.cases.map { "\($0.params.scenario) \($0.params.storage)" } == [
          "apply btree", "apply flat", "apply nested", "find differ", "find differ-kept",
        ])
      for found in record.cases where found.params.scenario == "find" {
        #expect(found.metric("operations")?.value == 8)
        #expect(found.metric("moves")?.value == 2 && found.metric("minimum_moves")?.value == 2)
        #expect(found.metric("section_moves")?.value == 1)
      }
    }
  }

  @Test func filesWithoutItemsAreComparedToo() throws {
    let measuring = [
      "--allow-debug-build", "--launches", "1", "--case-budget", "5ms", "--details", "-o",
      "record.json",
    ]
    for (from, to) in [("section,id\n", after), (before, "section,id\n")] {
      try diff(from, to, measuring) { result, _ in
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("diff/find"))
      }
    }
  }

  @Test func idsThatStandTwiceAreNamedAndMatchedInOrder() throws {
    let twice = "section,id\nA,1\nA,2\nB,1\n"
    try diff(twice, "section,id\nB,1\nA,1\n", ["--counts-only"]) { result, _ in
      #expect(result.status == 0)
      #expect(
        result.errors.contains("'before.csv', line 4: the id '1' stands already on line 2"))
      #expect(result.errors.contains("'after.csv', line 3: the id '1'"))
      #expect(result.output.contains("deleted                     1"), "\(result.output)")
    }
  }

  @Test func aColumnOfRevisionsInOneFileAloneIsPointedOut() throws {
    try diff("section,id\nA,1\n", "section,id,revision\nA,1,x\n", ["--counts-only"]) { result, _ in
      #expect(result.status == 0)
      #expect(result.errors.contains("'before.csv' has none, so items count as changed"))
    }
  }

  @Test(
    arguments: [
      ("", "section,id\n", [], "'before.csv', line 1: there is no header"),
      ("section,id\nA,1\n", "section,key\nA,1\n", [], "'after.csv' has no column 'id'"),
      ("section,id\nA,1\nB\n", "section,id\n", [], "'before.csv', line 3"),
      ("section,id\n", "section,id\n", ["--csv-columns", "width=1"], "revision=NAME, each once"),
      ("section,id\n", "section,id\n", ["--changeset", "-"], "--changeset '-': name a file"),
      ("section,id\n", "section,id\n", ["--launches", "0"], "from 1 to 1000"),
      ("section,id\n", "section,id\n", ["--counts-only", "-o", "a.json"], "measures nothing"),
      ("section,id\n", "section,id\n", ["--counts-only", "--format", "csv"], "leave one out"),
      ("section,id\n", "section,id\n", ["--counts-only", "--launches", "3"], "--launches '3': "),
      ("section,id\n", "section,id\n", ["--counts-only", "--budget", "1s"], "measures nothing"),
      ("section,id\n", "section,id\n", ["--counts-only", "--case-budget", "1s"], "leave one out"),
      ("section,id\n", "section,id\n", ["--counts-only", "--case-timeout", "1s"], "leave one out"),
      ("section,id\n", "section,id\n", ["--counts-only", "--resume"], "--resume: --counts-only"),
      ("section,id\n", "section,id\n", ["--counts-only", "--samples"], "--samples: --counts-only"),
      ("section,id\n", "section,id\n", ["--format", "jsn"], "Did you mean 'json'?"),
    ])
  func isRefused(
    before: String, after: String, options: [String], reason: String
  ) throws {
    try diff(before, after, options) { result, directory in
      #expect(result.status == 2, "\(result.errors)")
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.output.isEmpty)
      let left = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(left.sorted() == ["after.csv", "before.csv"])
    }
  }

  @Test func whatCannotBeReadOrWrittenIsRefused() throws {
    try diff(before, after, ["--counts-only", "--changeset", "no/such/changes.json"]) { result, _ in
      #expect(result.status == 74, "\(result.errors)")
    }
    for path in [".", "/dev/full"] {
      try diff(before, after, ["--counts-only", "--changeset", path]) { result, _ in
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("name a file with --changeset"), "\(result.errors)")
      }
    }
    let missing = try ToolProcess.cvbench.run(["diff", "/no/such/a.csv", "/no/such/b.csv"])
    #expect(missing.status == 2 && missing.errors.contains("'/no/such/a.csv' cannot be read"))
    let folder = try ToolProcess.cvbench.run(["diff", "/usr", "/usr"])
    #expect(folder.status == 2 && folder.errors.contains("Is a directory"))
    #expect(!folder.errors.contains("directory:"), "\(folder.errors)")
  }

  /// The processes of a run read copies, also where it is resumed.
  @Test func filesMayChangeWhileTheyAreMeasured() throws {
    try inTemporaryDirectory { directory in
      try write(before, to: directory + "/before.csv")
      try write(after, to: directory + "/after.csv")
      let tool = ToolProcess(executable: "cvbench", directory: directory)
      let run = [
        "diff", "before.csv", "after.csv", "--allow-debug-build", "--launches", "1",
        "--case-budget", "5ms", "-o", "record.json",
      ]
      let cut = try tool.run(run + ["--budget", "1ms"])
      #expect(cut.status == 2 && cut.errors.contains("--resume"), "\(cut.errors)")
      try write("section,id\n", to: directory + "/before.csv")
      let resumed = try tool.run(run + ["--resume"])
      #expect(resumed.status == 0, "\(resumed.errors)")
      let record = try RunRecord.read(from: directory + "/record.json")
      #expect(record.cases.allSatisfy { $0.status == .ok && $0.params.items == 7 })
      #expect(record.datasets.allSatisfy { !$0.origin.contains("snapshot") }, "\(record.datasets)")
      let left = try FileManager.default.contentsOfDirectory(atPath: directory)
      #expect(left.sorted() == ["after.csv", "before.csv", "record.json"])
    }
  }

  /// The tool in an executable of one's own compares files as well.
  @Test func foreignExecutablesCompareFiles() throws {
    try inTemporaryDirectory { directory in
      try write(before, to: directory + "/before.csv")
      try write(after, to: directory + "/after.csv")
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let result = try tool.run([
        "diff", "before.csv", "after.csv", "--allow-debug-build", "--launches", "1",
        "--case-budget", "5ms", "-o", "record.json",
      ])
      #expect(result.status == 0, "\(result.errors)")
    }
  }
}
