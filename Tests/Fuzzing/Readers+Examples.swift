import Analysis
import Foundation
import RunHistories
import RunRecords

// Examples that are made of a record, in the current format of each kind of file.
extension Readers {
  /// A whole record, which others are read against.
  static let shown: RunRecord = {
    let bytes = record("results/fetch-10M.json", cases: 2)
    guard let found = try? withFile(bytes, { try RunRecord.read(from: $0) }) else {
      giveUp("results/fetch-10M.json is no record")
    }
    return found
  }()

  /// What a directory of baselines holds of a run.
  static let baseline = record("results/fetch-10M.json", cases: 1)

  static let budgets = bytes((try? BudgetUpdate(of: nil, from: shown).file.text) ?? "")

  static let journal: [UInt8] = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let header = JournalHeader(
      tool: shown.tool, run: shown.run, planDigest: "12ab", options: ["seed": "42"])
    var lines = [try? encoder.encode(header)]
    for result in shown.cases {
      for pass in JournalEntry.Pass.allCases {
        for launch in 0..<(pass == .time ? 3 : 1) {
          var entry = JournalEntry(
            suite: result.suite, params: result.params, pass: pass, launch: launch)
          entry.checksum = result.checksum
          entry.operationsPerCall = 1
          if pass == .time {
            entry.opsPerBatch = 10
            entry.batches = [10.5, 11, 10.25, 12, 10.75]
            entry.cpuBatches = [10.5, 10.75, 10.25, 11, 10.5]
            entry.info = [InfoMetric.harnessShare.record(0.01)]
          } else {
            entry.exact = [ExactMetric.allocations.record(12), ExactMetric.instructions.record(99)]
          }
          lines.append(try? encoder.encode(entry))
        }
      }
    }
    return lines.flatMap { Array($0 ?? Data()) + [0x0A] }
  }()

  static let firstRun: RunHistory.Run = {
    guard let found = try? RunSummary.summarize(shown, of: "record.json") else {
      giveUp("results/fetch-10M.json has no summary")
    }
    return RunHistory.Run(summary: found.summary, cases: found.cases)
  }()

  static let summary = bytes(firstRun.summary.text)

  static let blessing = bytes(
    Blessing(
      pattern: "fetch/*", metric: "allocations", commit: String(repeating: "ab", count: 20),
      reason: "Two more are needed.", blessedAt: "2026-11-01T12:00:00Z",
      limits: [Blessing.Limit(id: shown.cases[0].id, metric: "allocations", figure: 12)]
    ).text)
}
