import Foundation
import Processes

/// All readers of what others wrote.
enum Readers {
  static let all = records + texts + histories + protocols + programs

  /// Where process `identifier` has its files: in memory, for what reads paths.
  private static func directory(of identifier: Int32) -> String {
    "/dev/shm/cvbench-fuzzing-\(identifier)"
  }

  /// Where this process has its files; for what reads directories.
  static let scratch = directory(of: ProcessInfo.processInfo.processIdentifier)

  /// Removes what the ended process `identifier` has left.
  static func removeScratch(of identifier: Int32) {
    try? FileManager.default.removeItem(atPath: directory(of: identifier))
  }

  /// Calls `body` with the path of a file that holds `input`; the same file each time.
  static func withFile<Result>(
    _ input: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    try body(try write(input, to: "input"))
  }

  /// Writes a file called `name` in this process's directory, and returns its path.
  static func write(_ input: [UInt8], to name: String) throws -> String {
    let path = "\(scratch)/\(name)"
    if !FileManager.default.fileExists(atPath: path) {
      try FileManager.default.createDirectory(
        atPath: URL(filePath: path).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
    }
    let file = try SystemFile(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
    try file.write(input)
    return path
  }

  /// The bytes of a file of the repository; those of an empty one if it is missing.
  static func file(_ path: String) -> [UInt8] {
    (try? Array(Data(contentsOf: URL(filePath: Self.path(of: path))))) ?? []
  }

  /// The path of a file of the repository.
  static func path(of file: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: file).path
  }

  /// A record of the repository with its first cases alone: small documents are changed where it
  /// matters more often.
  static func record(_ path: String, cases count: Int) -> [UInt8] {
    guard case .object(var members) = (try? JSONTree(parsing: file(path))) ?? .literal("null")
    else {
      return []
    }
    for index in members.indices {
      guard case .array(let values) = members[index].value else { continue }
      members[index].value = .array(Array(values.prefix(count)))
    }
    return JSONTree.object(members).bytes
  }

  /// Ends the process: there is nothing to change.
  static func giveUp(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(reason)\n".utf8))
    exit(FuzzingStatus.refusedExample)
  }

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
