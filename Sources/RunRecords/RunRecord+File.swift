import Foundation
import Processes

extension RunRecord {
  /// The record as a JSON document: sorted keys, whole numbers whole, a newline at the end.
  ///
  /// Equal records give equal texts.
  ///
  /// - Returns: The text.
  /// - Throws: `RecordError.notFinite` for a figure that is no finite number.
  /// - Complexity: O(size of the document), in time and memory.
  public func json() throws(RecordError) -> String {
    String(decoding: try RecordJSON.encode(self, isPretty: true), as: UTF8.self) + "\n"
  }

  /// The record at `path`.
  ///
  /// Fields that a newer minor version added are ignored.
  ///
  /// - Parameter path: A file.
  /// - Returns: The record.
  /// - Throws: `RecordError`, for a file that is unreadable, cut short, not a record, of a newer
  ///   major version, or a record with an invalid field.
  /// - Complexity: O(size of the document), in time and memory.
  public static func read(from path: String) throws(RecordError) -> RunRecord {
    try decode(RecordJSON.contents(of: path), path: path)
  }

  /// The record at `path`, each of its texts as `ShownText.line` has it: somebody else may have
  /// written it.
  ///
  /// - Throws: What `read(from:)` throws.
  /// - Complexity: O(size of the document), in time and memory.
  package static func shown(from path: String) throws(RecordError) -> RunRecord {
    try decode(ShownText.json(RecordJSON.contents(of: path)), path: path)
  }

  /// Decodes a record whose cases are all different.
  private static func decode(_ bytes: [UInt8], path: String) throws(RecordError) -> RunRecord {
    let record = try RecordJSON.decode(RunRecord.self, from: bytes, path: path, schema: .current)
    var ids: Set<String> = []
    for (index, result) in record.cases.enumerated() where !ids.insert(result.id).inserted {
      throw .malformed(
        path: path, field: "cases[\(index)].id", problem: "'\(result.id)' is there twice")
    }
    return record
  }

  /// Returns this record, each of its texts as `ShownText.line` has it.
  ///
  /// - Throws: `RecordError.notFinite` for a figure that is no finite number.
  /// - Complexity: O(size of the document), in time and memory.
  package func shown() throws(RecordError) -> RunRecord {
    try RecordJSON.decode(
      RunRecord.self, from: ShownText.json(RecordJSON.encode(self, isPretty: false)),
      path: run.id, schema: .current)
  }

  /// Puts the record at `path`, as a whole or not at all.
  ///
  /// It is written beside the path, synced and renamed into place, so that a full disk or a killed
  /// process at any moment leaves what was there or the new record. Only a readable record of the
  /// same kind is ever replaced, or an empty file. Of a symbolic link, what it leads to is replaced,
  /// and not the link.
  ///
  /// - Parameter path: Where nothing is, an empty file, or a record of this kind.
  /// - Throws: `RecordError`: `wouldOverwrite` for anything else at the path, `unwritable` when the
  ///   system refuses, `notFinite` for a figure that is no finite number.
  /// - Complexity: O(size of the document), in time and memory.
  public func write(to path: String) throws(RecordError) {
    let text = try json()
    try Self.requireReplaceable(path, by: kind)
    try AtomicFile.write(text, to: path)
  }

  /// Refuses a path that holds anything but a readable record of one kind; an empty file holds
  /// nothing.
  ///
  /// A run calls it before it measures, so that hours are not spent on what cannot be written.
  ///
  /// - Parameters:
  ///   - path: The path to write a record to.
  ///   - kind: The kind of that record.
  /// - Throws: `RecordError.wouldOverwrite` with what is there.
  /// - Complexity: O(size of what is there), in time and memory.
  public static func requireReplaceable(
    _ path: String, by kind: Kind = .run
  ) throws(RecordError) {
    let bytes: [UInt8]
    do throws(InputError) {
      bytes = try SystemFile.contents(of: path)
    } catch .system(let error) where error.code == ENOENT || error.code == ENOTDIR {
      return
    } catch {
      let isFile = error != .notRegular && error != .system(SystemError(code: EISDIR))
      throw .wouldOverwrite(path: path, problem: isFile ? error.text : "it is not a regular file")
    }
    guard !bytes.isEmpty else { return }
    let found: RunRecord
    do {
      found = try RecordJSON.decode(RunRecord.self, from: bytes, path: path, schema: .current)
    } catch {
      throw .wouldOverwrite(path: path, problem: error.finding)
    }
    guard found.kind == kind else {
      throw .wouldOverwrite(
        path: path, problem: "it is a record of kind '\(found.kind)', and this is one of '\(kind)'")
    }
  }
}
