public import RunRecords

/// Why a run cannot be made, or cannot go on.
public enum RunError: Error, Hashable, Sendable, CustomStringConvertible {
  /// This build's figures would mislead.
  case refusesToRecord(reason: String)
  /// The plan has no cases.
  case nothingPlanned
  /// No worker process can be started.
  case workerCannotStart(reason: String)
  /// A worker answered what it was not asked: `expected` is the case that was to come next.
  case unexpectedResult(id: String, expected: String?)
  /// The journal or the record cannot be read or written.
  case record(RecordError)
  /// The case of a loop cannot be set up, or gives a wrong answer.
  case caseFailed(id: String, reason: String)

  /// What was found, and what to do.
  public var description: String {
    switch self {
    case .refusesToRecord(let reason): reason
    case .nothingPlanned: "the plan has no cases; select at least one"
    case .workerCannotStart(let reason):
      "no worker process can be started: \(reason); check the limits on processes and memory"
    case .unexpectedResult(let id, let expected):
      "the worker process gave a result of \(id), and that of \(expected ?? "no case") was to come"
    case .record(let error): "\(error)"
    case .caseFailed(let id, let reason): "\(id): \(reason)"
    }
  }
}
