import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

import Benchmarking

/// A repository with a package in it, and an executable that is an hour younger than its sources.
struct SourceTreeTests {
  let folder: TemporaryFolder
  let built = Date(timeIntervalSince1970: 1_700_003_600)
  let executable: String

  /// An archive has no repository, and says itself which commit it is of.
  @Test func anArchiveStatesItsCommit() throws {
    let path = folder.path(of: "archive/tool")
    try write("archive/tool", "code")
    let commit = String(repeating: "c", count: 40)
    // Of `code`, by sha256sum.
    let hash = "5694d08a2e53ffcae0c3103e5ad6f6076abd960eb1f8a56577040bc1028f702b"
    func git() -> Build.Git {
      SourceTree(around: URL(filePath: path), builtAt: ModificationTime(ofFileAt: path)).git
    }
    try write("archive/tool.commit", "\(hash) \(commit)\n")
    #expect(git() == Build.Git(sha: commit, dirty: false))
    try write("archive/tool.commit", "\(hash) \(commit) with changes\n")
    #expect(git() == Build.Git(sha: commit, dirty: true))
    // Another executable, or what is no commit, states nothing.
    try write("archive/tool", "other code")
    #expect(git().sha != commit)
    try write("archive/tool", "code")
    try write("archive/tool.commit", "\(hash) main\n")
    #expect(git().sha != commit)
  }

  init() throws {
    folder = try TemporaryFolder()
    executable = folder.path(of: ".build/debug/tool")
    for path in [
      "Package.swift", "README.md", "Sources/A/A.swift", "Sources/A/Deep/B.swift", "Sources/C/c.c",
      "Sources/C/include/c.h", "Tests/ATests/ATests.swift", "Examples/Own/Package.swift",
      "Examples/Own/Sources/main.swift", ".build/debug/tool", "Examples/Own/.build/debug/own",
    ] {
      try write(path)
    }
    try write(".gitignore", ".build/\n")
    try git("init", "--initial-branch=trunk")
    try commit()
    try setAllDates(to: Date(timeIntervalSince1970: 1_700_000_000))
    try setDate(of: ".build/debug/tool", to: built)
    try setDate(of: "Examples/Own/.build/debug/own", to: built)
  }

  @Test func anExecutableThatIsYoungerHasTheCommit() throws {
    let tree = tree()
    #expect(tree.git.sha == (try git("rev-parse", "HEAD")))
    #expect(tree.git.branch == "trunk")
    #expect(tree.git.dirty == false)
    #expect(tree.warning == nil)
  }

  @Test(
    arguments: [
      "Package.swift", "Sources/A/A.swift", "Sources/A/Deep/B.swift", "Sources/C/c.c",
      "Sources/C/include/c.h", "Sources/A/Deep", "Sources",
    ])
  func aSourceThatIsYoungerTakesTheCommitAway(path: String) throws {
    try setDate(of: path, to: built + 0.000_001)
    #expect(tree().git == Build.Git())
    #expect(tree().newerPath == path)
    #expect(tree().warning?.code == "stale-build")
    try setDate(of: path, to: built)
    #expect(tree().git.sha != nil)
  }

  @Test(
    arguments: [
      "README.md", "Tests/ATests/ATests.swift", "Tests", "Examples/Own/Sources/main.swift",
    ])
  func whatDoesNotGoIntoTheBuildDoesNotMatter(path: String) throws {
    try setDate(of: path, to: built + 1)
    #expect(tree().git.sha != nil)
  }

  @Test func aPackageInsideThePackageHasItsOwnSources() throws {
    try setDate(of: "Examples/Own/Sources/main.swift", to: built + 1)
    #expect(tree(of: "Examples/Own/.build/debug/own").git == Build.Git())
  }

  @Test func aDeletedSourceIsDirtOrTakesTheCommitAway() throws {
    try FileManager.default.removeItem(atPath: folder.path(of: "Sources/A/Deep/B.swift"))
    #expect(tree().newerPath == "Sources/A/Deep")
    try setDate(of: "Sources/A/Deep", to: built - 1)
    #expect(tree().git.dirty == true)
  }

  @Test func changesMakeItDirty() throws {
    try write("README.md", "changed")
    #expect(tree().git.sha != nil)
    #expect(tree().git.dirty == true)
  }

  /// A record of the night lies in the tree in which the next build is made.
  @Test func ofUnknownFilesSourcesAloneMakeItDirty() throws {
    for path in ["nightly.json", "trend.html", "Tests/ATests/New.swift"] { try write(path, "new") }
    #expect(tree().git.dirty == false)
    try write("Sources/A/New.swift", "new")
    try setDate(of: "Sources/A/New.swift", to: built - 1)
    try setDate(of: "Sources/A", to: built - 1)
    #expect(tree().git.dirty == true)
  }

  @Test func aCommitWithoutABranchHasNone() throws {
    try git("checkout", "--detach")
    #expect(tree().git.sha != nil)
    #expect(tree().git.branch == nil)
  }

  @Test func whereThereIsNoCommitNothingIsClaimed() throws {
    let other = try TemporaryFolder()
    let tree = SourceTree(
      around: URL(filePath: other.path(of: "tool")),
      builtAt: ModificationTime(ofFileAt: executable))
    #expect(tree.git == Build.Git())
    #expect(tree.warning == nil)
  }

  private func tree(of path: String = ".build/debug/tool") -> SourceTree {
    SourceTree(
      around: URL(filePath: folder.path(of: path)),
      builtAt: ModificationTime(ofFileAt: folder.path(of: path)))
  }

  private func write(_ path: String, _ text: String = "") throws {
    let file = URL(filePath: folder.path(of: path))
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func setDate(of path: String, to date: Date) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: date], ofItemAtPath: folder.path(of: path))
  }

  private func setAllDates(to date: Date) throws {
    let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    for path in paths ?? [] where !path.hasPrefix(".git/") { try setDate(of: path, to: date) }
  }

  private func commit() throws {
    try git("add", "--all")
    try git(
      "-c", "user.name=Tests", "-c", "user.email=tests@example.org", "commit", "--message=first")
  }

  @discardableResult
  private func git(_ arguments: String...) throws -> String? {
    ExternalProgram.answer(of: "git", ["-C", folder.path] + arguments)
  }
}
