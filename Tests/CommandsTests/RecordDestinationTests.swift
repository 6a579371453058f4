import Benchmarking
import Foundation
import Testing

import Commands

@Suite struct RecordDestinationTests {
  @Test func newNamesSayPresetAndTimeAndAreFree() throws {
    try inTemporaryDirectory { directory in
      let date = Date(timeIntervalSince1970: 1_700_000_000)
      func next() -> RecordDestination { .new(named: "quick", startedAt: date, in: directory) }
      #expect(next().path == "\(directory)/quick-20231114T221320Z.json")
      try Data().write(to: URL(filePath: next().path))
      #expect(next().path == "\(directory)/quick-20231114T221320Z-2.json")
      try Data().write(to: URL(filePath: next().journalPath))
      #expect(next().path == "\(directory)/quick-20231114T221320Z-3.json")
    }
  }

  @Test func resumesTheRunThatWasAddedToLast() throws {
    try inTemporaryDirectory { directory in
      #expect {
        try RecordDestination.newestUnfinished(in: directory)
      } throws: { ($0 as? ToolError)?.status == .usage }
      for (name, age) in [("b", 30.0), ("a", 10), ("c", 20)] {
        let journal = RecordDestination(path: "\(directory)/\(name).json").journalPath
        try Data().write(to: URL(filePath: journal))
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: journal)
      }
      try Data().write(to: URL(filePath: directory + "/z.json"))
      #expect(
        try RecordDestination.newestUnfinished(in: directory).path == directory + "/a.json")
    }
  }

  @Test func writableMeansAFileCanBeMadeBeside() throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/record.json"
      try RecordDestination(path: file).checkWritable()
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
      try Data("old".utf8).write(to: URL(filePath: file))
      try RecordDestination(path: file).checkWritable()
      #expect(try Data(contentsOf: URL(filePath: file)) == Data("old".utf8))
    }
  }

  @Test(
    arguments: [
      ("/record/x.json", "/record is not a directory"),
      ("/missing/x.json", "/missing does not exist; make it first"),
      ("/", "is not a regular file"), ("", "is not a regular file"),
    ])
  func unwritableSaysWhy(suffix: String, reason: String) throws {
    try inTemporaryDirectory { directory in
      try Data().write(to: URL(filePath: directory + "/record"))
      let error = try #require(throws: ToolError.self) {
        try RecordDestination(path: directory + suffix).checkWritable()
      }
      #expect(error.status == .outputFailed)
      #expect("\(error)".hasPrefix("cannot write \(directory + suffix): "))
      #expect("\(error)".contains(reason))
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["record"])
    }
  }

  @Test func whatNobodyMayWriteIsNotReplaced() throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/record.json"
      try Data("old".utf8).write(to: URL(filePath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file)
      let error = try #require(throws: ToolError.self) {
        try RecordDestination(path: file).checkWritable()
      }
      #expect(error.status == .outputFailed)
      #expect("\(error)" == "cannot write \(file): is read-only; name another file with -o")
    }
  }

  @Test func devicesAreNoRecords() {
    #expect(throws: ToolError.self) { try RecordDestination(path: "/dev/null").checkWritable() }
  }
}
