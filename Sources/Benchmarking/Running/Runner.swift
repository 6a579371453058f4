/// Carries out a plan: starts the workers, keeps the journal, and makes the record.
public struct Runner {
  private let plan: RunPlan
  private let options: RunOptions
  private let surroundings: RunSurroundings

  /// Why a build like this must not record; nil where it may.
  public static var refusalToRecord: String? { BuildIdentity.refusalToRecord }

  /// Makes a runner whose workers are the running executable itself.
  ///
  /// - Parameters:
  ///   - plan: What to measure.
  ///   - options: How to go about it.
  public init(_ plan: RunPlan, options: RunOptions) {
    self.init(plan, options: options, surroundings: .system)
  }

  package init(_ plan: RunPlan, options: RunOptions, surroundings: RunSurroundings) {
    self.plan = plan
    self.options = options
    self.surroundings = surroundings
  }

  /// Measures what the plan says, and writes the record.
  ///
  /// Each finished piece is in the journal before the next one begins. The journal is removed when
  /// the run is complete; after an interruption, or out of budget, it stays for another run to go
  /// on with. A resumed run has taken the time of its sessions, without the pauses between them.
  /// SIGINT, SIGTERM and, unless it is ignored, SIGHUP are caught from the first call on for the
  /// rest of the process.
  ///
  /// - Parameter report: Is told what happens, while no measurement runs.
  /// - Returns: The record, and why the run ended.
  /// - Throws: `RunError`: `refusesToRecord` for a debug build, `nothingPlanned`,
  ///   `workerCannotStart`, or `record` when a file cannot be read or written, when an unfinished
  ///   run is at the path and not to be resumed, or when the one to resume is complete. The
  ///   journal then holds what was measured.
  public func run(reporting report: (RunEvent) -> Void) throws(RunError) -> RunOutcome {
    if let reason = surroundings.refusal, !options.allowsAnyBuild {
      throw .refusesToRecord(reason: reason)
    }
    guard !plan.cases.isEmpty else { throw .nothingPlanned }
    return try withoutActuallyEscaping(report) { report throws(RunError) in
      try Run(plan, options: options, surroundings: surroundings, report: report).carryOut()
    }
  }
}
