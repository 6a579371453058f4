/// One case's result.
public struct CaseRecord: Hashable, Sendable {
  /// `suite/name/storage=…/data=…/payload=…/items=…`: the join key between runs.
  public var id: String
  /// The suite's name.
  public var suite: String
  /// The parameters of the case.
  public var params: CaseParameters
  /// The way it ended.
  public var status: Status
  /// The reason why the status is not `ok`.
  public var message: String?
  /// The answer of one declared call: sixteen lower-case hexadecimal digits.
  public var checksum: String?
  /// Operations in one timed batch; the fewest where launches differ.
  public var opsPerBatch: Int?
  /// The place of its part among those of a merged record; nil in others.
  public var part: Int?
  /// The wall time of measuring it, its set-up counted, in seconds; nil in older records.
  public var durationSeconds: Double?
  /// The measurements, each under a distinct name; none where the case failed. In the order of
  /// records: the harness's own metrics, then the scenario's counts by name.
  public var metrics: [MetricRecord] = []

  /// The way a case ended.
  public enum Status: String, Codable, Sendable {
    /// It has a result, and every launch, pass and storage gave the same answer.
    case ok
    /// It crashed, gave a wrong answer or a figure that makes no sense.
    case failed
    /// It was planned and not begun.
    case skipped
    /// It was ended because it took too long.
    case timeout
  }

  /// Describes how the case of `suite` with `params` ended, without what was measured.
  public init(
    suite: String, params: CaseParameters, status: Status = .ok, message: String? = nil
  ) {
    id = CaseKey(suite: suite, params).description
    (self.suite, self.params) = (suite, params)
    (self.status, self.message) = (status, message)
  }

  /// The metric called `name`; nil where the case has none of that name.
  ///
  /// - Complexity: O(metrics).
  public func metric(_ name: String) -> MetricRecord? {
    metrics.first { $0.name == name }
  }
}

/// The numbers of cases of a run, by the way they ended.
public struct Summary: Codable, Hashable, Sendable {
  /// Cases with a result.
  public var ok: Int
  /// Cases that crashed or gave a wrong answer.
  public var failed: Int
  /// Cases that were planned and not begun.
  public var skipped: Int
  /// Cases that were ended because they took too long.
  public var timeout: Int
  /// The status that the process was to end with.
  public var exitCode: Int

  private enum CodingKeys: String, CodingKey {
    case ok, failed, skipped, timeout
    case exitCode = "exit_code"
  }

  /// Counts `cases` by status.
  public init(of cases: [CaseRecord], exitCode: Int) {
    func count(_ status: CaseRecord.Status) -> Int { cases.count { $0.status == status } }
    (ok, failed) = (count(.ok), count(.failed))
    (skipped, timeout) = (count(.skipped), count(.timeout))
    self.exitCode = exitCode
  }
}
