import Changesets
import Foundation
import RunRecords

/// The file that a changeset is written to.
struct ChangesetDestination {
  private let destination: RecordDestination

  /// The file that the option `--changeset` names.
  ///
  /// - Throws: `ToolError.invalidValue` where it names none.
  static func named(_ path: String) throws(ToolError) -> ChangesetDestination {
    guard !path.isEmpty, !path.hasSuffix("/"), path != "-" else {
      throw .invalidValue(option: "--changeset", found: path, reason: "name a file")
    }
    return ChangesetDestination(destination: try .named(path))
  }

  /// Checks that it can be written: where nothing is, or no more than an empty file, or a
  /// changeset as this writes it.
  ///
  /// - Throws: `ToolError`, for what must not be overwritten and for what cannot be written.
  func check() throws(ToolError) {
    try destination.checkWritable(option: "--changeset")
    guard !destination.isVacant else { return }
    let path = destination.path
    let data = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    guard let there = try? JSONDecoder().decode(Changeset.self, from: data),
      (try? Self.text(of: there)) == String(decoding: data, as: UTF8.self)
    else {
      throw .record(.wouldOverwrite(path: path, problem: "it is no changeset of this tool's"))
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
    do throws(RecordError) {
      try AtomicFile.write(text, to: destination.path)
    } catch {
      throw .record(error)
    }
  }

  private static func text(of changeset: Changeset) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    return String(decoding: try encoder.encode(changeset), as: UTF8.self) + "\n"
  }
}
