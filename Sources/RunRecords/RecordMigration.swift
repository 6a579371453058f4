import Processes

/// A record's file, brought to the version that this module writes.
///
/// ```swift
/// let migration = try RecordMigration(of: "results/quick.json")
/// if migration.isNeeded { try migration.write(to: migration.path) }
/// ```
package struct RecordMigration: Sendable {
  /// The path of the file.
  package let path: String
  /// The version that the file is in: `1.3`.
  package let version: String
  /// The record.
  package let record: RunRecord
  /// A Boolean value that indicates whether the file is of an older major version.
  package let isNeeded: Bool
  /// The bytes of the file.
  private let found: [UInt8]
  /// The bytes of the file after the migration.
  private let migrated: [UInt8]

  /// Reads the file at `path`, and writes nothing.
  ///
  /// - Throws: `RecordError`, as `RunRecord.read(from:)` does.
  /// - Complexity: O(size of the document), in time and memory.
  package init(of path: String) throws(RecordError) {
    self.path = path
    let bytes = try RecordJSON.contents(of: path)
    let schema = try RecordJSON.schema(of: bytes, path: path, expected: .current)
    record = try RecordJSON.decode(RunRecord.self, from: bytes, path: path, schema: .current)
    version = schema.version
    isNeeded = schema.major != SchemaReference.current.major
    found = bytes
    migrated = isNeeded ? Array(try record.json().utf8) : bytes
  }

  /// The sizes of the file before and after, in bytes.
  package var byteCounts: (before: Int, after: Int) { (found.count, migrated.count) }

  /// Puts the migrated record at `destination`, as a whole or not at all; a record that needs no
  /// migration byte for byte.
  ///
  /// - Parameter destination: The path itself, or where nothing is, an empty file, or a record of
  ///   the same kind.
  /// - Throws: `RecordError`, as `RunRecord.write(to:)` does.
  package func write(to destination: String) throws(RecordError) {
    try RunRecord.requireReplaceable(destination, by: record.kind)
    do {
      try AtomicFile.replace(destination, with: migrated)
    } catch {
      throw .unwritable(path: destination, reason: error.text)
    }
  }
}
