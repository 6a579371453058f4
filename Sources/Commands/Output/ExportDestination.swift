import Foundation
import Processes
import Reports
import RunRecords

/// Where an export or a report goes.
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

  /// What may be written over another file of its kind, and over no other.
  struct Kind {
    /// `an export`.
    let name: String
    /// Whether a file that begins like this is of the kind.
    let includes: (String) -> Bool

    static var export: Kind { Kind(name: "an export", includes: ExportFormat.isExport) }
    static var report: Kind { Kind(name: "a report", includes: HTMLReport.isReport) }
  }

  /// Puts `text` here, in a file as a whole or not at all.
  ///
  /// - Throws: `ToolError`, for what must not be overwritten and for what cannot be written.
  func write(_ text: String, as kind: Kind) throws(ToolError) {
    switch self {
    case .standardOutput: try Console.standardOutput.write(text)
    case .file(let destination):
      try destination.checkWritable()
      if !destination.isVacant { try Self.checkReplaceable(destination.path, by: kind) }
      do throws(RecordError) {
        try AtomicFile.write(text, to: destination.path)
      } catch {
        throw .record(error)
      }
    }
  }

  /// Refuses a file that is not of this kind: a record, say, or a source.
  private static func checkReplaceable(_ path: String, by kind: Kind) throws(ToolError) {
    let start: Data
    do {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      start = try file.read(upToCount: 1 << 16) ?? Data()
    } catch {
      throw .record(.wouldOverwrite(path: path, problem: SystemError.message(of: error)))
    }
    let text = String(decoding: start, as: UTF8.self)
    guard kind.includes(text) else {
      throw .record(
        .wouldOverwrite(path: path, problem: "it does not begin as \(kind.name) does"))
    }
  }
}
