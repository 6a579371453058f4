import Foundation

/// A program of the system that the doctor looks for and tries.
package struct ExternalProgram {
  let path: String

  /// The program that `name` starts from a shell; nil where there is none.
  package init?(named name: String) {
    let directories = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let paths = directories.map { "\($0)/\(name)" }
    guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      return nil
    }
    self.path = path
  }

  /// What the program writes on both outputs, and its status; nil where it cannot be started.
  package func run(_ arguments: [String]) -> (output: String, status: Int32)? {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let output = (try? pipe.fileHandleForReading.readToEnd()) ?? Data()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}
