import RunRecords

/// What a run finds around itself; tests put another world in its place.
struct RunSurroundings {
  /// Why this build must not record; nil where it may.
  var refusal: String?
  /// Starts the workers.
  var launcher: any WorkerLauncher
  /// Describes the machine at the start of the run.
  var machine: () -> MachineContext
  /// Describes the build that is measured.
  var side: () -> Side
  /// What the record's reader should know of that build.
  var buildWarning: () -> Warning? = { nil }
  /// Begins to catch interrupts.
  var catchInterrupts: () -> Void
  /// Whether the user has interrupted the run.
  var isInterrupted: () -> Bool
  /// What the run's budget is held against.
  var now: () -> ContinuousClock.Instant

  /// The real ones.
  static var system: RunSurroundings {
    RunSurroundings(
      refusal: BuildIdentity.refusalToRecord, launcher: ProcessLauncher(),
      machine: { .current() }, side: { .current() },
      buildWarning: { SourceTree.ofExecutable.warning },
      catchInterrupts: { Interrupts.catchThem() }, isInterrupted: { Interrupts.isInterrupted },
      now: { .now })
  }
}
