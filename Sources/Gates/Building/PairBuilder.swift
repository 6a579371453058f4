import Benchmarking
package import Foundation
import Processes
package import RunRecords

/// Builds both sides of a gate from one package: a commit as the base, the work tree or another commit
/// as the head.
///
///     let builder = PairBuilder(
///       baseRef: "origin/main", packagePath: ".", product: "cvbench", isInterrupted: { false },
///       report: { print($0) })
///     let built = try builder.build()
package struct PairBuilder {
  private let baseRef: String
  let packagePath: String
  let product: String
  let relinkCount: Int
  let flags: [String]
  let tools: PairBuildTools
  let report: (String) -> Void

  /// Names the builds.
  ///
  /// - Parameters:
  ///   - baseRef: The commit, branch or tag of the base.
  ///   - packagePath: The package to build.
  ///   - product: The executable product.
  ///   - relinkCount: The number of other orders in which to link each build.
  ///   - flags: Additional arguments of `swift build`.
  ///   - searchPath: The directories in which `swift`, `sh` and `strip` are looked up, separated by
  ///     colons; nil for those of `PATH`.
  ///   - isInterrupted: Asked several times a second.
  ///   - report: Called with each line for the user.
  package init(
    baseRef: String, packagePath: String, product: String, relinkCount: Int = 2,
    flags: [String] = alignment, searchPath: String? = nil,
    isInterrupted: @escaping () -> Bool, report: @escaping (String) -> Void
  ) {
    self.baseRef = baseRef
    self.packagePath = packagePath
    self.product = product
    self.relinkCount = relinkCount
    self.flags = flags
    tools = PairBuildTools(searchPath: searchPath, isInterrupted: isInterrupted)
    self.report = report
  }

  /// The usual arguments, which align code so that another order of linking moves a figure less.
  package static let alignment =
    Build.alignment.flatMap { ["-Xswiftc", "-Xllvm", "-Xswiftc", $0] }
    + ["-Xswiftc", "-DALIGNED_CODE"]

  /// Builds both sides, or the base alone; an earlier build is only brought up to date.
  ///
  /// - Parameter head: A head that is there, which gets no twins; nil to build the work tree.
  /// - Returns: The builds with their twins, and a lock that keeps other gates from building in
  ///   their directories as long as it lives.
  /// - Throws: `PairBuildError`.
  package func build(head: URL? = nil) throws(PairBuildError) -> (
    base: GatedBuild, head: GatedBuild, lock: FileLock
  ) {
    guard FileManager.default.fileExists(atPath: packagePath) else {
      throw .noBaseline(reason: "there is no directory '\(packagePath)' (--package-path)")
    }
    let commit = try worktree.commit(baseRef)
    let lock = try lock()
    let package = try worktree.checkOut(commit)
    // In the tree of its commit, so that the record of it names that one.
    let base = try build(.base, package, scratch: package + "/.build")
    if let head { return (base, GatedBuild(.head, executable: head), lock) }
    return (base, try build(.head, packagePath, scratch: cache + "/head"), lock)
  }

  /// The full hash of the base.
  func baseCommit() throws(PairBuildError) -> String { try worktree.commit(baseRef) }

  var cache: String { "\(packagePath)/.build/gate" }

  /// The work tree in which commits are built.
  var worktree: BaseWorktree {
    BaseWorktree(packagePath: packagePath, path: cache + "/base", tools: tools)
  }

  /// Takes the directories in which builds are made, for as long as the lock lives.
  ///
  /// - Throws: `PairBuildError`.
  package func lock() throws(PairBuildError) -> FileLock {
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

  /// Builds one side, with its twins.
  ///
  /// - Parameters:
  ///   - role: The part that it plays.
  ///   - package: The package to build.
  ///   - scratch: The directory of the build.
  /// - Returns: The build.
  /// - Throws: `PairBuildError`.
  func build(
    _ role: GatedBuild.Role, _ package: String, scratch: String
  ) throws(PairBuildError) -> GatedBuild {
    report("building the \(role.rawValue); the first time that takes minutes")
    let built = try ProductBuild(
      product: product, packagePath: package, scratchPath: scratch, flags: flags,
      side: role.rawValue, tools: tools
    ).build()
    var twins: [URL] = []
    linking: while twins.count < relinkCount {
      switch try built.relinked(twins.count) {
      case .linked(let twin): twins.append(twin)
      case .impossible(let reason):
        let layouts = twins.isEmpty ? "one layout" : "\(twins.count + 1) layouts"
        report(
          "warning: the \(role.rawValue) cannot be linked in another order, so its times are those "
            + "of \(layouts): \(reason)")
        break linking
      }
    }
    return GatedBuild(role, executable: built.executable, relinked: twins)
  }
}

/// The reason why both sides of a gate cannot be built.
package enum PairBuildError: Error, Hashable {
  /// A package, a commit or a program is missing, a side does not build, or another gate is under
  /// way.
  case noBaseline(reason: String)
  /// The sources of a side do not build.
  case doesNotBuild(reason: String)
  /// A file of the build cannot be written.
  case cannotWrite(path: String, reason: String)
  /// The lock cannot be taken.
  case record(RecordError)
  /// A program cannot be started, or fails.
  case failed(reason: String)
  /// The user has interrupted.
  case interrupted
}

/// The programs that build both sides, which end when the user interrupts.
struct PairBuildTools {
  /// The directories in which programs are looked up, separated by colons; nil for those of `PATH`.
  var searchPath: String?
  /// Asked several times a second.
  let isInterrupted: () -> Bool

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - name: A program to look up.
  ///   - arguments: Its arguments.
  /// - Returns: How it ended.
  /// - Throws: `PairBuildError`: `noBaseline` if the program is missing, `interrupted` after it has
  ///   been ended with everything that it started, and `failed` if it cannot be started.
  func run(
    _ name: String, _ arguments: [String]
  ) throws(PairBuildError) -> ExternalProgram.Outcome {
    do throws(ProcessError) {
      guard let program = ExternalProgram(named: name, in: searchPath) else {
        throw .missing(program: name)
      }
      return try program.run(arguments, isInterrupted: isInterrupted)
    } catch {
      throw .stopped(error)
    }
  }
}

extension PairBuildError {
  /// A program that was not run to its end.
  static func stopped(_ error: ProcessError) -> PairBuildError {
    switch error {
    case .missing(let program):
      .noBaseline(reason: "there is no \(program) in PATH, which --base-ref needs")
    case .interrupted: .interrupted
    case .cannotStart, .pipeFailed, .tooMuchOutput, .killed, .failed: .failed(reason: "\(error)")
    }
  }
}
