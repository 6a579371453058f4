import Foundation
import Reports
import RunRecords

/// Where an export goes.
enum ExportDestination: Hashable {
  case standardOutput
  case file(RecordDestination)

  /// What the option `--output` names: standard output where it is `-` or not given.
  ///
  /// - Throws: `ToolError.invalidValue` where it names no file.
  static func named(_ output: String?) throws(ToolError) -> ExportDestination {
    guard let output, output != "-" else { return .standardOutput }
    return .file(try .named(output))
  }

  /// Puts `text` here, in a file as a whole or not at all.
  ///
  /// - Throws: `ToolError`, for what must not be overwritten and for what cannot be written.
  func write(_ text: String) throws(ToolError) {
    switch self {
    case .standardOutput: try Console.standardOutput.write(text)
    case .file(let destination):
      try destination.checkWritable()
      if !destination.isVacant { try Self.checkReplaceable(destination.path) }
      do throws(RecordError) {
        try AtomicFile.write(text, to: destination.path)
      } catch {
        throw .record(error)
      }
    }
  }

  /// Refuses a file that is no export: a record, say, or a source.
  private static func checkReplaceable(_ path: String) throws(ToolError) {
    let start: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      start = try file.read(upToCount: 1 << 16) ?? Data()
    } catch {
      throw .record(.wouldOverwrite(path: path, problem: SystemMessage.of(error)))
    }
    let text = String(decoding: start, as: UTF8.self)
    guard ExportFormat.isExport(beginningWith: text) else {
      throw .record(
        .wouldOverwrite(path: path, problem: "it does not begin as an export does"))
    }
  }
}
