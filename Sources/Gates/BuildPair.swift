package import Benchmarking
package import Foundation
package import RunRecords

/// Starts a process of an executable for requests of one pass; the function is asked several times a
/// second whether to give it up.
package typealias GateStart = (
  _ executable: URL, _ pass: JournalEntry.Pass, _ isToStop: @escaping () -> Bool
) throws(WorkerError) -> WorkerProcess

/// One build of a gate: its executable, and the same objects linked in other orders.
package struct GatedBuild: Sendable {
  /// The part that a build plays.
  package enum Role: String, Sendable {
    /// The build to compare with.
    case base
    /// The build to judge.
    case head
  }

  package let role: Role
  /// The build's executable.
  package let executable: URL
  /// Its twins, linked in other orders: a case that the first stage flags is measured with them.
  package let relinked: [URL]
  /// The commit that it was built from; nil where only the build itself can say that.
  package let commit: String?
  /// The version of the messages that it speaks.
  var protocolVersion = WorkerRequest.version
  /// All files as they were when the build was named.
  private let stamps: [URL: FileStamp]

  /// Names a build, before it is started: its files may not change from now on.
  package init(_ role: Role, executable: URL, relinked: [URL] = [], commit: String? = nil) {
    self.role = role
    self.commit = commit
    self.executable = executable
    self.relinked = relinked
    stamps = ([executable] + relinked).reduce(into: [:]) { $0[$1] = FileStamp(of: $1) }
  }

  /// Starts a process of `executable`: the usual `GateStart`.
  ///
  /// - Throws: `WorkerError.cannotStart`.
  package static func start(
    _ executable: URL, _ pass: JournalEntry.Pass, _ isToStop: @escaping () -> Bool
  ) throws(WorkerError) -> WorkerProcess {
    try ProcessLauncher(executable: executable).start(for: pass, isToStop: isToStop)
  }

  /// Checks that one of the files has not changed.
  ///
  /// - Throws: `WorkerError.changed`.
  func check(_ executable: URL) throws(WorkerError) {
    guard FileStamp(of: executable) == stamps[executable] else {
      throw .changed(path: executable.path)
    }
  }

  /// Returns the executable of pair number `number` of a stage: the pairs take turns in all
  /// combinations of both builds' layouts.
  package func executable(inPair number: Int, isConfirming: Bool) -> URL {
    guard isConfirming, !relinked.isEmpty else { return executable }
    let layouts = [executable] + relinked
    return layouts[(role == .base ? number : number / layouts.count) % layouts.count]
  }
}

/// The two builds of a gate, as they describe themselves before the comparison.
package struct BuildPair: Sendable {
  /// The base's description of itself. A copy of a build lies elsewhere and does not know its
  /// commit, which a caller who does may set.
  package var base: BuildDescription
  /// The head's description of itself.
  package let head: BuildDescription

  /// The suites to choose cases from: those of the head, with the scenarios that only the base has.
  package var suites: [Suite] {
    var suites = head.suites
    for suite in base.suites {
      guard let index = suites.firstIndex(where: { $0.name == suite.name }) else {
        suites.append(suite)
        continue
      }
      let missing = suite.scenarios.filter { scenario in
        !suites[index].scenarios.contains {
          ($0.name, $0.storage, $0.payload) == (scenario.name, scenario.storage, scenario.payload)
        }
      }
      suites[index] = Suite(
        suite.name, summary: suites[index].summary, scenarios: suites[index].scenarios + missing)
    }
    return suites
  }

  /// Returns whether `side` can measure `planned`.
  package func has(_ planned: PlannedCase, on side: GatedBuild.Role) -> Bool {
    (side == .base ? base : head).suites.scenario(of: planned.key) != nil
  }

  /// A Boolean value that indicates whether both builds hold the same machine code, as far as
  /// known.
  package var haveEqualCode: Bool {
    guard let text = base.build.binary.textSHA256 else { return false }
    return text == head.build.binary.textSHA256
  }

  /// The reason why exact metrics do not compare; nil if they do.
  package var exactDifference: String? {
    base.environment.exactKey == head.environment.exactKey
      ? nil
      : "exact_key differs: the base has \(base.environment.exactKey), the head "
        + head.environment.exactKey
  }

  /// The reason why instructions do not compare; nil if they do.
  package var hostDifference: String? {
    base.environment.hostKey == head.environment.hostKey
      ? nil
      : "host_key differs: the base has \(base.environment.hostKey), the head "
        + head.environment.hostKey
  }

  /// Asks both builds for their descriptions.
  ///
  /// - Parameters:
  ///   - base: The build to compare with.
  ///   - head: The build to judge.
  ///   - isInterrupted: Asked several times a second.
  ///   - start: Starts the processes of both.
  /// - Throws: `GateError`, with the build that gives none.
  package init(
    base: GatedBuild, head: GatedBuild, isInterrupted: @escaping () -> Bool,
    start: @escaping GateStart = GatedBuild.start
  ) throws(GateError) {
    self.base = try Self.description(of: base, isInterrupted, start: start)
    self.head = try Self.description(of: head, isInterrupted, start: start)
  }

  /// Asks one build for its description; the commit of a build that is kept apart from its sources
  /// is added.
  ///
  /// - Throws: `GateError`.
  package static func description(
    of build: GatedBuild, _ isInterrupted: @escaping () -> Bool,
    start: GateStart = GatedBuild.start
  ) throws(GateError) -> BuildDescription {
    var description = try description(
      of: build.executable, build.role, isInterrupted, start: start)
    if let commit = build.commit { description.build.git = Build.Git(sha: commit, dirty: false) }
    return description
  }

  /// Asks one executable for its description.
  ///
  /// - Throws: `GateError`.
  package static func description(
    of executable: URL, _ side: GatedBuild.Role, _ isInterrupted: @escaping () -> Bool,
    start: GateStart = GatedBuild.start
  ) throws(GateError) -> BuildDescription {
    do throws(WorkerError) {
      let process = try start(executable, .time, isInterrupted)
      guard case .described(let found) = try process.ask(.describe, within: 60) else {
        throw .otherAnswer
      }
      guard WorkerRequest.gatedVersions.contains(found.protocolVersion) else {
        throw .otherProtocol(found: found.protocolVersion)
      }
      return found
    } catch {
      throw GateError(side: side, path: executable.path, error: error)
    }
  }
}

/// A build that cannot be compared at all.
package struct GateError: Error, Hashable, CustomStringConvertible {
  package let side: GatedBuild.Role
  package let path: String
  package let error: WorkerError

  package var description: String {
    let reason =
      switch error {
      case .nonsense, .otherAnswer: Self.noGate("it wrote something else")
      case .ended(let how): Self.noGate(how)
      case .cannotStart, .hung, .noMemory, .otherProtocol, .changed, .unable, .failed, .interrupted,
        .outOfOrder, .foreignScenario:
        "\(error)"
      }
    return "the \(side.rawValue) '\(path)' \(reason)"
  }

  private static func noGate(_ reason: String) -> String {
    "does not answer as a build of cvbench does: it is another program, a version of "
      + "the tool without a gate, or cannot run here; build both sides with one version of the tool, "
      + "on this machine. What happened: \(reason)"
  }
}

/// The identity of a file, which differs from that of a file in its place. For a script it covers
/// the script, and not the programs that it starts.
private struct FileStamp: Hashable, Sendable {
  private let number: UInt64
  private let size: UInt64
  private let modified: Date

  /// The stamp of the file at `url`, links followed; nil if there is none.
  init?(of url: URL) {
    let path = url.resolvingSymlinksInPath().path
    guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
      let number = attributes[.systemFileNumber] as? NSNumber,
      let size = attributes[.size] as? NSNumber,
      let modified = attributes[.modificationDate] as? Date
    else { return nil }
    self.number = number.uint64Value
    self.size = size.uint64Value
    self.modified = modified
  }
}
