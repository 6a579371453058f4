import BasicAlgorithms
import Datasets
import Foundation
import TestSupport
import Testing

struct CSVReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func rows(of text: String, chunkByteCount: Int) throws -> [[String]] {
    let path = try folder.write(text.utf8, to: "x.csv")
    var reader = try CSVReader(path: path, chunkByteCount: chunkByteCount)
    var rows: [[String]] = []
    while try reader.readRow() {
      rows.append((0..<reader.fieldCount).map { reader.text(ofField: $0) })
    }
    #expect(reader.byteCount == text.utf8.count)
    return rows
  }

  /// Wherever a chunk ends, what is read is the same.
  @Test(arguments: [
    ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
    ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
    ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
    ("\u{feff}a,b\n", [["a", "b"]]),
    ("\n\n a ,\n\r\n,\n", [[" a ", ""], ["", ""]]),
    ("\"a\",\"b\"\n", [["a", "b"]]),
    ("\"\",\"\"\"\"\n", [["", "\""]]),
    ("\"a,b\",\"c\r\nd\"\r\n\"e\"\"f\",g", [["a,b", "c\r\nd"], ["e\"f", "g"]]),
    ("über,日本\n\"🙂\",é\n", [["über", "日本"], ["🙂", "é"]]),
    ("a", [["a"]]),
    ("\"\"", [[""]]),
    (",", [["", ""]]),
    ("", []),
  ])
  func rowsFollowTheStandard(_ text: String, _ expected: [[String]]) throws {
    for chunkByteCount in Array(3...12) + [1 << 18] {
      #expect(
        try rows(of: text, chunkByteCount: chunkByteCount) == expected,
        "chunks of \(chunkByteCount) bytes")
    }
  }

  /// Random tables that are written by the rules of the standard are read back.
  @Test func writtenTablesAreReadBack() throws {
    var generator = SplitMix64(seed: 4)
    let pieces = ["a", "bc", ",", "\"", "\n", "\r\n", "é", " ", ""]
    for round in 0..<200 {
      let columnCount = 2 + generator.next(below: 3)
      let table = (0..<1 + generator.next(below: 5)).map { _ in
        (0..<columnCount).map { _ in
          (0..<generator.next(below: 5)).map { _ in
            pieces[generator.next(below: pieces.count)]
          }.joined()
        }
      }
      let lineEnd = ["\n", "\r\n", "\r"][generator.next(below: 3)]
      let text = table.map { row in
        row.map { field in
          let mustQuote = field.unicodeScalars.contains { ",\"\n\r".unicodeScalars.contains($0) }
          let isQuoted = mustQuote || generator.next(below: 2) == 0
          return isQuoted
            ? "\"\(field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
            : field
        }.joined(separator: ",") + lineEnd
      }.joined()
      for chunkByteCount in [3, 5, 64] {
        #expect(
          try rows(of: text, chunkByteCount: chunkByteCount) == table,
          "round \(round), \(chunkByteCount): \(text.debugDescription)")
      }
    }
  }

  @Test func whatIsLargerThanTheLimitIsRefused() throws {
    let path = try folder.write("a,b\n1,2\n".utf8, to: "x.csv")
    func count(limit: Int) throws -> Int {
      var reader = try CSVReader(path: path, chunkByteCount: 3, limit: limit)
      var count = 0
      while try reader.readRow() { count += 1 }
      return count
    }
    #expect(try count(limit: 8) == 2)
    #expect(throws: DatasetError.self) { try count(limit: 7) }
  }

  @Test func rowsKnowTheirLines() throws {
    let path = try folder.write("a\n\n\"b\nc\"\r\nd\re\n".utf8, to: "x.csv")
    for chunkByteCount in 3...16 {
      var reader = try CSVReader(path: path, chunkByteCount: chunkByteCount)
      var lines: [Int] = []
      while try reader.readRow() { lines.append(reader.rowLine) }
      #expect(lines == [1, 3, 5, 6], "chunks of \(chunkByteCount) bytes")
    }
  }
}

struct CSVImporterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(_ text: String, _ columns: CSVColumns = CSVColumns()) throws -> Dataset {
    let path = try folder.write(text.utf8, to: "x.csv")
    return try Dataset(.csv(path: path, columns: columns), items: 0, seed: 1)
  }

  private func ids(of dataset: Dataset) -> [UInt64] {
    (0..<dataset.itemCount).map { dataset.seed(atGlobalIndex: $0).id }
  }

  @Test func rowsAreItems() throws {
    let dataset = try dataset(
      "section,id,width,height\na,1,10.5,20\na,2,0,1e2\nb,18446744073709551615,0.1,300\n")
    #expect(dataset.name == "csv")
    #expect(dataset.itemCount == 3)
    #expect(dataset.sectionSizes == [2, 1])
    #expect(ids(of: dataset) == [1, 2, .max])
    let sizes = (0..<3).map { dataset.size(atGlobalIndex: $0) }
    #expect(sizes.map { $0?.widthPoints } == [10.5, 0, 0.1])
    #expect(sizes.map { $0?.heightPoints } == [20, 100, 300])
    #expect((0..<3).map { dataset.seed(atGlobalIndex: $0).sizeClass } == [20, 100, 255])
    #expect(dataset.warnings == [])
    #expect(
      dataset.summaryLines.suffix(2) == ["file: \(folder.path(of: "x.csv"))", "bytes read: 77"])
  }

  @Test func rowsOfOneSectionAreGroupedInTheirOrder() throws {
    let dataset = try dataset(
      "id,section,height,width\n1,b,1,9\n2,a,2,9\n3,b,3,9\n4,c,4,9\n5,a,5,9\n6,b,6,9\n")
    #expect(dataset.sectionSizes == [3, 2, 1])
    #expect(ids(of: dataset) == [1, 3, 6, 2, 5, 4])
    #expect((0..<6).map { dataset.size(atGlobalIndex: $0)?.heightPoints } == [1, 3, 6, 2, 5, 4])
  }

  /// Rows follow their items into sections, also through a copy of the collection.
  @Test func anItemKnowsItsRow() throws {
    let read = try dataset("id,section,Title,n\n1,b,\"x, y\",-4\n2,a,,1.5\n\n3,b,é,007\n")
    let copied = try folder.write(InputSnapshot(of: read, origin: "x").bytes, to: "1.snapshot")
    for dataset in [read, try Dataset(spec: "snapshot:\(copied)", items: 0, seed: 1)] {
      #expect(ids(of: dataset) == [1, 3, 2])
      let rows = try (0..<3).map { try #require(dataset.row(atGlobalIndex: $0)) }
      #expect(rows.map(\.line) == [2, 5, 3])
      #expect(rows.map(\.columns) == Array(repeating: ["id", "section", "Title", "n"], count: 3))
      #expect(try rows.map { try $0.text("title") } == ["x, y", "é", ""])
      #expect(rows.map { $0["titel"] } == [nil, nil, nil])
      #expect(try rows.map { try $0.number("N") } == [-4, 7, 1.5])
      #expect(try rows[0].integer("n") == -4)
      let wrong = #expect(throws: DatasetError.self) { try rows[2].integer("n") }
      let path = folder.path(of: "x.csv")
      #expect(
        wrong?.description == "'\(path)', line 3, column 4: '1.5' is not a whole number")
      let missing = #expect(throws: DatasetError.self) { try rows[2].number("height") }
      #expect(
        missing?.description
          == "'\(path)', line 1, column 1: there is no column 'height'; the header has id, "
          + "section, Title, n")
    }
    let generated = Dataset(.oneSection, items: 1, seed: 1)
    #expect(generated.row(atGlobalIndex: 0)?.line == nil)
  }

  @Test func groupingIsStableForEveryShortSequenceOfSections() {
    for length in 0...6 {
      for code in 0..<Int.power(3, length) {
        let sections = (0..<length).map { code / Int.power(3, $0) % 3 }
        var grouping = SectionGrouping()
        for (index, section) in sections.enumerated() {
          grouping.append(
            ItemSeed(generatedID: UInt64(index)), size: SIMD2(Double(index), 0),
            section: "\(section)")
        }
        let collection = grouping.collection()
        var order: [Int] = []
        for section in sections where !order.contains(section) { order.append(section) }
        let expected = order.map { section in sections.indices.filter { sections[$0] == section } }
        #expect(collection.sectionSizes == expected.map(\.count), "\(sections)")
        let flat = expected.flatMap(\.self)
        #expect(collection.seeds.map(\.id) == flat.map(UInt64.init), "\(sections)")
        #expect(collection.details.sizes.map(\.x) == flat.map(Double.init), "\(sections)")
      }
    }
  }

  @Test func columnsAreFoundByNameCaseAsideOrNumber() throws {
    let text = "Photo,W,ALBUM,H,2\n1,3,x,4,7\n2,3,x,4,8\n"
    let byName = CSVColumns(section: "album", id: "photo", width: "w", height: "h")
    #expect(ids(of: try dataset(text, byName)) == [1, 2])
    #expect(try dataset(text, byName).size(atGlobalIndex: 0)?.heightPoints == 4)
    let byNumber = CSVColumns(section: "3", id: "1", width: "4")
    #expect(ids(of: try dataset(text, byNumber)) == [1, 2])
    // A name wins over a number.
    #expect(ids(of: try dataset(text, CSVColumns(section: "3", id: "2"))) == [7, 8])
  }

  @Test func specsNameColumns() throws {
    let path = try folder.write("a,b\nx,5\n".utf8, to: "y.csv")
    let dataset = try Dataset(spec: "csv(section=a,id=b):\(path)", items: 9, seed: 1)
    #expect(ids(of: dataset) == [5])
  }

  @Test func sizesAreOptional() throws {
    #expect(try dataset("section,id\na,1\n").size(atGlobalIndex: 0) == nil)
    let lone = try dataset("section,id,height\na,1,5\n")
    #expect(lone.size(atGlobalIndex: 0) == nil)
    #expect(lone.warnings.count == 1)
    #expect(lone.warnings.first?.contains("'height'") == true)
  }

  @Test func idsAreNumbersOrHashesOfTexts() throws {
    let dataset = try dataset(
      "section,id\na,7\na,07\na,+7\na,\na,photo\na,18446744073709551616\na,0\na,00\n")
    let expected: [UInt64] = [
      7, FNV1a.hash("07".utf8), FNV1a.hash("+7".utf8), FNV1a.hash("".utf8),
      FNV1a.hash("photo".utf8), FNV1a.hash("18446744073709551616".utf8), 0, FNV1a.hash("00".utf8),
    ]
    #expect(ids(of: dataset) == expected)
  }

  @Test func theHashMatchesThePublishedValues() {
    #expect(FNV1a.hash("".utf8) == 0xcbf2_9ce4_8422_2325)
    #expect(FNV1a.hash("a".utf8) == 0xaf63_dc4c_8601_ec8c)
    #expect(FNV1a.hash("foobar".utf8) == 0x8594_4171_f739_67e8)
  }

  /// A file, the line and column of the error, and what the message says of it.
  @Test(arguments: [
    ("section,id\na,1\nb\n", 3, 2, "the header has 2 fields, this row 1"),
    ("section,id\na,1,2\n", 2, 3, "the header has 2 fields, this row 3"),
    ("section,id\n\"a\nb\",1\nc,2,3\n", 4, 3, "the header has 2 fields, this row 3"),
    ("section,id\na,1\na,\"2\nb,3\n", 3, 2, "not closed"),
    ("section,id\na,1\n\"", 3, 1, "not closed"),
    ("section,id\na,\"1\"2\n", 2, 2, "'2' after a closing quote"),
    ("section,id\na,1\"2\"\n", 2, 2, "a quote inside a field"),
    ("section,id\na,1\nb,2\na,1\n", 4, 2, "the id '1' stands already on line 2"),
    ("section,id,width,height\na,1,2,3\na,2,x,3\n", 3, 3, "'x' is not a size"),
    ("section,id,width,height\na,1,2,\n", 2, 4, "'' is not a size"),
    ("section,id,width,height\na,1,2,-3\n", 2, 4, "'-3' is not a size"),
    ("section,id,width,height\na,1,inf,3\n", 2, 3, "'inf' is not a size"),
    ("section,id,width,height\na,1,nan,3\n", 2, 3, "'nan' is not a size"),
    ("section,id,ID\na,1,2\n", 1, 3, "two columns are named 'id'"),
    ("section,id\r\na,1\r\n\r\nb,1\r\n", 4, 2, "stands already on line 2"),
    ("section,id\ra,1\rb,1\r", 3, 2, "stands already on line 2"),
  ])
  func malformedFilesAreRefused(_ text: String, _ line: Int, _ column: Int, _ problem: String)
    throws
  {
    expectMalformed(try folder.write(text.utf8, to: "x.csv"), line, column, problem)
  }

  @Test func otherEncodingsAreRefused() throws {
    let latin = Array("section,id\na,1\nb,caf".utf8) + [0xe9, 0x0a]
    expectMalformed(try folder.write(latin, to: "x.csv"), 3, 2, "63 61 66 e9 are not UTF-8")
    let quoted = Array("section,id\n\"".utf8) + [0xff] + Array("\",1\n".utf8)
    expectMalformed(try folder.write(quoted, to: "x.csv"), 2, 1, "ff are not UTF-8")
    let utf16: [UInt8] = [0xff, 0xfe] + "section,id\n".utf8.flatMap { [$0, 0] }
    expectMalformed(try folder.write(utf16, to: "x.csv"), 1, 1, "save the file as UTF-8")
  }

  private func expectMalformed(_ path: String, _ line: Int, _ column: Int, _ problem: String) {
    do throws(DatasetError) {
      _ = try Dataset(spec: "csv:\(path)", items: 0, seed: 1)
      Issue.record("no error, where '\(problem)' was expected")
    } catch {
      let message = "\(error)"
      #expect(message.hasPrefix("'\(path)', line \(line), column \(column): "), "\(message)")
      #expect(message.contains(problem), "\(message)")
    }
  }

  @Test(arguments: ["", "\n\r\n", "\u{feff}", "section,id", "section,id\n\n"])
  func emptyFilesAreRefused(_ text: String) throws {
    #expect(throws: DatasetError.empty(path: folder.path(of: "x.csv"))) { try dataset(text) }
  }

  @Test func missingColumnsAreNamedWithTheHeader() throws {
    let path = folder.path(of: "x.csv")
    let error = DatasetError.missingColumn(path: path, column: "id", header: ["section", "name"])
    #expect(throws: error) { try dataset("section,name\na,1\n") }
    #expect("\(error)".contains("'id'") && "\(error)".contains("section, name"))
    for column in ["w", "0", "3", "-1"] {
      #expect(
        throws: DatasetError.missingColumn(path: path, column: column, header: ["section", "id"])
      ) { try dataset("section,id\na,1\n", CSVColumns(width: column)) }
    }
  }

  @Test func filesThatCannotBeReadAreNamed() throws {
    let missing = folder.path(of: "missing.csv")
    let error = DatasetError.unreadable(path: missing, reason: "No such file or directory")
    #expect(throws: error) { try Dataset(spec: "csv:\(missing)", items: 0, seed: 1) }
    #expect("\(error)".contains(missing))
    try folder.makeFolder("folder.csv")
    for path in [folder.path(of: "folder.csv"), "/dev/zero"] {
      #expect(throws: DatasetError.notAFile(path: path)) {
        try Dataset(spec: "csv:\(path)", items: 0, seed: 1)
      }
    }
  }
}

extension Int {
  fileprivate static func power(_ base: Int, _ exponent: Int) -> Int {
    (0..<exponent).reduce(1) { power, _ in power * base }
  }
}

/// Unchanged CSV files, for comparisons.
@Suite struct CSVSnapshotTests {
  private func snapshot(_ text: String, columns: String = "") throws -> CSVSnapshot {
    let folder = try TemporaryFolder()
    let path = try folder.write(text.utf8, to: "rows.csv")
    // The folder goes with its last reference.
    return try withExtendedLifetime(folder) {
      try CSVSnapshot(path: path, columns: columns.isEmpty ? .init() : .init(parsing: columns))
    }
  }

  private func message(_ text: String, columns: String = "") -> String {
    do {
      _ = try snapshot(text, columns: columns)
      return "nothing thrown"
    } catch {
      return "\(error)"
    }
  }

  @Test func sectionsComeInTheOrderOfTheirFirstRows() throws {
    let read = try snapshot("id,section,revision\n1,B,x\n2,A,\n3,B,y\n")
    #expect(read.sectionIDs == ["B", "A"])
    #expect(read.sections.map { $0.map(\.id) } == [["1", "3"], ["2"]])
    #expect(read.sections.map { $0.map(\.revision) } == [["x", "y"], [""]])
    #expect(read.hasRevisions && read.repeats.isEmpty && read.itemCount == 3)
  }

  @Test func columnsAreNamedOrNumbered() throws {
    let text = "album,photo,etag\nA,1,x\n"
    for columns in ["section=album,id=photo,revision=etag", "revision=3,id=2,section=1"] {
      let read = try snapshot(text, columns: columns)
      #expect(read.sections == [[read.sections[0][0]]] && read.sections[0][0].id == "1")
      #expect(read.sections[0][0].revision == "x", "\(columns)")
    }
    #expect(try !snapshot(text, columns: "section=album,id=photo").hasRevisions)
  }

  @Test func aFileOfAHeaderAloneHasNoItems() throws {
    let read = try snapshot("section,id\n")
    #expect(read.itemCount == 0 && read.sectionIDs.isEmpty)
  }

  @Test func aRepeatedIDIsKeptAndReported() throws {
    let read = try snapshot("section,id\nA,1\nB,\"two\nlines\"\nA,1\nA,1\n")
    #expect(read.sections.map { $0.map(\.id) } == [["1", "1", "1"], ["two\nlines"]])
    #expect(read.repeats.map(\.line) == [5, 6] && read.repeats.map(\.firstLine) == [2, 2])
  }

  @Test func checksumsDependOnTheContents() throws {
    let texts = [
      "section,id\n", "section,id\nA,bc\n", "section,id\nab,c\n", "section,id,revision\nA,bc,1\n",
    ]
    let checksums = try texts.map { try snapshot($0).checksum }
    #expect(Set(checksums).count == texts.count, "\(checksums)")
    let reordered = try snapshot("id,section\nbc,A\n")
    #expect(reordered.checksum == checksums[1])
  }

  @Test func errorsNameThePlaceAndTheRemedy() {
    #expect(message("").contains("line 1: there is no header"))
    let missing = message("section,key\nA,1\n")
    #expect(missing.contains("no column 'id'") && missing.contains("section, key"))
    #expect(missing.contains("--csv-columns"))
    #expect(message("section,id\nA,1\n", columns: "revision=etag").contains("no column 'etag'"))
    #expect(message("section,id\nA,1\nB\n").contains("line 3"))
    #expect(message("section,id,id\nA,1,2\n").contains("two columns are named 'id'"))
    #expect(message("x\n", columns: "width=2").contains("section=NAME,id=NAME,revision=NAME"))
    #expect(throws: DatasetError.self) {
      try CSVSnapshot(path: "/no/such/file.csv", columns: .init())
    }
    let folder = #expect(throws: DatasetError.self) { try CSVSnapshot(path: "/", columns: .init()) }
    #expect(
      folder?.description
        == "'/' cannot be read: it is no regular file; store what comes through a pipe in one first"
    )
  }
}
