import Foundation
import Processes

/// JSON as records and journals have it: sorted keys, so that equal values give equal bytes.
enum RecordJSON {
  /// The bytes of `value`, over several lines when `isPretty`, else on one; without a final
  /// newline.
  static func encode(_ value: some Encodable, isPretty: Bool) throws(RecordError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    do {
      return try Array(encoder.encode(value))
    } catch EncodingError.invalidValue(let value, let context) {
      throw .notFinite(field: fieldPath(context.codingPath), value: "\(value)")
    } catch {
      throw .notFinite(field: "", value: "\(error)")
    }
  }

  /// The bytes of the file at `path`.
  ///
  /// - Throws: `RecordError.unreadable`, also for what is no regular file or far too large.
  static func contents(of path: String) throws(RecordError) -> [UInt8] {
    do {
      return try SystemFile.contents(of: path)
    } catch {
      throw .unreadable(path: path, reason: error.text)
    }
  }

  /// The document at `path`, after it has said that it is one of `schema` and not too new.
  static func decode<Document: Decodable>(
    _ type: Document.Type, from bytes: [UInt8], path: String, schema: SchemaReference
  ) throws(RecordError) -> Document {
    _ = try self.schema(of: bytes, path: path, expected: schema)
    do {
      return try JSONDecoder().decode(type, from: Data(bytes))
    } catch let error as DecodingError {
      let (field, problem) = explain(error)
      throw .malformed(path: path, field: field, problem: problem)
    } catch {
      throw .malformed(path: path, field: "", problem: "\(error)")
    }
  }

  /// The schema that the document at `path` says it is in: one of `expected`, and not too new.
  static func schema(
    of bytes: [UInt8], path: String, expected: SchemaReference
  ) throws(RecordError) -> SchemaReference {
    let found = try envelope(of: bytes, path: path, expected: expected.name)
    guard found.name == expected.name else {
      throw .foreign(path: path, expected: expected.name, found: "its schema is '\(found.name)'")
    }
    guard let major = found.major else {
      throw .malformed(
        path: path, field: "schema.version", problem: "'\(found.version)' is no version")
    }
    guard major <= expected.major ?? 0 else {
      throw .newerSchema(path: path, found: found.version, supported: expected.version)
    }
    return found
  }

  /// The one field that every document of ours has, of whatever version.
  private struct Envelope: Decodable {
    struct Schema: Decodable {
      var name: String
      var version: String
    }
    var schema: Schema
  }

  private static func envelope(
    of bytes: [UInt8], path: String, expected: String
  ) throws(RecordError) -> SchemaReference {
    if bytes.isEmpty { throw .truncated(path: path, problem: "it is empty") }
    try checkEncoding(of: bytes, path: path, expected: expected)
    do {
      let schema = try JSONDecoder().decode(Envelope.self, from: Data(bytes)).schema
      return SchemaReference(name: schema.name, version: schema.version, uri: "")
    } catch DecodingError.dataCorrupted {
      // Only what begins like a document of ours can be a damaged one.
      guard bytes.first == UInt8(ascii: "{") else {
        throw .foreign(path: path, expected: expected, found: "it is not JSON")
      }
      throw .truncated(path: path, problem: "\(bytes.count) bytes that are not one JSON document")
    } catch {
      throw .foreign(
        path: path, expected: expected, found: "it has no 'schema' with a name and a version")
    }
  }

  /// Refuses bytes that are not UTF-8. The decoder would take them, but `ShownText.json` does not see
  /// their texts.
  private static func checkEncoding(
    of bytes: [UInt8], path: String, expected: String
  ) throws(RecordError) {
    guard !isUTF8(bytes) else { return }
    guard bytes.first == UInt8(ascii: "{") else {
      throw .foreign(path: path, expected: expected, found: "it is not JSON in UTF-8")
    }
    throw .malformed(path: path, field: "", problem: "it is not JSON in UTF-8")
  }

  /// Returns whether `bytes` are UTF-8 without zero bytes, which UTF-16 and UTF-32 have, or the
  /// beginning of it.
  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    guard !bytes.contains(0) else { return false }
    do {
      _ = try UTF8Span(validating: bytes.span)
      return true
    } catch {
      // Cut in the middle of a character, it is told as incomplete.
      return error.byteOffsets.upperBound == bytes.count
    }
  }

  private static func explain(_ error: DecodingError) -> (field: String, problem: String) {
    switch error {
    case .keyNotFound(let key, let context):
      (fieldPath(context.codingPath + [key]), "it is missing")
    case .typeMismatch(let type, let context):
      (fieldPath(context.codingPath), "it is not of type \(type)")
    case .valueNotFound(let type, let context):
      (fieldPath(context.codingPath), "it is null, not of type \(type)")
    case .dataCorrupted(let context) where context.codingPath.isEmpty:
      // The syntax is known to be good by now, and the decoder names no field for a number.
      (
        "",
        "a number is fractional or too large where a whole number stands, or a text has half of a "
          + "surrogate pair"
      )
    case .dataCorrupted(let context):
      (fieldPath(context.codingPath), context.debugDescription)
    @unknown default:
      ("", "\(error)")
    }
  }

  /// `cases[3].metrics[0].value`.
  private static func fieldPath(_ keys: [any CodingKey]) -> String {
    keys.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
  }
}
