import Datasets
import Foundation
import Testing

/// Unchanged CSV files, for comparisons.
@Suite struct CSVSnapshotTests {
  private func snapshot(_ text: String, columns: String = "") throws -> CSVSnapshot {
    let folder = try FixtureFolder()
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
