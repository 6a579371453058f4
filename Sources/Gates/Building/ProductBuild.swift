import BasicAlgorithms
import Benchmarking
import Foundation
import Processes

/// A release build of an executable product by SwiftPM.
struct ProductBuild {
  let product: String
  let packagePath: String
  /// The directory of the build, which the next build brings up to date.
  let scratchPath: String
  /// Additional arguments of `swift build`.
  let flags: [String]

  /// The part that the build plays: `base` or `head`.
  let side: String
  let tools: PairBuildTools

  /// Builds the product, or brings it up to date, and links it in any case.
  ///
  /// - Returns: The executable, and the command that linked it.
  /// - Throws: `PairBuildError`: `noBaseline` without a package or a product, `doesNotBuild` for
  ///   sources with errors, `cannotWrite` if an earlier executable cannot be removed.
  func build() throws(PairBuildError) -> LinkedProduct {
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
    try removeLinked(executable)
    let built = try tools.run("swift", arguments + ["--product", product, "-v"])
    guard built.isSuccess else {
      let errors = (built.text + "\n" + built.errorText).split(separator: "\n")
        .filter { $0.contains("error:") }
      throw .doesNotBuild(
        reason: "the \(side) cannot be built:\n" + errors.prefix(20).joined(separator: "\n"))
    }
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw .noBaseline(
        reason: "the \(side) has no executable product '\(product)'; name it with --product")
    }
    // A record without this library has no peaks of live bytes, and says so.
    _ = try tools.run("swift", arguments + ["--product", "AllocationInterposer"])
    return LinkedProduct(
      executable: URL(filePath: executable),
      command: Self.linkCommand(in: built.text + "\n" + built.errorText, executable), tools: tools)
  }

  /// Removes an executable, so that SwiftPM links it again and prints the command.
  private func removeLinked(_ executable: String) throws(PairBuildError) {
    do {
      try FileManager.default.removeItem(atPath: executable)
    } catch CocoaError.fileNoSuchFile {
      return
    } catch {
      throw .cannotWrite(path: executable, reason: SystemError.message(of: error))
    }
  }

  /// Returns the command that linked `executable`, from the output of SwiftPM.
  private static func linkCommand(in output: String, _ executable: String) -> String? {
    output.split(separator: "\n").last { line in
      line.contains("-emit-executable") && line.contains(" -o \(executable) ")
    }.map(String.init)
  }
}

/// An executable that SwiftPM has linked, and that can be linked again in another order.
///
/// The place of code in memory moves times by some percent, whatever it does. A change that several
/// layouts show is a change of the code. Source: T. Mytkowicz et al., "Producing wrong data without doing
/// anything obviously wrong!", 2009, doi:10.1145/1508244.1508275.
struct LinkedProduct {
  let executable: URL
  /// The command with which SwiftPM linked it; nil if its output shows none.
  let command: String?
  let tools: PairBuildTools

  /// The outcome of linking in another order.
  enum Relinking {
    case linked(URL)
    /// SwiftPM's output shows no link command to change, or the command has failed twice.
    case impossible(reason: String)
  }

  /// Links a twin of the executable, beside it: the same objects in another order.
  ///
  /// A link that fails is tried once more, since memory may have been short.
  ///
  /// - Parameter number: The seed of the order.
  /// - Returns: The twin, or why there can be none.
  /// - Throws: `PairBuildError`.
  func relinked(_ number: Int) throws(PairBuildError) -> Relinking {
    guard let command, let list = Self.objectList(in: command) else {
      return .impossible(reason: "the output of swift build does not show how it links")
    }
    let objects: String
    do throws(InputError) {
      // Foundation fails if a signal interrupts it.
      objects = try SystemFile.text(of: list, atMost: InputLimit.data)
    } catch {
      throw .failed(reason: "cannot read '\(list)': \(error.text)")
    }
    var generator = SplitMix64(seed: UInt64(number), stream: 0x6c69_6e6b)
    let shuffled = objects.split(separator: "\n").shuffled(using: &generator)
    let twin = executable.path + ".twin\(number)"
    let order = twin + ".objects"
    do {
      // Foundation may leave half of the list if a signal interrupts it.
      try SystemFile(opening: order, O_WRONLY | O_CREAT | O_TRUNC)
        .write(Array((shuffled.joined(separator: "\n") + "\n").utf8))
    } catch {
      throw .cannotWrite(path: order, reason: SystemError.message(of: error))
    }
    let line = command.replacing("@" + list, with: "@" + order)
      .replacing(" -o \(executable.path) ", with: " -o \(twin) ")
    var outcome = try tools.run("sh", ["-c", line])
    if !outcome.isSuccess { outcome = try tools.run("sh", ["-c", line]) }
    return outcome.isSuccess
      ? .linked(URL(filePath: twin)) : .impossible(reason: outcome.complaint)
  }

  /// Returns the file of objects that a command names behind an `@`.
  private static func objectList(in command: String) -> String? {
    command.split(separator: " ").first { $0.hasPrefix("@") && $0.hasSuffix(".LinkFileList") }
      .map { String($0.dropFirst()) }
  }
}
