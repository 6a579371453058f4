import Foundation

/// Every file below a folder, with its bytes.
///
/// A time in a name, such as `20260301T120000Z`, stands here as `TIME`, as it differs in every run. Of
/// files that differ in that alone, one stands for all.
struct FileTree {
  /// The path of the folder.
  let folder: String
  /// The contents by path, relative to the folder; nil for a folder.
  private(set) var entries: [String: Data?] = [:]

  /// Reads the folder at `path`, without what lies in the folders named in `skipping`.
  init(at path: String, skipping skipped: Set<String> = []) throws {
    folder = path
    try add(path, prefix: "", skipping: skipped)
  }

  private mutating func add(_ path: String, prefix: String, skipping skipped: Set<String>) throws {
    let files = FileManager.default
    for name in try files.contentsOfDirectory(atPath: path) where !skipped.contains(prefix + name) {
      let attributes = try files.attributesOfItem(atPath: "\(path)/\(name)")
      let entry = prefix + name.replacing(/[0-9]{8}T[0-9]{6}Z/, with: "TIME")
      switch attributes[.type] as? FileAttributeType {
      case .typeDirectory:
        entries[entry] = .some(nil)
        try add("\(path)/\(name)", prefix: "\(entry)/", skipping: skipped)
      case .typeSymbolicLink:
        let target = try files.destinationOfSymbolicLink(atPath: "\(path)/\(name)")
        entries[entry] = Data(target.utf8)
      default:
        entries[entry] = try Data(contentsOf: URL(filePath: "\(path)/\(name)"))
      }
    }
  }

  /// The paths, in order.
  var paths: [String] { entries.keys.sorted() }

  /// Whether `path` is here.
  func contains(_ path: String) -> Bool { entries[path] != nil }

  /// Whether `path` is a whole document in JSON.
  func isDocument(_ path: String) -> Bool {
    guard case .some(.some(let bytes)) = entries[path] else { return false }
    return (try? JSONSerialization.jsonObject(with: bytes)) != nil
  }

  /// Whether `text` is in any file.
  func mentions(_ text: String) -> Bool {
    entries.values.contains { $0?.range(of: Data(text.utf8)) != nil }
  }

  /// Whether both have the same at `path`: the same bytes, a folder, or nothing.
  func agrees(with other: FileTree, at path: String) -> Bool {
    entries[path] == other.entries[path]
  }
}
