import BasicAlgorithms
import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

/// Records of version 1 are read as those of version 2, and migrated without loss.
@Suite struct RecordMigrationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The JSON object at `path`, each case's metrics sorted by name.
  private func object(at path: String) throws -> NSDictionary {
    var document = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path)))
        as? [String: Any])
    document["cases"] = (document["cases"] as? [[String: Any]])?.map { found in
      var found = found
      found["metrics"] = (found["metrics"] as? [[String: Any]])?.sorted {
        "\($0["name"] ?? "")" < "\($1["name"] ?? "")"
      }
      return found
    }
    return document as NSDictionary
  }

  @Test(arguments: Version1Document.committed)
  func everyFieldOfAnOlderRecordIsKept(name: String) throws {
    let path = Version1Document.path(of: name)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      try SchemaValidator.validate(
        record: text, against: SchemaValidator.recordSchemaPath(ofVersion: 1)) == [])
    let record = try RunRecord.read(from: path)
    let version = try #require(name.split(separator: "-").last).description
    // The current document says all that the older one does, down to the last key and digit.
    let back = try Version1Document.object(of: record, version: version) as NSDictionary
    #expect(back == (try object(at: path)))
  }

  @Test(arguments: Version1Document.committed)
  func anOlderRecordMigratesToAnEqualOne(name: String) throws {
    let source = Version1Document.path(of: name)
    let path = folder.path(of: "record.json")
    try folder.write(Data(contentsOf: URL(filePath: source)), to: "record.json")
    let record = try RunRecord.read(from: path)
    #expect(record.schema == .current)

    let first = try RecordMigration(of: path)
    #expect(first.isNeeded && name.hasSuffix(first.version))
    try first.write(to: path)
    #expect(try RunRecord.read(from: path) == record)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text == (try record.json()))
    #expect(try SchemaValidator.validate(record: text) == [])
    #expect(first.byteCounts.after == text.utf8.count)
    #expect(first.byteCounts.after < first.byteCounts.before, "schema 2 is not larger")

    // A second time nothing changes.
    let second = try RecordMigration(of: path)
    #expect(!second.isNeeded && second.version == SchemaReference.current.version)
    try second.write(to: path)
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(try folder.names() == ["record.json"])
  }

  /// A record is the same in memory, whichever version it is read from.
  @Test func generatedRecordsAreEqualInBothVersions() throws {
    for seed in 0..<100 as Range<UInt64> {
      var generator = GeneratedRecord(seed: seed)
      let written = generator.next()
      let path = try folder.write(written.json().utf8, to: "2.json")
      let record = try RunRecord.read(from: path)
      var ordered = written
      for index in ordered.cases.indices {
        ordered.cases[index].metrics = written.cases[index].metrics.inRecordOrder()
      }
      #expect(record == ordered, "seed \(seed)")
      #expect(try record.json() == written.json(), "seed \(seed)")

      var random = SplitMix64(seed: seed)
      let older = try Version1Document.text(of: record) { $0.shuffled(using: &random) }
      let olderPath = try folder.write(older.utf8, to: "1.json")
      #expect(try RunRecord.read(from: olderPath) == record, "seed \(seed)")
      try RecordMigration(of: olderPath).write(to: olderPath)
      #expect(try folder.bytes(of: "1.json") == Array(record.json().utf8), "seed \(seed)")
    }
  }

  @Test func aNewerMinorVersionIsCopiedAsItIs() throws {
    var record = Sample.full()
    record.schema.version = "2.9"
    let text = try record.json().replacingOccurrences(
      of: #""summary" : {"#, with: #""later" : 1, "summary" : {"#)
    try folder.write(text.utf8, to: "newer.json")
    let migration = try RecordMigration(of: folder.path(of: "newer.json"))
    #expect(!migration.isNeeded && migration.version == "2.9")
    try migration.write(to: folder.path(of: "copy.json"))
    #expect(try folder.bytes(of: "copy.json") == Array(text.utf8))
  }

  @Test func metricsOfOneNameAreRefused() throws {
    var record = Sample.full()
    let older = try Version1Document.text(of: record) { $0 + $0.prefix(1) }
    let path = try folder.write(older.utf8, to: "twice.json")
    let error = #expect(throws: RecordError.self) { try RunRecord.read(from: path) }
    #expect("\(try #require(error))".contains("two metrics are called"))
    record.cases[0].metrics.append(record.cases[0].metrics[0])
    #expect(
      throws: RecordError.notFinite(field: "cases[0].metrics", value: "a second 'cpu_time'")
    ) { try record.json() }
  }

  @Test func invalidFieldsOfVersionOneAreNamed() throws {
    let text = try String(
      contentsOfFile: Version1Document.path(of: "lookup-1.0"), encoding: .utf8)
    let family = #""family" : "lookup/section-of-global/data=uniform-1000/payload=item8""#
    let changes = [
      (#""storage" : "flat""#, #""storage" : 7"#, "cases[1].params.storage"),
      (#""unit" : "byte""#, #""unit" : null"#, "cases[0].metrics[6].unit"),
      (family, #""family" : "lookup""#, "curves[0].family"),
      (#""seed" : 1"#, #""seed" : -1"#, "run.seed"),
    ]
    for (old, new, field) in changes {
      let changed = text.replacingOccurrences(of: old, with: new)
      #expect(changed != text, "\(old)")
      let path = try folder.write(changed.utf8, to: "a.json")
      let error = try #require(
        #expect(throws: RecordError.self) { try RunRecord.read(from: path) }, "\(new)")
      guard case .malformed(path, let found, _) = error else {
        Issue.record("\(new): \(error)")
        continue
      }
      #expect(found == field || field == "run.seed" && found.isEmpty, "\(error)")
    }
  }

  /// The first check of a version 1 tool: it refuses every later version.
  @Test func anOlderReaderSeesThatTheVersionIsNewer() throws {
    struct Envelope: Decodable {
      struct Schema: Decodable {
        let name: String
        let version: String
      }
      let schema: Schema
    }
    let schema = try JSONDecoder().decode(Envelope.self, from: Data(Sample.full().json().utf8))
      .schema
    #expect(schema.name == "cvbench-run-record")
    #expect(schema.version.split(separator: ".").first.flatMap { Int($0) } == 2)
  }

  @Test func filesThatAreNoRecordsAreNotMigrated() throws {
    for text in ["", "{", "hello", #"{"schema": {"name": "cvbench-journal", "version": "1.0"}}"#] {
      let path = try folder.write(text.utf8, to: "other.json")
      #expect(throws: RecordError.self, "\(text)") { try RecordMigration(of: path) }
      let migration = try RecordMigration(of: Version1Document.path(of: "layout-1.1"))
      if !text.isEmpty {
        #expect(throws: RecordError.self, "\(text)") { try migration.write(to: path) }
        #expect(try folder.bytes(of: "other.json") == Array(text.utf8))
      }
    }
  }
}
