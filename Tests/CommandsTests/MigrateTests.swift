import Foundation
import RunRecords
import Testing

/// `migrate` as its users run it.
@Suite struct MigrateTests {
  /// A record that a tool of version 1 wrote.
  private static let older = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../RunRecordsTests/Version1/lookup-1.0.json").standardized.path

  private func migrate(_ arguments: String...) throws -> ToolProcess.Result {
    try ToolProcess.fixture.run(["migrate"] + arguments)
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test func recordsAreRewrittenInTheirPlaceOnce() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      try FileManager.default.copyItem(atPath: Self.older, toPath: path)
      try FileManager.default.createSymbolicLink(
        atPath: directory + "/link.json", withDestinationPath: "record.json")
      let record = try RunRecord.read(from: path)

      let first = try migrate(directory + "/link.json")
      #expect(first.status == 0, "\(first.errors)")
      #expect(
        first.output == "\(directory)/link.json: schema 1.0 → 2.1, 4 cases, 18 KiB → 17 KiB\n")
      let migrated = try text(path)
      #expect(migrated == (try record.json()))

      let second = try migrate(path, path)
      #expect(second.status == 0)
      let line = "\(path): schema 2.1 already; not touched\n"
      #expect(second.output == line + line)
      #expect(try text(path) == migrated)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
          == ["link.json", "record.json"])
    }
  }

  @Test func anotherPathLeavesTheFile() throws {
    try inTemporaryDirectory { directory in
      let (path, copy) = (directory + "/new.json", directory + "/copy.json")
      let result = try migrate(Self.older, "-o", path)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("\(Self.older) → \(path): schema 1.0 → 2.1, 4 cases"))
      #expect(try RunRecord.read(from: path) == RunRecord.read(from: Self.older))
      #expect(try text(Self.older).contains(#""version" : "1.0""#))
      let again = try migrate(path, "-o", copy)
      #expect(again.output.contains("schema 2.1 already; copied"))
      #expect(try text(copy) == text(path))
    }
  }

  /// A file that is no record keeps the others from being written.
  @Test(
    arguments: [
      ("hello\n", "it is not JSON"), ("{", "damaged"), ("", "empty"),
      (#"{"schema": {"name": "cvbench-journal", "version": "1.0"}}"#, "cvbench-journal"),
      (#"{"schema": {"name": "cvbench-run-record", "version": "3.0"}}"#, "reads up to 2.1"),
    ])
  func filesThatAreNoRecordsStopIt(content: String, reason: String) throws {
    try inTemporaryDirectory { directory in
      let (record, other) = (directory + "/record.json", directory + "/other.json")
      try FileManager.default.copyItem(atPath: Self.older, toPath: record)
      try Data(content.utf8).write(to: URL(filePath: other))
      let result = try migrate(record, other)
      #expect(result.status == 2 && result.output.isEmpty)
      #expect(
        result.errors.contains(other) && result.errors.contains(reason), "\(result.errors)")
      #expect(try text(record) == text(Self.older))
      #expect(try text(other) == content)
      if !content.isEmpty {
        let refused = try migrate(record, "-o", other)
        #expect(refused.status == 2 && refused.errors.contains("overwritten"))
        #expect(try text(other) == content)
      }
    }
  }

  @Test func oneOutputIsForOneRecord() throws {
    let result = try migrate(Self.older, Self.older, "-o", "new.json")
    #expect(result.status == 2)
    #expect(
      result.errors.contains("--output 'new.json': it is for one record, and 2 are named"),
      "\(result.errors)")
  }

  @Test func aReadOnlyRecordIsNotReplaced() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      try FileManager.default.copyItem(atPath: Self.older, toPath: path)
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      let result = try migrate(path)
      #expect(result.status == 74 && result.errors.contains("is read-only"), "\(result.errors)")
      #expect(try text(path) == text(Self.older))
    }
  }
}
