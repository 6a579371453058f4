import Foundation
import TestSupport
import Testing

import Processes
import RunRecords

@Suite struct RunJournalTests {
  private let folder: TemporaryFolder
  private let path: String
  private let entries = [
    Sample.time(), Sample.time(launch: 1, checksum: nil, cpu: nil),
    Sample.allocations(exact: [
      ExactMetric.allocations.record(7), ExactMetric.liveBytes.absent("a \"reason\"\nin two lines"),
    ]),
  ]

  init() throws {
    folder = try TemporaryFolder()
    path = RunJournal.path(forRecordAt: folder.path(of: "a.json"))
  }

  private func journalBytes() throws -> [UInt8] {
    let journal = try RunJournal.start(at: path, header: Sample.header())
    for entry in entries { try journal.append(entry) }
    return try folder.bytes(of: "a.json.partial.jsonl")
  }

  private func write(_ bytes: some Sequence<UInt8>) throws {
    try folder.write(bytes, to: "a.json.partial.jsonl")
  }

  private func error(
    of body: () throws -> Void, _ place: SourceLocation = #_sourceLocation
  ) -> RecordError? {
    #expect(throws: RecordError.self, sourceLocation: place) { try body() }
  }

  @Test func whatIsAppendedIsReadAgain() throws {
    let bytes = try journalBytes()
    let contents = try RunJournal.read(from: path)
    #expect(contents.header == Sample.header())
    #expect(contents.entries == entries)
    #expect(contents.warnings == [])
    #expect(bytes.count { $0 == UInt8(ascii: "\n") } == 4 && bytes.last == UInt8(ascii: "\n"))
    #expect(try folder.names() == ["a.json.partial.jsonl"])
  }

  /// The remains of a `kill -9`: the first bytes of the file, up to any one.
  @Test func journalCutAtAnyByteIsResumed() throws {
    let bytes = try journalBytes()
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    for length in 0...bytes.count {
      try write(bytes[..<length])
      let whole = ends.count { $0 <= length }
      let isTorn = !ends.contains(length)
      let expected = entries.prefix(max(0, whole - 1))

      if whole == 0 {
        #expect(throws: RecordError.tornHeader(path: path)) { try RunJournal.read(from: path) }
      } else {
        let contents = try RunJournal.read(from: path)
        #expect(contents.entries == Array(expected), "\(length)")
        #expect(contents.warnings.map(\.code) == (isTorn ? ["torn-journal"] : []), "\(length)")
      }

      let (journal, contents) = try RunJournal.resume(at: path, header: Sample.header())
      #expect(contents.entries == Array(expected), "\(length)")
      #expect(contents.warnings.isEmpty != isTorn, "\(length)")
      for entry in entries.dropFirst(expected.count) { try journal.append(entry) }
      #expect(try folder.bytes(of: "a.json.partial.jsonl") == bytes, "\(length)")
    }
  }

  /// The remains of a power cut: the length of the file, with zeros where data had not landed.
  @Test func zerosAtTheEndAreATornLine() throws {
    let bytes = try journalBytes()
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
    let head = lines.dropLast().joined(separator: [UInt8(ascii: "\n")]) + [UInt8(ascii: "\n")]
    let zeros = [UInt8](repeating: 0, count: 300)
    for tail in [zeros, zeros + [UInt8(ascii: "\n")]] {
      try write(head + tail)
      let contents = try RunJournal.read(from: path)
      #expect(contents.entries == Array(entries.dropLast()))
      #expect(contents.warnings.map(\.code) == ["torn-journal"])
      _ = try RunJournal.resume(at: path, header: Sample.header())
      #expect(try folder.bytes(of: "a.json.partial.jsonl") == Array(head))
    }
  }

  @Test func damageElsewhereIsRefusedWithItsLine() throws {
    let bytes = try journalBytes()
    let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    for line in 2..<ends.count {
      var damaged = bytes
      damaged[ends[line - 1] - 1] = UInt8(ascii: "x")
      try write(damaged)
      let expected = RecordError.tornLine(path: path, line: line)
      #expect(throws: expected) { try RunJournal.read(from: path) }
      #expect(throws: expected) { try RunJournal.resume(at: path, header: Sample.header()) }
      #expect(try folder.bytes(of: "a.json.partial.jsonl") == damaged)
    }
  }

  /// The decoder would take it, but nothing makes its texts harmless.
  @Test func aLineInAnotherEncodingIsDamaged() throws {
    var lines = try journalBytes().split(separator: UInt8(ascii: "\n")).map { Data($0) }
    lines[1] = try #require(String(decoding: lines[1], as: UTF8.self).data(using: .utf16BigEndian))
    let bytes = lines.joined(separator: Data("\n".utf8))
    try write(bytes)
    #expect(throws: RecordError.tornLine(path: path, line: 2)) { try RunJournal.read(from: path) }
  }

  @Test func foreignFilesAreRefusedAndNeverOverwritten() throws {
    let record = try Sample.minimal().json()
    for text in ["hello", "hello\n", "{}\n", "[]", "{\n", record, "\u{0}\u{0}\u{0}"] {
      try write(text.utf8)
      let failures = [
        error { _ = try RunJournal.read(from: path) },
        error { _ = try RunJournal.resume(at: path, header: Sample.header()) },
        error { _ = try RunJournal.start(at: path, header: Sample.header()) },
      ]
      for failure in failures { #expect(failure?.description.contains(path) == true, "\(text)") }
      #expect(try folder.bytes(of: "a.json.partial.jsonl") == Array(text.utf8))
    }
  }

  @Test func newerMajorVersionIsRefused() throws {
    var header = Sample.header()
    header.schema.version = "3.0"
    _ = try RunJournal.start(at: path, header: header)
    let expected = RecordError.newerSchema(path: path, found: "3.0", supported: "2.0")
    #expect(throws: expected) { try RunJournal.read(from: path) }
    #expect(throws: expected) { try RunJournal.resume(at: path, header: Sample.header()) }
    let refusal = error { _ = try RunJournal.start(at: path, header: Sample.header()) }
    #expect(refusal?.description.contains("3.0") == true)
  }

  /// Its seed is a number; nothing else differs.
  @Test func aJournalOfVersionOneIsResumed() throws {
    let text = String(decoding: try journalBytes(), as: UTF8.self)
    let older =
      text
      .replacing(#""seed":"18446744073709551615""#, with: #""seed":18446744073709551615"#)
      .replacing(#""version":"2.0""#, with: #""version":"1.0""#)
    #expect(older.count == text.count - 2)
    try folder.write(older.utf8, to: "a.json.partial.jsonl")
    let (_, contents) = try RunJournal.resume(at: path, header: Sample.header())
    #expect(contents.header.run == Sample.run)
    #expect(contents.entries == entries)
  }

  @Test func anotherPlanIsRefusedWithWhatDiffers() throws {
    let bytes = try journalBytes()
    let header = Sample.header(planDigest: "bb", options: ["sizes": "1M", "filter": "item"])
    #expect(
      throws: RecordError.otherPlan(
        path: path, differences: ["filter was not given, is item", "sizes was 1k, is 1M"])
    ) {
      try RunJournal.resume(at: path, header: header)
    }
    let failure = error {
      _ = try RunJournal.resume(at: path, header: Sample.header(planDigest: "bb"))
    }
    #expect(failure?.description.contains("plan digest aa, now bb") == true)
    #expect(try folder.bytes(of: "a.json.partial.jsonl") == bytes)
  }

  /// Of many and of long ones, what the reader needs.
  @Test func differencesOfPlansAreShort() throws {
    let long = String(repeating: "x", count: 100)
    let old = ["a": long + "1", "b": "1", "c": "1", "d": "1", "e": "1"]
    _ = try RunJournal.start(at: path, header: Sample.header(options: old))
    func differences(_ options: [String: String]) -> [String] {
      let header = Sample.header(planDigest: "bb", options: options)
      let refusal = error { _ = try RunJournal.resume(at: path, header: header) }
      guard case .otherPlan(_, let differences)? = refusal else { return [] }
      return differences
    }
    let rest = "bcde".map { "\($0) was 1, is not given" }
    let end = String(repeating: "x", count: 10)
    #expect(differences(["a": long + "2"]) == ["a was …\(end)1, is …\(end)2"] + rest)
    #expect(
      differences(["f": "1"])
        == ["a was \(long.prefix(58))…, is not given"] + rest.prefix(3) + ["and 2 more options"])
  }

  @Test func nothingToResumeStartsAJournalAndSaysSo() throws {
    let (journal, contents) = try RunJournal.resume(at: path, header: Sample.header())
    #expect(contents.entries == [] && contents.warnings.map(\.code) == ["nothing-to-resume"])
    try journal.append(entries[0])
    #expect(try RunJournal.read(from: path).entries == [entries[0]])
  }

  @Test func startReplacesOnlyWhatNeverHeldAnything() throws {
    let bytes = try journalBytes()
    for old in [[], Array(bytes.prefix(20))] {
      try write(old)
      _ = try RunJournal.start(at: path, header: Sample.header(planDigest: "cc"))
      let contents = try RunJournal.read(from: path)
      #expect(contents.header.planDigest == "cc" && contents.entries == [])
    }
    #expect(try folder.names() == ["a.json.partial.jsonl"])
  }

  @Test func startRefusesAnUnfinishedRun() throws {
    let bytes = try journalBytes()
    let headerEnd = try #require(bytes.firstIndex(of: UInt8(ascii: "\n")))
    for length in [headerEnd + 1, bytes.count - 5, bytes.count] {
      try write(bytes[..<length])
      #expect(throws: RecordError.unfinishedRun(path: path)) {
        try RunJournal.start(at: path, header: Sample.header(planDigest: "cc"))
      }
      #expect(try folder.bytes(of: "a.json.partial.jsonl") == Array(bytes[..<length]))
    }
  }

  @Test func aCompleteRecordLeavesNothingToResume() throws {
    let recordPath = folder.path(of: "a.json")
    var record = Sample.minimal()
    for isComplete in [false, true] {
      record.run.completed = isComplete
      try record.write(to: recordPath)
      func resume() throws -> [JournalEntry] {
        try RunJournal.resume(at: path, header: Sample.header(), recordPath: recordPath)
          .contents.entries
      }
      if isComplete {
        #expect(throws: RecordError.alreadyComplete(path: recordPath)) { try resume() }
        #expect(try folder.names() == ["a.json"])
        // A kill between the record and the removal of its journal leaves both.
        _ = try journalBytes()
        #expect(try resume() == entries)
      } else {
        #expect(try resume() == [])
        try SystemFile.remove(path)
      }
    }
  }

  /// Between opening and locking: the path's file is another one, or none.
  @Test func whatIsLockedIsWhatIsAtThePath() throws {
    try write("old".utf8)
    var opened = 0
    let file = try RunJournal.take(path) {
      opened += 1
      guard opened == 1 else { return }
      try FileManager.default.removeItem(atPath: path)
      try write("new".utf8)
    }
    #expect(opened == 2)
    #expect(try file.readAll(atMost: 8) == Array("new".utf8))

    let removed = folder.path(of: "removed")
    try folder.write([], to: "removed")
    #expect(throws: SystemError(code: ENOENT)) {
      _ = try RunJournal.take(removed) { try SystemFile.remove(removed) }
    }
  }

  @Test func oneJournalHasOneWriter() throws {
    let journal = try RunJournal.start(at: path, header: Sample.header())
    let expected = RecordError.journalInUse(path: path)
    #expect(throws: expected) { try RunJournal.start(at: path, header: Sample.header()) }
    #expect(throws: expected) { try RunJournal.resume(at: path, header: Sample.header()) }
    try journal.append(entries[0])
    #expect(try RunJournal.read(from: path).entries == [entries[0]])
  }

  @Test func removedJournalIsGone() throws {
    let journal = try RunJournal.start(at: path, header: Sample.header())
    try journal.remove()
    #expect(try folder.names() == [])
    #expect(throws: RecordError.self) { try journal.remove() }
  }

  @Test func figureThatCannotBeWrittenIsRefused() throws {
    let journal = try RunJournal.start(at: path, header: Sample.header())
    #expect(throws: RecordError.notFinite(field: "cpu_batches[1]", value: "nan")) {
      try journal.append(Sample.time(cpu: [1, .nan]))
    }
    #expect(try RunJournal.read(from: path).entries == [])
  }

  @Test func unwritableFolderIsNamed() {
    let nowhere = folder.path(of: "none/a.partial.jsonl")
    let failure = error { _ = try RunJournal.start(at: nowhere, header: Sample.header()) }
    #expect(failure == .unwritable(path: nowhere, reason: "No such file or directory"))
  }

  @Test func fullDiskLeavesWholeLinesOnly() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let path = folder.path(of: "j")
      let journal = try RunJournal.start(at: path, header: Sample.header())
      try journal.append(Sample.time())
      let before = try folder.bytes(of: "j")
      for room in [0, 1, 50] {
        try FileSizeLimit.set(bytes: before.count + room)
        #expect(throws: RecordError.unwritable(path: path, reason: "File too large")) {
          try journal.append(Sample.time(launch: 1))
        }
        #expect(try folder.bytes(of: "j") == before)
      }
      try FileSizeLimit.set(bytes: 1 << 20)
      try journal.append(Sample.time(launch: 2))
      #expect(try RunJournal.read(from: path).entries.map(\.launch) == [0, 2])
    }
  }
}
