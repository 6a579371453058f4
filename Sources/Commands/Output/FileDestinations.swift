import Analysis
import Changesets
import Foundation
import Processes
import Reports
import RunRecords

/// The destination of an export, a report or a snapshot.
enum TextDestination: Hashable {
  case standardOutput
  case file(RecordDestination)

  /// Returns the destination that `--output` names; standard output for `-` or without the option.
  ///
  /// - Throws: `ToolError.invalidValue` where it names no file.
  static func named(_ output: String?) throws(ToolError) -> TextDestination {
    guard let output, output != "-" else { return .standardOutput }
    return .file(try .named(output))
  }

  /// A kind of file that may replace another file of its kind, and no other file.
  struct Kind {
    /// The name with its article, as in `an export`.
    let name: String
    /// Returns whether a file that begins with this text is of the kind.
    let includes: (String) -> Bool

    static var export: Kind { Kind(name: "an export", includes: ExportFormat.isExport) }
    static var report: Kind { Kind(name: "a report", includes: HTMLReport.isReport) }
    static var snapshot: Kind { Kind(name: "a snapshot", includes: SnapshotFormat.isSnapshot) }
  }

  /// Writes `text` here; a file is written as a whole or not at all.
  ///
  /// - Throws: `ToolError` if the file must not be overwritten or cannot be written.
  func write(_ text: String, as kind: Kind) throws(ToolError) {
    try check(for: kind)
    switch self {
    case .standardOutput: try Console.standardOutput.write(text, isDocument: true)
    case .file(let destination): try destination.write(text)
    }
  }

  /// Refuses an unwritable place, and a file that is not of this kind: a record, say, or a source.
  func check(for kind: Kind) throws(ToolError) {
    guard case .file(let destination) = self else { return }
    try destination.checkWritable()
    try destination.checkContents(
      orElse: "it does not begin as \(kind.name) does", first: 1 << 16
    ) { kind.includes(String(decoding: $0, as: UTF8.self)) }
  }
}

/// The file of budgets that an option names.
struct BudgetDestination {
  let path: String

  /// The file that the option `--budgets` names.
  ///
  /// - Throws: `ToolError.invalidValue` if it names no file.
  static func named(_ path: String) throws(ToolError) -> BudgetDestination {
    guard !path.isEmpty, !path.hasSuffix("/"), path != "-" else {
      throw .invalidValue(option: "--budgets", found: path, reason: "name a file")
    }
    return BudgetDestination(path: path)
  }

  /// Reads the budgets; returns nil if there is no file.
  func read() throws(ToolError) -> BudgetFile? {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try SystemFile.contents(of: path, atMost: InputLimit.text)
    } catch .system(SystemError(code: ENOENT)) {
      return nil
    } catch .notRegular {
      throw .invalidValue(option: "--budgets", found: path, reason: "it is no regular file")
    } catch .system(SystemError(code: EISDIR)) {
      throw .invalidValue(option: "--budgets", found: path, reason: "it is no regular file")
    } catch {
      throw .record(.unreadable(path: path, reason: error.text))
    }
    return try ToolError.wrap(try BudgetFile(parsing: bytes, path: path), as: ToolError.budgets)
  }

  /// A Boolean value that indicates whether there is no file, or an empty one.
  var isVacant: Bool { RecordDestination(path: AtomicFile.target(of: path)).isVacant }

  /// Writes `file` as a whole or not at all.
  func write(_ file: BudgetFile) throws(ToolError) {
    try RecordDestination(path: AtomicFile.target(of: path)).checkWritable(option: "--budgets")
    try ToolError.wrap(try AtomicFile.write(file.text, to: path), as: ToolError.record)
  }
}

/// The file that a changeset is written to.
struct ChangesetDestination {
  private let destination: RecordDestination

  /// The file that the option `--changeset` names.
  ///
  /// - Throws: `ToolError.invalidValue` if it names no file.
  static func named(_ path: String) throws(ToolError) -> ChangesetDestination {
    guard !path.isEmpty, !path.hasSuffix("/"), path != "-" else {
      throw .invalidValue(option: "--changeset", found: path, reason: "name a file")
    }
    return ChangesetDestination(destination: try .named(path))
  }

  /// Checks that the file can be written and would replace nothing but a changeset or an empty file.
  ///
  /// - Throws: `ToolError` if the file must not be overwritten or cannot be written.
  func check() throws(ToolError) {
    try destination.checkWritable(option: "--changeset")
    try destination.checkContents(orElse: "it is no changeset of this tool's") { bytes in
      guard let there = try? JSONDecoder().decode(Changeset.self, from: Data(bytes)) else {
        return false
      }
      return (try? Self.text(of: there)) == String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Writes `changeset` as a whole or not at all.
  ///
  /// - Throws: `ToolError` with the system's reason.
  func write(_ changeset: Changeset) throws(ToolError) {
    let text: String
    do {
      text = try Self.text(of: changeset)
    } catch {
      throw .failed(reason: "the changeset cannot be written as JSON: \(error)")
    }
    try destination.write(text)
  }

  private static func text(of changeset: Changeset) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(changeset), as: UTF8.self) + "\n"
  }
}
