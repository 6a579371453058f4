package import Analysis
import BasicAlgorithms
import Foundation
package import RunRecords

/// A change that was accepted: from its commit on it raises no alarm.
package struct Blessing: HistoryDocument, Hashable, Sendable {
  /// The format of the document.
  package var schema = Self.format
  /// The cases, as a `CasePattern`.
  package var pattern: String
  /// The metric; nil for all of them.
  package var metric: String?
  /// The full hash of the commit that made the change.
  package var commit: String
  /// The reason.
  package var reason: String
  /// ISO 8601 in UTC.
  package var blessedAt: String
  /// The most that is accepted of each figure that changed.
  package var limits: [Limit]

  /// The most that is accepted of a figure; the least, of one that is better the higher it is.
  package struct Limit: Codable, Hashable, Sendable {
    /// The case.
    package var id: String
    package var metric: String
    /// The whole number of an exact metric; nil for a time.
    package var figure: Double?
    /// Head over base of a time; nil for an exact metric.
    package var ratio: Double?
    /// The direction of an improvement; nil where less is better.
    package var better: MetricRecord.Better?

    private enum CodingKeys: String, CodingKey {
      case metric, figure, ratio, better
      case id = "case"
    }

    package init(
      id: String, metric: String, figure: Double? = nil, ratio: Double? = nil,
      better: MetricRecord.Better = .lower
    ) {
      (self.id, self.metric, self.figure, self.ratio) = (id, metric, figure, ratio)
      self.better = better == .lower ? nil : better
    }

    /// Returns whether `value` is no worse than `most`.
    fileprivate func takes(_ value: Double, upTo most: Double) -> Bool {
      better == .higher ? value >= most : value <= most
    }
  }

  /// The format that this module writes.
  package static let format = SchemaReference(
    name: "cvbench-history-blessing", version: "1.0",
    uri: "urn:cvbench:schema:history-blessing-1")

  private enum CodingKeys: String, CodingKey {
    case schema, metric, commit, reason, limits
    case pattern = "cases"
    case blessedAt = "blessed_at"
  }

  package init(
    pattern: String, metric: String?, commit: String, reason: String, blessedAt: String,
    limits: [Limit]
  ) {
    (self.pattern, self.metric, self.commit) = (pattern, metric, commit)
    (self.reason, self.blessedAt, self.limits) = (reason, blessedAt, limits)
  }

  /// Reads the text of a file.
  ///
  /// - Throws: `RunHistoryError.damaged`, and `newer` for a format that this tool does not know.
  package init(parsing bytes: [UInt8], path: String) throws(RunHistoryError) {
    self = try Self.read(bytes, path: path, kind: "acceptance")
    guard limits.allSatisfy({ $0.figure ?? 0 < RunSummary.Column.limit }) else {
      throw .damaged(path: path, problem: "it has impossible figures")
    }
  }

  package var texts: [String] {
    [pattern, metric ?? "", commit, reason, blessedAt] + limits.flatMap { [$0.id, $0.metric] }
  }

  /// The name of its file.
  package var path: String {
    let time = blessedAt.filter { $0.isASCII && ($0.isNumber || $0 == "T") }.prefix(15)
    let digest = FNV1a.hash("\(pattern)\n\(metric ?? "")\n\(reason)".utf8).hexadecimalDigits
    return "blessings/\(time)Z-\(commit.prefix(12))-\(digest.prefix(8)).json"
  }

  /// Returns a Boolean value that indicates whether it accepts the same as `other`, for the same
  /// reason: only their times may differ.
  func isRepetition(of other: Blessing) -> Bool {
    var other = other
    other.blessedAt = blessedAt
    return self == other
  }

  /// The acceptances for a gate or a check.
  package var acceptances: [Acceptance] {
    limits.compactMap { limit in
      let isHigher = limit.better == .higher
      let most: Acceptance.Limit? =
        limit.figure.map { isHigher ? .least($0) : .figure($0) }
        ?? limit.ratio.flatMap { isHigher ? nil : .share(max(0, $0 - 1)) }
      return most.map {
        Acceptance(
          pattern: CasePattern(limit.id), metric: limit.metric, limit: $0, lastDay: nil,
          reason: reason, origin: .commit(commit))
      }
    }
  }

  /// Returns a Boolean value that indicates whether it covers a change of `metric` of the case with
  /// `id`.
  ///
  /// - Parameters:
  ///   - metric: A metric.
  ///   - id: A case.
  ///   - figure: The figure of an exact metric after the change; nil for a time.
  ///   - ratio: Head over base of a time; nil for an exact metric.
  /// - Returns: Whether it has a limit for them that is not exceeded.
  package func covers(
    _ metric: String, of id: String, figure: Double? = nil, ratio: Double? = nil
  ) -> Bool {
    limits.contains { limit in
      guard limit.id == id, limit.metric == metric else { return false }
      if let figure, let most = limit.figure { return limit.takes(figure, upTo: most) }
      if let ratio, let most = limit.ratio { return limit.takes(ratio, upTo: most) }
      return false
    }
  }
}
