import Foundation

/// Inputs that the repository keeps: some that once went wrong, and some that reach rare parts.
///
///     Tests/Fuzzing/Corpus/git-log/renamed-twice
enum Corpus {
  /// Returns the inputs of the reader called `name`, in the order of their files' names; none without
  /// a folder of its name.
  static func inputs(of name: String) -> [[UInt8]] {
    let folder = "Tests/Fuzzing/Corpus/\(folderName(of: name))"
    let files = try? FileManager.default.contentsOfDirectory(atPath: Readers.path(of: folder))
    return (files ?? []).sorted().map { Readers.file("\(folder)/\($0)") }
  }

  /// Returns the name of a reader in paths.
  static func folderName(of name: String) -> String { name.replacing(" ", with: "-") }
}
