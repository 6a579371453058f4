package import Benchmarking

/// Profiles one call of a case. The call makes the injected regression; the profile separates the
/// named functions by their callers.
package typealias GateProfile = (
  _ build: GatedBuild, _ planned: PlannedCase, _ injected: InjectedRegression?,
  _ functions: Callgrind.Separated
) throws(WorkerError) -> ProfiledCall

/// Profiles single cases of both builds, and says why there is no profile.
struct GateProfiler {
  private let base: GatedBuild
  private let head: GatedBuild
  private let run: GateProfile

  /// The reason why there is no profile.
  enum Failure: Error {
    /// Callgrind is missing, cannot run the case, or takes too long.
    case unable(reason: String)
    /// The case failed.
    case failed(WorkerError)
  }

  init(base: GatedBuild, head: GatedBuild, run: @escaping GateProfile) {
    (self.base, self.head, self.run) = (base, head, run)
  }

  /// Returns a function that profiles each call under callgrind, in a process of its own.
  static func callgrind(
    _ plan: GatePlan, base: GatedBuild, head: GatedBuild, isToStop: @escaping () -> Bool
  ) -> GateProfile {
    let launcher = ProcessLauncher(executable: base.executable)
    // Each launcher copies its executable.
    let other =
      head.executable == base.executable ? launcher : ProcessLauncher(executable: head.executable)
    return { build, planned, injected, functions throws(WorkerError) in
      try (build.role == .base ? launcher : other).profile(
        planned, seed: plan.seed, sampling: plan.sampling, injected: injected,
        separatingCallersOf: functions, version: build.protocolVersion,
        timeoutSeconds: plan.answerTimeoutSeconds, isToStop: isToStop)
    }
  }

  /// Profiles one call of `planned`.
  ///
  /// - Parameters:
  ///   - planned: The case.
  ///   - side: The build.
  ///   - injected: The regression to make in the call.
  ///   - functions: The functions that the profile separates by their callers.
  /// - Returns: The call and its profile.
  /// - Throws: `Failure`.
  func profile(
    _ planned: PlannedCase, on side: GatedBuild.Role, injected: InjectedRegression?,
    separatingCallersOf functions: Callgrind.Separated = .functions([])
  ) throws(Failure) -> ProfiledCall {
    let build = side == .base ? base : head
    do throws(WorkerError) {
      try build.check(build.executable)
      return try run(build, planned, injected, functions)
    } catch {
      switch error {
      case .failed, .changed, .interrupted: throw .failed(error)
      case .hung(let seconds):
        throw .unable(reason: "it took longer than \(seconds) s under callgrind")
      case .cannotStart, .ended, .nonsense, .noMemory, .otherAnswer, .otherProtocol, .unable,
        .outOfOrder, .foreignScenario:
        throw .unable(reason: "\(error)")
      }
    }
  }
}

/// The causes of counts that differ between two builds.
package struct GateDiagnoses: Hashable, Sendable {
  /// The functions whose own instructions differ most, of one case.
  package struct Functions: Hashable, Sendable {
    package let caseID: String
    /// The most first.
    package let changes: [CallgrindProfile.Change]
  }

  /// The stacks whose calls of the allocator differ most, of one case.
  package struct Stacks: Hashable, Sendable {
    package let caseID: String
    /// The most first.
    package let changes: [AllocationStacks.Change]
    /// The number of further stacks that differ.
    package let omittedCount: Int
  }

  /// The most functions of a case.
  static let mostFunctions = 5
  /// The most stacks of a case.
  static let mostStacks = 5
  /// The most cases whose stacks are looked for.
  static let mostStackCases = 3

  /// Of each case whose instructions have regressed or improved.
  package var functions: [Functions] = []
  /// Of the first cases whose allocations differ.
  package var stacks: [Stacks] = []
  /// The other cases whose allocations differ.
  package var otherCount = 0
  /// The reason why the stacks of some case are unknown; nil if they are known.
  package var obstacle: String?

  package init() {}
}
