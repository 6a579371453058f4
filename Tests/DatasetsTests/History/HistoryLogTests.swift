import Changesets
import Datasets
import Foundation
import TestSupport
import Testing

/// Saved logs and their traces.
@Suite struct HistoryLogTests {
  private func trace(_ log: String, isLenient: Bool = false) throws -> UpdateTrace {
    let folder = try TemporaryFolder()
    let path = try folder.write(log.utf8, to: "a.log")
    return try GitHistory(log: path).trace(isLenient: isLenient)
  }

  /// The collection as lines: a directory's path, and its files' ids with their revisions.
  private func lines(_ sections: [UpdateTrace.Section]) -> [String] {
    sections.map { section in
      "\(section.id): " + section.items.map { "\($0.id) \($0.revision)" }.joined(separator: ", ")
    }
  }

  private static let start = "commit 0001 1\nA\tb.txt\nA\tdocs/a.md\nA\tdocs/b.md\nA\ta-b/c\n"

  @Test func directoriesAreSectionsInTheOrderOfTheirPaths() throws {
    let trace = try trace(Self.start + "commit 0002 2\nA\ta/x\nA\tdocs/B.md\n")
    #expect(trace.initial.isEmpty)
    #expect(trace.batches.map(\.name) == ["0001", "0002"])
    #expect(
      lines(trace.final) == [
        ".: b.txt 0", "a: a/x 0", "a-b: a-b/c 0",
        "docs: docs/B.md 0, docs/a.md 0, docs/b.md 0",
      ])
    #expect(
      trace.batches[1].changeset
        == Changeset(
          insertedSections: [1], insertedItems: [ItemPath(section: 3, item: 0)]))
  }

  @Test func aRenameMovesAFileWithItsID() throws {
    let trace = try trace(
      Self.start + "commit 0002 2\nR100\tdocs/a.md\tdocs/z.md\n"
        + "commit 0003 3\nR090\tdocs/z.md\tnew/z.md\n")
    #expect(
      trace.batches[1].changeset
        == Changeset(movedItems: [
          Changeset.Move(from: ItemPath(section: 2, item: 0), to: ItemPath(section: 2, item: 1))
        ]))
    #expect(
      trace.batches[2].changeset
        == Changeset(
          insertedSections: [3],
          movedItems: [
            Changeset.Move(from: ItemPath(section: 2, item: 1), to: ItemPath(section: 3, item: 0))
          ], reconfiguredItems: [ItemPath(section: 2, item: 1)]))
    #expect(
      lines(trace.final) == [
        ".: b.txt 0", "a-b: a-b/c 0", "docs: docs/b.md 0", "new: docs/a.md 1",
      ])
  }

  /// The move deletes the old directory and inserts the new one.
  @Test func aRenameMovesAFileOutOfItsLastDirectory() throws {
    let trace = try trace(Self.start + "commit 0002 2\nR100\ta-b/c\tz/c\nA\tz/a\nD\tdocs/a.md\n")
    #expect(
      trace.batches[1].changeset
        == Changeset(
          deletedSections: [1], insertedSections: [2],
          deletedItems: [ItemPath(section: 2, item: 0)],
          movedItems: [
            Changeset.Move(from: ItemPath(section: 1, item: 0), to: ItemPath(section: 2, item: 1))
          ]))
    #expect(lines(trace.final) == [".: b.txt 0", "docs: docs/b.md 0", "z: z/a 0, a-b/c 0"])
  }

  /// In the order of names, the second rename is first.
  @Test func chainedRenamesAreApplied() throws {
    let trace = try trace(
      Self.start + "commit 0002 2\nR100\tdocs/a.md\tb.txt\nR100\tb.txt\tdocs/a.md\n")
    #expect(
      lines(trace.final) == [".: docs/a.md 0", "a-b: a-b/c 0", "docs: b.txt 0, docs/b.md 0"])
  }

  @Test func aFileThatComesWhereAnotherCameBeforeHasAnotherID() throws {
    let trace = try trace(
      Self.start + "commit 0002 2\nR100\tb.txt\tc.txt\ncommit 0003 3\nA\tb.txt\n"
        + "commit 0004 4\nM\tb.txt\nT\tdocs/a.md\nC075\tdocs/b.md\tdocs/c.md\n"
        + "commit 0005 5\nD\tc.txt\nD\tb.txt\ncommit 0006 6\nA\tb.txt\n")
    #expect(
      lines(trace.final) == [
        ".: b.txt 0", "a-b: a-b/c 0", "docs: docs/a.md 1, docs/b.md 0, docs/c.md 0",
      ])
    #expect(
      trace.batches[2].items.values.map(\.id.text) == ["b.txt (2)"], "\(trace.batches[2])")
  }

  @Test func commitsWithoutFilesAreEmptyBatches() throws {
    let trace = try trace("commit 0001 1\n\ncommit 0002 2\nA\ta\n\n")
    #expect(trace.batches.map(\.changeset.isEmpty) == [true, false])
    #expect(lines(trace.final) == [".: a 0"])
  }

  @Test func maximumCommitsTakesTheOldest() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write((Self.start + "commit 0002 2\nA\tz\n").utf8, to: "a.log")
    let history = try GitHistory(log: path)
    #expect(history.commitCount == 2)
    #expect(try history.trace(maximumCommits: 1).batches.map(\.name) == ["0001"])
    #expect(try history.trace(maximumCommits: 9).batches.count == 2)
  }

  // MARK: Names

  @Test func quotedNamesAreDecoded() throws {
    let trace = try trace(
      "commit 0001 1\nA\t\"a\\tb\\n\\\"c\\\\/\\303\\251\"\r\nA\tplain name\nA\t\"\\377\"\n")
    #expect(
      lines(trace.final) == [
        ".: plain name 0, \"\\377\" 0", "a\tb\n\"c\\: a\tb\n\"c\\/é 0",
      ])
  }

  // MARK: What is refused

  private static let badLines: [(String, String)] = [
    ("A\ta\n", "line 1: 'A\ta' is neither a commit's line nor a status of a file"),
    ("commit 0001\nAuthor: me\n", "line 1: 'commit 0001' is not 'commit', a hash of 4 to 64"),
    ("commit 001 1\n", "'commit 001 1' is not 'commit', a hash of 4 to 64 hexadecimal digits"),
    ("commit 0001 x\n", "digits, and seconds; write the log with: git log"),
    ("commit 0001 1\nX\ta\n", "line 2: 'X\ta' is neither"),
    ("commit 0001 1\nA\ta\tb\n", "line 2: 'A' has 2 names after tabs, and takes 1"),
    ("commit 0001 1\nA\t\n", "line 2: 'A' has no name after a tab"),
    ("commit 0001 1\nR100\ta\t\n", "line 2: 'R100' has no name after a tab"),
    ("commit 0001 1\nR100\ta\n", "line 2: 'R100' has 1 name after tabs, and takes 2"),
    ("commit 0001 1\nR101\ta\tb\n", "line 2: 'R101\ta\tb' is neither"),
    ("commit 0001 1\nA\t\"a\n", "line 2: the name \"a is not quoted as git does"),
    ("commit 0001 1\nA\t\"\\8\"\n", "line 2: the name \"\\8\" is not quoted"),
    ("commit 0001 1\nA\tb/\n", "line 2: 'b/' is no file's path"),
    ("commit 0001 1\nA\t/b\n", "line 2: '/b' is no file's path"),
    ("commit 0001 1\nA\tb//c\n", "line 2: 'b//c' is no file's path"),
    // The root's section is called '.' too.
    ("commit abcd 1\nA\ta\nA\t./b\n", "line 3: './b' is no file's path"),
    ("commit 0001 1\nA\tb/./c\n", "line 2: 'b/./c' is no file's path"),
    ("commit 0001 1\nA\t..\n", "line 2: '..' is no file's path"),
    ("commit 0001 1\nA\ta\nR100\ta\t../b\n", "line 3: '../b' is no file's path"),
    ("\n", "it has no commits"),
  ]

  @Test(arguments: badLines)
  func aMalformedLineIsReported(log: String, message: String) {
    let error = #expect(throws: HistoryError.self) { try trace(log) }
    #expect(error?.description.contains(message) == true, "\(error as Any)")
  }

  private static let cutLogs: [(String, Int)] = [
    ("commit 0001 1\nA\ta.txt\nA\tb.tx", 3),
    ("commit 0001 1\nA\ta.txt\ncommit 0002 17", 3),
    ("commit 0001 1\nA\ta.txt\ncomm", 3),
    ("commit 0001 1\r\nA\ta.txt\r", 2),
    ("comm", 1),
  ]

  @Test(arguments: cutLogs)
  func aLogThatEndsInTheMiddleOfALineIsRefused(log: String, line: Int) {
    let error = #expect(throws: HistoryError.self) { try trace(log) }
    let text = error?.description ?? ""
    #expect(text.contains("a.log', line \(line): the file ends in the middle of"), "\(text)")
    #expect(text.contains("write the log again with: git log"), "\(text)")
  }

  private static let contradictions: [(String, String, String)] = [
    ("A\tb.txt", "it adds 'b.txt', which is there already", ".: b.txt 1"),
    ("D\tq", "it deletes 'q', which is not there", ".: b.txt 0"),
    ("M\tq", "it modifies 'q', which is not there", ".: b.txt 0, q 0"),
    ("M\tb.txt\nM\tb.txt", "it modifies 'b.txt', which it changes twice", ".: b.txt 1"),
    ("D\tb.txt\nD\tb.txt\nA\tq", "it deletes 'b.txt', which is not there", ".: q 0"),
    ("R100\tq\tr", "it renames 'q', which is not there", ".: b.txt 0, r 0"),
    (
      "R100\tdocs/a.md\tb.txt", "it renames a file to 'b.txt', which is there already", ".: b.txt 1"
    ),
    ("C100\tq\tr", "it copies 'q', which is not there", ".: b.txt 0, r 0"),
    ("C100\tdocs/a.md\tb.txt", "it copies a file to 'b.txt', which is there already", ".: b.txt 1"),
    ("A\tq\nM\tq", "it modifies 'q', which it changes twice", ".: b.txt 0, q 0"),
    ("R100\tb.txt\tq\nM\tq", "it modifies 'q', which it changes twice", ".: b.txt 1"),
    ("A\tq\nA\tq", "it adds 'q', which is there already", ".: b.txt 0, q 0"),
  ]

  @Test(arguments: contradictions)
  func aContradictoryCommitIsReported(
    changes: String, problem: String, lenientRoot: String
  ) throws {
    let log = Self.start + "commit 0002 2\n" + changes + "\n"
    let error = #expect(throws: HistoryError.self) { try trace(log) }
    let text = error?.description ?? ""
    #expect(text.contains("commit 0002: \(problem)"), "\(text)")
    #expect(text.contains("a.log', line "), "\(text)")
    #expect(text.contains("--lenient"), "\(text)")
    #expect(lines(try trace(log, isLenient: true).final)[0] == lenientRoot)
  }

  @Test func aMissingFileIsReported() {
    let error = #expect(throws: HistoryError.self) { try GitHistory(log: "/none/a.log") }
    #expect(error?.description.contains("'/none/a.log' cannot be read") == true)
  }
}
