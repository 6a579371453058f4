/// The reason why a program was not run to its end.
package enum ProcessError: Error, Hashable, CustomStringConvertible {
  /// `PATH` has no such program.
  case missing(program: String)
  /// The system starts no such process.
  case cannotStart(path: String, reason: String)
  /// It wrote more bytes than this, and was ended.
  case tooMuchOutput(path: String, limit: Int)
  /// A pipe to the process fails, for the system's reason: what it was told or has answered is lost.
  case pipeFailed(path: String, reason: String)
  /// A signal ended it: what it has written is no answer.
  case killed(path: String, signal: Int32)
  /// It ended with another status than 0, and said why.
  case failed(path: String, reason: String)
  /// The caller wanted the program to end.
  case interrupted

  package var description: String {
    switch self {
    case .missing(let program): "there is no \(program) in PATH; install it"
    case .cannotStart(let path, let reason): "'\(path)' cannot be started: \(reason)"
    case .tooMuchOutput(let path, let limit):
      "'\(path)' wrote more than \(limit >> 20) MiB, and was ended"
    case .pipeFailed(let path, let reason): "a pipe to '\(path)' fails: \(reason)"
    case .killed(let path, let signal): "'\(path)' was ended by signal \(signal)"
    case .failed(let path, let reason): "'\(path)' failed: \(reason)"
    case .interrupted: "interrupted"
    }
  }
}

/// The ending of a process.
package enum ProcessEnding: Hashable, Sendable, CustomStringConvertible {
  /// By itself, with a status.
  case exited(status: Int32)
  /// By a signal.
  case killed(signal: Int32)

  package var description: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was ended by signal \(signal)"
    }
  }
}
