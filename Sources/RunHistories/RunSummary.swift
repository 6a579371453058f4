import BasicAlgorithms
import Foundation
package import RunRecords
import Statistics

/// A run in few bytes: what a history keeps of a record.
///
/// It has the figures that a gate may judge, as one column a metric, and one value a case in the
/// order of a `HistoryCases` that runs of the same cases share. A run of 3,000 figures takes about
/// 25 kB. The record itself is not kept.
///
///     let (summary, list) = try RunSummary.summarize(record, of: "quick.json")
///     summary.columns.first { $0.metric == "allocations" }?.values.count == list.ids.count
package struct RunSummary: HistoryDocument, Hashable, Sendable {
  /// The format of the document.
  package var schema = Self.format
  /// The run's identifier, which no other run has.
  package var id: String
  /// A run, or a comparison of two builds.
  package var kind: RunRecord.Kind
  /// ISO 8601 in UTC, as `2026-03-01T12:00:00Z`.
  package var startedAt: String
  /// A Boolean value that indicates whether every planned case was reached.
  package var isComplete: Bool
  /// The version of the tool.
  package var toolVersion: String
  /// The commit that was measured; of a comparison the head.
  package var commit: Build.Git
  /// The commit that a comparison compares with; nil for a run.
  package var base: Build.Git?
  /// The Swift version.
  package var compiler: String
  /// Allocations, bytes and counts compare where this is equal.
  package var exactKey: String
  /// Instructions and times compare only where this is equal too.
  package var hostKey: String
  /// The machines of a merged run, where they are of more than one kind; else nil.
  package var hosts: Hosts?
  /// The counter of instructions; nil where none were counted.
  package var instructionCounter: String?
  /// The digest of the list of its cases.
  package var caseList: String
  /// The figures.
  package var columns: [Column]

  /// The format that this module writes.
  package static let format = SchemaReference(
    name: "cvbench-history-run", version: "1.0", uri: "urn:cvbench:schema:history-run-1")

  private enum CodingKeys: String, CodingKey {
    case schema, id, kind, commit, base, compiler, columns, hosts
    case startedAt = "started_at"
    case isComplete = "completed"
    case toolVersion = "tool_version"
    case exactKey = "exact_key"
    case hostKey = "host_key"
    case instructionCounter = "instruction_counter"
    case caseList = "cases"
  }

  /// The kinds of machine of a merged run, and which one measured each case.
  package struct Hosts: Hashable, Sendable {
    /// The `host_key` of each kind.
    package var keys: [String]
    /// One place in `keys` a case, in the order of the list.
    package var places: [Int]

    package init(keys: [String], places: [Int]) { (self.keys, self.places) = (keys, places) }
  }

  /// One figure of every case.
  package struct Column: Hashable, Sendable {
    /// The metric's name.
    package var metric: String
    /// The metric's unit.
    package var unit: String
    /// The direction of an improvement.
    package var better: MetricRecord.Better
    /// The number that the column holds.
    package var figure: Figure
    /// The limit of all values: beyond it not every whole number has a `Double`.
    static let limit = 0x1p53
    /// One value a case, in the order of the list; not a number where the case has none.
    package var values: [Double]
  }

  /// A number of a metric.
  package enum Figure: String, Codable, Hashable, Sendable {
    /// The whole number of an exact metric.
    case value
    /// The median of a sampled metric.
    case median
    /// Head over base in a comparison.
    case ratio
    /// The lower end of the ratio's interval.
    case low
    /// The upper end of the ratio's interval.
    case high
    /// The verdict of a comparison, by its place in `verdicts`.
    case verdict
  }

  /// The verdicts in the order of their numbers.
  package static let verdicts: [MetricChange.Verdict] = [
    .equivalent, .improved, .inconclusive, .regressed,
  ]
}

extension RunSummary {
  /// The name of its file: the time, the commit and the run's identifier, so that no two collide.
  ///
  ///     runs/2026/11/20261125T180000Z-9b17e535f0aa-1f0c9c1e.json
  package var path: String {
    let digits = startedAt.filter { $0.isASCII && ($0.isNumber || $0 == "T") }
    let time = digits.count >= 15 ? String(digits.prefix(15)) : "19700101T000000"
    let commit = commit.sha.map { String($0.prefix(12)) } ?? "unknown"
    let identifier = id.filter { $0.isASCII && $0.isHexDigit }.prefix(8)
    return
      "runs/\(time.prefix(4))/\(time.dropFirst(4).prefix(2))/\(time)Z-\(commit)-\(identifier).json"
  }

  /// Summarizes a record.
  ///
  /// Cases without a result are left out; a figure that is absent stays so.
  ///
  /// - Parameters:
  ///   - record: A run or a comparison.
  ///   - path: The record's path, for errors.
  /// - Returns: The summary, and the list of its cases.
  /// - Throws: `RunHistoryError.unfit` for a record that cannot be placed in a history.
  /// - Complexity: O(cases · metrics).
  package static func summarize(
    _ record: RunRecord, of path: String
  ) throws(RunHistoryError) -> (summary: RunSummary, cases: HistoryCases) {
    guard [.run, .merged, .comparison].contains(record.kind) else {
      throw .unfit(path: path, reason: "it is the record of a \(record.kind.rawValue)")
    }
    guard record.run.shard.total == 1 else {
      let shard = record.run.shard
      throw .unfit(
        path: path,
        reason:
          "it is part \(shard.index + 1) of \(shard.total); merge the parts, and add the whole")
    }
    let cases = record.cases.filter { $0.status == .ok && !$0.metrics.isEmpty }
      .sorted { $0.id < $1.id }
    guard !cases.isEmpty else {
      throw .unfit(path: path, reason: "it has no case with a result")
    }
    guard let head = record.builds.last, let hash = head.git.sha else {
      throw .unfit(
        path: path,
        reason:
          "it does not say which commit was measured; build in a work tree of git, and measure "
          + "that build")
    }
    for hash in [hash, record.builds.first?.git.sha ?? hash] where !isHash(hash) {
      throw .unfit(path: path, reason: "its commit '\(hash)' is no full hash")
    }
    guard record.run.startedAt.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/) != nil else {
      throw .unfit(path: path, reason: "its time '\(record.run.startedAt)' is none in UTC")
    }
    if let odd = cases.first(where: { $0.id.hasControlCharacters }) {
      throw .unfit(
        path: path, reason: "the id '\(odd.id.withoutControlCharacters)' has control characters")
    }
    let list = HistoryCases(ids: cases.map(\.id))
    let environment = record.environment
    let summary = RunSummary(
      id: record.run.id, kind: record.kind, startedAt: record.run.startedAt,
      isComplete: record.run.completed, toolVersion: record.tool.version, commit: head.git,
      base: record.kind == .comparison ? record.builds.first?.git : nil,
      compiler: head.compiler.swift, exactKey: environment.exactKey,
      hostKey: environment.hostKey, hosts: hosts(of: cases, in: record),
      instructionCounter: environment.instructionCounter,
      caseList: list.digest, columns: columns(of: cases))
    guard let odd = summary.texts.first(where: \.hasControlCharacters) else {
      return (summary, list)
    }
    throw .unfit(path: path, reason: "'\(odd.withoutControlCharacters)' has control characters")
  }

  /// Returns whether `text` is the full hash of a commit.
  private static func isHash(_ text: String) -> Bool {
    [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  /// The kinds of machine that measured `cases`; nil for one.
  private static func hosts(of cases: [CaseRecord], in record: RunRecord) -> Hosts? {
    let found = cases.map { record.machine(of: $0).hostKey }
    let keys = Set(found).sorted()
    guard keys.count > 1 else { return nil }
    let places = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1, $0) })
    return Hosts(keys: keys, places: found.compactMap { places[$0] })
  }

  private static func columns(of cases: [CaseRecord]) -> [Column] {
    var columns: [Column] = []
    var places: [String: Int] = [:]
    func set(_ figure: Figure, _ value: Double?, _ metric: MetricRecord, _ row: Int) {
      guard let value, value.magnitude < Column.limit else { return }
      let key = "\(metric.name) \(figure.rawValue)"
      if places[key] == nil {
        places[key] = columns.count
        columns.append(
          Column(
            metric: metric.name, unit: metric.unit, better: metric.better, figure: figure,
            values: Array(repeating: .nan, count: cases.count)))
      }
      if let place = places[key] { columns[place].values[row] = value }
    }
    for (row, result) in cases.enumerated() {
      for metric in result.metrics where metric.role == .gate && metric.absent == nil {
        set(.value, metric.value.map(Double.init), metric, row)
        guard metric.kind == .sampled else { continue }
        set(.median, metric.median, metric, row)
        guard let change = metric.compare else { continue }
        set(.ratio, change.ratio, metric, row)
        set(.low, change.interval?.low, metric, row)
        set(.high, change.interval?.high, metric, row)
        let verdict = verdicts.firstIndex(of: change.verdict)
        set(.verdict, verdict.map(Double.init), metric, row)
      }
    }
    return columns.sorted { ($0.metric, $0.figure.rawValue) < ($1.metric, $1.figure.rawValue) }
  }
}

/// The cases of runs, in the order of their columns.
package struct HistoryCases: Hashable, Sendable {
  /// The identifiers, in ascending order.
  package let ids: [String]

  package init(ids: [String]) { self.ids = ids }

  /// Reads the text of its file.
  package init(text: String) {
    ids = text.split(separator: "\n").map(String.init)
  }

  /// The text of its file: an identifier a line.
  package var text: String { ids.map { $0 + "\n" }.joined() }

  /// Sixteen hexadecimal digits that differ where the cases do.
  package var digest: String { FNV1a.hash(text.utf8).hexadecimalDigits }

  /// The name of its file.
  package var path: String { Self.path(of: digest) }

  /// The name of the file of the list with `digest`.
  package static func path(of digest: String) -> String { "cases/\(digest).txt" }
}
