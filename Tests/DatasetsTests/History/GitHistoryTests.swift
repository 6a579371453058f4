import Changesets
import Foundation
import Processes
import TestSupport
import Testing

import Datasets

/// Histories of repositories that git has made.
@Suite(.enabled(if: TemporaryRepository.isPossible, "git is missing"))
struct GitHistoryTests {
  /// Renames of all kinds, a merge, an empty commit, a link, and names that have to be quoted.
  private func repository() throws -> TemporaryRepository {
    let made = try TemporaryRepository()
    try made.write("README", "readme")
    try made.write("docs/guide one.md", "guide")
    try made.write("docs/other.md", "other")
    try made.write("src/main.c", "main")
    try made.commit()
    try made.git("mv", "docs/guide one.md", "src/a\tb\n\"c\\.md")
    try made.commit()
    try made.commit()
    try made.git("checkout", "-q", "-b", "branch")
    try made.write("branch/é", "from the branch")
    try made.write("README", "branch")
    try made.commit()
    try made.write("branch/é", "again")
    try made.commit()
    try made.git("checkout", "-q", "main")
    try made.write("src/main.c", "mainline")
    try made.commit()
    try made.git("merge", "-q", "--no-edit", "branch")
    try FileManager.default.removeItem(atPath: made.path + "/docs/other.md")
    try FileManager.default.createSymbolicLink(
      atPath: made.path + "/docs/other.md", withDestinationPath: "../README")
    try made.git("mv", "branch/é", "src/é")
    let moved = try String(contentsOfFile: made.path + "/src/é", encoding: .utf8)
    try (moved + "more\n").write(toFile: made.path + "/src/é", atomically: true, encoding: .utf8)
    try made.commit()
    return made
  }

  /// The files of a trace's last state by path; a section lists the files of its directory in
  /// order.
  private func directories(of trace: UpdateTrace) -> [String: Int] {
    Dictionary(uniqueKeysWithValues: trace.final.map { ($0.id.text, $0.items.count) })
  }

  @Test func aHistoryLeadsToTheCurrentFiles() throws {
    let made = try repository()
    let trace = try GitHistory(repository: made.path).trace()
    let names = String(
      decoding: try made.git("ls-tree", "-r", "-z", "--name-only", "HEAD"), as: UTF8.self
    ).split(separator: "\0")
    var expected: [String: Int] = [:]
    for name in names {
      let slash = name.lastIndex(of: "/")
      expected[slash.map { String(name[..<$0]) } ?? ".", default: 0] += 1
    }
    #expect(directories(of: trace) == expected)
    #expect(trace.batches.count == 6)
    let kinds = trace.batches.map { batch in
      UpdateTrace.Kind.allCases.filter { $0.count(in: batch.changeset) > 0 }
    }
    #expect(
      kinds == [
        [.insertedSections], [.moves], [], [.reloads],
        // The merge: what the branch did.
        [.insertedSections, .reloads],
        [.deletedSections, .moves, .reloads, .reconfigures],
      ])
    let ids = trace.final.map { $0.items.map { "\($0.id) \($0.revision)" } }
    #expect(
      ids == [
        ["README 1"], ["docs/other.md 1"], ["docs/guide one.md 0", "src/main.c 1", "branch/é 1"],
      ])
  }

  /// The command that messages name, with names quoted by git.
  @Test func aSavedLogGivesTheSameTrace() throws {
    let made = try repository()
    let log = try made.git(
      "log", "--first-parent", "-m", "--reverse", "--name-status", "-M", "--format=commit %H %ct")
    let path = try made.folder.write(log, to: "saved.log")
    let trace = try GitHistory(repository: made.path).trace()
    #expect(try GitHistory(log: path).trace() == trace)
    let bare = made.folder.path(of: "bare.git")
    try made.git("clone", "-q", "--bare", made.path, bare)
    #expect(try GitHistory(repository: bare).trace() == trace)
    #expect(try GitHistory(repository: made.path + "/docs").trace() == trace)
  }

  /// Settings that change what git log writes.
  @Test func theUsersSettingsChangeNothing() throws {
    let made = try repository()
    let trace = try GitHistory(repository: made.path).trace()
    for (name, value) in [
      ("log.showRoot", "false"), ("diff.renames", "false"), ("core.quotePath", "false"),
      ("diff.renameLimit", "1"), ("log.showSignature", "true"), ("color.ui", "always"),
      ("log.diffMerges", "off"), ("diff.relative", "true"), ("log.decorate", "full"),
    ] {
      try made.git("config", name, value)
    }
    #expect(try GitHistory(repository: made.path).trace() == trace)
  }

  // MARK: What is refused

  @Test func aShallowRepositoryIsRefused() throws {
    let made = try repository()
    let shallow = made.folder.path(of: "shallow")
    try made.git("clone", "-q", "--depth", "1", "file://" + made.path, shallow)
    let error = #expect(throws: HistoryError.self) { try GitHistory(repository: shallow) }
    #expect(error == .shallow(path: shallow))
    #expect(error?.description.contains("fetch --unshallow") == true)
  }

  @Test func aFolderOutsideARepositoryIsRefused() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("empty")
    let file = try folder.write("x".utf8, to: "file")
    #expect(throws: HistoryError.notARepository(path: folder.path(of: "empty"))) {
      try GitHistory(repository: folder.path(of: "empty"))
    }
    for path in [folder.path(of: "none"), file, ""] {
      #expect(throws: HistoryError.missing(path: path)) { try GitHistory(repository: path) }
    }
  }

  @Test func aRepositoryWithoutCommitsIsRefused() throws {
    let made = try TemporaryRepository()
    #expect(throws: HistoryError.noCommits(path: made.path)) {
      try GitHistory(repository: made.path)
    }
  }

  @Test func theErrorWithoutGitSuggestsALog() throws {
    let folder = try TemporaryFolder()
    let repository = GitRepository(at: folder.path, searchPath: folder.path + ":/none")
    let error = #expect(throws: HistoryError.noGit) { try repository.log() }
    #expect(error?.description.contains("--log") == true)
  }

  @Test func gitsMessageIsReported() throws {
    let made = try repository()
    let head = try made.git("rev-parse", "HEAD^{tree}")
    let name = String(decoding: head, as: UTF8.self).trimmingCharacters(in: .newlines)
    try FileManager.default.removeItem(
      atPath: made.path + "/.git/objects/\(name.prefix(2))/\(name.dropFirst(2))")
    let error = #expect(throws: HistoryError.self) { try GitHistory(repository: made.path) }
    #expect(error?.description.contains(name) == true, "\(error as Any)")
  }
}
