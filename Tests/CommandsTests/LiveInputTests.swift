import Foundation
import RunRecords
import TestSupport
import Testing

/// Runs over a tree that changes while it is measured: each worker of the scenario `read` leaves
/// another tree behind once it has read the collection.
@Suite(.serialized) struct LiveInputTests {
  private let folder: TemporaryFolder
  private let record: String

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a/1", "a/2", "b/3"] { try folder.write([1], to: "tree/\(name)") }
    try folder.makeFolder("records")
    record = folder.path(of: "records/record.json")
  }

  private var tree: String { "directory:\(folder.path(of: "tree"))" }

  private var tool: ToolProcess {
    var tool = ToolProcess(executable: "CommandsFixture", directory: folder.path)
    tool.environment["FIXTURE_TREE"] = folder.path(of: "tree")
    return tool
  }

  private func arguments(_ more: String...) -> [String] {
    [
      "run", "--allow-debug-build", "--preset", "quick", "--case-budget", "20ms", "--filter",
      "read", "--dataset", tree, "-o", record,
    ] + more
  }

  private var records: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "records")).sorted()
    }
  }

  private let unfinished = [
    "record.json", "record.json.partial.1.snapshot", "record.json.partial.jsonl",
  ]

  @Test func aTreeThatChangesFailsNoCase() throws {
    let result = try tool.run(arguments("--launches", "5"))
    #expect(result.status == 0, "\(result.errors)")
    let found = try RunRecord.read(from: record)
    #expect(found.cases.map(\.status) == [.ok])
    #expect(found.cases.first?.params.items == 3)
    #expect(found.datasets.map(\.origin) == [tree])
    #expect(found.datasets.map(\.items) == [3] && found.datasets.map(\.sections) == [3])
    #expect(try SchemaValidator.validate(record: found.json()) == [])
    #expect(found.cases.first?.metric("cpu_time")?.launches?.count == 5)
    #expect(try records == ["record.json"])
    // The tree did change: the next run finds another collection.
    let again = try tool.run(arguments())
    #expect(again.status == 0 && again.errors.contains("sections: 1"), "\(again.errors)")
    let changed = try RunRecord.read(from: record)
    #expect(changed.cases.map(\.id) == found.cases.map(\.id))
    #expect(changed.datasets.map(\.digest) != found.datasets.map(\.digest))
  }

  @Test func aResumedRunReadsItsCopy() throws {
    let first = try tool.run(arguments("--budget", "1ms"))
    #expect(first.status == 2 && first.errors.contains("--resume"), "\(first.errors)")
    #expect(try records == unfinished)
    try FileManager.default.removeItem(atPath: folder.path(of: "tree"))
    try folder.makeFolder("tree")
    // A second run at the path is refused, and the copy stays what it is.
    let other = try tool.run(arguments().map { $0 == tree ? "directory:/etc/default" : $0 })
    #expect(other.status == 2 && other.errors.contains("an unfinished run lies at"))
    #expect(try records == unfinished)
    let resumed = try tool.run(arguments("--resume"))
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try RunRecord.read(from: record).cases.first?.params.items == 3)
    #expect(try records == ["record.json"])
  }

  @Test func aRunWithoutItsCopyIsNotResumed() throws {
    for damage in [nil, Data(), Data("cvbench snapshot 1\n{}\n".utf8)] {
      #expect(try tool.run(arguments("--budget", "1ms")).status == 2)
      let copy = URL(filePath: record + ".partial.1.snapshot")
      try FileManager.default.removeItem(at: copy)
      if let damage { try damage.write(to: copy) }
      let resumed = try tool.run(arguments("--resume"))
      #expect(resumed.status == 2)
      #expect(
        resumed.errors.contains("has no whole copy of '\(tree)' beside it")
          && resumed.errors.contains("start a new run"), "\(resumed.errors)")
      for name in try records {
        try FileManager.default.removeItem(atPath: folder.path(of: "records/\(name)"))
      }
    }
  }

  @Test func aCopyThatCannotBeWrittenIsRefusedFirst() throws {
    let copy = folder.path(of: "records/record.json.partial.1.snapshot")
    try folder.makeFolder("records/record.json.partial.1.snapshot")
    let result = try tool.run(arguments())
    #expect(result.status == 2, "\(result.errors)")
    #expect(result.errors.contains("'\(copy)'"), "\(result.errors)")
    #expect(!result.errors.contains("measurements"), "no measurement was begun")
    #expect(try records == ["record.json.partial.1.snapshot"])
    // A file of another program is left alone, and a copy of a killed run is not.
    try FileManager.default.removeItem(atPath: copy)
    try folder.write("mine".utf8, to: "records/record.json.partial.1.snapshot")
    #expect(try tool.run(arguments()).status == 2)
    #expect(try folder.bytes(of: "records/record.json.partial.1.snapshot") == Array("mine".utf8))
    try folder.write(
      "cvbench snapshot 1\n".utf8, to: "records/record.json.partial.1.snapshot")
    #expect(try tool.run(arguments()).status == 0)
    #expect(try records == ["record.json"])
  }

  /// A name that has room for the record and its journal, and not for the copy.
  @Test func aCopyThatTheSystemRefusesIsAnOutputThatCannotBeWritten() throws {
    let long = folder.path(of: "records/" + String(repeating: "r", count: 238))
    let result = try tool.run(arguments().map { $0 == record ? long : $0 })
    #expect(result.status == 74, "\(result.errors)")
    #expect(
      result.errors.contains("cannot write \(long).partial.1.snapshot: File name too long")
        && result.errors.contains("name a record with -o"), "\(result.errors)")
    #expect(try records == [])
  }

  @Test func aGateReadsOneCopy() throws {
    let result = try tool.run([
      "gate", "--base", ToolProcess.fixturePath, "--head", ToolProcess.fixturePath,
      "--exact-only", "--allow-debug-build", "--filter", "read", "--dataset", tree, "-o", record,
    ])
    #expect(result.status == 0, "\(result.output) \(result.errors)")
    #expect(try records == ["record.json"])
  }

  @Test func aLoopReadsOneCopy() throws {
    let result = try tool.run(["loop", "read", "--dataset", tree, "--seconds", "10ms"])
    #expect(result.status == 0, "\(result.errors)")
  }
}
