public import RunRecords

/// What happens during a run, for whoever shows its progress.
///
/// Events come while no measurement runs, on the thread that called `Runner.run`.
public enum RunEvent: Sendable {
  /// The run begins; `done` of its `total` pieces are in the journal already.
  case started(done: Int, total: Int)
  /// A piece is finished and in the journal; the seconds left are a projection, nil at first.
  case finished(JournalEntry, done: Int, total: Int, secondsLeft: Double?)
  /// Something that the user should know at once; the record has it too.
  case warning(Warning)
}
