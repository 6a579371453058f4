package import Foundation

/// A program of the system that answers a question.
package enum SystemTool {
  /// This process's environment, without what makes git take another repository for the one it is
  /// started in: git sets that for hooks, and for the commands of a rebase.
  package static var environment: [String: String] {
    ProcessInfo.processInfo.environment.filter { !misleadingVariables.contains($0.key) }
  }

  private static let misleadingVariables: Set = [
    "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE", "GIT_PREFIX", "GIT_GRAFT_FILE",
    "GIT_SHALLOW_FILE", "GIT_REPLACE_REF_BASE",
  ]

  /// Runs `program` without input or output.
  ///
  /// - Parameters:
  ///   - program: A name to be found through the search path.
  ///   - arguments: What it is told.
  /// - Returns: Whether it succeeds; false where it is missing.
  static func runs(_ program: String, _ arguments: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// What `program` writes when it succeeds, without surrounding white space.
  ///
  /// - Parameters:
  ///   - program: A name to be found through the search path.
  ///   - arguments: What it is asked.
  ///   - input: What it reads.
  /// - Returns: Its output; nil where it is missing, fails or says nothing.
  package static func output(of program: String, _ arguments: [String], input: Data? = nil)
    -> String?
  {
    let process = Process()
    let output = Pipe()
    let source = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = environment
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = input == nil ? FileHandle.nullDevice : source
    guard (try? process.run()) != nil else { return nil }
    if let input {
      // A program that ends before it has read everything is a failed one below.
      try? source.fileHandleForWriting.write(contentsOf: input)
      try? source.fileHandleForWriting.close()
    }
    let bytes = try? output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    guard process.terminationStatus == 0, let bytes else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return text.isEmpty ? nil : text
  }
}
