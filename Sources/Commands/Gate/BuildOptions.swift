internal import ArgumentParser
import Benchmarking
import Foundation

/// The options with which `gate` builds both sides itself.
struct BuildOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Build both sides: this commit, branch or tag as the base, and the work tree, clean or not, "
        + "as the head.",
      valueName: "commit"))
  var baseRef: String?

  @Option(
    help: ArgumentHelp("The package to build.", valueName: "directory"), completion: .directory)
  var packagePath = "."

  @Option(help: ArgumentHelp("The executable product to build.", valueName: "name"))
  var product = RootCommand.name

  @Option(
    help: ArgumentHelp(
      "Link each side in so many other orders, with which what seems to have changed is measured "
        + "again.",
      valueName: "count"))
  var relink = 2

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What both builds are given besides, as in '-Xswiftc -DFAST'.", valueName: "flags"))
  var buildFlags = ""
}

extension BuildOptions {
  /// The directory, in the package, that holds the base's sources and both builds.
  private var cache: String { "\(packagePath)/.build/gate" }

  /// Both sides, built; what was built before is only brought up to date.
  ///
  /// - Throws: `ToolError.noBaseline` for a commit that is not there, `.failed` for what cannot be
  ///   built.
  func builtSides() throws(ToolError) -> (base: GateSide, head: GateSide) {
    guard let baseRef else { throw .failed(reason: "there is no commit to build") }
    let commit = try self.commit(baseRef)
    let sources = cache + "/base-sources"
    try checkOut(commit, at: sources)
    return (
      try side(.base, sources, scratch: cache + "/base"),
      try side(.head, packagePath, scratch: cache + "/head")
    )
  }

  /// One side, with its twins.
  private func side(
    _ name: GateSide.Name, _ package: String, scratch: String
  ) throws(ToolError) -> GateSide {
    let arguments = arguments(package, scratch: scratch)
    let executable = try build(arguments, name.rawValue)
    let relinker = Relinker(arguments: arguments + ["--product", product], executable: executable)
    var twins: [URL] = []
    for number in 0..<max(0, relink) { twins.append(try relinker.twin(number)) }
    return GateSide(name, executable: executable, relinked: twins)
  }

  private func arguments(_ package: String, scratch: String) -> [String] {
    ["build", "-c", "release", "--package-path", package, "--scratch-path", scratch]
      + buildFlags.split(separator: " ").map(String.init)
  }

  private func git(_ arguments: [String]) -> String? {
    SystemTool.output(of: "git", ["-C", packagePath] + arguments)
  }

  /// The hash of `name`.
  private func commit(_ name: String) throws(ToolError) -> String {
    guard git(["rev-parse", "--git-dir"]) != nil else {
      throw .noBaseline(reason: "'\(packagePath)' is in no git repository")
    }
    if let hash = git(["rev-parse", "--verify", "--quiet", "\(name)^{commit}"]) { return hash }
    let branch = name.split(separator: "/").last.map(String.init) ?? name
    let isShallow = git(["rev-parse", "--is-shallow-repository"]) == "true"
    let hint =
      isShallow
      ? "; this clone is shallow: git fetch --depth=1 origin \(branch):refs/remotes/origin/\(branch)"
      : "; git fetch origin may bring it"
    throw .noBaseline(reason: "there is no commit '\(name)'\(hint)")
  }

  /// Puts the sources of `commit` at `path`, whatever is there from before.
  private func checkOut(_ commit: String, at path: String) throws(ToolError) {
    let files = FileManager.default
    do {
      try files.createDirectory(atPath: cache, withIntermediateDirectories: true)
    } catch {
      throw .cannotWrite(path: cache, reason: SystemMessage.of(error))
    }
    if files.fileExists(atPath: path + "/.git") {
      let answer = ExternalProgram(named: "git")?
        .run(["-C", path, "checkout", "--quiet", "--force", "--detach", commit])
      if answer?.status == 0 { return }
      try? files.removeItem(atPath: path)
    }
    _ = git(["worktree", "prune"])
    let absolute = URL(filePath: path).path
    let answer = ExternalProgram(named: "git")?
      .run([
        "-C", packagePath, "worktree", "add", "--quiet", "--force", "--detach", absolute, commit,
      ])
    guard answer?.status == 0 else {
      throw .failed(reason: "git cannot check out \(commit) at \(path): \(answer?.output ?? "")")
    }
  }

  private func build(_ arguments: [String], _ side: String) throws(ToolError) -> URL {
    Console.reportError("building the \(side)")
    guard let swift = ExternalProgram(named: "swift") else {
      throw .failed(reason: "there is no swift to build with; put it in PATH")
    }
    let built = swift.run(arguments + ["--product", product])
    guard let built, built.status == 0 else {
      let end = built?.output.split(separator: "\n").suffix(20).joined(separator: "\n") ?? ""
      throw .failed(reason: "the \(side) cannot be built:\n\(end)")
    }
    guard let shown = swift.run(arguments + ["--show-bin-path"]), shown.status == 0 else {
      throw .failed(reason: "swift does not tell where it has built the \(side)")
    }
    let path =
      shown.output.trimmingCharacters(in: .whitespacesAndNewlines) + "/" + product
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw .failed(reason: "there is no executable \(path); name the product with --product")
    }
    return URL(filePath: path)
  }
}
