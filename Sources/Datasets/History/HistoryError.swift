/// Why a repository's history cannot be had: what was found, where, and what to do.
public enum HistoryError: Error, Hashable, Sendable {
  /// The program git is not on the search path.
  case noGit
  /// There is nothing at the path, or no directory.
  case missing(path: String)
  /// The directory is in no repository.
  case notARepository(path: String)
  /// The repository's oldest commits are not there.
  case shallow(path: String)
  /// The repository has no commits.
  case noCommits(path: String)
  /// Git did not do what it was asked; `reason` is what it said.
  case gitFailed(path: String, reason: String)
  /// A file with a saved log that cannot be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// A log that is none.
  case malformed(log: String, line: Int?, problem: String)
  /// A saved log whose last line has no end; `text` is the end of what that line holds.
  case cutOff(log: String, line: Int, text: String)
  /// A commit that does to a file what cannot be done to it.
  case contradiction(log: String, line: Int?, commit: String, problem: String)
}

extension HistoryError: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .noGit:
      "the program git is not on the search path; install it, or write a log where it is and name "
        + "that with --log"
    case .missing(let path): "there is no directory '\(path)'; name one with a git repository"
    case .notARepository(let path):
      "'\(path)' is in no git repository; name a directory of one, or a bare repository"
    case .shallow(let path):
      "the repository at '\(path)' is shallow: its oldest commits are not there, and the first one "
        + "that is would add all files at once; complete it with: git -C '\(path)' fetch --unshallow"
    case .noCommits(let path): "the repository at '\(path)' has no commits; make one first"
    case .gitFailed(let path, let reason): "git failed on '\(path)': \(reason)"
    case .unreadable(let path, let reason): "'\(path)' cannot be read: \(reason)"
    case .malformed(let log, let line, let problem):
      "'\(log)'\(Self.place(line)): \(problem)"
    case .cutOff(let log, let line, let text):
      "'\(log)', line \(line): the file ends in the middle of '\(text)'; write the log again with: "
        + GitLogReader.command
    case .contradiction(let log, let line, let commit, let problem):
      "'\(log)'\(Self.place(line)), commit \(commit): \(problem). A log of all first parents does not "
        + "do so; write it anew, or take such commits for what they lead to with --lenient"
    }
  }

  private static func place(_ line: Int?) -> String { line.map { ", line \($0)" } ?? "" }
}
