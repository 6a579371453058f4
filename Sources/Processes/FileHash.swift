package import Foundation

/// Hashes by the tool `sha256sum`, in hexadecimal digits.
package enum FileHash {
  /// Hashes the file at `path`.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - searchPath: Where to look for the tool; nil for `PATH`.
  /// - Returns: The hash.
  /// - Throws: `ProcessError` where the tool cannot tell.
  /// - Complexity: O(size of the file), and a process.
  package static func sha256(
    of path: String, searchPath: String? = nil
  ) throws(ProcessError) -> String {
    try sha256([path], input: nil, searchPath: searchPath)
  }

  /// Returns the hash of `bytes`.
  ///
  /// - Throws: `ProcessError` where the tool cannot tell.
  /// - Complexity: O(*n*) for *n* bytes, and a process.
  package static func sha256(of bytes: Data) throws(ProcessError) -> String {
    try sha256([], input: bytes, searchPath: nil)
  }

  private static func sha256(
    _ arguments: [String], input: Data?, searchPath: String?
  ) throws(ProcessError) -> String {
    guard let program = ExternalProgram(named: "sha256sum", in: searchPath) else {
      throw .missing(program: "sha256sum (coreutils)")
    }
    let outcome = try program.run(
      arguments, environment: ExternalProgram.environment.merging(["LC_ALL": "C"]) { $1 },
      input: input)
    guard outcome.isSuccess, let hash = outcome.text.split(separator: " ").first else {
      throw .failed(path: program.path, reason: outcome.complaint)
    }
    // A backslash in front tells of one in the file's name.
    return String(hash.drop { $0 == "\\" })
  }
}
