public import RunRecords

/// Carries out a plan: starts the workers, keeps the journal, and makes the record.
public struct Runner {
  private let plan: RunPlan
  private let options: RunOptions
  private let surroundings: RunSurroundings

  /// The reason why a build like this must not record; nil if it may.
  public static var refusalToRecord: String? { BuildIdentity.refusalToRecord }

  /// Makes a runner whose workers are the running executable itself.
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

/// The options of a run; none of them changes the measurements.
public struct RunOptions: Sendable {
  /// The path of the record, with its journal beside it; nil to keep it in memory only.
  public var recordPath: String?
  /// A Boolean value that indicates whether to resume from the journal at that path.
  public var isResuming: Bool
  /// The wall time at which measuring stops, in seconds; nil for no limit. A piece that is not
  /// finished then is not recorded.
  public var budgetSeconds: Double?
  /// A Boolean value that indicates whether the record keeps every batch.
  public var includesSamples: Bool
  /// A Boolean value that indicates whether any build may record, with the warning `debug-build` in
  /// the record: for tests of a tool, never for figures.
  public var allowsAnyBuild = false
  /// Warnings for the record's reader that are known before the run.
  public var warnings: [Warning] = []
  /// The command line, for the record.
  public var arguments: [String]
  /// The tool that writes the record.
  public var tool: ToolIdentity

  /// Names the options.
  public init(
    recordPath: String?, isResuming: Bool = false, budgetSeconds: Double? = nil,
    includesSamples: Bool = false, arguments: [String], tool: ToolIdentity
  ) {
    self.recordPath = recordPath
    self.isResuming = isResuming
    self.budgetSeconds = budgetSeconds
    self.includesSamples = includesSamples
    self.arguments = arguments
    self.tool = tool
  }
}

/// An event during a run, for its progress.
///
/// Events come while no measurement runs, on the thread that called `Runner.run`.
public enum RunEvent: Sendable {
  /// The run begins; `done` of its `total` pieces are in the journal already.
  case started(done: Int, total: Int)
  /// A piece is finished and in the journal; the seconds left are a projection, nil at first.
  case finished(JournalEntry, done: Int, total: Int, secondsLeft: Double?)
  /// All cases of a suite are measured, and those of others are not: a record of them alone.
  case finishedSuite(RunRecord)
  /// Something that the user should know at once; the record has it too.
  case warning(Warning)
}

/// The result of a run.
public struct RunOutcome: Sendable {
  /// The record, which is at its path if one was given.
  public let record: RunRecord
  /// The reason why the run ended.
  public let ending: Ending

  /// The reason why a run ended.
  public enum Ending: Hashable, Sendable {
    /// Everything planned was reached.
    case completed
    /// The time budget was spent; what was not reached is `skipped`.
    case outOfBudget
    /// The user interrupted it; what was not reached is `skipped`.
    case interrupted
  }

  /// The status for the process to end with: 130 after an interruption, 3 where a case failed or
  /// timed out, else 0.
  public var exitCode: Int { record.summary.exitCode }
}

/// The reason why a run cannot start or continue.
public enum RunError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This build's figures would mislead.
  case refusesToRecord(reason: String)
  /// The plan has no cases.
  case nothingPlanned
  /// No worker process can be started.
  case workerCannotStart(reason: String)
  /// The journal or the record cannot be read or written.
  case record(RecordError)
  /// The case of a loop cannot be set up, or gives a wrong answer.
  case caseFailed(id: String, reason: String)

  /// The problem, and the next step.
  public var description: String {
    switch self {
    case .refusesToRecord(let reason): reason
    case .nothingPlanned: "the plan has no cases; select at least one"
    case .workerCannotStart(let reason):
      "no worker process can be started: \(reason); check the limits on processes and memory"
    case .record(let error): "\(error)"
    case .caseFailed(let id, let reason): "\(id): \(reason)"
    }
  }
}
