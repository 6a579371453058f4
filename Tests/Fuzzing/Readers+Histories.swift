import Foundation
import Gates
import Reports
import RunHistories
import RunRecords
import Statistics

extension Readers {
  /// The files of a history of runs, and what git and a search of commits say of it.
  static let histories = [
    Reader("history", .json, [summary, blessing, bytes(HistoryFile.mark.text)]) { input, number in
      if let found = try? RunSummary(parsing: input, path: "runs/a.json") {
        try show(found, number)
      } else if HistoryFile.markVersion(in: String(decoding: input, as: UTF8.self)) == nil {
        _ = try Blessing(parsing: input, path: "blessings/a.json")
      }
    },
    Reader("history cases", .text, [bytes(HistoryCases(ids: shown.cases.map(\.id)).text)]) {
      input, _ in _ = HistoryCases(text: String(decoding: input, as: UTF8.self)).ids.count
    },
    Reader("commit log", .text, [commits]) { input, _ in
      let log = CommitLog(parsing: Data(input))
      guard let last = log.commits.last else { throw Nothing() }
      _ = log.position(of: last.hash)
      var contents = RunHistory.Contents()
      contents.runs = [firstRun]
      _ = TrendText(Trend(of: contents, log: log, reference: nil)).render(columns: 80, color: false)
    },
    Reader(
      "search of commits", .json, [knownSearch(by: "cpu_time"), knownSearch(by: "allocations")]
    ) {
      input, _ in
      let path = try write(input, to: "state.json")
      let reports = Reports()
      let search = CommitSearch(
        NoCommits(), metric: nil, good: "a", suspects: ["b", "c", "d", "e"],
        stateURL: URL(filePath: path), report: reports.add)
      if let finding = try search.search() {
        _ = (finding.figures, finding.share, finding.isCertain)
      }
      guard reports.lines.first?.hasPrefix("going on") == true else { throw Nothing() }
    },
  ]

  /// What a search says.
  private final class Reports {
    private(set) var lines: [String] = []

    func add(_ line: String) { lines.append(line) }
  }

  /// An input that says nothing.
  private struct Nothing: Error {}

  private static func show(_ found: RunSummary, _ number: Int) throws {
    var contents = RunHistory.Contents()
    let cases = HistoryCases(ids: shown.cases.map(\.id))
    guard found.columns.allSatisfy({ $0.values.count == cases.ids.count }) else { return }
    contents.runs = [firstRun, RunHistory.Run(summary: found, cases: cases)]
    let trend = Trend(of: contents, log: nil, reference: nil)
    if number % 2 == 0 {
      _ = TrendText(trend).render(columns: 80, color: false)
    } else {
      _ = try TrendPage(trend).render()
    }
  }

  private static let commits: [UInt8] = {
    let lines = (0..<4).map { number in
      "\(String(repeating: "\(number)a", count: 20))\0Change number \(number)\n"
    }
    return bytes(lines.joined())
  }()

  /// What a search by a metric knows after one step.
  private static func knownSearch(by metric: String) -> [UInt8] {
    bytes(
      """
      {"subject":"a case","good":"a","suspects":["b","c","d","e"],\
      "effect":{"metric":"\(metric)","good":1,"bad":1.5,"unit":"ns"},\
      "steps":[{"commit":"c","answer":"good","figure":1.01}]}
      """)
  }

  /// Commits that cannot be measured: what is known already decides.
  private struct NoCommits: ComparedCommits {
    let subject = "a case"

    func compare(
      _ head: String, with base: String, measuring measurement: CommitMeasurement
    ) throws(CommitSearchError) -> CaseRecord {
      var found = shown.cases[0]
      found.metrics = []
      found.message = "it is not measured"
      return found
    }
  }
}
