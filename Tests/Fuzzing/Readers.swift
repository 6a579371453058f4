import Foundation

/// All readers of what others wrote.
enum Readers {
  static let all = records + texts + protocols

  /// A file of this process in memory, for what reads paths.
  private static let scratch =
    "/dev/shm/cvbench-fuzzing-\(ProcessInfo.processInfo.processIdentifier)"

  /// Calls `body` with the path of a file that holds `input`; the same file each time.
  static func withFile<Result>(
    _ input: [UInt8], _ body: (String) throws -> Result
  ) throws -> Result {
    try Data(input).write(to: URL(filePath: scratch))
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    return try body(scratch)
  }

  /// The bytes of a file of the repository; those of an empty one if it is missing.
  static func file(_ path: String) -> [UInt8] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return (try? Array(Data(contentsOf: root.appending(path: path)))) ?? []
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
    return Array(JSONTree.object(members).text.utf8)
  }

  /// Ends the process: there is nothing to change.
  static func giveUp(_ reason: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(reason)\n".utf8))
    exit(RefusedExample.status)
  }

  static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
}
