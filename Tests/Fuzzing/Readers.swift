import Foundation
import Processes

/// All readers of what others wrote.
enum Readers {
  static let all = records + texts + histories + protocols + programs

  /// Returns the reader called `name`, one with a planted mistake too; nil for another name.
  static func named(_ name: String) -> Reader? {
    (all + PlantedReader.allCases.map(\.reader)).first { $0.name == name }
  }

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

  /// Writes an input down for the process that watches this one; without it, a failure has no input.
  static func record(_ input: [UInt8]) {
    _ = try? write(input, to: "recorded")
  }

  /// Has this process write its errors to a file, for the process that watches it.
  static func redirectErrors() throws {
    let path = try write([], to: "errors")
    let descriptor = unsafe open(path, O_WRONLY | O_APPEND)
    guard descriptor >= 0, dup2(descriptor, STDERR_FILENO) >= 0 else {
      throw SystemError(code: errno)
    }
  }

  /// Returns the input that process `identifier` wrote down last; nil if there is none.
  static func recordedInput(of identifier: Int32) -> [UInt8]? {
    (try? Data(contentsOf: URL(filePath: directory(of: identifier) + "/recorded"))).map(Array.init)
  }

  /// Returns the lines that process `identifier` wrote as errors to a file; none if it has no such file.
  static func recordedErrors(of identifier: Int32) -> [Substring] {
    let path = directory(of: identifier) + "/errors"
    let bytes = (try? Data(contentsOf: URL(filePath: path))) ?? Data()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
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
