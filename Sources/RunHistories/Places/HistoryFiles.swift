import Foundation
package import RunRecords

/// The files of a history, wherever they are kept.
///
/// Files are added and removed; only a damaged one is written again. Names do not collide, so that two
/// machines add to one history without a conflict.
package protocol HistoryFiles: Sendable {
  /// The place for messages: `the directory 'x'` or `the branch 'x'`.
  var place: String { get }

  /// The names of all files, in ascending order; nil where there is no history yet.
  ///
  /// - Throws: `RunHistoryError`.
  func paths() throws(RunHistoryError) -> [String]?

  /// The contents of files.
  ///
  /// - Parameter paths: Names that `paths()` returned.
  /// - Returns: The contents in the same order; nil for a file that cannot be read.
  /// - Throws: `RunHistoryError` where nothing can be read.
  func contents(of paths: [String]) throws(RunHistoryError) -> [[UInt8]?]

  /// Keeps other processes of this machine from changing the history, as long as the lock lives.
  ///
  /// - Returns: The lock; nil where there is nothing yet that could be changed.
  /// - Throws: `RunHistoryError.unwritable` where another process does not end.
  func lock() throws(RunHistoryError) -> FileLock?

  /// Adds files and removes others; a process that is killed on the way leaves no part of a file.
  ///
  /// A file that refers to another comes after it.
  ///
  /// - Parameters:
  ///   - added: New files, in order.
  ///   - removed: The names of files.
  ///   - message: The reason in a line, where the place keeps one.
  /// - Throws: `RunHistoryError`.
  func change(
    adding added: [HistoryFile], removing removed: [String], message: String
  ) throws(RunHistoryError)
}

extension HistoryFiles {
  /// Locks the directory at `path`.
  func lock(directory path: String) throws(RunHistoryError) -> FileLock {
    let seconds = 30.0
    do throws(RecordError) {
      if let lock = try FileLock(takingDirectory: path, waiting: seconds) { return lock }
    } catch {
      throw .unwritable(place: place, reason: "\(error)")
    }
    throw .unwritable(
      place: place,
      reason: "another process has held '\(path)' for \(Int(seconds)) s; wait for its end")
  }
}

/// A file of a history.
package struct HistoryFile: Hashable, Sendable {
  /// Its name in the history, with `/` between directories.
  package var path: String
  package var text: String

  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The version in the text of a mark; nil for any other text.
  package static func markVersion(in text: String) -> String? {
    struct Mark: Decodable { let schema: SchemaReference }
    let mark = try? JSONDecoder().decode(Mark.self, from: Data(text.utf8))
    return mark?.schema.name == "cvbench-history" ? mark?.schema.version : nil
  }

  /// Returns whether `text` may be what is left of a mark: cut short, or beside the files of a history.
  static func isDamagedMark(_ text: String, among paths: some Sequence<String>) -> Bool {
    mark.text.hasPrefix(text) || paths.contains { [.run, .cases].contains(HistoryPath($0)) }
  }

  /// The file that tells a history from other directories and branches.
  package static let mark = HistoryFile(
    path: "history.json",
    text: """
      {
        "schema" : {
          "name" : "cvbench-history",
          "uri" : "urn:cvbench:schema:history-1",
          "version" : "1.0"
        }
      }

      """)
}
