/// One finished piece of a run: one case in one launch of one pass. One line of the journal.
public struct JournalEntry: Codable, Hashable, Sendable {
  /// The id of the case, as in `CaseRecord`.
  public var caseID: String
  /// The suite's name.
  public var suite: String
  /// What the case ran on.
  public var params: CaseParameters
  /// What the launch was for.
  public var pass: Pass
  /// Which launch of its pass, counted from 0.
  public var launch: Int
  /// How the piece ended.
  public var status: CaseRecord.Status
  /// Why the status is not `ok`.
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
  public var exact: [MetricRecord]
  /// Time pass: what was observed beside the times, each with its `median` in this launch.
  public var info: [MetricRecord]
  /// What the reader of the record should know of this piece.
  public var warnings: [Warning]
  /// The seconds that the run had taken when the piece was finished, over all its sessions; the
  /// runner's to say.
  public var elapsedSeconds: Double?

  /// What a launch is for.
  public enum Pass: String, Codable, Sendable {
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

  /// Describes a finished piece.
  public init(
    caseID: String, suite: String, params: CaseParameters, pass: Pass, launch: Int,
    status: CaseRecord.Status, message: String? = nil, checksum: String? = nil,
    operationsPerCall: Int? = nil, opsPerBatch: Int? = nil, batches: [Double]? = nil,
    cpuBatches: [Double]? = nil, exact: [MetricRecord] = [], info: [MetricRecord] = [],
    warnings: [Warning] = [], elapsedSeconds: Double? = nil
  ) {
    self.caseID = caseID
    self.suite = suite
    self.params = params
    self.pass = pass
    self.launch = launch
    self.status = status
    self.message = message
    self.checksum = checksum
    self.operationsPerCall = operationsPerCall
    self.opsPerBatch = opsPerBatch
    self.batches = batches
    self.cpuBatches = cpuBatches
    self.exact = exact
    self.info = info
    self.warnings = warnings
    self.elapsedSeconds = elapsedSeconds
  }
}
