import Foundation

/// One finished piece of a run: one case in one launch of one pass. One line of the journal.
public struct JournalEntry: Codable, Hashable, Sendable {
  /// The id of the case, as in `CaseRecord`.
  public var caseID: String
  /// The suite's name.
  public var suite: String
  /// The parameters of the case.
  public var params: CaseParameters
  /// The purpose of the launch.
  public var pass: Pass
  /// The launch's number in its pass, counted from 0.
  public var launch: Int
  /// The way the piece ended.
  public var status: CaseRecord.Status
  /// The reason why the status is not `ok`.
  public var message: String?
  /// The answer of one declared call: sixteen lower-case hexadecimal digits.
  public var checksum: String?
  /// Operations that one call of the measured closure performs.
  public var operationsPerCall: Int?
  /// Time pass: operations in one batch, a multiple of `operationsPerCall`.
  public var opsPerBatch: Int?
  /// Time pass: the wall time of each kept batch, in ns/op, in the order measured.
  public var batches: [Double]?
  /// Time pass: the thread's CPU time of each kept batch, in ns/op, in the order measured.
  public var cpuBatches: [Double]?
  /// Counting passes: exact metrics, with a value or absent with a reason; after `ExactMetric`'s
  /// those of the scenario's own.
  public var exact: [MetricRecord] = []
  /// Time pass: what was observed beside the times, each with its `median` in this launch.
  public var info: [MetricRecord] = []
  /// Remarks on this piece for the record's reader.
  public var warnings: [Warning] = []
  /// The seconds that the run had taken when the piece was finished, over all its sessions; the
  /// runner's to say.
  public var elapsedSeconds: Double?

  /// The purpose of a launch.
  public enum Pass: String, Codable, CaseIterable, Sendable {
    /// Timing, under a random hash seed.
    case time
    /// Exact counts, under fixed conditions.
    case allocations
    /// Instructions of one call, on a simulated processor.
    case instructions
  }

  private enum CodingKeys: String, CodingKey {
    case suite, params, pass, launch, status, message, checksum, batches, exact, info, warnings
    case caseID = "case_id"
    case operationsPerCall = "operations_per_call"
    case opsPerBatch = "ops_per_batch"
    case cpuBatches = "cpu_batches"
    case elapsedSeconds = "elapsed_s"
  }

  /// Describes a finished piece, without what was measured.
  public init(
    suite: String, params: CaseParameters, pass: Pass, launch: Int,
    status: CaseRecord.Status = .ok
  ) {
    caseID = CaseKey(suite: suite, params).description
    (self.suite, self.params) = (suite, params)
    (self.pass, self.launch) = (pass, launch)
    self.status = status
  }
}

/// The first line of a journal: which plan the entries below belong to.
public struct JournalHeader: Codable, Hashable, Sendable {
  /// The journal's format.
  public var schema = SchemaReference.journal
  /// The tool that wrote it.
  public var tool: ToolIdentity
  /// The run as it stood at its start.
  public var run: RunIdentity
  /// A digest of everything that defines the plan: entries are joined only under an equal one.
  public var planDigest: String
  /// The options that define the plan, by name, so that a refusal can say what differs.
  public var options: [String: String]

  private enum CodingKeys: String, CodingKey {
    case schema, tool, run, options
    case planDigest = "plan_digest"
  }

  /// Describes a journal of the current format.
  public init(
    tool: ToolIdentity, run: RunIdentity, planDigest: String, options: [String: String]
  ) {
    (self.tool, self.run) = (tool, run)
    (self.planDigest, self.options) = (planDigest, options)
  }
}

/// The contents of a journal.
public struct JournalContents: Hashable, Sendable {
  /// The plan that the entries belong to.
  public var header: JournalHeader
  /// The finished pieces, in the order they were finished.
  public var entries: [JournalEntry]
  /// Warnings about dropped text: a last line that was never finished.
  public var warnings: [Warning]
  /// The bytes up to the end of the last whole line.
  var wholeLength: Int

  /// The beginning of every journal: its header's first key in sorted order.
  private static let opening = Array(#"{"options":"#.utf8)

  /// Parses a journal: whole lines, and at most one unfinished line at the end.
  ///
  /// - Complexity: O(bytes), in time and memory.
  init(parsing bytes: [UInt8], path: String) throws(RecordError) {
    let newline = UInt8(ascii: "\n")
    guard let headerEnd = bytes.firstIndex(of: newline) else {
      let isTorn = bytes.starts(with: Self.opening) || Self.opening.starts(with: bytes)
      if isTorn { throw .tornHeader(path: path) }
      throw .foreign(
        path: path, expected: SchemaReference.journal.name, found: "it does not begin like one")
    }
    header = try RecordJSON.decode(
      JournalHeader.self, from: Array(bytes[..<headerEnd]), path: path, schema: .journal)
    entries = []
    warnings = []
    wholeLength = headerEnd + 1
    var line = 2
    while let end = bytes[wholeLength...].firstIndex(of: newline) {
      let piece = Array(bytes[wholeLength..<end])
      guard RecordJSON.isUTF8(piece),
        let entry = try? JSONDecoder().decode(JournalEntry.self, from: Data(piece))
      else { break }
      entries.append(entry)
      wholeLength = end + 1
      line += 1
    }
    let rest = bytes[wholeLength...]
    // After a power cut a line can be torn and yet end: the blocks of a file may land in any order.
    if let end = rest.firstIndex(of: newline), end + 1 < bytes.count {
      throw .tornLine(path: path, line: line)
    }
    if !rest.isEmpty {
      let message =
        "dropped an unfinished line of \(rest.count) bytes at the end of '\(path)'; "
        + "its piece has to be measured again"
      warnings.append(Warning(code: "torn-journal", message: message))
    }
  }
}
