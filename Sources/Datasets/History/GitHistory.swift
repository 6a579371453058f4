internal import Changesets
internal import Foundation

/// What became of a repository's files, commit by commit, as an update trace: sections are its
/// directories, items their files.
///
/// A commit is one batch, of what its log says: files that come and go, renames as moves, modified
/// files as reloads; a file that is renamed and modified is moved and reconfigured, since a strict
/// batch must not reload what it moves. Directories are in the order of their paths' bytes, files in
/// that of their names'; a directory comes with its first file and goes with its last one. A file's
/// id is the path at which it came, and it keeps that wherever it moves.
public struct GitHistory: Sendable {
  private let commits: [GitCommit]
  private let name: String

  /// The history of the repository that the directory at `path` is in, from its first commit to the
  /// one that is checked out, along first parents; asks git.
  ///
  /// - Throws: `HistoryError` where there is no repository, no git or no whole history.
  public init(repository path: String) throws(HistoryError) {
    name = path
    let log = try GitRepository(path: path).log()
    commits = try GitLogReader(name: path).commits(inZeroEnded: log)
  }

  /// The history in the saved log at `path`: `commit HASH SECONDS`, then a line a file, a status and
  /// names after tabs, quoted as git does.
  ///
  /// - Throws: `HistoryError` for a file that cannot be read or is no such log, with the line.
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

  /// The trace of the commits: an empty collection at first, and a batch for each of them.
  ///
  /// - Parameters:
  ///   - isLenient: Whether changes that cannot be, as a delete of a file that is not there, are taken
  ///     for what they lead to.
  ///   - maximumCommits: How many commits, the oldest; nil for all.
  /// - Returns: The trace; commits that change no file are empty batches.
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
