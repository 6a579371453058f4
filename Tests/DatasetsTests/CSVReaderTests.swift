import BasicAlgorithms
import Testing

import Datasets

struct CSVReaderTests {
  private let folder: FixtureFolder

  init() throws { folder = try FixtureFolder() }

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
