import Processes
package import RunRecords

/// The surroundings of a run; tests put others in their place.
package struct RunSurroundings {
  /// The reason why this build must not record; nil where it may.
  package var refusal: String?
  /// Starts the workers.
  package var launcher: any WorkerLauncher
  /// Describes the machine at the start of the run.
  var machine: () -> MachineContext
  /// Describes the build that is measured.
  var side: () -> Build
  /// Warnings for the record's reader about that build.
  var buildWarnings: () -> [Warning] = { [] }
  /// Begins to catch interrupts.
  var catchInterrupts: () -> Void
  /// Returns whether the user has interrupted the run.
  var isInterrupted: () -> Bool
  /// The clock of the run's budget.
  var now: () -> ContinuousClock.Instant

  package init(
    refusal: String?, launcher: any WorkerLauncher, machine: @escaping () -> MachineContext,
    side: @escaping () -> Build, buildWarnings: @escaping () -> [Warning] = { [] },
    catchInterrupts: @escaping () -> Void, isInterrupted: @escaping () -> Bool,
    now: @escaping () -> ContinuousClock.Instant
  ) {
    self.refusal = refusal
    self.launcher = launcher
    self.machine = machine
    self.side = side
    self.buildWarnings = buildWarnings
    self.catchInterrupts = catchInterrupts
    self.isInterrupted = isInterrupted
    self.now = now
  }

  /// The real ones.
  package static var system: RunSurroundings {
    RunSurroundings(
      refusal: BuildIdentity.refusalToRecord, launcher: ProcessLauncher(),
      machine: { .current() }, side: { .current() },
      buildWarnings: { Build.warnings },
      catchInterrupts: { Interrupts.catchThem() }, isInterrupted: { Interrupts.isInterrupted },
      now: { .now })
  }
}
