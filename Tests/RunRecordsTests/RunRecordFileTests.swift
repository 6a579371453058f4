import Foundation
import TestSupport
import Testing

import RunRecords

@Suite struct RunRecordFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func readError(_ name: String) -> RecordError? {
    #expect(throws: RecordError.self) { try RunRecord.read(from: folder.path(of: name)) }
  }

  private func writeError(_ path: String) -> RecordError? {
    #expect(throws: RecordError.self) { try Sample.full().write(to: path) }
  }

  @Test func whatIsWrittenIsReadAgain() throws {
    let path = folder.path(of: "a.json")
    try Sample.full().write(to: path)
    #expect(try RunRecord.read(from: path) == Sample.full())
    try Sample.minimal().write(to: path)
    #expect(try RunRecord.read(from: path) == Sample.minimal())
    #expect(try folder.names() == ["a.json"])
  }

  @Test func recordCutAtAnyByteIsRefusedAndNeverOverwritten() throws {
    let bytes = Array(try Sample.minimal().json().utf8)
    let path = folder.path(of: "cut.json")
    // Without its last byte, the newline, the document is still whole.
    for length in 0..<(bytes.count - 1) {
      try folder.write(bytes[..<length], to: "cut.json")
      let error = try #require(readError("cut.json"), "\(length)")
      guard case .truncated(path, _) = error else {
        Issue.record("cut at \(length): \(error)")
        return
      }
    }
    let error = try #require(writeError(path))
    #expect(error.description.contains(path) && error.description.contains("overwritten"))
    #expect(try folder.bytes(of: "cut.json") == Array(bytes[..<(bytes.count - 2)]))
    #expect(try folder.names() == ["cut.json"])
  }

  @Test func foreignDocumentsAreRefusedAndNeverOverwritten() throws {
    let documents = [
      "[]", "[1, 2", "7", "null", "\"text\"", "hello\n", "{}", #"{"schema": "1.0"}"#,
      #"{"schema": {"name": "cvbench-run-record"}}"#, #"{"cases": []}"#,
      #"{"schema": {"name": "cvbench-journal", "version": "1.0", "uri": ""}}"#, "\u{0}\u{0}",
    ]
    let path = folder.path(of: "foreign.json")
    for document in documents {
      try folder.write(document.utf8, to: "foreign.json")
      let error = try #require(readError("foreign.json"), "\(document)")
      guard case .foreign(path, "cvbench-run-record", _) = error else {
        Issue.record("\(document): \(error)")
        continue
      }
      let refusal = try #require(writeError(path))
      guard case .wouldOverwrite(path, _) = refusal else {
        Issue.record("\(document): \(refusal)")
        continue
      }
      #expect(try folder.bytes(of: "foreign.json") == Array(document.utf8))
    }
  }

  /// The decoder would read these too, but not what makes texts harmless.
  @Test(arguments: [
    String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian,
    .isoLatin1,
  ])
  func aRecordInAnotherEncodingIsRefused(_ encoding: String.Encoding) throws {
    var record = Sample.full()
    record.run.preset = "\u{85}\u{9B}é"
    let bytes = try #require(try record.json().data(using: encoding))
    let path = folder.path(of: "other.json")
    // The decoder leaves out the half of a character at the end.
    for bytes in [bytes, bytes + [0xC3]] {
      try folder.write(bytes, to: "other.json")
      let errors = [
        #expect(throws: RecordError.self) { try RunRecord.read(from: path) },
        #expect(throws: RecordError.self) { try RunRecord.shown(from: path) },
      ]
      for error in errors {
        #expect(error?.description.contains("UTF-8") == true, "\(encoding): \(error as Any)")
      }
      let refusal = try #require(writeError(path))
      #expect(refusal.description.contains("UTF-8"))
      #expect(try folder.bytes(of: "other.json") == Array(bytes))
    }
  }

  /// A budget or a comparison would have to choose one of them.
  @Test func aCaseThatIsThereTwiceIsNamed() throws {
    var record = Sample.full()
    record.cases.append(record.cases[0])
    try folder.write(try record.json().utf8, to: "twice.json")
    #expect(
      readError("twice.json")
        == .malformed(
          path: folder.path(of: "twice.json"), field: "cases[\(record.cases.count - 1)].id",
          problem: "'\(record.cases[0].id)' is there twice"))
  }

  @Test func anEmptyFileIsFilled() throws {
    try folder.write([], to: "empty.json")
    let path = folder.path(of: "empty.json")
    try Sample.full().write(to: path)
    #expect(try RunRecord.read(from: path) == Sample.full())
  }

  @Test func newerMajorVersionIsRefusedAndNeverOverwritten() throws {
    let path = folder.path(of: "newer.json")
    // Of a newer version nothing but the schema can be relied on.
    let newer = #"{"schema": {"name": "cvbench-run-record", "version": "3.1", "x": 1}}"#
    try folder.write(newer.utf8, to: "newer.json")
    #expect(
      readError("newer.json") == .newerSchema(path: path, found: "3.1", supported: "2.1"))
    let refusal = try #require(writeError(path))
    #expect(refusal.description.contains("3.1"))
    #expect(try folder.bytes(of: "newer.json") == Array(newer.utf8))
  }

  @Test func newerMinorVersionIsReadWithoutWhatItAdded() throws {
    var record = Sample.full()
    record.schema.version = "2.7"
    let text = try record.json().replacingOccurrences(
      of: #""summary" : {"#, with: #""later" : [{"x" : null}], "summary" : { "also" : 1,"#)
    try folder.write(text.utf8, to: "minor.json")
    #expect(try RunRecord.read(from: folder.path(of: "minor.json")) == record)
  }

  @Test func invalidFieldIsNamed() throws {
    let text = try Sample.full().json()
    let changes = [
      (#""value" : 4096"#, #""value" : "x""#, "cases[0].metrics.allocated_bytes.value"),
      // Foundation's decoder does not say which number it was.
      (#""value" : 4096"#, #""value" : 1.5"#, ""),
      (#""status" : "ok""#, #""status" : "fine""#, "cases[0].status"),
      (#""logical" : 2"#, #""logicol" : 2"#, "environment.cpu.logical"),
      (#""logical" : 2"#, #""logical" : null"#, "environment.cpu.logical"),
      (#""preset" : "quick""#, #""preset" : 7"#, "run.preset"),
      (#""version" : "2.1""#, #""version" : "one""#, "schema.version"),
      (#""version" : "2.1""#, #""version" : "0.9""#, "schema.version"),
    ]
    for (old, new, field) in changes {
      try folder.write(text.replacingOccurrences(of: old, with: new).utf8, to: "a.json")
      let error = try #require(readError("a.json"), "\(new)")
      guard case .malformed(folder.path(of: "a.json"), field, _) = error else {
        Issue.record("\(new): \(error)")
        continue
      }
    }
  }

  @Test func missingFileAndFolderAreNamed() throws {
    let error = try #require(readError("none.json"))
    #expect(error.description.contains(folder.path(of: "none.json")))
    #expect(error.description.contains("No such file or directory"))
    #expect(readError("") == .unreadable(path: folder.path(of: ""), reason: "Is a directory"))
  }

  @Test func symbolicLinksStayAndLeadToTheRecord() throws {
    let manager = FileManager.default
    try manager.createDirectory(
      atPath: folder.path(of: "runs"), withIntermediateDirectories: true)
    let links = ["direct": "runs/a.json", "chain": "direct", "far": folder.path(of: "runs/b.json")]
    for (name, target) in links {
      try manager.createSymbolicLink(atPath: folder.path(of: name), withDestinationPath: target)
    }
    // The first one leads to nothing yet.
    for (name, target) in [("chain", "a.json"), ("direct", "a.json"), ("far", "b.json")] {
      let record = name == "chain" ? Sample.minimal() : Sample.full()
      try record.write(to: folder.path(of: name))
      #expect(
        try manager.destinationOfSymbolicLink(atPath: folder.path(of: name)) == links[name])
      #expect(try RunRecord.read(from: folder.path(of: "runs/" + target)) == record)
    }
    #expect(try folder.names() == ["chain", "direct", "far", "runs"])
    #expect(
      try manager.contentsOfDirectory(atPath: folder.path(of: "runs")).sorted()
        == ["a.json", "b.json"])
  }

  @Test func linksInACircleAreRefused() throws {
    let path = folder.path(of: "circle")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "circle")
    #expect(AtomicFile.target(of: path) == path)
    let error = try #require(writeError(path))
    #expect(error.description.contains("Too many levels of symbolic links"), "\(error)")
  }

  @Test func whatCannotBeWrittenSaysWhyAndLeavesNothing() throws {
    try folder.write("x".utf8, to: "file")
    let refusals = [
      folder.path(of: "none/a.json"): "No such file or directory",
      folder.path(of: "file/a.json"): "Not a directory",
      folder.path: "it is not a regular file", "/dev/null": "it is not a regular file",
      "/proc/cvbench.json": "No such file or directory",
    ]
    for (path, reason) in refusals {
      let error = try #require(writeError(path))
      #expect(error.description.contains(path) && error.description.contains(reason), "\(error)")
    }
    #expect(try folder.names() == ["file"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere"))
  func folderWithoutPermissionIsNamed() throws {
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path) }
    let path = folder.path(of: "a.json")
    #expect(writeError(path) == .unwritable(path: path, reason: "Permission denied"))
  }

  @Test func figureThatCannotBeWrittenLeavesTheOldRecord() throws {
    let path = folder.path(of: "a.json")
    try Sample.minimal().write(to: path)
    var record = Sample.full()
    record.run.durationSeconds = .nan
    #expect(throws: RecordError.notFinite(field: "run.duration_s", value: "nan")) {
      try record.write(to: path)
    }
    #expect(try RunRecord.read(from: path) == Sample.minimal())
    #expect(try folder.names() == ["a.json"])
  }

  /// A limit on file sizes stands in for a full disk: the same call fails, after a part was taken.
  @Test func fullDiskLeavesTheOldRecordAndNothingElse() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "a.json")
      try Sample.minimal().write(to: path)
      try FileSizeLimit.set(bytes: 1_000)
      let error = #expect(throws: RecordError.self) { try Sample.full().write(to: path) }
      #expect(error == .unwritable(path: path, reason: "File too large"))
      #expect(throws: RecordError.self) { try Sample.full().write(to: folder.path(of: "b.json")) }
      #expect(try RunRecord.read(from: path) == Sample.minimal())
      #expect(try folder.names() == ["a.json"])
    }
  }

  @Test func whatAKilledProcessLeftIsRemoved() throws {
    let path = folder.path(of: "record.json")
    let old = Date(timeIntervalSinceNow: -600)
    for name in [".cvbench-1a.tmp", ".cvbench-2b.tmp", ".cvbench-3c.tmp", "other.tmp"] {
      try Data("half".utf8).write(to: URL(filePath: folder.path(of: name)))
      let isYoung = name.contains("2b")
      try FileManager.default.setAttributes(
        [.modificationDate: isYoung ? Date.now : old], ofItemAtPath: folder.path(of: name))
    }
    let held = try FileLock(taking: folder.path(of: ".cvbench-3c.tmp"))
    try Sample.full().write(to: path)
    #expect(
      try folder.names() == [".cvbench-2b.tmp", ".cvbench-3c.tmp", "other.tmp", "record.json"])
    withExtendedLifetime(held) {}
  }

  /// A command that only looks whether it can write there does so, too.
  @Test func aProbeRemovesWhatAKilledProcessLeft() throws {
    try folder.write("half".utf8, to: ".cvbench-1a.tmp", modifiedSeconds: 0)
    try AtomicFile.probe(besides: folder.path(of: "record.json"))
    #expect(try folder.names() == [])
  }
}
