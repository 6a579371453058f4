/// The reason why a history cannot be read or changed.
///
/// The description says what was found, where, and what to do.
package enum RunHistoryError: Error, Hashable, CustomStringConvertible {
  /// A record that cannot be placed in a history.
  case unfit(path: String, reason: String)
  /// A file of a history that is damaged.
  case damaged(path: String, problem: String)
  /// A file that a newer tool wrote.
  case newer(path: String, found: String)
  /// A directory or a branch with other contents.
  case foreign(place: String, found: String)
  /// There is no history.
  case missing(place: String, next: String)
  /// A file or a directory cannot be read.
  case unreadable(path: String, reason: String)
  /// A file, a directory or a branch cannot be written; what was there still is.
  case unwritable(place: String, reason: String)
  /// There is no repository that could have the branch.
  case noRepository(path: String, reason: String)
  /// Git is missing, fails, or does not take the repository.
  case git(reason: String)
  /// A file of this name is there and has other contents.
  case taken(path: String)

  package var description: String {
    switch self {
    case .unfit(let path, let reason): "'\(path)' was not added: \(reason)"
    case .damaged(let path, let problem):
      "'\(path)' of the history is damaged: \(problem); add its record again, or remove it with "
        + "history prune --damaged"
    case .newer(let path, let found):
      "'\(path)' of the history has a version \(found), and this tool reads 1; read it with a newer "
        + "one"
    case .foreign(let place, let found):
      "\(place) is no history of runs: \(found); name another place with --history"
    case .missing(let place, let next): "there is no history in \(place); \(next)"
    case .unreadable(let path, let reason): "cannot read '\(path)': \(reason)"
    case .unwritable(let place, let reason): "cannot write \(place): \(reason)"
    case .noRepository(let path, let reason):
      "there is no git repository around '\(path)' (\(reason)); name a directory for the history with "
        + "--history DIR"
    case .git(let reason): reason
    case .taken(let path):
      "'\(path)' is in the history with other contents; nothing was added. Both runs began in one "
        + "second on one commit; measure again"
    }
  }
}
