internal import ArgumentParser
import Benchmarking
import Foundation
import Processes
import RunRecords

/// The options with which `gate` builds both sides itself.
struct BuildOptions: ParsableArguments {
  private static let usual = (packagePath: ".", product: RootCommand.name, relink: 2)

  @Option(
    help: ArgumentHelp(
      "Build both sides: this commit, branch or tag as the base, and the work tree, clean or not, "
        + "as the head.",
      valueName: "commit"))
  var baseRef: String?

  @Option(
    help: ArgumentHelp("The package to build.", valueName: "directory"), completion: .directory)
  var packagePath = Self.usual.packagePath

  @Option(help: ArgumentHelp("The executable product to build.", valueName: "name"))
  var product = Self.usual.product

  @Option(
    help: ArgumentHelp(
      "Link each side in so many other orders, with which what seems to have changed is measured "
        + "again.",
      valueName: "count"))
  var relink = Self.usual.relink

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What both builds are given besides, as in '-Xswiftc -DFAST'.",
      discussion: "By default functions and loops are aligned, so that a figure hangs less on "
        + "where code lies; '' for nothing.",
      valueName: "flags"))
  var buildFlags: String?
}

extension BuildOptions {
  /// The first option, and its value, that is not as usual; nil where all are.
  var firstGiven: (option: String, value: String)? {
    if packagePath != Self.usual.packagePath { return ("--package-path", packagePath) }
    if product != Self.usual.product { return ("--product", product) }
    if relink != Self.usual.relink { return ("--relink", "\(relink)") }
    return buildFlags.map { ("--build-flags", $0) }
  }

  /// Functions start at cache lines, and loops at half ones: re-linking moves a figure less.
  static let alignment = [
    "-Xswiftc", "-Xllvm", "-Xswiftc", "-align-all-functions=6", "-Xswiftc", "-Xllvm", "-Xswiftc",
    "-align-all-nofallthru-blocks=5", "-Xswiftc", "-DALIGNED_CODE",
  ]

  /// Both sides, built; what was built before is only brought up to date.
  ///
  /// - Parameter isInterrupted: Asked several times a second.
  /// - Returns: The sides, with their twins, and what keeps another gate from building at their
  ///   places as long as it lives.
  /// - Throws: `ToolError.noBaseline` for a package or a commit that is not there, a side that cannot
  ///   be built, and where another gate is under way; `.invalidValue` for `relink`; `.interrupted`,
  ///   `.cannotWrite`, `.record`, and `.failed` where a program cannot be started.
  func builtSides(
    isInterrupted: @escaping () -> Bool
  ) throws(ToolError) -> (base: GateSide, head: GateSide, lock: FileLock) {
    guard let baseRef else { throw .failed(reason: "there is no commit to build") }
    guard (0...20).contains(relink) else {
      throw .invalidValue(
        option: "--relink", found: "\(relink)", reason: "give a number from 0 to 20")
    }
    guard FileManager.default.fileExists(atPath: packagePath) else {
      throw .noBaseline(reason: "there is no directory '\(packagePath)' (--package-path)")
    }
    let tools = BuildTools(isInterrupted: isInterrupted)
    let worktree = BaseWorktree(packagePath: packagePath, path: cache + "/base", tools: tools)
    let commit = try worktree.commit(baseRef)
    let lock = try lock()
    let package = try worktree.checkOut(commit)
    // In the tree of its commit, so that the record of it names that one.
    return (
      try side(.base, package, scratch: package + "/.build", tools),
      try side(.head, packagePath, scratch: cache + "/head", tools),
      lock
    )
  }

  private func lock() throws(ToolError) -> FileLock {
    let path = cache + "/lock"
    do {
      try FileManager.default.createDirectory(
        at: URL(filePath: cache), withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: cache, reason: SystemError.message(of: error))
    }
    do throws(RecordError) {
      if let lock = try FileLock(taking: path) { return lock }
    } catch {
      throw .record(error)
    }
    throw .noBaseline(
      reason: "another gate of '\(packagePath)' holds '\(path)'; wait for its end")
  }

  private var cache: String { "\(packagePath)/.build/gate" }

  private var flags: [String] {
    buildFlags.map { $0.split(separator: " ").map(String.init) } ?? Self.alignment
  }

  /// One side, with its twins.
  private func side(
    _ name: GateSide.Name, _ package: String, scratch: String, _ tools: BuildTools
  ) throws(ToolError) -> GateSide {
    Console.reportError("building the \(name.rawValue); the first time that takes minutes")
    let built = try ProductBuild(
      product: product, packagePath: package, scratchPath: scratch, flags: flags,
      side: name.rawValue, tools: tools
    ).carryOut()
    var twins: [URL] = []
    for number in 0..<relink {
      guard let twin = try built.relinked(number) else {
        Console.reportError(
          "warning: the \(name.rawValue) cannot be linked in another order; its times are those of "
            + "one layout")
        break
      }
      twins.append(twin)
    }
    return GateSide(name, executable: built.executable, relinked: twins)
  }
}
