package import Foundation
import Processes
import RunRecords

/// Where a run's record goes: a path, and the journal beside it while the run lasts.
package struct RecordDestination: Hashable, Sendable {
  /// Where records go that are given no place.
  static let defaultDirectory = "cvbench-records"
  /// What a journal's name has after its record's.
  private static let journalSuffix = RunJournal.path(forRecordAt: "")

  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The journal of finished cases, which an interrupted run leaves behind.
  package var journalPath: String { RunJournal.path(forRecordAt: path) }

  /// The file that the option `--output` names: through a symbolic link, what it leads to.
  ///
  /// - Throws: `ToolError.invalidValue` where it names none.
  static func named(_ output: String) throws(ToolError) -> RecordDestination {
    guard !output.isEmpty, !output.hasSuffix("/") else {
      throw .invalidValue(option: "--output", found: output, reason: "name a file")
    }
    guard output != "-" else {
      throw .invalidValue(
        option: "--output", found: output,
        reason: "a record is a file; name one, and print it with --format json")
    }
    return RecordDestination(path: AtomicFile.target(of: output))
  }

  /// The record of a run that starts now: `cvbench-records/quick-20250131T235959Z.json`, where it is
  /// `named` quick.
  ///
  /// Two runs that start in one second get different names.
  package static func new(
    named name: String, startedAt: Date, in directory: String = defaultDirectory
  ) -> RecordDestination {
    let time = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
      .format(startedAt)
    let stem = "\(directory)/\(name)-\(time)"
    var destination = RecordDestination(path: stem + ".json")
    var attempt = 2
    while destination.isTaken {
      destination = RecordDestination(path: "\(stem)-\(attempt).json")
      attempt += 1
    }
    return destination
  }

  /// The unfinished run in `directory` that was added to last.
  ///
  /// - Throws: `ToolError.nothingToResume` where there is none.
  package static func newestUnfinished(in directory: String = defaultDirectory) throws(ToolError)
    -> RecordDestination
  {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    let journals = names.filter { $0.hasSuffix(journalSuffix) }.map { name in
      let path = directory + "/" + name
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (path: path, changed: attributes?[.modificationDate] as? Date ?? .distantPast)
    }
    guard let newest = journals.max(by: { ($0.changed, $0.path) < ($1.changed, $1.path) }) else {
      throw .nothingToResume(directory: directory)
    }
    return RecordDestination(path: String(newest.path.dropLast(journalSuffix.count)))
  }

  private var isTaken: Bool {
    [path, journalPath].contains(where: FileManager.default.fileExists(atPath:))
  }

  /// Whether writing here loses nothing: nothing is there, or an empty file, as `mktemp` makes one.
  var isVacant: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else { return !FileManager.default.fileExists(atPath: path) }
    return attributes[.type] as? FileAttributeType == .typeRegular
      && (attributes[.size] as? NSNumber)?.intValue == 0
  }

  /// Checks that a file can be written here, by writing one beside it and deleting that.
  ///
  /// Makes the default directory where it is missing, and no other.
  /// - Parameter option: What names the file.
  /// - Throws: `ToolError.cannotWrite` with the system's reason.
  package func checkWritable(option: String = "-o") throws(ToolError) {
    let files = FileManager.default
    // Foundation's own way traps on a path of one character.
    let directory =
      path.lastIndex(of: "/").map { slash in
        slash == path.startIndex ? "/" : String(path[..<slash])
      } ?? ""
    if directory == Self.defaultDirectory {
      do {
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true)
      } catch {
        throw .cannotWrite(path: directory, reason: SystemError.message(of: error))
      }
    }
    try checkReplaceable(option)
    let parent = directory.isEmpty ? "." : directory
    guard files.fileExists(atPath: parent) else {
      throw .cannotWrite(
        path: path, reason: "the directory \(parent) does not exist; make it first")
    }
    guard files.fileExists(atPath: parent + "/.") else {
      throw .cannotWrite(path: path, reason: "\(parent) is not a directory")
    }
    let probe = path + ".\(ProcessInfo.processInfo.processIdentifier).probe"
    do throws(RecordError) {
      // Foundation's own way has other words for what the system says.
      try AtomicFile.write("{}", to: probe)
    } catch {
      guard case .unwritable(_, let reason) = error else { throw .record(error) }
      throw .cannotWrite(path: path, reason: reason)
    }
    try? files.removeItem(atPath: probe)
  }

  /// Refuses what is there and is no file, or a file that nobody may write: a renaming would replace
  /// it all the same.
  private func checkReplaceable(_ option: String) throws(ToolError) {
    let files = FileManager.default
    guard let attributes = try? files.attributesOfItem(atPath: path) else { return }
    let type = attributes[.type] as? FileAttributeType
    guard type == .typeRegular || type == .typeSymbolicLink else {
      throw .cannotWrite(path: path, reason: "is not a regular file; name a file with \(option)")
    }
    // The system lets root write what nobody may.
    let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o222
    guard permissions & 0o222 != 0, files.isWritableFile(atPath: path) else {
      throw .cannotWrite(path: path, reason: "is read-only; name another file with \(option)")
    }
  }
}
