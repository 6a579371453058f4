import Foundation
import Processes
import RunRecords

/// Where a snapshot goes.
enum SnapshotDestination: Hashable {
  case standardOutput
  case file(RecordDestination)

  /// What the option `--output` names: standard output where it is `-` or not given.
  ///
  /// - Throws: `ToolError.invalidValue` where it names no file.
  static func named(_ output: String?) throws(ToolError) -> SnapshotDestination {
    guard let output, output != "-" else { return .standardOutput }
    return .file(try .named(output))
  }

  /// Checks that a snapshot can be written here: where nothing is, or one that may be replaced.
  ///
  /// - Throws: `ToolError`, for what must not be overwritten and for what cannot be written.
  func check() throws(ToolError) {
    guard case .file(let destination) = self else { return }
    try destination.checkWritable()
    let path = destination.path
    guard !destination.isVacant else { return }
    let start: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      start = try file.read(upToCount: SnapshotFormat.longestBeginning) ?? Data()
    } catch {
      throw .record(.wouldOverwrite(path: path, problem: SystemError.message(of: error)))
    }
    guard SnapshotFormat.allCases.contains(where: { start.starts(with: $0.beginning.utf8) }) else {
      throw .record(
        .wouldOverwrite(path: path, problem: "it does not begin as a snapshot does"))
    }
  }

  /// Puts `text` here, in a file as a whole or not at all.
  ///
  /// - Throws: `ToolError` with the system's reason.
  func write(_ text: String) throws(ToolError) {
    switch self {
    case .standardOutput: try Console.standardOutput.write(text)
    case .file(let destination):
      do throws(RecordError) {
        try AtomicFile.write(text, to: destination.path)
      } catch {
        throw .record(error)
      }
    }
  }
}

/// What a snapshot is written as.
enum SnapshotFormat: String, CaseIterable {
  case svg, text

  /// The format named `name`.
  static func named(_ name: String) throws(ToolError) -> SnapshotFormat {
    guard let format = SnapshotFormat(rawValue: name) else {
      throw .unknownName(kind: "format", found: name, known: allCases.map(\.rawValue))
    }
    return format
  }

  /// What a snapshot in this format begins with, and hardly another file.
  var beginning: String {
    switch self {
    case .svg: SnapshotPicture.beginning
    case .text: LayoutSnapshot.beginning
    }
  }

  /// The bytes that tell whether a file is a snapshot.
  static var longestBeginning: Int { allCases.map(\.beginning.utf8.count).max() ?? 0 }

  /// `snapshot` in this format, with a line end.
  func text(of snapshot: LayoutSnapshot) -> String {
    switch self {
    case .svg: SnapshotPicture(snapshot).svg
    case .text: snapshot.text
    }
  }
}
