/// The format a document is written in.
public struct SchemaReference: Codable, Hashable, Sendable {
  /// The kind of document: `cvbench-run-record` or `cvbench-journal`.
  public var name: String
  /// `major.minor`: a reader refuses a newer major, and ignores fields that a minor added.
  public var version: String
  /// The `$id` of the published JSON Schema of this major version.
  public var uri: String

  /// The record format that this module writes.
  public static let current = SchemaReference(
    name: "cvbench-run-record", version: "1.3", uri: "urn:cvbench:schema:run-record-1")
  /// The journal format that this module writes.
  public static let journal = SchemaReference(
    name: "cvbench-journal", version: "1.0", uri: "urn:cvbench:schema:journal-1")

  /// Names a format.
  public init(name: String, version: String, uri: String) {
    self.name = name
    self.version = version
    self.uri = uri
  }
}

extension SchemaReference {
  /// The first part of the version; nil where that is no whole number above 0.
  var major: Int? {
    guard let first = version.split(separator: ".").first, let major = Int(first), major > 0 else {
      return nil
    }
    return major
  }
}
