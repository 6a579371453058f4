import BasicAlgorithms
import Foundation
package import RunRecords

/// A change that was accepted: from its commit on it raises no alarm.
package struct Blessing: Codable, Hashable, Sendable {
  /// The format of the document.
  package var schema = Self.format
  /// The cases, as a `CasePattern`.
  package var pattern: String
  /// The metric; nil for all of them.
  package var metric: String?
  /// The full hash of the commit that made the change.
  package var commit: String
  /// The reason.
  package var reason: String
  /// ISO 8601 in UTC.
  package var blessedAt: String

  /// The format that this module writes.
  package static let format = SchemaReference(
    name: "cvbench-history-blessing", version: "1.0",
    uri: "urn:cvbench:schema:history-blessing-1")

  private enum CodingKeys: String, CodingKey {
    case schema, metric, commit, reason
    case pattern = "cases"
    case blessedAt = "blessed_at"
  }

  package init(
    pattern: String, metric: String?, commit: String, reason: String, blessedAt: String
  ) {
    (self.pattern, self.metric, self.commit) = (pattern, metric, commit)
    (self.reason, self.blessedAt) = (reason, blessedAt)
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `RunHistoryError.damaged`, and `newer` for a format that this tool does not know.
  package init(parsing bytes: [UInt8], path: String) throws(RunHistoryError) {
    do {
      self = try JSONDecoder().decode(Blessing.self, from: Data(bytes))
    } catch {
      throw .damaged(path: path, problem: "it is no whole JSON document of an accepted change")
    }
    guard schema.name == Self.format.name else {
      throw .damaged(path: path, problem: "its schema is '\(schema.name)'")
    }
    guard schema.version.hasPrefix("1.") else { throw .newer(path: path, found: schema.version) }
  }

  /// The text of its file.
  package var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    // Texts always encode.
    return String(decoding: (try? encoder.encode(self)) ?? Data(), as: UTF8.self) + "\n"
  }

  /// The name of its file.
  package var path: String {
    let time = blessedAt.filter { $0.isASCII && ($0.isNumber || $0 == "T") }.prefix(15)
    let digest = FNV1a.hash("\(pattern)\n\(metric ?? "")\n\(reason)".utf8).hexadecimalDigits
    return "blessings/\(time)Z-\(commit.prefix(12))-\(digest.prefix(8)).json"
  }

  /// Returns a Boolean value that indicates whether it is about `metric` of the case with `id`.
  package func takes(_ metric: String, of id: String) -> Bool {
    (self.metric == nil || self.metric == metric) && CasePattern(pattern).matches(id)
  }
}
