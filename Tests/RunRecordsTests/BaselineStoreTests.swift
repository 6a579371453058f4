import Foundation
import Processes
import RunRecords
import TestSupport
import Testing

@Suite struct BaselineStoreTests {
  private let folder: TemporaryFolder
  private let store: BaselineStore

  init() throws {
    folder = try TemporaryFolder()
    store = BaselineStore(at: folder.path(of: ".cvbench"))
  }

  /// A build of `text` in the folder, and a record that it made.
  private func build(_ text: String) throws -> (executable: String, record: RunRecord) {
    let path = try folder.write(Array(text.utf8), to: "bin/\(text)")
    let digest = ExternalProgram.answer(of: "sha256sum", [path])
    var record = Sample.full()
    record.builds[0].binary.sha256 = digest?.split(separator: " ").first.map(String.init)
    return (path, record)
  }

  private func save(_ text: String, as name: String) throws {
    let (executable, record) = try build(text)
    try store.save(record, as: name, executable: executable, called: "tool", with: ["/none.so"])
  }

  @Test func aBaselineHoldsTheRecordAndItsBuild() throws {
    #expect(store.names.isEmpty)
    #expect(try store.baseline(named: "main") == nil)
    try save("one", as: "main")
    #expect(store.names == ["main"])
    let baseline = try #require(try store.baseline(named: "main"))
    let executable = try baseline.checkedExecutable()
    #expect(try String(contentsOfFile: executable, encoding: .utf8) == "one")
    #expect(FileManager.default.isExecutableFile(atPath: executable))
    #expect(executable.hasSuffix("/tool"))
    #expect(baseline.record == (try build("one").record))
    #expect(try folder.bytes(of: ".cvbench/.gitignore") == Array("*\n".utf8))
  }

  @Test func buildsAreKeptWhileABaselineNamesThem() throws {
    try save("one", as: "first")
    try save("one", as: "second")
    try save("other", as: "third")
    // Of an older baseline of that name the build stays until it is pruned.
    try save("other", as: "first")
    #expect(try folder.names().contains(".cvbench"))
    #expect(try store.removeUnusedBuilds() == 0)
    #expect(try store.remove("second") == "one".utf8.count)
    #expect(store.names == ["first", "third"])
    #expect(try store.remove("first") == 0)
    #expect(try store.baseline(named: "third")?.checkedExecutable() != nil)
    #expect(try store.remove("third") == "other".utf8.count)
    #expect(throws: BaselineError.self) { try store.remove("third") }
  }

  @Test func aBuildThatIsGoneOrChangedIsNotUsed() throws {
    try save("one", as: "main")
    let executable = try #require(try store.baseline(named: "main")?.executable)
    try Data("two".utf8).write(to: URL(filePath: executable))
    let changed = try #require(try store.baseline(named: "main"))
    #expect(throws: BaselineError.noBuild(name: "main", reason: "has changed: \(executable)")) {
      try changed.checkedExecutable()
    }
    try FileManager.default.removeItem(atPath: executable)
    let gone = try #require(try store.baseline(named: "main"))
    #expect(throws: BaselineError.noBuild(name: "main", reason: "is gone")) {
      try gone.checkedExecutable()
    }
  }

  @Test func aBuildThatCannotBeHashedIsNotSaidToHaveChanged() throws {
    try save("one", as: "main")
    let baseline = try #require(try store.baseline(named: "main"))
    let executable = try baseline.checkedExecutable()
    let missing = #expect(throws: BaselineError.self) {
      try baseline.checkedExecutable(searchPath: "")
    }
    #expect(
      missing?.description
        == "cannot tell whether \(executable) is the build that was measured: there is no sha256sum "
        + "(coreutils) in PATH; install it")
    let script = "#!/bin/sh\necho no disk >&2\nexit 1\n"
    let tool = try folder.write(Array(script.utf8), to: "p/sha256sum")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: tool)
    let failing = #expect(throws: BaselineError.self) {
      try baseline.checkedExecutable(searchPath: folder.path(of: "p"))
    }
    #expect(
      failing == .unverified(path: executable, reason: "'\(tool)' failed: no disk"),
      "\(String(describing: failing))")
  }

  /// The program that ran is not the one that lies there now.
  @Test func anotherExecutableInItsPlaceIsRefused() throws {
    let (_, record) = try build("one")
    let other = try folder.write(Array("two".utf8), to: "bin/other")
    #expect(throws: BaselineError.changedExecutable) {
      try store.save(record, as: "main", executable: other, called: "tool", with: [])
    }
    var nameless = record
    nameless.builds[0].binary.sha256 = nil
    #expect(throws: BaselineError.noDigest(reason: nil)) {
      try store.save(nameless, as: "main", executable: other, called: "tool", with: [])
    }
    nameless.warnings = [Warning(code: Warning.unhashedBuild, message: "no file may be opened")]
    let explained = #expect(throws: BaselineError.self) {
      try store.save(nameless, as: "main", executable: other, called: "tool", with: [])
    }
    #expect(
      explained?.description
        == "the record does not say which executable made it, as no file may be opened; then measure "
        + "again"
    )
    #expect(store.names.isEmpty)
    #expect(try store.removeUnusedBuilds() == 0)
  }

  @Test func aRefusedBuildLeavesTheKeptOneAlone() throws {
    try save("one", as: "main")
    let (_, record) = try build("one")
    let other = try folder.write(Array("two".utf8), to: "bin/other")
    #expect(throws: BaselineError.changedExecutable) {
      try store.save(record, as: "again", executable: other, called: "tool", with: [])
    }
    #expect(throws: BaselineError.self) {
      try store.save(record, as: "again", executable: "/none", called: "tool", with: [])
    }
    #expect(store.names == ["main"])
    #expect(try store.baseline(named: "main")?.checkedExecutable() != nil)
    let builds = folder.path(of: ".cvbench/builds")
    #expect(try FileManager.default.contentsOfDirectory(atPath: builds).count == 1)
    // A sound copy repairs a kept build that was changed.
    let kept = try #require(try store.baseline(named: "main")?.executable)
    try Data("two".utf8).write(to: URL(filePath: kept))
    try save("one", as: "again")
    #expect(try store.baseline(named: "main")?.checkedExecutable() == kept)
  }

  /// As after SIGKILL: a half copied build that nobody holds. One that is being copied stays, and one
  /// whose process has not locked it yet.
  @Test func aDraftThatNobodyHoldsIsRemoved() throws {
    let (left, held, young) = (".left.new", ".held.new", ".young.new")
    let builds = folder.path(of: ".cvbench/builds")
    for name in [left, held, young] {
      try folder.write("half".utf8, to: ".cvbench/builds/\(name)/tool")
    }
    for name in [left, held] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -3_600)],
        ofItemAtPath: "\(builds)/\(name)")
    }
    let lock = try SystemFile(opening: "\(builds)/\(held)", O_RDONLY | O_DIRECTORY)
    let isLocked = try lock.lock()
    #expect(isLocked)
    try save("one", as: "main")
    let digest = try #require(try build("one").record.builds[0].binary.sha256)
    let names = try FileManager.default.contentsOfDirectory(atPath: builds)
    #expect(Set(names) == [held, young, digest])
    #expect(try store.removeUnusedBuilds() == 0)
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: builds)) == Set(names))
    let isThere = try lock.isStill(at: "\(builds)/\(held)")
    #expect(isThere)
  }

  @Test func whereARecordCannotBeReadNothingIsRemoved() throws {
    try save("one", as: "main")
    try folder.write(Array("{".utf8), to: ".cvbench/baselines/torn.json")
    #expect(store.names == ["main", "torn"])
    #expect(throws: RecordError.self) { try store.baseline(named: "torn") }
    #expect(throws: BaselineError.self) { try store.removeUnusedBuilds() }
    #expect(try store.baseline(named: "main")?.checkedExecutable() != nil)
  }

  @Test func namesAreShortAndPlain() {
    for name in ["main", "v1.2", "a_b-c", "1", String(repeating: "a", count: 64)] {
      #expect(BaselineStore.isName(name), "\(name)")
    }
    for name in [
      "", ".", "..", ".hidden", "-o", "_a", "a/b", "a b", "a.json", "ä", "a\n",
      String(repeating: "a", count: 65),
    ] {
      #expect(!BaselineStore.isName(name), "\(name)")
    }
  }
}
