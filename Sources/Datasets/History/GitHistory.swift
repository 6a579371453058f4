import Changesets
import Foundation
import Processes

/// The history of a repository's files as an update trace: sections are directories, items their
/// files.
///
/// Each commit is one batch: added and deleted files, renames as moves, modified files as reloads.
/// A file that is renamed and modified is moved and reconfigured, since a strict batch must not
/// reload an item that it moves. Directories are in the byte order of their paths, files in the
/// byte order of their names. A directory exists while it directly contains files. A file's id is
/// the path at which it was added; it keeps its id when it moves.
public struct GitHistory: Sendable {
  private let commits: [GitCommit]
  private let name: String

  /// Reads the history of the repository that contains the directory at `path`, from its first
  /// commit to the current one, along first parents; runs git.
  ///
  /// - Throws: `HistoryError` if there is no repository, no git or no complete history.
  public init(repository path: String) throws(HistoryError) {
    name = path
    let log = try GitRepository(at: path).log()
    commits = try GitLogReader(name: path).commits(inZeroEnded: log)
  }

  /// Reads the history in the saved log at `path`. A commit is a line `commit HASH SECONDS`,
  /// followed by one line per file: a status and names after tabs, quoted as by git.
  ///
  /// - Throws: `HistoryError` if the file cannot be read, is no such log, or ends in the middle of
  ///   a line; with the line.
  public init(log path: String) throws(HistoryError) {
    name = path
    let data: Data
    do throws(DatasetError) {
      data = try TraceFile.data(at: path)
    } catch {
      if case .unreadable(_, let reason) = error {
        throw .unreadable(path: path, reason: reason)
      }
      throw .unreadable(path: path, reason: error.description)
    }
    commits = try GitLogReader(name: path).commits(inLines: Array(data))
    guard !commits.isEmpty else {
      throw .malformed(log: path, line: nil, problem: "it has no commits")
    }
  }

  /// The number of commits.
  public var commitCount: Int { commits.count }

  /// Returns the trace of the commits: an empty collection at first, and one batch per commit.
  ///
  /// - Parameters:
  ///   - isLenient: Whether impossible changes, such as the delete of a missing file, count as
  ///     their effects.
  ///   - maximumCommits: The number of commits to take, oldest first; nil for all.
  /// - Returns: The trace; commits without changed files are empty batches.
  /// - Throws: `HistoryError.contradiction`, with the commit and, in a saved log, the line.
  /// - Complexity: O(*e* · (log *n* + *d*)) for *e* changes of *n* files, in directories of *d*.
  /// - Precondition: `maximumCommits` is nil or positive.
  public func trace(
    isLenient: Bool = false, maximumCommits: Int? = nil
  ) throws(HistoryError) -> UpdateTrace {
    require(
      maximumCommits ?? 1 > 0,
      "GitHistory.trace(maximumCommits: \(maximumCommits ?? 0)): there must be a commit at least")
    var state = HistoryState()
    var batches: [UpdateTrace.Batch] = []
    for commit in commits.prefix(maximumCommits ?? .max) {
      do throws(CommitPlan.Contradiction) {
        batches.append(try state.advance(by: commit, isLenient: isLenient))
      } catch {
        throw .contradiction(
          log: name, line: error.line, commit: commit.hash, problem: error.problem)
      }
    }
    do throws(DatasetError) {
      return try UpdateTrace([], batches)
    } catch {
      throw .malformed(log: name, line: nil, problem: error.description)
    }
  }
}

/// An error in a repository's history: what was found, where, and what to do.
public enum HistoryError: Error, Hashable, Sendable {
  /// The program git is not on the search path.
  case noGit
  /// There is no directory at the path.
  case missing(path: String)
  /// The directory is in no repository.
  case notARepository(path: String)
  /// The repository's oldest commits are missing.
  case shallow(path: String)
  /// The repository has no commits.
  case noCommits(path: String)
  /// Git failed; `reason` is its message.
  case gitFailed(path: String, reason: String)
  /// A file with a saved log that cannot be read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// A log has a line in another form.
  case malformed(log: String, line: Int?, problem: String)
  /// A saved log whose last line has no end; `text` is the end of what that line holds.
  case cutOff(log: String, line: Int, text: String)
  /// A commit contradicts the files before it.
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
        + "do so; write it again, or accept such commits with --lenient"
    }
  }

  private static func place(_ line: Int?) -> String { line.map { ", line \($0)" } ?? "" }
}
