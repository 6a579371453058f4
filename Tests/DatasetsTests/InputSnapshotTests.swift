import Foundation
import TestSupport
import Testing

import Datasets

struct InputSnapshotTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func csv() throws -> Dataset {
    let path = try folder.write(
      "section,id,width,height\nb,7,1.5,20\na,x,2,300\nb,9,0,4\n".utf8, to: "a.csv")
    return try Dataset(spec: "csv:\(path)", items: 0, seed: 3)
  }

  private func tree() throws -> Dataset {
    for name in ["z.txt", "b/2", "b/c/d/deep"] {
      try folder.write([1, 2, 3], to: "tree/\(name)", modifiedSeconds: 77)
    }
    try folder.makeFolder("tree/empty")
    return try Dataset(spec: "directory:\(folder.path(of: "tree"))", items: 0, seed: 3)
  }

  /// Writes a copy of `dataset`, and reads it again.
  private func copy(of dataset: Dataset) throws -> Dataset {
    let path = try folder.write(InputSnapshot(of: dataset, origin: "x").bytes, to: "1.snapshot")
    return try Dataset(spec: "snapshot:\(path)", items: 0, seed: 3)
  }

  @Test func aCopyHoldsTheWholeCollection() throws {
    for dataset in [try csv(), try tree()] {
      let copy = try copy(of: dataset)
      #expect(copy.name == dataset.name)
      #expect(copy.sectionSizes == dataset.sectionSizes)
      #expect(copy.checksum == dataset.checksum)
      #expect(copy.summaryLines == dataset.summaryLines)
      #expect(copy.warnings == dataset.warnings)
      for index in 0..<dataset.itemCount {
        #expect(copy.seed(atGlobalIndex: index) == dataset.seed(atGlobalIndex: index))
        let sizes = [copy, dataset].map { $0.size(atGlobalIndex: index) }
        #expect(sizes[0]?.widthPoints == sizes[1]?.widthPoints)
        #expect(sizes[0]?.heightPoints == sizes[1]?.heightPoints)
      }
      let planned = try Dataset(
        planned: "snapshot:\(folder.path(of: "1.snapshot"))", items: 0, seed: 3,
        checksum: dataset.checksum)
      #expect(planned.itemCount == dataset.itemCount)
    }
  }

  /// Two collections with one digest would be compared as one.
  @Test func everyValueOfARowCountsInTheChecksum() throws {
    let text = "section,id,width,height,title\nb,7,1.5,20,Fog\na,8,2,300,Sun\n"
    let others = [
      ("1.5", "1.25"), ("300", "301"), ("Fog", "Dog"), ("title", "name"), ("20,Fog", "2,0Fog"),
      ("b,7", "c,7"), ("a,8", "a,9"), ("Sun\n", "Sun\nb,9,1,1,Sea\n"),
    ].map { text.replacingOccurrences(of: $0, with: $1) }
    let checksums = try ([text] + others).enumerated().map { index, text in
      let path = try folder.write(text.utf8, to: "\(index).csv")
      return try Dataset(spec: "csv:\(path)", items: 0, seed: 3).checksum
    }
    #expect(Set(checksums).count == checksums.count, "\(checksums)")
  }

  @Test func aCopyStaysWhenTheTreeChanges() throws {
    let dataset = try tree()
    let path = try folder.write(InputSnapshot(of: dataset, origin: "x").bytes, to: "1.snapshot")
    try FileManager.default.removeItem(atPath: folder.path(of: "tree"))
    let copy = try Dataset(
      planned: "snapshot:\(path)", items: dataset.itemCount, seed: 3, checksum: dataset.checksum)
    #expect(copy.sectionSizes == dataset.sectionSizes)
  }

  /// Every prefix of a copy, and every copy with one other byte behind its header.
  @Test func aDamagedCopyIsAnError() throws {
    let bytes = InputSnapshot(of: try csv(), origin: "csv:a.csv").bytes
    let newlines = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
    let start = newlines[1] + 1
    for length in 0..<bytes.count {
      let path = try folder.write(bytes[..<length], to: "cut.snapshot")
      let error = #expect(throws: DatasetError.self) {
        try Dataset(spec: "snapshot:\(path)", items: 0, seed: 1)
      }
      guard case .unusableSnapshot(path, _)? = error else {
        Issue.record("\(length) bytes: \(String(describing: error))")
        return
      }
    }
    for position in start..<bytes.count {
      var other = bytes
      other[position] ^= 0x10
      let path = try folder.write(other, to: "changed.snapshot")
      #expect(throws: DatasetError.self, "byte \(position)") {
        try Dataset(spec: "snapshot:\(path)", items: 0, seed: 1)
      }
    }
  }

  /// A header that says what its bytes do not hold, however much that would be.
  @Test(arguments: [
    ("\"items\":3", "\"items\":4"), ("\"items\":3", "\"items\":2"),
    ("\"items\":3", "\"items\":-1"), ("\"items\":3", "\"items\":4611686018427387904"),
    ("\"sections\":2", "\"sections\":9223372036854775807"), ("\"sections\":2", "\"sections\":1"),
    ("\"hasSizes\":true", "\"hasSizes\":false"), ("\"collection\"", "\"trace\""),
    ("\"collection\"", "\"other\""), ("cvbench snapshot 1", "cvbench snapshot 2"),
  ])
  func aHeaderThatLiesIsAnError(_ text: String, _ other: String) throws {
    let bytes = InputSnapshot(of: try csv(), origin: "csv:a.csv").bytes
    let range = try #require(Data(bytes).range(of: Data(text.utf8)))
    let lying = Array(bytes[..<range.lowerBound]) + Array(other.utf8) + bytes[range.upperBound...]
    let path = try folder.write(lying, to: "lie.snapshot")
    let error = #expect(throws: DatasetError.self) {
      try Dataset(spec: "snapshot:\(path)", items: 0, seed: 1)
    }
    #expect(error.map { "\($0)" }?.contains("start a new run") == true)
  }

  @Test func aCopyThatIsGoneIsAnError() throws {
    let path = folder.path(of: "gone.snapshot")
    let error = DatasetError.unusableSnapshot(path: path, problem: "No such file or directory")
    #expect(throws: error) { try Dataset(spec: "snapshot:\(path)", items: 0, seed: 1) }
    #expect("\(error)".contains("start a new run"))
  }

  @Test func tracesAreReadFromTheirCopies() throws {
    let updates = """
      {"updates": 1, "sections": [{"id": "s", "items": [{"id": "a", "revision": 0}]}]}
      {"name": "first", "update": {"deletedItems": [{"section": 0, "item": 0}]}}

      """
    let scroll = #"{"t": 0, "x": 0, "y": 0, "w": 10, "h": 20}"# + "\n"
    for text in [updates, scroll] {
      let path = try folder.write(text.utf8, to: "trace.jsonl")
      let snapshot = try InputSnapshot(ofTraceAt: path, origin: "trace:\(path)")
      #expect(snapshot.contents == Array(text.utf8))
      let copy = try folder.write(snapshot.bytes, to: "1.snapshot")
      #expect(InputSnapshot.isOne(at: copy) && !InputSnapshot.isOne(at: path))
      // A copy of a copy is a copy of the trace.
      #expect(try InputSnapshot(ofTraceAt: copy, origin: "x").contents == Array(text.utf8))
      if text == updates {
        #expect(try UpdateTrace(path: copy) == UpdateTrace(path: path))
      }
      let cut = try folder.write(snapshot.bytes.dropLast(), to: "cut.snapshot")
      #expect(throws: DatasetError.self) { try UpdateTrace(path: cut) }
    }
  }
}
