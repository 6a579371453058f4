/// An error of a dataset: what was found, where, and what to do.
public enum DatasetError: Error, Hashable, Sendable {
  /// A text that names no dataset.
  case unknownSpec(String)
  /// A number of items that cannot be generated.
  case impossibleCount(Int)
  /// A text that selects columns has a part that is not understood; `names` are the valid columns.
  case unusableColumns(
    String, part: String, names: [String] = ["section", "id", "width", "height"])
  /// A file or directory cannot be opened or read; `reason` is the system's.
  case unreadable(path: String, reason: String)
  /// A path that is neither a file nor a link to one, such as a pipe or a directory.
  case notAFile(path: String)
  /// A path that is no directory.
  case notADirectory(path: String)
  /// A collection without a single item.
  case empty(path: String)
  /// A dataset whose content differs from that at the start of the run.
  case changed(spec: String, plannedItems: Int, items: Int)
  /// A run's copy of its input that is gone or damaged.
  case unusableSnapshot(path: String, problem: String)
  /// A CSV file without even a header.
  case noHeader(path: String)
  /// A scroll trace without a single frame.
  case noFrames(path: String)
  /// An update trace without a single batch.
  case noUpdates(path: String)
  /// A line of an update trace whose step does not fit what the lines before it lead to.
  case impossibleStep(path: String, line: Int, expected: String, found: String)
  /// A CSV file that breaks the format; `column` is the field's number, and both count from 1.
  case malformed(path: String, line: Int, column: Int, problem: String)
  /// A row of a CSV file of which an item of the user's own cannot be made.
  case unusableRow(path: String, line: Int, payload: String, reason: String)
  /// A CSV file whose header lacks a column that is needed or asked for.
  case missingColumn(path: String, column: String, header: [String])
}

extension DatasetError: CustomStringConvertible {
  /// The message for the user.
  public var description: String {
    switch self {
    case .unknownSpec(let spec):
      "there is no dataset '\(spec)'; there are \(DatasetSpec.names.joined(separator: ", ")) "
        + "and updates:FILE (other numbers may follow 'uniform-' and 'zipf-')"
        + (NearestSpec.find(spec).map { ". Did you mean '\($0)'?" } ?? "")
    case .impossibleCount(let count):
      "\(count) items cannot be generated; ask for 0 to \(Dataset.maximumItemCount)"
    case .unusableColumns(let text, let part, let names):
      "'\(part)' in the columns '\(text)' is not understood; write "
        + names.map { "\($0)=NAME" }.joined(separator: ",") + ", each once or not at all"
    case .unreadable(let path, let reason):
      "'\(path)' cannot be read: \(reason)"
    case .notAFile(let path):
      "'\(path)' is no regular file; for a directory write directory:\(path), and what comes "
        + "through a pipe store in a file first"
    case .notADirectory(let path):
      "'\(path)' is no directory; for a CSV file write csv:\(path)"
    case .empty(let path):
      "'\(path)' holds no items; nothing can be measured with it"
    case .changed(let spec, let plannedItems, let items):
      "dataset '\(spec)' has changed since the run began: it had \(plannedItems) items and now has "
        + "\(items), or others. One record cannot contain both; measure a copy that nothing writes to"
    case .unusableSnapshot(let path, let problem):
      "'\(path)', the run's copy of its input, cannot be used: \(problem). The input may have "
        + "changed since it was copied, so start a new run"
    case .noHeader(let path):
      "'\(path)', line 1: there is no header; the first line names the columns, as in "
        + "section,id,revision, and a file of no items has that line alone"
    case .noFrames(let path):
      "'\(path)' holds no frames; there is nothing to be replayed"
    case .noUpdates(let path):
      "'\(path)' holds no updates; there is nothing to be replayed"
    case .impossibleStep(let path, let line, let expected, let found):
      "'\(path)', line \(line): expected \(expected); found \(found)"
    case .malformed(let path, let line, let column, let problem):
      "'\(path)', line \(line), column \(column): \(problem)"
    case .unusableRow(let path, let line, let payload, let reason):
      "'\(path)', line \(line): no item of the shape '\(payload)' can be made of this row: \(reason)"
    case .missingColumn(let path, let column, let header):
      "'\(path)' has no column '\(column)'; its header has \(header.joined(separator: ", ")). "
        + "Say which to read by name or number, as in --csv-columns section=1,id=2"
    }
  }
}
