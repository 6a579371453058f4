import Foundation

/// A folder of one test, removed with its last reference.
package final class TemporaryFolder {
  package let path: String

  package init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "cvbench-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Returns the path of `name` in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Returns every name in the folder, hidden ones too.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// Makes a folder, and those it is in.
  package func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }

  /// Writes a file, last changed `seconds` after 1970 where given, and makes the folder it is in.
  ///
  /// - Returns: The path of the file.
  @discardableResult
  package func write(
    _ bytes: some Sequence<UInt8>, to name: String, modifiedSeconds seconds: Int? = nil
  ) throws -> String {
    let url = URL(fileURLWithPath: path(of: name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: url)
    if let seconds {
      let date = Date(timeIntervalSince1970: Double(seconds))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: url.path)
    }
    return url.path
  }

  /// Returns the bytes of a file.
  package func bytes(of name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: path(of: name))))
  }
}
