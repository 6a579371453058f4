import BasicAlgorithms
import Benchmarking
import Foundation
import Processes
package import RunRecords

// The builds of commits other than the last: each is made in the one work tree, and kept.
//
// ```
// .build/gate/commits/<commit>-<digest of compiler, product, flags and number of twins>/
//   cvbench  cvbench.twin0  cvbench.twin1  libAllocationInterposer.so
// ```
//
// While it is copied, its name has a dot in front and `.new` behind.

extension PairBuilder {
  /// The most builds that are kept; the least recently used goes first.
  package static let mostKept = 12

  /// The full hash of a commit, branch or tag.
  ///
  /// - Throws: `PairBuildError`: `noBaseline` without such a commit.
  package func commit(_ name: String) throws(PairBuildError) -> String {
    try worktree.commit(name)
  }

  /// The compiler in its own words.
  ///
  /// - Throws: `PairBuildError` where it is missing or fails.
  func compiler() throws(PairBuildError) -> String {
    let outcome = try tools.run("swift", ["--version"])
    guard outcome.isSuccess, !outcome.text.isEmpty else {
      throw .failed(
        reason: "swift --version does not say which compiler it is: \(outcome.complaint)")
    }
    return outcome.text
  }

  /// Builds the base and another commit as the head.
  ///
  /// - Parameter head: The full hash of a commit.
  /// - Returns: The builds with their twins, and a lock on the directories in which they were built.
  /// - Throws: `PairBuildError`.
  package func build(
    head: String
  ) throws(PairBuildError) -> (base: GatedBuild, head: GatedBuild, lock: FileLock) {
    let base = try baseCommit()
    let lock = try lock()
    return (try kept(base, as: .base), try kept(head, as: .head), lock)
  }

  /// The build of a commit, which is made if it is not kept.
  ///
  /// - Parameters:
  ///   - commit: The full hash of a commit.
  ///   - role: The part that it plays.
  /// - Returns: The build with its twins.
  /// - Throws: `PairBuildError`: `doesNotBuild` for a commit whose sources do not.
  package func kept(
    _ commit: String, as role: GatedBuild.Role
  ) throws(PairBuildError) -> GatedBuild {
    let parts = [try compiler(), product, "\(relinkCount)"] + flags
    let key = FNV1a.hash(parts.joined(separator: "\n").utf8).hexadecimalDigits
    let name = "\(commit)-\(key)"
    let folder = "\(cache)/commits/\(name)"
    let files = FileManager.default
    if let build = keptBuild(of: commit, in: folder, as: role) {
      try? files.setAttributes([.modificationDate: Date.now], ofItemAtPath: folder)
      return build
    }
    report("building \(commit.prefix(12))")
    let package = try worktree.checkOut(commit)
    let made = try build(role, package, scratch: package + "/.build")
    dropDrafts()
    let draft = "\(cache)/commits/.\(name).new"
    defer { try? files.removeItem(atPath: draft) }
    let library = made.executable.deletingLastPathComponent().appending(path: PeakCounter.fileName)
    do {
      try files.createDirectory(atPath: draft, withIntermediateDirectories: true)
      try files.copyItem(
        atPath: made.executable.path, toPath: "\(draft)/\(made.executable.lastPathComponent)")
      if files.fileExists(atPath: library.path) {
        try files.copyItem(atPath: library.path, toPath: "\(draft)/\(library.lastPathComponent)")
      }
    } catch {
      throw .cannotWrite(path: folder, reason: SystemError.message(of: error))
    }
    for twin in made.relinked { try copyTwin(twin, into: draft) }
    do {
      try? files.removeItem(atPath: folder)
      // The last step: a folder of this name is whole.
      try files.moveItem(atPath: draft, toPath: folder)
    } catch {
      throw .cannotWrite(path: folder, reason: SystemError.message(of: error))
    }
    dropOldBuilds()
    func inFolder(_ file: URL) -> URL { URL(filePath: "\(folder)/\(file.lastPathComponent)") }
    return GatedBuild(
      role, executable: inFolder(made.executable), relinked: made.relinked.map(inFolder),
      commit: commit)
  }

  /// Copies a twin without its debug information, which is half of its size: twins are only timed. If
  /// `strip` is missing or fails, copies it as it is.
  private func copyTwin(_ twin: URL, into folder: String) throws(PairBuildError) {
    let copy = "\(folder)/\(twin.lastPathComponent)"
    if ExternalProgram(named: "strip", in: tools.searchPath) != nil,
      try tools.run("strip", ["--strip-debug", "-o", copy, twin.path]).isSuccess
    {
      return
    }
    do {
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: twin.path, toPath: copy)
    } catch {
      throw .cannotWrite(path: copy, reason: SystemError.message(of: error))
    }
  }

  private func keptBuild(
    of commit: String, in folder: String, as role: GatedBuild.Role
  ) -> GatedBuild? {
    let executable = "\(folder)/\(product)"
    guard FileManager.default.isExecutableFile(atPath: executable) else { return nil }
    // Behind one that could not be linked there is no other.
    let twins = (0..<relinkCount).map { "\(executable).twin\($0)" }
      .prefix(while: FileManager.default.isExecutableFile(atPath:))
    return GatedBuild(
      role, executable: URL(filePath: executable), relinked: twins.map { URL(filePath: $0) },
      commit: commit)
  }

  /// Removes what killed processes have copied by half: none that lives is at it, as the lock says.
  private func dropDrafts() {
    let files = FileManager.default
    let folder = "\(cache)/commits"
    for name in (try? files.contentsOfDirectory(atPath: folder)) ?? []
    where BaselineStore.isDraft(name) {
      try? files.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private func dropOldBuilds() {
    let files = FileManager.default
    let folder = "\(cache)/commits"
    let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
    // A date in the future comes from a clock that was wrong.
    let now = Date.now
    let dated = names.map { name in
      let attributes = try? files.attributesOfItem(atPath: "\(folder)/\(name)")
      let date = attributes?[.modificationDate] as? Date ?? .distantPast
      return (name, date > now ? .distantPast : date)
    }
    for (name, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(Self.mostKept) {
      try? files.removeItem(atPath: "\(folder)/\(name)")
    }
  }
}
