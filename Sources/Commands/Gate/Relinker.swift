import Benchmarking
import Foundation

/// Links what SwiftPM has built once more, with the object files in another order.
///
/// Where code lies moves times by some percent, whatever it does; a change that several layouts show is
/// one of the code. Source: T. Mytkowicz et al., "Producing wrong data without doing anything obviously
/// wrong!", 2009, doi:10.1145/1508244.1508275.
struct Relinker {
  /// The arguments of `swift` that build the product.
  let arguments: [String]
  /// Where SwiftPM has put it.
  let executable: URL

  /// Makes a twin of the executable, beside it.
  ///
  /// - Parameter number: Another number, another order.
  /// - Returns: The twin.
  /// - Throws: `ToolError.failed`, where SwiftPM does not show how it links, or the linker refuses.
  func twin(_ number: Int) throws(ToolError) -> URL {
    let command = try linkCommand()
    guard let list = Self.objectList(in: command),
      let objects = try? String(contentsOfFile: list, encoding: .utf8)
    else {
      throw .failed(reason: "the list of objects of \(executable.path) cannot be read")
    }
    var generator = PlanGenerator(seed: UInt64(number), stream: 0x6c69_6e6b)
    let shuffled = objects.split(separator: "\n").shuffled(using: &generator)
    let twin = executable.path + ".twin\(number)"
    let order = twin + ".objects"
    do {
      try Data((shuffled.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: order))
    } catch {
      throw .cannotWrite(path: order, reason: SystemMessage.of(error))
    }
    let line = command.replacing("@" + list, with: "@" + order)
      .replacing("-o " + executable.path, with: "-o " + twin)
    guard line != command, let shell = ExternalProgram(named: "sh"),
      let answer = shell.run(["-c", line]), answer.status == 0
    else { throw .failed(reason: "\(executable.path) cannot be linked in another order") }
    return URL(filePath: twin)
  }

  /// The command with which SwiftPM links the executable, as it shows it.
  private func linkCommand() throws(ToolError) -> String {
    let files = FileManager.default
    let kept = executable.path + ".kept"
    // What is there is not linked again.
    try? files.removeItem(atPath: kept)
    try? files.moveItem(atPath: executable.path, toPath: kept)
    let answer = ExternalProgram(named: "swift")?.run(arguments + ["-v"])
    if !files.fileExists(atPath: executable.path) {
      try? files.moveItem(atPath: kept, toPath: executable.path)
    } else {
      try? files.removeItem(atPath: kept)
    }
    let lines = answer?.output.split(separator: "\n") ?? []
    let wanted = "/" + executable.lastPathComponent + ".product/Objects.LinkFileList"
    guard let line = lines.first(where: { $0.contains(wanted) && $0.contains("-emit-executable") })
    else {
      throw .failed(
        reason: "swift does not show how it links \(executable.path); leave --relink out")
    }
    return String(line)
  }

  /// The file of objects that a command names behind an `@`.
  private static func objectList(in command: String) -> String? {
    command.split(separator: " ").first { $0.hasPrefix("@") && $0.hasSuffix(".LinkFileList") }
      .map { String($0.dropFirst()) }
  }
}
