import Foundation
package import RunRecords

/// A document of a history: JSON with its format in it.
package protocol HistoryDocument: Codable {
  /// The format that this module writes.
  static var format: SchemaReference { get }
  var schema: SchemaReference { get }
  /// Every text of the document that the tool may show, for the check of control characters.
  var texts: [String] { get }
}

/// The part that documents of every version share.
private struct HistoryEnvelope: Decodable {
  let schema: SchemaReference
}

extension HistoryDocument {
  /// The text of its file: sorted keys, so that equal documents give equal bytes.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Texts and finite numbers always encode.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self) + "\n"
  }

  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Its name in the history.
  ///   - kind: The kind of document in words, as in `summary of a run`.
  /// - Returns: The document.
  /// - Throws: `RunHistoryError.damaged`, and `newer` for a format that this tool does not know.
  static func read(
    _ bytes: [UInt8], path: String, kind: String
  ) throws(RunHistoryError) -> Self {
    let data = Data(bytes)
    let document: Self
    do {
      document = try JSONDecoder().decode(Self.self, from: data)
    } catch {
      // Of another version it may have other fields.
      if let found = try? JSONDecoder().decode(HistoryEnvelope.self, from: data).schema {
        try check(found, path: path)
      }
      if case DecodingError.keyNotFound(let key, _) = error {
        throw .damaged(path: path, problem: "'\(key.stringValue)' is missing")
      }
      throw .damaged(path: path, problem: "it is not a complete \(kind)")
    }
    try check(document.schema, path: path)
    guard !document.texts.contains(where: \.hasControlCharacters) else {
      throw .damaged(path: path, problem: "it has control characters")
    }
    return document
  }

  /// Refuses the document of another kind or a newer version.
  ///
  /// - Throws: `RunHistoryError`.
  private static func check(
    _ found: SchemaReference, path: String
  ) throws(RunHistoryError) {
    guard found.name == format.name else {
      throw .damaged(path: path, problem: "its schema is '\(found.name)'")
    }
    guard found.version.hasPrefix("1.") else { throw .newer(path: path, found: found.version) }
  }
}
