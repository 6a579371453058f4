import Foundation
package import RunRecords

/// A document of a history: JSON with its format in it.
package protocol HistoryDocument: Codable {
  /// The format that this module writes.
  static var format: SchemaReference { get }
  var schema: SchemaReference { get }
}

extension HistoryDocument {
  /// The text of its file: sorted keys, so that equal documents give equal bytes.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Texts and finite numbers always encode.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self) + "\n"
  }

  /// Refuses the document of another kind or a newer version.
  ///
  /// - Throws: `RunHistoryError`.
  static func check(_ found: SchemaReference, path: String) throws(RunHistoryError) {
    guard found.name == format.name else {
      throw .damaged(path: path, problem: "its schema is '\(found.name)'")
    }
    guard found.version.hasPrefix("1.") else { throw .newer(path: path, found: found.version) }
  }
}
