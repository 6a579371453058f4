import BasicAlgorithms
import Benchmarking
import Foundation
import Processes

/// A build of an executable product by SwiftPM, for release.
struct ProductBuild {
  let product: String
  let packagePath: String
  /// The directory that holds the build's files, which later builds reuse.
  let scratchPath: String
  /// The further arguments of `swift build`, for the compiler and the linker.
  let flags: [String]

  /// The user's name for the side.
  let side: String
  let tools: BuildTools

  /// Builds, or brings up to date, and links in any case.
  ///
  /// - Returns: The executable, and how it was linked.
  /// - Throws: `ToolError.noBaseline` for what cannot be built, and what `tools` throw.
  func carryOut() throws(ToolError) -> LinkedProduct {
    let arguments =
      ["build", "-c", "release", "--package-path", packagePath, "--scratch-path", scratchPath]
      + flags
    let shown = try tools.run("swift", arguments + ["--show-bin-path"])
    guard shown.isSuccess, let directory = shown.text.split(separator: "\n").last else {
      throw .noBaseline(
        reason: "the \(side) cannot be built: '\(packagePath)' is no Swift package that can be "
          + "read: \(shown.complaint)")
    }
    let executable = "\(directory)/\(product)"
    // What is there is not linked again, and then it seems older than its sources.
    try? FileManager.default.removeItem(atPath: executable)
    let built = try tools.run("swift", arguments + ["--product", product, "-v"])
    guard built.isSuccess else {
      let errors = (built.text + "\n" + built.errorText).split(separator: "\n")
        .filter { $0.contains("error:") }
      throw .noBaseline(
        reason: "the \(side) cannot be built:\n" + errors.prefix(20).joined(separator: "\n"))
    }
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw .noBaseline(
        reason: "the \(side) has no executable product '\(product)'; name it with --product")
    }
    // Without it there are no peaks of live bytes, which the record says.
    _ = try tools.run("swift", arguments + ["--product", "AllocationInterposer"])
    return LinkedProduct(
      executable: URL(filePath: executable),
      command: Self.linkCommand(in: built.text + "\n" + built.errorText, executable), tools: tools)
  }

  /// The command that links `executable`, in what SwiftPM tells of a build.
  private static func linkCommand(in output: String, _ executable: String) -> String? {
    output.split(separator: "\n").last { line in
      line.contains("-emit-executable") && line.contains(" -o \(executable) ")
    }.map(String.init)
  }
}

/// An executable that SwiftPM has linked, and can be linked once more in another order.
///
/// Where code lies moves times by some percent, whatever it does; a change that several layouts
/// show is one of the code. Source: T. Mytkowicz et al., "Producing wrong data without doing
/// anything obviously wrong!", 2009, doi:10.1145/1508244.1508275.
struct LinkedProduct {
  let executable: URL
  /// The command by which SwiftPM linked it; nil where the build's output did not show it.
  let command: String?
  let tools: BuildTools

  /// A twin of the executable, beside it: the same objects in another order.
  ///
  /// - Parameter number: Another number, another order.
  /// - Returns: The twin; nil where it is not known how the executable was linked, or that cannot be
  ///   done again.
  /// - Throws: `ToolError.cannotWrite`, and what `tools` throw.
  func relinked(_ number: Int) throws(ToolError) -> URL? {
    guard let command, let list = Self.objectList(in: command),
      let objects = try? String(contentsOfFile: list, encoding: .utf8)
    else { return nil }
    var generator = SplitMix64(seed: UInt64(number), stream: 0x6c69_6e6b)
    let shuffled = objects.split(separator: "\n").shuffled(using: &generator)
    let twin = executable.path + ".twin\(number)"
    let order = twin + ".objects"
    do {
      try Data((shuffled.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: order))
    } catch {
      throw .cannotWrite(path: order, reason: SystemError.message(of: error))
    }
    let line = command.replacing("@" + list, with: "@" + order)
      .replacing(" -o \(executable.path) ", with: " -o \(twin) ")
    return try tools.run("sh", ["-c", line]).isSuccess ? URL(filePath: twin) : nil
  }

  /// The file of objects that a command names behind an `@`.
  private static func objectList(in command: String) -> String? {
    command.split(separator: " ").first { $0.hasPrefix("@") && $0.hasSuffix(".LinkFileList") }
      .map { String($0.dropFirst()) }
  }
}
