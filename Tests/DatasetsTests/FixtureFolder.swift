import Foundation

/// A folder of one test, removed with its last reference.
final class FixtureFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("datasets-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of `name` in the folder.
  func path(of name: String) -> String { "\(path)/\(name)" }

  /// Makes a folder, and those it is in.
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path(of: name), withIntermediateDirectories: true)
  }

  /// Writes a file, last changed `seconds` after 1970 where given, and makes the folder it is in.
  @discardableResult
  func write(
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
}
