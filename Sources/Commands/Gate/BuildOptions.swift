internal import ArgumentParser
import Benchmarking
import Foundation
import Gates
import RunRecords

/// The options of a command that builds the builds that it compares; `gate` and `profile` share them.
struct BuildOptions: ParsableArguments {
  @Option(
    "Build both sides: this commit, branch or tag as the base, and the work tree, clean or not, "
      + "as the head.", value: "commit")
  var baseRef: String?

  @Option(
    "With --base-ref: build this commit, branch or tag as the head, in the place of the work tree.",
    value: "commit")
  var headRef: String?

  @OptionGroup
  var package: PackageOptions
}

extension BuildOptions {
  /// The first option with another value than the usual one; nil if there is none.
  var firstGiven: (option: String, value: String)? {
    headRef.map { ("--head-ref", $0) } ?? package.firstGiven
  }

  /// Builds both sides, or the base alone.
  ///
  /// - Parameters:
  ///   - head: A head that is there; nil to build the work tree.
  ///   - relink: The number of other orders in which to link each side.
  ///   - isInterrupted: Asked several times a second.
  /// - Returns: The builds with their twins, and a lock that keeps other gates from building in
  ///   their directories as long as it lives.
  /// - Throws: `ToolError`.
  func builtSides(
    head: URL? = nil, relink: Int, isInterrupted: @escaping () -> Bool
  ) throws(ToolError) -> (base: GatedBuild, head: GatedBuild, lock: FileLock) {
    if let head, let headRef {
      throw .invalidValue(
        option: "--head-ref", found: headRef,
        reason: "the head is \(head.path) by --head; leave one of them out")
    }
    let builder = try builder(for: head, relink: relink, isInterrupted: isInterrupted)
    do throws(PairBuildError) {
      guard let headRef else { return try builder.build(head: head) }
      return try builder.build(head: try builder.commit(headRef))
    } catch {
      throw .unbuilt(error)
    }
  }

  /// The builder that these options describe.
  ///
  /// - Throws: `ToolError`.
  func builder(
    for head: URL? = nil, relink: Int, isInterrupted: @escaping () -> Bool
  ) throws(ToolError) -> PairBuilder {
    guard let baseRef else { throw .failed(reason: "there is no commit to build") }
    try (0...20).check(relink, option: "--relink")
    return PairBuilder(
      baseRef: baseRef, packagePath: package.packagePath, product: package.product,
      relinkCount: relink,
      flags: try flags(for: head, isInterrupted), isInterrupted: isInterrupted,
      report: Console.reportError)
  }
}

extension BuildOptions {
  /// The flags that are given; else those that align code, unless `head` was built without them.
  private func flags(
    for head: URL?, _ isInterrupted: @escaping () -> Bool
  ) throws(ToolError) -> [String] {
    if let flags = package.flags { return flags }
    guard let head else { return PairBuilder.alignment }
    do throws(GateError) {
      let found = try BuildPair.description(of: head, .head, isInterrupted)
      let isAligned = found.build.compiler.flags.contains { $0.hasPrefix("-align-all-functions") }
      return isAligned ? PairBuilder.alignment : []
    } catch {
      throw error.error == .interrupted ? .interrupted : .gate(error)
    }
  }
}

extension ToolError {
  /// The tool's error for a side that cannot be built.
  static func unbuilt(_ error: PairBuildError) -> ToolError {
    switch error {
    case .noBaseline(let reason), .doesNotBuild(let reason): .noBaseline(reason: reason)
    case .cannotWrite(let path, let reason): .cannotWrite(path: path, reason: reason)
    case .record(let error): .record(error)
    case .failed(let reason): .failed(reason: reason)
    case .interrupted: .interrupted
    }
  }
}
