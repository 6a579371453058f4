import Foundation
import Processes

/// A directory of named baselines: the record of a run, and the build that made it.
///
/// ```
/// .cvbench/
///   .gitignore              everything here is ignored
///   baselines/main.json     the record: commit, machine, time
///   builds/<sha256>/cvbench the executable of that record
/// ```
///
/// A build is copied and checked beside the others, and then renamed into place. The record, which
/// names the build's digest, comes last and in one step: a baseline is there as a whole or not at
/// all.
package struct BaselineStore: Sendable {
  /// The usual directory, in the working directory.
  package static let usualPath = ".cvbench"

  /// The store's directory.
  package let path: String

  /// The store in the directory at `path`, which need not exist.
  package init(at path: String = usualPath) { self.path = path }

  /// Returns a Boolean value that indicates whether `name` may name a baseline: up to 64 letters,
  /// digits, `.`, `_` and `-`, none of these at the beginning, and no file's ending `.json`.
  package static func isName(_ name: String) -> Bool {
    let isPlain = name.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= byte
        || (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= byte
        || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte || ".-_".utf8.contains(byte)
    }
    guard let first = name.first else { return false }
    return isPlain && name.utf8.count <= 64 && !".-_".contains(first) && !name.hasSuffix(".json")
  }

  /// The names of all baselines, sorted.
  package var names: [String] {
    Self.entries(of: recordsPath).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
      .filter(Self.isName).sorted()
  }

  /// Reads the baseline called `name`; nil where there is none.
  ///
  /// - Throws: `RecordError` for a record that cannot be read.
  package func baseline(named name: String) throws(RecordError) -> Baseline? {
    let recordPath = recordPath(of: name)
    guard Self.isName(name), FileManager.default.fileExists(atPath: recordPath) else { return nil }
    let record = try RunRecord.read(from: recordPath)
    return Baseline(
      name: name, record: record, recordPath: recordPath, executable: executable(of: record))
  }

  /// Writes `record` and a copy of the executable that made it as the baseline called `name`, in
  /// the place of an older one.
  ///
  /// - Parameters:
  ///   - record: A complete run.
  ///   - name: A name that `isName` takes.
  ///   - executable: The file that ran; a link such as `/proc/self/exe` is followed.
  ///   - fileName: What the copy is called.
  ///   - companions: Libraries that lie beside the executable, copied where they exist.
  /// - Throws: `BaselineError`.
  /// - Complexity: O(size of the executable), in time and memory, where it is not there yet.
  package func save(
    _ record: RunRecord, as name: String, executable: String, called fileName: String,
    with companions: [String]
  ) throws(BaselineError) {
    try prepare()
    guard let digest = record.builds.first?.binary.sha256 else {
      throw .noDigest(
        reason: record.warnings.first { $0.code == Warning.unhashedBuild }?.message)
    }
    let present = companions.filter { FileManager.default.fileExists(atPath: $0) }
    try keepBuild(
      digest,
      files: [(source: executable, name: fileName)]
        + present.map { (source: $0, name: URL(filePath: $0).lastPathComponent) })
    do throws(RecordError) {
      try record.write(to: recordPath(of: name))
    } catch {
      throw .record(error)
    }
  }

  /// Copies `files`, the executable first, to the build of `digest`.
  ///
  /// Other baselines may name that build: it stays as it is unless the copy has the digest.
  private func keepBuild(
    _ digest: String, files: [(source: String, name: String)]
  ) throws(BaselineError) {
    let manager = FileManager.default
    let directory = "\(buildsPath)/\(digest)"
    Leftovers.remove(in: buildsPath, .typeDirectory, where: Self.isDraft)
    let draft = "\(buildsPath)/.\(UUID().uuidString).new"
    defer { try? manager.removeItem(atPath: draft) }
    do {
      try manager.createDirectory(atPath: draft, withIntermediateDirectories: true)
      let folder = try SystemFile(opening: draft, O_RDONLY | O_DIRECTORY)
      _ = try? folder.lock()
      for (source, name) in files { try Self.copy(source, to: "\(draft)/\(name)") }
      guard let executable = files.first,
        try Self.digest(of: "\(draft)/\(executable.name)") == digest
      else { throw BaselineError.changedExecutable }
      try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
      for (_, name) in files {
        try SystemFile.move("\(draft)/\(name)", to: "\(directory)/\(name)")
      }
    } catch let error as BaselineError {
      throw error
    } catch {
      throw .unwritable(path: directory, reason: Self.reason(of: error))
    }
  }

  /// Returns whether `name` is that of a build that is being copied, or was when its process was
  /// killed.
  package static func isDraft(_ name: String) -> Bool {
    name.hasPrefix(".") && name.hasSuffix(".new")
  }

  /// Makes the store's directories, and has git ignore them.
  ///
  /// - Throws: `BaselineError.unwritable`.
  package func prepare() throws(BaselineError) {
    do {
      for directory in [recordsPath, buildsPath] {
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true)
      }
      let ignore = path + "/.gitignore"
      if !FileManager.default.fileExists(atPath: ignore) {
        try AtomicFile.write("*\n", to: ignore)
      }
    } catch {
      throw .unwritable(path: path, reason: Self.reason(of: error))
    }
  }

  private static func reason(of error: any Error) -> String {
    (error as? RecordError)?.description ?? SystemError.message(of: error)
  }

  /// Removes the baseline called `name`, and its build unless another one has it.
  ///
  /// - Returns: The bytes that are free now.
  /// - Throws: `BaselineError.unwritable`.
  package func remove(_ name: String) throws(BaselineError) -> Int {
    do {
      try FileManager.default.removeItem(atPath: recordPath(of: name))
    } catch {
      throw .unwritable(path: recordPath(of: name), reason: SystemError.message(of: error))
    }
    return try removeUnusedBuilds()
  }

  /// Removes the builds that no baseline names.
  ///
  /// If a record cannot be read, its build is unknown, and nothing is removed.
  ///
  /// - Returns: The bytes that are free now.
  /// - Throws: `BaselineError`.
  package func removeUnusedBuilds() throws(BaselineError) -> Int {
    var used: Set<String> = []
    for name in names {
      do throws(RecordError) {
        if let digest = try baseline(named: name)?.record.builds.first?.binary.sha256 {
          used.insert(digest)
        }
      } catch {
        throw .record(error)
      }
    }
    Leftovers.remove(in: buildsPath, .typeDirectory, where: Self.isDraft)
    var bytes = 0
    for digest in Self.entries(of: buildsPath) where !used.contains(digest) && !Self.isDraft(digest)
    {
      let directory = "\(buildsPath)/\(digest)"
      bytes += Self.size(of: directory)
      do {
        try FileManager.default.removeItem(atPath: directory)
      } catch {
        throw .unwritable(path: directory, reason: SystemError.message(of: error))
      }
    }
    return bytes
  }

  private var recordsPath: String { path + "/baselines" }
  private var buildsPath: String { path + "/builds" }

  private func recordPath(of name: String) -> String { "\(recordsPath)/\(name).json" }

  /// The copy of the executable that made `record`; nil where it is gone.
  private func executable(of record: RunRecord) -> String? {
    guard let digest = record.builds.first?.binary.sha256 else { return nil }
    let directory = "\(buildsPath)/\(digest)"
    return Self.entries(of: directory).first { !$0.hasPrefix(".") && !$0.hasSuffix(".so") }
      .map { "\(directory)/\($0)" }
  }

  private static func entries(of directory: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
  }

  /// The bytes of the files in `directory`.
  package static func size(of directory: String) -> Int {
    entries(of: directory).reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: "\(directory)/\(name)")
      return sum + ((attributes?[.size] as? NSNumber)?.intValue ?? 0)
    }
  }

  /// Hashes the build at `path`.
  ///
  /// - Parameters:
  ///   - path: An executable file.
  ///   - searchPath: Where to look for the tool that hashes; nil for `PATH`.
  /// - Returns: The digest, as records have it.
  /// - Throws: `BaselineError.unverified` where the tool cannot tell.
  static func digest(
    of path: String, searchPath: String? = nil
  ) throws(BaselineError) -> String {
    do throws(ProcessError) {
      return try FileHash.sha256(of: path, searchPath: searchPath)
    } catch {
      throw .unverified(path: path, reason: error.description)
    }
  }

  /// Copies an executable file, its time of change too: by that it is told whether its sources are
  /// newer.
  private static func copy(_ source: String, to target: String) throws {
    let files = FileManager.default
    let file = URL(filePath: source).resolvingSymlinksInPath().path
    let attributes = try? files.attributesOfItem(atPath: file)
    try AtomicFile.replace(target, with: SystemFile.contents(of: source))
    var changed: [FileAttributeKey: Any] = [.posixPermissions: 0o755]
    changed[.modificationDate] = attributes?[.modificationDate]
    try files.setAttributes(changed, ofItemAtPath: target)
  }
}

/// A named record with the build that made it.
package struct Baseline: Sendable {
  package let name: String
  package let record: RunRecord
  /// The record's file.
  package let recordPath: String
  /// The copy of the build; nil where it is gone.
  package let executable: String?

  /// Checks that the copy of the build is the one that was measured.
  ///
  /// - Parameter searchPath: Where to look for the tool that hashes; nil for `PATH`.
  /// - Returns: The copy's path.
  /// - Throws: `BaselineError.noBuild` where it is gone or has changed, `.unverified` where
  ///   that cannot be told.
  /// - Complexity: O(size of the executable).
  package func checkedExecutable(
    searchPath: String? = nil
  ) throws(BaselineError) -> String {
    guard let executable else { throw .noBuild(name: name, reason: "is gone") }
    let digest = try BaselineStore.digest(of: executable, searchPath: searchPath)
    guard digest == record.builds.first?.binary.sha256 else {
      throw .noBuild(name: name, reason: "has changed: \(executable)")
    }
    return executable
  }
}

/// The reason why a baseline cannot be saved, used or removed.
package enum BaselineError: Error, Hashable, CustomStringConvertible {
  /// The record does not say which executable made it; the reason is nil where nobody knows it.
  case noDigest(reason: String?)
  /// Another file is in the place of the executable that was measured.
  case changedExecutable
  /// The copy of the build is gone, or another one.
  case noBuild(name: String, reason: String)
  /// The build could not be hashed: nobody knows whether it is the one that was measured.
  case unverified(path: String, reason: String)
  case unwritable(path: String, reason: String)
  case record(RecordError)

  package var description: String {
    switch self {
    case .noDigest(let reason):
      "the record does not say which executable made it"
        + (reason.map { ", as \($0); then" } ?? ";") + " measure again"
    case .changedExecutable:
      "the executable has changed since it was measured; measure again"
    case .noBuild(let name, let reason):
      "the build of the baseline '\(name)' \(reason); measure it again with --save-baseline \(name)"
    case .unverified(let path, let reason):
      "cannot tell whether \(path) is the build that was measured: \(reason)"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .record(let error): error.description
    }
  }
}
