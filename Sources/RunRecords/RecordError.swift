/// The reason why a record or a journal could not be read or written.
///
/// The description names the path, what was found there, and the next step.
public enum RecordError: Error, Hashable, Sendable {
  /// The file cannot be opened or read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// The JSON ends early or is damaged.
  case truncated(path: String, problem: String)
  /// A document of another kind than `expected`.
  case foreign(path: String, expected: String, found: String)
  /// A record of another kind, where the record of a run is needed.
  case otherKind(path: String, found: String)
  /// Written by a newer tool, in a form that this one does not know.
  case newerSchema(path: String, found: String, supported: String)
  /// A document of ours with a field that is missing or makes no sense; the field is empty where
  /// the decoder does not name it.
  case malformed(path: String, field: String, problem: String)
  /// A figure that JSON cannot hold, not a number or infinite: nothing was written.
  case notFinite(field: String, value: String)
  /// There is something at the path that is not a readable record of ours: it was left alone.
  case wouldOverwrite(path: String, problem: String)
  /// The file cannot be written; `reason` is the system's. What was there before still is.
  case unwritable(path: String, reason: String)
  /// A journal whose first line was never finished: it holds nothing.
  case tornHeader(path: String)
  /// A journal line that is damaged, and is not the last.
  case tornLine(path: String, line: Int)
  /// A journal of another plan; `differences` name the options that differ.
  case otherPlan(path: String, differences: [String])
  /// A journal that another process is writing.
  case journalInUse(path: String)
  /// A journal where a new one was to be started: a run that can be gone on with.
  case unfinishedRun(path: String)
  /// A complete record where an unfinished run was to be resumed.
  case alreadyComplete(path: String)
}

extension RecordError: CustomStringConvertible {
  /// Path, finding and next step, in one line.
  public var description: String { "\(finding); \(nextStep)" }

  /// The finding, without the next step.
  var finding: String {
    switch self {
    case .unreadable(let path, let reason):
      "cannot read '\(path)': \(reason)"
    case .truncated(let path, let problem):
      "'\(path)' holds incomplete or damaged JSON: \(problem)"
    case .foreign(let path, let expected, let found):
      "'\(path)' is not a \(expected) document: \(found)"
    case .otherKind(let path, let found):
      "'\(path)' is the record of a \(found), and not of a run"
    case .newerSchema(let path, let found, let supported):
      "'\(path)' has schema version \(found), and this tool reads up to \(supported)"
    case .malformed(let path, let field, let problem):
      "'\(path)' has an invalid \(field.isEmpty ? "value" : "field '\(field)'"): \(problem)"
    case .notFinite(let field, let value):
      "the figure at '\(field)' is \(value), which no record can hold"
    case .wouldOverwrite(let path, let problem):
      "'\(path)' would be overwritten, and is not a readable file of the same kind: \(problem)"
    case .unwritable(let path, let reason):
      "cannot write '\(path)': \(reason)"
    case .tornHeader(let path):
      "the journal '\(path)' was interrupted before it held anything"
    case .tornLine(let path, let line):
      "line \(line) of the journal '\(path)' is damaged, and is not the last"
    case .otherPlan(let path, let differences):
      "the journal '\(path)' belongs to another plan: \(differences.joined(separator: ", "))"
    case .journalInUse(let path):
      "the journal '\(path)' is being written by another process"
    case .unfinishedRun(let path):
      "an unfinished run lies at '\(path)'"
    case .alreadyComplete(let path):
      "there is nothing to resume: the record '\(path)' is complete already"
    }
  }

  private var nextStep: String {
    switch self {
    case .unreadable: "check the path and its permissions"
    case .truncated: "restore the file, or measure again into another one"
    case .foreign: "name one that cvbench wrote"
    case .otherKind(_, "comparison"):
      "name the record of a run, or read this one of a gate with 'show', 'report' or 'export --to md'"
    case .otherKind: "name the record of a run, or read this one with 'report'"
    case .newerSchema: "read it with a newer cvbench"
    case .malformed: "restore the file, or measure again into another one"
    case .notFinite: "measure again, and report it if it happens twice"
    case .wouldOverwrite: "move it away, or write to another path"
    case .unwritable: "check the path, its permissions and the free space"
    case .tornHeader: "start the run again"
    case .tornLine: "delete the journal and start the run again"
    case .otherPlan: "resume with the same options, or start a new run into another path"
    case .journalInUse: "wait until that process ends, or write to another path"
    case .unfinishedRun: "resume it, or delete the file, or write to another path"
    case .alreadyComplete: "read it, or start a new run in its place or into another path"
    }
  }
}
