import Changesets
import Datasets
import Foundation
import TestSupport
import Testing

@Suite struct UpdateTraceTests {
  private typealias Trace = UpdateTrace

  private func item(_ id: String, _ revision: UInt32 = 0) -> Trace.Item {
    Trace.Item(id: Trace.ID(id), revision: revision)
  }

  private func section(_ id: String, _ items: [Trace.Item]) -> Trace.Section {
    Trace.Section(id: Trace.ID(id), items: items)
  }

  /// The example of the guide.
  private func example() throws -> Trace {
    try Trace(
      [section("fruit", [item("apple"), item("pear")])],
      [
        Trace.Batch(
          name: "first",
          changeset: Changeset(
            insertedSections: [1],
            movedItems: [
              Changeset.Move(
                from: ItemPath(section: 0, item: 1), to: ItemPath(section: 1, item: 0))
            ], reloadedItems: [ItemPath(section: 0, item: 0)]),
          items: [ItemPath(section: 0, item: 0): item("apple", 1)],
          sections: [1: section("green", [item("lime")])]),
        Trace.Batch(name: "second", changeset: Changeset()),
      ])
  }

  @Test func theGuideShowsTheExample() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let guide = try String(
      contentsOf: root.appending(path: "docs/update-traces.md"), encoding: .utf8)
    let lines = guide.split(separator: "\n").filter { $0.hasPrefix("    {\"") }.map {
      $0.dropFirst(4)
    }
    #expect(try Trace(jsonLines: lines.joined(separator: "\n")) == example())
  }

  @Test func theFinalStateIsTheResultOfTheBatches() throws {
    #expect(
      try example().final == [
        section("fruit", [item("apple", 1)]), section("green", [item("pear"), item("lime")]),
      ])
  }

  @Test func aTraceSurvivesItsFile() throws {
    let folder = try TemporaryFolder()
    let trace = try example()
    let path = try folder.write(trace.jsonLines.utf8, to: "updates.jsonl")
    #expect(try Trace(path: path) == trace)
    #expect(trace.jsonLines.split(separator: "\n").count == 3)
  }

  @Test func spacingDoesNotChangeTheChecksum() throws {
    let trace = try example()
    let text =
      "\u{FEFF}"
      + trace.jsonLines.replacing("\n", with: "\r\n \r\n")
      .replacing("\":", with: "\" : ")
    let read = try Trace(jsonLines: text)
    #expect(read == trace)
    #expect(read.checksum == trace.checksum)
    let other = trace.jsonLines.replacing("lime", with: "fig")
    #expect(try Trace(jsonLines: other).checksum != trace.checksum)
  }

  /// Two names of equal characters and different bytes, as a disk may have.
  @Test func namesAreComparedByteByByte() throws {
    let names = ["caf\u{e9}", "cafe\u{301}"]
    #expect(names[0] == names[1])
    let trace = try Trace(
      [section("a", names.map { item($0) })], [Trace.Batch(name: "", changeset: Changeset())])
    let read = try Trace(jsonLines: trace.jsonLines)
    #expect(read == trace)
    #expect(read.initial[0].items[0].id != read.initial[0].items[1].id)
  }

  // MARK: What is refused

  private static let first =
    #"{"updates":1,"sections":[{"id":"s","items":[{"id":"a","revision":0}]}]}"#

  private static let badLines: [(String, String)] = [
    ("{", "line 1, column 1: this is no JSON object; write one object a line"),
    (#"{"updates":2,"sections":[]}"#, "line 1, column 1: the form is version 2"),
    (#"{"sections":[]}"#, "the first line has no 'updates'"),
    (#"{"updates":1,"section":[]}"#, "Did you mean 'sections'?"),
    (first, "holds no updates"),
    ("", "holds no updates"),
    (first + "\n\n{\"name\":\"x\"}", "line 3, column 1: the batch has no 'update'"),
    (first + "\n{\"name\":1,\"update\":{}}", "'name' is no String"),
    (first + "\n{\"name\":\"x\",\"update\":{\"deletedItem\":[]}}", "Did you mean 'deletedItems'?"),
    (
      first + #"{"name":"x","update":{}}"#,
      "line 1, column 1: this is no JSON object"
    ),
    (
      first
        + "\n{\"name\":\"x\",\"update\":{},\"items\":[{\"section\":0,\"item\":0,\"id\":\"b\",\"revision\":-1}]}",
      "line 2, column 1: 'items.revision' is -1; give a whole number from 0 to 4294967295"
    ),
    (
      first
        + "\n{\"name\":\"x\",\"update\":{},\"items\":[{\"section\":0,\"item\":9999999999,\"id\":\"b\","
        + "\"revision\":0}]}",
      "line 2, column 1: 'items.item' is 9999999999; give a whole number from 0 to 2147483647"
    ),
    (
      first + "\n{\"name\":\"x\",\"update\":{\"deletedItems\":["
        + "{\"section\":9999999999,\"item\":0}]}}",
      "line 2, column 1: 'update.deletedItems.section' is 9999999999; give a whole number from 0"
    ),
    (
      #"{"updates":1,"sections":[{"id":"s","items":[{"id":"a","revision":4294967296}]}]}"#,
      "line 1, column 1: 'sections.items.revision' is 4294967296; give a whole number from 0 to"
    ),
    (
      first + "\n{\"name\":\"x\",\"update\":{},\"items\":["
        + "{\"section\":0,\"item\":0,\"id\":\"b\",\"revision\":0},"
        + "{\"section\":0,\"item\":0,\"id\":\"c\",\"revision\":0}]}",
      "line 2, column 1: 'items' has item [0, 0] twice"
    ),
  ]

  @Test(arguments: badLines)
  func aMalformedLineIsReported(text: String, message: String) {
    let error = #expect(throws: DatasetError.self) { try Trace(jsonLines: text) }
    #expect(error?.description.contains(message) == true, "\(error as Any)")
  }

  private static let badNumbers: [(String, String)] = [
    (
      #"{"deletedItems":[{"section":0,"item":2147483648}]}"#,
      "'update.deletedItems.item' is 2147483648; give a whole number from 0 to 2147483647"
    ),
    (
      #"{"deletedItems":[{"section":0,"item":0},{"section":0,"item":0.5}]}"#,
      "'update.deletedItems.item' is 0.5; give a whole number"
    ),
    (
      #"{"movedItems":[{"source":{"section":-1,"item":0},"target":{"section":0,"item":0}}]}"#,
      "'update.movedItems.source.section' is -1; give a whole number"
    ),
    (#"{"deletedSections":[0,1e30]}"#, "'update.deletedSections' is 1e+30; give a whole number"),
    (
      #"{"movedSections":[{"source":0,"target":-1}]}"#,
      "'update.movedSections.target' is -1; give a whole number"
    ),
    // What is no number has no range.
    (#"{"deletedItems":[{"section":0,"item":true}]}"#, "is no Int32"),
  ]

  @Test(arguments: badNumbers)
  func aNumberOutOfRangeIsReportedWithTheRange(update: String, message: String) {
    let text = Self.first + "\n{\"name\":\"x\",\"update\":\(update)}"
    let error = #expect(throws: DatasetError.self) { try Trace(jsonLines: text) }
    #expect(error?.description.contains(message) == true, "\(error as Any)")
  }

  private static let impossibleSteps: [(String, String, String, String)] = [
    (
      #"{"deletedItems":[{"section":0,"item":1}]}"#, "", "",
      "expected an update that is legal for 1 item in 1 section, which the lines before lead to; "
        + "found one that is not: the update has a delete of item [0, 1], but section 0 had 1 item"
    ),
    (
      #"{"insertedItems":[{"section":0,"item":1}]}"#, "", "",
      "expected item [0, 1], which is inserted, reloaded or reconfigured, in 'items'; found nothing"
    ),
    (
      #"{"insertedItems":[{"section":0,"item":1}]}"#,
      #"{"section":0,"item":1,"id":"a","revision":0}"#, "",
      "expected items of different ids; found two items 'a' at the same time"
    ),
    (
      #"{"reloadedItems":[{"section":0,"item":0}]}"#,
      #"{"section":0,"item":0,"id":"b","revision":0}"#, "",
      "expected item [0, 0] to be 'a' still, since it is not inserted; found the id 'b'"
    ),
    (
      #"{"deletedItems":[{"section":0,"item":0}]}"#,
      #"{"section":0,"item":0,"id":"b","revision":0}"#, "",
      "by path after; found item [0, 0] in it"
    ),
    (
      #"{"insertedSections":[0]}"#, "", "",
      "expected what section 0, which is inserted or reloaded, holds; found nothing"
    ),
    (
      #"{"insertedSections":[0]}"#, "", #"{"section":0,"id":"s","items":[]}"#,
      "found two sections 's' at the same time"
    ),
    (
      #"{}"#, "", #"{"section":0,"id":"t","items":[]}"#,
      "by index after; found section 0 in it"
    ),
    (
      #"{"insertedSections":[0],"insertedItems":[{"section":0,"item":0}]}"#,
      #"{"section":0,"item":0,"id":"b","revision":0}"#,
      #"{"section":0,"id":"t","items":[{"id":"b","revision":0}]}"#,
      "expected the items of section 0, which comes, in 'sections' alone"
    ),
    (
      #"{"reloadedSections":[0]}"#, "", #"{"section":0,"id":"t","items":[]}"#,
      "expected section 0 to be 's' still, since it is not inserted; found the id 't'"
    ),
  ]

  @Test(arguments: impossibleSteps)
  func anImpossibleStepIsReported(
    update: String, items: String, sections: String, message: String
  ) throws {
    let text =
      Self.first + "\n{\"name\":\"x\",\"update\":{}}\n\n{\"name\":\"y\",\"update\":\(update),"
      + "\"items\":[\(items)],\"sections\":[\(sections)]}\n"
    let error = #expect(throws: DatasetError.self) { try Trace(jsonLines: text, path: "u.jsonl") }
    #expect(error?.description.hasPrefix("'u.jsonl', line 4: ") == true, "\(error as Any)")
    #expect(error?.description.contains(message) == true, "\(error as Any)")
  }

  @Test func anUnreadableFileIsReported() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: DatasetError.self) { try Trace(path: folder.path(of: "none")) }
    #expect(missing?.description.contains("none' cannot be read: ") == true, "\(missing as Any)")
    let path = try folder.write([0x7b, 0xff, 0x7d], to: "bytes")
    let bytes = #expect(throws: DatasetError.self) { try Trace(path: path) }
    #expect(bytes?.description.contains("no text in UTF-8") == true, "\(bytes as Any)")
  }

  @Test func anImpossibleStepLeavesTheStateUnchanged() throws {
    var state = try Trace.State([section("s", [item("a"), item("b")])])
    let before = state.sections
    let batch = Trace.Batch(
      name: "", changeset: Changeset(deletedItems: [ItemPath(section: 0, item: 0)]),
      items: [ItemPath(section: 0, item: 0): item("c")])
    #expect(throws: Trace.Impossible.self) { try state.apply(batch) }
    #expect(state.sections == before)
    let legal = Trace.Batch(
      name: "",
      changeset: Changeset(
        deletedItems: [ItemPath(section: 0, item: 0)],
        insertedItems: [ItemPath(section: 0, item: 1)]),
      items: [ItemPath(section: 0, item: 1): item("a", 5)])
    try state.apply(legal)
    #expect(state.sections == [section("s", [item("b"), item("a", 5)])])
  }

  @Test func aSummaryCountsOperationsAndItems() throws {
    let summary = try example().summary
    #expect(summary.batches == 2)
    #expect(summary.emptyBatches == 1)
    #expect(summary.operations == [.insertedSections: 1, .moves: 1, .reloads: 1])
    #expect(summary.operationCount == 3)
    #expect(summary.largestBatchOperations == 3)
    #expect(summary.largestBatchName == "first")
    #expect(summary.maximumItems == 3)
    #expect(summary.finalItems == 3)
    #expect(summary.finalSections == 2)
  }
}
