package import Benchmarking
package import Datasets
package import Diffing
package import Gates
package import Layouts
package import Analysis
import Reports
package import RunHistories
package import RunRecords

/// An error that ends a command: what was found, where, and what to do about it.
package enum ToolError: Error, Hashable {
  /// A name that an option takes does not exist; `known` are those that do.
  case unknownName(kind: String, found: String, known: [String])
  /// An option has an invalid value; `found` is nil for a flag, which has none.
  case invalidValue(option: String, found: String?, reason: String)
  /// No case is left after selection; `hints` suggest what the user may have meant.
  case nothingMatched(asked: String, hints: [String])
  /// A dataset does not exist or cannot be read.
  case dataset(DatasetError)
  /// A repository's history cannot be read.
  case history(HistoryError)
  /// A dataset does not fit in memory.
  case tooLarge(dataset: String, reason: String)
  /// A record holds nothing that the shape `format` takes.
  case nothingToExport(path: String, format: String)
  /// The library that draws a report's charts is missing; `isAsked` if an option named it.
  case noChartLibrary(path: String, reason: String, isAsked: Bool)
  /// A configuration file cannot be read, or holds what is no setting.
  case configuration(path: String, line: Int?, reason: String)
  /// There is no unfinished run to resume.
  case nothingToResume(directory: String)
  /// An unfinished run has no copy of an input beside it; `example` is the path of one.
  case noSnapshot(origin: String, journal: String, example: String)
  /// A record or journal cannot be read, or must not or cannot be written.
  case record(RecordError)
  /// An output cannot be written.
  case cannotWrite(path: String, reason: String)
  /// A run or a loop cannot start or continue.
  case run(RunError)
  /// A layout has invalid numbers or contradicts itself.
  case layout(LayoutError)
  /// A script of operations cannot be read.
  case script(path: String, reason: String)
  /// Two files cannot be compared.
  case difference(DiffingError)
  /// A file of budgets cannot be read or is empty.
  case budgets(BudgetError)
  /// There is no file of budgets.
  case noBudgets(path: String)
  /// A record yields no budgets.
  case noUpdate(path: String, refusal: BudgetUpdate.Refusal)
  /// A build of a gate cannot be asked what it is.
  case gate(GateError)
  /// The summaries of runs cannot be read or changed.
  case runHistory(RunHistoryError)
  /// The parts of a run cannot be joined.
  case merge(MergeError)
  /// There is no build to compare with.
  case noBaseline(reason: String)
  /// The user interrupted before anything was measured.
  case interrupted
  /// The tool or one of its processes failed.
  case failed(reason: String)

  /// The status the process ends with.
  package var status: ExitStatus {
    switch self {
    case .unknownName, .invalidValue, .nothingMatched, .dataset, .history, .tooLarge,
      .nothingToExport, .noChartLibrary, .nothingToResume, .noSnapshot, .configuration, .script,
      .difference, .budgets, .noUpdate(_, .nothingExact), .noUpdate(_, .controlCharacters):
      .usage
    case .cannotWrite: .outputFailed
    case .failed: .internalError
    case .interrupted: .interrupted
    case .noBudgets, .noUpdate(_, .noFigure), .noBaseline, .merge: .notComparable
    case .runHistory(let error): Self.status(of: error)
    case .gate(let error): error.error == .interrupted ? .interrupted : .notComparable
    case .noUpdate(_, .incomplete): .caseFailed
    case .record(let error), .run(.record(let error)): Self.status(of: error)
    case .run(.refusesToRecord), .run(.nothingPlanned): .usage
    case .run(.workerCannotStart): .internalError
    case .run(.caseFailed), .layout: .caseFailed
    }
  }

  private static func status(of error: RunHistoryError) -> ExitStatus {
    switch error {
    case .unwritable: .outputFailed
    case .missing: .notComparable
    default: .usage
    }
  }

  private static func status(of error: RecordError) -> ExitStatus {
    switch error {
    case .unwritable: .outputFailed
    case .notFinite: .internalError
    default: .usage
    }
  }

  /// Returns what `value` returns, with its error wrapped by `make`.
  ///
  ///     let trace = try ToolError.wrap(try RecordedTrace(path: path), as: ToolError.dataset)
  static func wrap<Value, Failure: Error>(
    _ value: @autoclosure () throws(Failure) -> Value, as make: (Failure) -> ToolError
  ) throws(ToolError) -> Value {
    do throws(Failure) {
      return try value()
    } catch {
      throw make(error)
    }
  }
}

extension ToolError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownName(let kind, let found, let known):
      let nearest = NearestName.find(found, among: known).map { " Did you mean '\($0)'?" } ?? ""
      let existing =
        known.isEmpty ? "none exists" : "there are: " + NearestName.summary(of: known, near: found)
      return "no \(kind) is named '\(found)'; \(existing).\(nearest)"
    case .invalidValue(let option, let found, let reason):
      return option + (found.map { " '\($0)'" } ?? "") + ": \(reason)."
    case .nothingMatched(let asked, let hints):
      return (["nothing matches \(asked)."] + hints).joined(separator: "\n  ")
    case .dataset(let error): return error.description
    case .history(let error): return error.description
    case .tooLarge(let dataset, let reason): return "the dataset '\(dataset)': \(reason)"
    case .nothingToExport(let path, let format):
      return "'\(path)' has nothing that '\(format)' takes; no output was written"
    case .noChartLibrary(let path, let reason, let isAsked):
      let package = ChartLibrary.debianPackage
      let next =
        isAsked
        ? "name the chart.min.js of Debian's package \(package)"
        : "install Debian's package \(package) (apt-get install \(package)), name a file with "
          + "--chart-library"
      return "the chart library \(path): \(reason); \(next), or leave the charts out with "
        + "--no-charts"
    case .configuration(let path, let line, let reason):
      return path + (line.map { ":\($0)" } ?? "") + ": \(reason)"
    case .nothingToResume(let directory):
      return "\(directory) holds no unfinished run to resume: name the record's path with -o, or "
        + "leave out --resume to start a new run"
    case .noSnapshot(let origin, let journal, let example):
      return "the unfinished run '\(journal)' has no whole copy of '\(origin)' beside it, as in "
        + "'\(example)', and the source may have changed since; start a new run without --resume, "
        + "under another -o or after deleting '\(journal)'"
    case .record(let error), .run(.record(let error)): return Self.text(of: error)
    case .cannotWrite(let path, let reason): return "cannot write \(path): \(reason)"
    case .run(let error): return error.description
    case .layout(let error): return error.description
    case .script(let path, let reason): return "the script '\(path)': \(reason)"
    case .difference(let error): return error.description
    case .budgets(let error): return error.description
    case .noBudgets(let path):
      return "there are no budgets at '\(path)'; write them from this record with --update"
    case .noUpdate(let path, let refusal): return "'\(path)' was not written: \(refusal)"
    case .gate(let error): return error.description
    case .runHistory(let error): return error.description
    case .merge(let error): return error.description
    case .noBaseline(let reason): return reason
    case .interrupted: return "interrupted before anything was measured"
    case .failed(let reason): return reason
    }
  }

  /// The error in its own words, or with this tool's options where those are the next step.
  private static func text(of error: RecordError) -> String {
    switch error {
    case .unfinishedRun(let path):
      "an unfinished run lies at '\(path)'; continue it with --resume, or delete the file, or "
        + "name another -o"
    case .alreadyComplete(let path):
      "there is nothing to resume: the record '\(path)' is complete already; leave out --resume to "
        + "measure again and replace it, or name another -o"
    default: error.description
    }
  }
}
