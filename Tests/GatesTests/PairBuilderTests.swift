import Foundation
import GateTestSupport
import Gates
import Processes
import RunRecords
import TestSupport
import Testing

/// Builds of a repository's commits and of its work tree by a fake `swift`. An executable prints the file
/// `a` of its package, and on standard error six letters, in the order of its objects. A package with a
/// file `error` does not compile; the fake prints that file.
@Suite struct PairBuilderTests {
  private let folder: TemporaryFolder
  private let package: String

  init() throws {
    folder = try TemporaryFolder()
    package = folder.path + "/package"
    try folder.makeFolder("bin")
    try FakeSwift.write(
      into: folder.path + "/bin",
      compiling: #"""
        if [ -e "$package/error" ]; then
          cat "$package/error"
          exit 1
        fi
        echo "echo $(cat "$package/a")" >"$scratch/main.o"
        for letter in a b c d e f; do
          echo "printf $letter >&2" >"$scratch/$letter.o"
        done
        """#,
      otherwise: #"touch "$scratch/lib$product.so""#)
    try writeStrip(#"(cat "$4"; echo "echo stripped") >"$3" && chmod +x "$3""#)
    // A developer's own hooks and conversions would change what is checked out.
    try folder.shell(
      "git init -q package && cd package && mkdir -p .git/info && echo .build >.git/info/exclude"
        + " && git config core.autocrlf false && git config core.fsmonitor false")
  }

  /// Writes a fake `strip`: with its options, `$3` is the copy and `$4` the executable.
  private func writeStrip(_ line: String) throws {
    try folder.write(Array("#!/bin/sh\n\(line)\n".utf8), to: "bin/strip")
    try folder.shell("chmod +x bin/strip")
  }

  /// Commits a package whose executable prints `text`, and returns the commit's hash.
  private func commit(_ text: String) throws -> String {
    try folder.shell("echo \(text) >package/a")
    return try folder.commitAll(in: "package")
  }

  private static let path = ProcessInfo.processInfo.environment["PATH"] ?? ""

  private final class Lines {
    var all: [String] = []
  }

  private func builder(
    base: String = "HEAD", product: String = "cvbench", in package: String? = nil,
    path: String = path, _ lines: Lines = Lines()
  ) -> PairBuilder {
    return PairBuilder(
      baseRef: base, packagePath: package ?? self.package, product: product,
      searchPath: "\(folder.path)/bin:\(path)", isInterrupted: { false },
      report: { lines.all.append($0) })
  }

  /// Returns the build of a commit by a new builder, and the lines it reported.
  private func kept(_ commit: String) throws -> (build: GatedBuild, lines: [String]) {
    let lines = Lines()
    return (try builder(lines).kept(commit, as: .base), lines.all)
  }

  private func output(of executable: URL) throws -> [Substring] {
    try ExternalProgram(path: executable.path).run([]).text.split(separator: "\n")
  }

  private var keptNames: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: package + "/.build/gate/commits").sorted()
    }
  }

  @Test func aBuildIsMadeOnce() throws {
    let commit = try commit("one")
    let (build, lines) = try kept(commit)
    #expect(
      lines == [
        "building \(commit.prefix(12))", "building the base; the first time that takes minutes",
      ])
    #expect(build.commit == commit && build.role == .base && build.relinked.count == 2)
    #expect(try output(of: build.executable) == ["one"])
    // The objects of each are in another order.
    let orders = try ([build.executable] + build.relinked).map {
      try ExternalProgram(path: $0.path).run([]).errorText
    }
    #expect(orders[0] == "abcdef" && Set(orders).count == 3)
    #expect(orders.allSatisfy { String($0.sorted()) == "abcdef" }, "\(orders)")
    // Debug information goes from twins alone.
    for twin in build.relinked { #expect(try output(of: twin) == ["one", "stripped"]) }
    #expect(
      try FileManager.default.contentsOfDirectory(
        atPath: build.executable.deletingLastPathComponent().path
      ).sorted() == [
        "cvbench", "cvbench.twin0", "cvbench.twin1", "libAllocationInterposer.so",
      ])
    let again = try kept(commit)
    #expect(again.lines.isEmpty && again.build.relinked == build.relinked)
  }

  /// The rest of a damaged build is replaced.
  @Test func aBuildThatHasLostItsProgramIsMadeAgain() throws {
    let commit = try commit("one")
    let (build, _) = try kept(commit)
    try FileManager.default.removeItem(at: build.executable)
    let (again, lines) = try kept(commit)
    #expect(lines.first == "building \(commit.prefix(12))")
    #expect(again.executable == build.executable && again.relinked == build.relinked)
    #expect(try output(of: again.executable) == ["one"])
  }

  /// Twins are copied whole if `strip` is missing, or fails halfway.
  @Test(arguments: [true, false])
  func twinsAreCopiedAsTheyAreWithoutStrip(isMissing: Bool) throws {
    let commit = try commit("one")
    try writeStrip(#"head -c 12 "$4" >"$3" && chmod +x "$3" && exit 1"#)
    if isMissing { try folder.shell("rm bin/strip && ln -s /bin/sh bin/sh") }
    let build = try builder(path: isMissing ? "" : Self.path).kept(commit, as: .base)
    #expect(build.relinked.count == 2)
    for twin in build.relinked { #expect(try output(of: twin) == ["one"]) }
  }

  /// A link that fails once is tried again.
  @Test func aTwinIsLinkedInTwoTries() throws {
    let commit = try commit("one")
    try folder.write(Array("*.twin1".utf8), to: "bin/refused-once")
    let (build, lines) = try kept(commit)
    #expect(build.relinked.count == 2 && lines.count == 2, "\(lines)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "bin/refused-once")))
  }

  /// A build whose twins cannot be linked is kept as it is.
  @Test(arguments: [
    ("refused", "*.twin*", 0, "one layout: refused"),
    ("refused", "*.twin1", 1, "2 layouts: refused"),
    ("silent", "", 0, "one layout: the output of swift build does not show how it links"),
  ])
  func aTwinThatCannotBeLinkedIsLeftOut(
    file: String, pattern: String, twinCount: Int, ending: String
  ) throws {
    let commit = try commit("one")
    try folder.write(Array(pattern.utf8), to: "bin/" + file)
    let (build, lines) = try kept(commit)
    #expect(build.relinked.count == twinCount && build.executable.path.contains("/commits/"))
    #expect(
      lines.dropFirst(2) == [
        "warning: the base cannot be linked in another order, so its times are those of " + ending
      ])
    let again = try kept(commit)
    #expect(again.lines.isEmpty && again.build.relinked == build.relinked)
  }

  @Test func bothCommitsAreBuilt() throws {
    let (base, head) = (try commit("one"), try commit("two"))
    let built = try builder(base: base).build(head: head)
    #expect(built.base.commit == base && built.head.commit == head)
    #expect(try output(of: built.base.executable) == ["one"])
    #expect(try output(of: built.head.executable) == ["two"])
    try withExtendedLifetime(built.lock) {
      let error = try #require(throws: PairBuildError.self) { try builder().build() }
      guard case .noBaseline(let reason) = error else { throw error }
      #expect(reason.contains("another gate of '\(package)' holds"), "\(reason)")
    }
  }

  /// The head is what is in the directory, committed or not, or an executable that is there.
  @Test func theWorkTreeIsTheHead() throws {
    let base = try commit("one")
    try folder.shell("echo changed >package/a")
    // The second time, there is nothing to compile.
    for _ in 0..<2 {
      let built = try builder().build()
      #expect(try output(of: built.base.executable) == ["one"])
      #expect(try output(of: built.head.executable) == ["changed"])
      #expect(built.base.relinked.count == 2 && built.head.relinked.count == 2)
      for twin in built.head.relinked { #expect(try output(of: twin) == ["changed"]) }
    }
    #expect(try builder().commit("HEAD") == base)
  }

  /// Commits are checked out in one tree, which keeps what was built there.
  @Test func theTreeOfCommitsIsKept() throws {
    let (first, second) = (try commit("one"), try commit("two"))
    _ = try kept(first)
    let file = try folder.write([], to: "package/.build/gate/base/kept")
    #expect(try output(of: try kept(second).build.executable) == ["two"])
    #expect(FileManager.default.fileExists(atPath: file))
  }

  /// The tree is made again where somebody deleted it or git does not know it, and what the user has
  /// not committed stays.
  @Test(arguments: ["rm -r base", "rm base/.git", "rm -r ../../.git/worktrees/base"])
  func aDamagedTreeOfCommitsIsMadeAgain(damage: String) throws {
    let (first, second) = (try commit("one"), try commit("two"))
    try folder.shell("echo mine >package/a")
    _ = try kept(first)
    try folder.shell("cd package/.build/gate && touch base/gone && \(damage)")
    #expect(try output(of: try kept(second).build.executable) == ["two"])
    #expect(
      !FileManager.default.fileExists(atPath: folder.path(of: "package/.build/gate/base/gone")))
    let mine = try folder.shell("cat package/a && git -C package symbolic-ref -q HEAD")
    #expect(mine.hasPrefix("mine\n"))
  }

  @Test func aHeadThatIsThereIsNotBuilt() throws {
    _ = try commit("one")
    let lines = Lines()
    let head = URL(filePath: "/bin/true")
    let built = try builder(lines).build(head: head)
    #expect(built.head.executable == head && built.head.relinked.isEmpty)
    #expect(lines.all == ["building the base; the first time that takes minutes"])
  }

  /// Twenty errors are told, and nothing else of what the compiler says.
  @Test func sourcesWithErrorsDoNotBuild() throws {
    let errors = (1...25).map { "a.swift:\($0): error: no such thing" }
    try folder.write(Array(("a note\n" + errors.joined(separator: "\n")).utf8), to: "package/error")
    let broken = try commit("one")
    let error = try #require(throws: PairBuildError.self) { try kept(broken) }
    #expect(
      error
        == .doesNotBuild(
          reason: "the base cannot be built:\n" + errors.prefix(20).joined(separator: "\n")))
    #expect(!FileManager.default.fileExists(atPath: package + "/.build/gate/commits"))
  }

  @Test func aProductThatIsMissingIsNamed() throws {
    _ = try commit("one")
    let error = try #require(throws: PairBuildError.self) { try builder(product: "other").build() }
    #expect(
      error
        == .noBaseline(
          reason: "the base has no executable product 'other'; name it with --product"))
    let missing = folder.path(of: "gone")
    let without = try #require(throws: PairBuildError.self) { try builder(in: missing).build() }
    #expect(
      without == .noBaseline(reason: "there is no directory '\(missing)' (--package-path)"))
  }

  /// Twelve builds are kept; the least recently used one goes first, before it one with a date to come.
  @Test func oldBuildsAreDropped() throws {
    var commits: [String] = []
    for number in 0..<12 {
      commits.append(try commit("\(number)"))
      _ = try kept(commits[number])
    }
    // Used again, the oldest is the newest.
    _ = try kept(commits[0])
    commits.append(try commit("last"))
    _ = try kept(commits[12])
    let names = try keptNames
    #expect(names.count == 12)
    let gone = commits.filter { commit in !names.contains { $0.hasPrefix(commit) } }
    #expect(gone == [commits[1]])
    let dated = try #require(names.first { $0.hasPrefix(commits[5]) })
    try folder.shell("touch -d 2100-01-01 package/.build/gate/commits/\(dated)")
    _ = try kept(try commit("more"))
    #expect(try Set(names).subtracting(keptNames) == [dated])
  }

  /// A process that was killed leaves half a copy, which the next one that builds removes.
  @Test func draftsAreDropped() throws {
    let commit = try commit("one")
    try folder.makeFolder("package/.build/gate/commits/.\(commit)-0.new")
    _ = try kept(commit)
    #expect(try keptNames.count == 1)
  }
}
