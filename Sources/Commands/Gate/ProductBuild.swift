import Benchmarking
import Foundation

/// A build of an executable product by SwiftPM, for release.
struct ProductBuild {
  let product: String
  let packagePath: String
  /// Where everything that is built lies, and is found again.
  let scratchPath: String
  /// What the compiler and the linker are told besides.
  let flags: [String]

  /// Why there is no executable: what follows the name of the side.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Builds, or brings up to date, and links in any case.
  ///
  /// - Returns: The executable, and how it was linked.
  /// - Throws: `Failure`.
  func carryOut() throws(Failure) -> LinkedProduct {
    guard let swift = ExternalProgram(named: "swift") else {
      throw Failure(description: "cannot be built: there is no swift in PATH")
    }
    let arguments =
      ["build", "-c", "release", "--package-path", packagePath, "--scratch-path", scratchPath]
      + flags
    guard let shown = swift.run(arguments + ["--show-bin-path"]), shown.status == 0,
      let directory = shown.output.split(separator: "\n").last
    else {
      throw Failure(description: "cannot be built: '\(packagePath)' is no Swift package")
    }
    let executable = "\(directory)/\(product)"
    // What is there is not linked again, and then it seems older than its sources.
    try? FileManager.default.removeItem(atPath: executable)
    let built = swift.run(arguments + ["--product", product, "-v"])
    guard let built, built.status == 0 else {
      let errors = built?.output.split(separator: "\n").filter { $0.contains("error:") } ?? []
      throw Failure(
        description: "cannot be built:\n" + errors.prefix(20).joined(separator: "\n"))
    }
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw Failure(description: "has no executable product '\(product)'; name it with --product")
    }
    // Without it there are no peaks of live bytes, which the record says.
    _ = swift.run(arguments + ["--product", "AllocationInterposer"])
    return LinkedProduct(
      executable: URL(filePath: executable), command: Self.linkCommand(in: built.output, executable)
    )
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
/// Where code lies moves times by some percent, whatever it does; a change that several layouts show is
/// one of the code. Source: T. Mytkowicz et al., "Producing wrong data without doing anything obviously
/// wrong!", 2009, doi:10.1145/1508244.1508275.
struct LinkedProduct {
  let executable: URL
  /// How SwiftPM has linked it; nil where that could not be seen.
  let command: String?

  /// A twin of the executable, beside it: the same objects in another order.
  ///
  /// - Parameter number: Another number, another order.
  /// - Returns: The twin.
  /// - Throws: `ProductBuild.Failure` where it is not known how it was linked, or cannot be again.
  func relinked(_ number: Int) throws(ProductBuild.Failure) -> URL {
    guard let command, let list = Self.objectList(in: command),
      let objects = try? String(contentsOfFile: list, encoding: .utf8)
    else {
      throw ProductBuild.Failure(
        description: "cannot be linked in another order, as swift does not show how it links; "
          + "--relink 0 leaves that out")
    }
    var generator = PlanGenerator(seed: UInt64(number), stream: 0x6c69_6e6b)
    let shuffled = objects.split(separator: "\n").shuffled(using: &generator)
    let twin = executable.path + ".twin\(number)"
    let order = twin + ".objects"
    do {
      try Data((shuffled.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: order))
    } catch {
      throw ProductBuild.Failure(
        description: "cannot be linked in another order: '\(order)' cannot be written: "
          + SystemMessage.of(error))
    }
    let line = command.replacing("@" + list, with: "@" + order)
      .replacing(" -o \(executable.path) ", with: " -o \(twin) ")
    let answer = ExternalProgram(named: "sh")?.run(["-c", line])
    guard answer?.status == 0 else {
      throw ProductBuild.Failure(
        description: "cannot be linked in another order:\n\(answer?.output ?? "there is no sh")")
    }
    return URL(filePath: twin)
  }

  /// The file of objects that a command names behind an `@`.
  private static func objectList(in command: String) -> String? {
    command.split(separator: " ").first { $0.hasPrefix("@") && $0.hasSuffix(".LinkFileList") }
      .map { String($0.dropFirst()) }
  }
}
