import Foundation
import Processes
import RunRecords

/// The destination of a snapshot.
enum SnapshotDestination: Hashable {
  case standardOutput
  case file(RecordDestination)

  /// Returns the destination that the option `--output` names: standard output for `-` and for nil.
  ///
  /// - Throws: `ToolError.invalidValue` if it names no file.
  static func named(_ output: String?) throws(ToolError) -> SnapshotDestination {
    guard let output, output != "-" else { return .standardOutput }
    return .file(try .named(output))
  }

  /// Throws unless the destination is vacant, or holds a snapshot that may be replaced.
  ///
  /// - Throws: `ToolError` for a file that cvbench did not write, and for an unwritable place.
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

/// The format of a snapshot.
enum SnapshotFormat: String, CaseIterable {
  case svg, text

  /// Returns the format named `name`.
  static func named(_ name: String) throws(ToolError) -> SnapshotFormat {
    guard let format = SnapshotFormat(rawValue: name) else {
      throw .unknownName(kind: "format", found: name, known: allCases.map(\.rawValue))
    }
    return format
  }

  /// The first characters of a snapshot in this format, which hardly any other file has.
  var beginning: String {
    switch self {
    case .svg: SnapshotPicture.beginning
    case .text: LayoutSnapshot.beginning
    }
  }

  /// The bytes that tell whether a file is a snapshot.
  static var longestBeginning: Int { allCases.map(\.beginning.utf8.count).max() ?? 0 }

  /// Returns `snapshot` in this format, with a line end.
  func text(of snapshot: LayoutSnapshot) -> String {
    switch self {
    case .svg: SnapshotPicture(snapshot).svg
    case .text: snapshot.text
    }
  }
}
