import BasicAlgorithms
package import Foundation
import Processes
import RunRecords

/// The path of a run's record, and of the journal next to it while the run lasts.
package struct RecordDestination: Hashable, Sendable {
  /// The directory of records without a given path.
  static let defaultDirectory = "cvbench-records"
  /// The suffix of a journal's name behind its record's name.
  private static let journalSuffix = RunJournal.path(forRecordAt: "")

  package let path: String

  package init(path: String) {
    self.path = path
  }

  /// The path of the journal of finished cases, which an interrupted run leaves behind.
  package var journalPath: String { RunJournal.path(forRecordAt: path) }

  /// Returns the file that `--output` names, with symbolic links resolved.
  ///
  /// - Throws: `ToolError.invalidValue` if it names no file.
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

  /// Returns a free path for the record of a run that starts now, such as
  /// `cvbench-records/quick-20250131T235959Z.json`.
  ///
  /// Two runs that start in one second get different names, also of two processes on one machine.
  package static func new(
    named name: String, startedAt: Date, in directory: String = defaultDirectory
  ) -> RecordDestination {
    let time = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
      .format(startedAt)
    let stem = "\(directory)/\(name)-\(time)"
    var destination = RecordDestination(path: stem + ".json")
    var attempt = 2
    while destination.isTaken || !Surroundings.claim(destination.claimedName) {
      destination = RecordDestination(path: "\(stem)-\(attempt).json")
      attempt += 1
    }
    return destination
  }

  /// Returns the unfinished run in `directory` with the latest entry.
  ///
  /// - Throws: `ToolError.nothingToResume` if there is none.
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

  /// Writes `text` as a whole or not at all.
  ///
  /// - Throws: `ToolError.record` with the system's reason.
  func write(_ text: String) throws(ToolError) {
    try ToolError.wrap(try AtomicFile.write(text, to: path), as: ToolError.record)
  }

  /// A short name of the path, the same in every process.
  private var claimedName: String {
    "cvbench-record-" + FNV1a.hash(URL(filePath: path).path.utf8).hexadecimalDigits
  }

  private var isTaken: Bool {
    [path, journalPath].contains(where: FileManager.default.fileExists(atPath:))
  }

  /// A Boolean value that indicates whether there is no file, or an empty one, as `mktemp` makes
  /// it: a write loses nothing.
  var isVacant: Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let attributes else { return !FileManager.default.fileExists(atPath: path) }
    return attributes[.type] as? FileAttributeType == .typeRegular
      && (attributes[.size] as? NSNumber)?.intValue == 0
  }

  /// Checks that a file can be written here, by writing and deleting one next to it.
  ///
  /// Creates the default directory if it is missing, and no other.
  /// - Parameter option: The option that names the file.
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
    do throws(SystemError) {
      // Foundation's own way has other words for what the system says.
      try AtomicFile.probe(besides: path)
    } catch {
      throw .cannotWrite(path: path, reason: error.text)
    }
  }

  /// Refuses to replace a file of another kind.
  ///
  /// - Parameters:
  ///   - problem: The reason to tell, as in `it is no scroll trace`.
  ///   - limit: The number of bytes from the beginning that tell the kind; nil for all.
  ///   - isOwn: Returns whether a file with these bytes is of the kind. A missing or an empty file is
  ///     taken without that.
  /// - Throws: `ToolError.record` for another file, and with the system's reason for one that cannot be
  ///   read.
  func checkContents(
    orElse problem: String, first limit: Int? = nil, _ isOwn: ([UInt8]) -> Bool
  ) throws(ToolError) {
    guard !isVacant else { return }
    let bytes: [UInt8]
    do {
      bytes =
        if let limit {
          try SystemFile(reading: path).readNext(limit)
        } else {
          try SystemFile.contents(of: path)
        }
    } catch {
      throw .record(.wouldOverwrite(path: path, problem: SystemError.message(of: error)))
    }
    guard isOwn(bytes) else { throw .record(.wouldOverwrite(path: path, problem: problem)) }
  }

  /// Checks that a run can be started here: nothing unfinished lies in its way.
  ///
  /// A run finds that out itself. The inputs of the unfinished one must stay as they are until
  /// then.
  ///
  /// - Parameter isResuming: Pass true to go on with what is unfinished.
  /// - Throws: `ToolError.cannotWrite` and `.record`.
  func checkStartable(isResuming: Bool) throws(ToolError) {
    try checkWritable()
    guard !isResuming else { return }
    try ToolError.wrap(try RunJournal.checkStartable(at: journalPath), as: ToolError.record)
  }

  /// Refuses a path that holds no regular file, or a read-only one, which a renaming would replace.
  private func checkReplaceable(_ option: String) throws(ToolError) {
    let files = FileManager.default
    guard let attributes = try? files.attributesOfItem(atPath: path) else { return }
    let type = attributes[.type] as? FileAttributeType
    guard type == .typeRegular || type == .typeSymbolicLink else {
      throw .cannotWrite(path: path, reason: "is not a regular file; name a file with \(option)")
    }
    guard type != .typeSymbolicLink || files.fileExists(atPath: path) else {
      throw .cannotWrite(
        path: path,
        reason: "is a symbolic link that leads to no file; name another one with \(option)")
    }
    // The system lets root write what nobody may.
    let permissions = (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0o222
    guard permissions & 0o222 != 0, files.isWritableFile(atPath: path) else {
      throw .cannotWrite(path: path, reason: "is read-only; name another file with \(option)")
    }
  }
}
