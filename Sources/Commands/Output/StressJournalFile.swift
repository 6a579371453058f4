import Foundation
import Processes
import RunRecords
import StressTesting

/// The script that is being performed, in a file: what stops the process leaves it there.
///
/// Nothing is buffered here, and nothing waits for the disk: it outlives the process, not the
/// machine.
final class StressJournalFile: StressJournal {
  /// Returns the path of the journal, beside the script of a failure.
  static func path(besides script: String) -> String { script + ".running" }

  private let path: String
  private let file: SystemFile
  private var isBroken = false

  /// An empty file at `path`, in the place of what another run has left; no run at the same time
  /// takes it.
  ///
  /// - Throws: `ToolError`, for what must not be replaced, for what another run is writing, and for
  ///   what cannot be written.
  init(path: String) throws(ToolError) {
    try Self.checkReplaceable(path)
    do {
      let file = try RunJournal.take(path, O_CREAT | O_NOFOLLOW)
      try file.truncate(to: 0)
      self.file = file
    } catch let error as RecordError {
      throw .record(error)
    } catch {
      throw .cannotWrite(path: path, reason: SystemError.message(of: error))
    }
    self.path = path
  }

  /// Refuses what is at `path` and was not left by another run.
  ///
  /// A file left by another run is empty or begins as a script does.
  /// - Throws: `ToolError.record`.
  static func checkReplaceable(_ path: String) throws(ToolError) {
    // Of a symbolic link, not of what it leads to.
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path) else { return }
    let foreign = ToolError.record(
      .wouldOverwrite(path: path, problem: "it was not left by an interrupted run"))
    guard attributes[.type] as? FileAttributeType == .typeRegular else { throw foreign }
    let text: String
    do {
      text = try SystemFile.text(of: path)
    } catch {
      throw .record(.wouldOverwrite(path: path, problem: error.text))
    }
    let header = text.prefix { !$0.isNewline }
    guard text.isEmpty || (try? StressScript(text: String(header))) != nil else { throw foreign }
  }

  func begin(_ script: String) {
    write {
      try file.truncate(to: 0)
      try file.write(Array(script.utf8))
    }
  }

  func add(_ line: String) { write { try file.write(Array((line + "\n").utf8)) } }

  /// Deletes the file: nothing has stopped the process.
  func remove() { try? SystemFile.remove(path) }

  /// A disk that fills up ends the journal, not the run.
  private func write(_ body: () throws -> Void) {
    guard !isBroken else { return }
    do { try body() } catch { isBroken = true }
  }
}
