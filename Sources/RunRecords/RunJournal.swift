import Foundation
package import Processes

/// The journal of a run: each finished piece is on the disk before the next one begins.
///
/// A text file beside the record: one JSON object a line, the header first. Whatever kills the
/// process, at most the last line is unfinished, and `resume` drops it. One process at a time.
public final class RunJournal {
  /// The path of the journal.
  public let path: String
  private let file: SystemFile
  /// The bytes up to the end of the last whole line.
  private var wholeLength: Int

  private init(path: String, file: consuming SystemFile, wholeLength: Int) {
    self.path = path
    self.file = file
    self.wholeLength = wholeLength
  }

  /// Returns the path of the journal of the record at `path`: `<path>.partial.jsonl`.
  public static func path(forRecordAt path: String) -> String { path + ".partial.jsonl" }

  /// Reads the journal at `path`.
  ///
  /// - Parameter path: A file.
  /// - Returns: Its whole lines, and a warning where the last one was not.
  /// - Throws: `RecordError`, for a file that is unreadable, not a journal, of a newer major
  ///   version, or damaged elsewhere than in its last line.
  /// - Complexity: O(bytes), in time and memory.
  public static func read(from path: String) throws(RecordError) -> JournalContents {
    try JournalContents(parsing: RecordJSON.contents(of: path), path: path)
  }

  /// A new journal at `path`.
  ///
  /// - Parameters:
  ///   - path: Where nothing is, or a journal that was killed before it held its header.
  ///   - header: Which plan its entries will belong to.
  /// - Returns: The journal, ready for entries.
  /// - Throws: `RecordError`: `unfinishedRun` for a journal at the path, `tornLine` for a damaged
  ///   one, `wouldOverwrite` for anything else, `journalInUse`, or `unwritable` when the system
  ///   refuses.
  /// - Complexity: O(bytes of what is there), in time and memory.
  public static func start(
    at path: String, header: JournalHeader
  ) throws(RecordError) -> RunJournal {
    let line = try RecordJSON.encode(header, isPretty: false) + [UInt8(ascii: "\n")]
    do {
      let directory = try AtomicFile.directory(of: path)
      let file = try take(path, O_CREAT)
      try requireReplaceable(try file.readAll(atMost: InputLimit.data), path: path)
      do {
        try file.truncate(to: 0)
        try file.write(line)
        try file.synchronize()
        try AtomicFile.synchronizeNames(in: directory)
      } catch {
        try? SystemFile.remove(path)
        throw error
      }
      return RunJournal(path: path, file: file, wholeLength: line.count)
    } catch let error as RecordError {
      throw error
    } catch let error as SystemError {
      throw .unwritable(path: path, reason: error.text)
    } catch let error as InputError {
      throw .unwritable(path: path, reason: error.text)
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// Checks that `start` would find nothing in its way, without changing anything.
  ///
  /// - Parameter path: The path of a journal to start.
  /// - Throws: What `start` throws for what is at the path.
  package static func checkStartable(at path: String) throws(RecordError) {
    do {
      try requireReplaceable(try take(path).readAll(atMost: InputLimit.data), path: path)
    } catch let error as RecordError {
      throw error
    } catch let error as SystemError {
      if error.code == ENOENT || error.code == ENOTDIR { return }
      throw .unwritable(path: path, reason: error.text)
    } catch let error as InputError {
      throw .unwritable(path: path, reason: error.text)
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// The journal at `path`, ready for the entries that it does not hold yet.
  ///
  /// An unfinished last line is cut off. Where there is no journal, or none that holds anything, a
  /// new one is started, and a warning says so: a run may be killed before its first line.
  ///
  /// - Parameters:
  ///   - path: Where a journal of the same plan is, or nothing.
  ///   - header: The plan to go on with; its digest must be the journal's.
  ///   - recordPath: Where the run's record goes: a complete one there needs no new journal.
  /// - Returns: The journal, and what it held.
  /// - Throws: `RecordError`, as `read` and `start` do, `otherPlan` with the options that differ,
  ///   and `alreadyComplete` where only a complete record is left.
  /// - Complexity: O(bytes), in time and memory.
  public static func resume(
    at path: String, header: JournalHeader, recordPath: String? = nil
  ) throws(RecordError) -> (journal: RunJournal, contents: JournalContents) {
    do {
      let file = try take(path)
      let bytes = try file.readAll(atMost: InputLimit.data)
      let contents = try JournalContents(parsing: bytes, path: path)
      guard contents.header.planDigest == header.planDigest else {
        throw RecordError.otherPlan(
          path: path, differences: differences(from: contents.header, to: header))
      }
      try file.truncate(to: contents.wholeLength)
      try file.synchronizeData()
      let journal = RunJournal(path: path, file: file, wholeLength: contents.wholeLength)
      return (journal, contents)
    } catch RecordError.tornHeader {
      return try startInstead(at: path, header: header, recordPath: recordPath)
    } catch let error as RecordError {
      throw error
    } catch let error as SystemError where error.code == ENOENT {
      return try startInstead(at: path, header: header, recordPath: recordPath)
    } catch let error as SystemError {
      throw .unreadable(path: path, reason: error.text)
    } catch let error as InputError {
      throw .unreadable(path: path, reason: error.text)
    } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
  }

  /// Appends a finished piece, and returns once it is on the disk.
  ///
  /// One write of the whole line, then a sync: do it outside of any measurement.
  ///
  /// - Parameter entry: A piece of this journal's plan.
  /// - Throws: `RecordError`: `unwritable` when the system refuses, `notFinite` for a figure that
  ///   is no finite number. The journal then holds what it held before.
  /// - Complexity: O(size of the entry).
  public func append(_ entry: JournalEntry) throws(RecordError) {
    let line = try RecordJSON.encode(entry, isPretty: false) + [UInt8(ascii: "\n")]
    do {
      try file.write(line)
      try file.synchronizeData()
      wholeLength += line.count
    } catch {
      // A part of the line would be a torn line in the middle once another one follows.
      try? file.truncate(to: wholeLength)
      throw .unwritable(path: path, reason: error.text)
    }
  }

  /// Removes the journal from the disk: the record it led to is in place.
  ///
  /// - Throws: `RecordError.unwritable` when the system refuses.
  public func remove() throws(RecordError) {
    do {
      try SystemFile.remove(path)
    } catch {
      throw .unwritable(path: path, reason: error.text)
    }
  }

  private static func startInstead(
    at path: String, header: JournalHeader, recordPath: String?
  ) throws(RecordError) -> (journal: RunJournal, contents: JournalContents) {
    if let recordPath, let record = try? RunRecord.read(from: recordPath), record.run.completed {
      throw .alreadyComplete(path: recordPath)
    }
    let journal = try start(at: path, header: header)
    var contents = try read(from: path)
    let message = "there is nothing to resume at '\(path)'; the run starts from its beginning"
    contents.warnings.append(Warning(code: "nothing-to-resume", message: message))
    return (journal, contents)
  }

  /// The file at `path`, taken for this process.
  ///
  /// Between opening and locking, another process may finish its run and remove the file, and a
  /// third start a new one: what is locked then is no longer at the path, and it is opened again.
  ///
  /// - Parameters:
  ///   - path: Where a regular file is.
  ///   - flags: `O_CREAT` to make the file where it is missing.
  ///   - whenOpen: Called between opening and locking, for tests.
  /// - Returns: The file, open for reading and appending, and locked.
  /// - Throws: `SystemError`; `RecordError`: `wouldOverwrite` and `journalInUse`.
  package static func take(
    _ path: String, _ flags: Int32 = 0, whenOpen: () throws -> Void = {}
  ) throws -> SystemFile {
    while true {
      let file = try SystemFile(opening: path, O_RDWR | O_APPEND | flags)
      try whenOpen()
      guard try file.isRegular() else {
        throw RecordError.wouldOverwrite(path: path, problem: "it is not a regular file")
      }
      guard try file.lock() else { throw RecordError.journalInUse(path: path) }
      if try file.isStill(at: path) { return file }
    }
  }

  /// Refuses everything but what is left of a journal that never held anything.
  private static func requireReplaceable(
    _ bytes: [UInt8], path: String
  ) throws(RecordError) {
    do {
      _ = try JournalContents(parsing: bytes, path: path)
    } catch {
      switch error {
      case .tornHeader: return
      case .tornLine: throw error
      default: throw .wouldOverwrite(path: path, problem: error.finding)
      }
    }
    throw .unfinishedRun(path: path)
  }

  /// The first options that two plans do not share, as a reader would name them.
  private static func differences(from old: JournalHeader, to new: JournalHeader) -> [String] {
    let names = Set(old.options.keys).union(new.options.keys).sorted()
    let changed = names.filter { old.options[$0] != new.options[$0] }
    if changed.isEmpty { return ["plan digest \(old.planDigest), now \(new.planDigest)"] }
    let first = changed.prefix(changed.count > 5 ? 4 : 5).map { name in
      let (was, now) = (old.options[name], new.options[name])
      return "\(name) was \(shown(was, besides: now)), is \(shown(now, besides: was))"
    }
    return first + (changed.count > 5 ? ["and \(changed.count - 4) more options"] : [])
  }

  /// Returns the value of an option; of a long one the part where it begins to differ from `other`.
  private static func shown(_ value: String?, besides other: String?) -> String {
    guard let value else { return "not given" }
    guard value.count > 60 else { return value }
    let same = value.commonPrefix(with: other ?? "").count
    let rest = value.dropFirst(same > 30 ? same - 10 : 0)
    return (rest.count < value.count ? "…" : "") + rest.prefix(58) + (rest.count > 58 ? "…" : "")
  }
}
