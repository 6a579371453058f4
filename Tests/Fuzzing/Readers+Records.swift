import Analysis
import Foundation
import Reports
import RunHistories
import RunRecords
import Statistics

extension Readers {
  /// Records, journals, baselines and budgets, and what judges and shows them.
  static let records = [
    Reader(
      "record", .json,
      [
        record("results/fetch-10M.json", cases: 2), record("results/reuse.json", cases: 1),
        record("results/speed.json", cases: 1),
        record("Tests/RunRecordsTests/Version1/lookup-1.0.json", cases: 1),
        record("Tests/RunRecordsTests/Version1/layout-1.1.json", cases: 1),
        record("Tests/RunRecordsTests/Version1/scroll-1.2.json", cases: 1),
        record("Tests/RunRecordsTests/Version1/updates-1.3.json", cases: 1),
      ]
    ) { input, number in
      let found = try withFile(input) {
        try number % 2 == 0 ? RunRecord.read(from: $0) : RunRecord.shown(from: $0)
      }
      try show(found, number)
    },
    Reader("migration", .json, [record("Tests/RunRecordsTests/Version1/lookup-1.0.json", cases: 1)])
    {
      input, _ in
      let migration = try withFile(input) { try RecordMigration(of: $0) }
      _ = migration.byteCounts
    },
    Reader("journal", .jsonLines, [journal]) { input, number in
      let contents = try withFile(input) { try RunJournal.read(from: $0) }
      let cases = RunRecord.cases(
        from: contents.entries, includingSamples: number % 2 == 0)
      var record = shown
      record.cases = cases
      try show(record, number)
    },
    Reader("budgets", .text, [budgets]) { input, number in
      let file = try BudgetFile(parsing: input, path: "budgets.txt")
      if number % 2 == 0 {
        _ = BudgetCheck(shown, against: file).render(columns: 80, color: false) { _, _ in nil }
      } else {
        _ = try? BudgetUpdate(of: file, from: shown).file.text
      }
    },
    Reader(
      "acceptances", .text,
      [
        bytes(
          """
          # Wanted.
          lookup/item-random/* cpu_time +8% until 2027-01-31 because paths are checked twice
          fetch/*/storage=flat/* allocations +2 until 2026-12-31 because two more are needed

          """)
      ]
    ) { input, _ in
      let found = try Acceptance.parse(String(decoding: input, as: UTF8.self), path: "accepted.txt")
      for acceptance in found {
        _ = acceptance.takes(12.5, of: "allocations", id: shown.cases[0].id)
      }
    },
    Reader("baseline", .json, [baseline]) { input, number in
      let path = try write(input, to: "store/baselines/main.json")
      let store = BaselineStore(at: String(path.dropLast("/baselines/main.json".count)))
      for name in store.names {
        guard let baseline = try store.baseline(named: name) else { continue }
        let hosts = (baseline.record.environment.hostKey, shown.environment.hostKey)
        _ = KeyDifference(baseline: hosts.0, candidate: hosts.1)
        // A digest takes a process.
        if number % 256 == 0 { _ = try? baseline.checkedExecutable() }
        try show(baseline.record, number)
      }
    },
  ]

  /// Shows `found` in one of the ways that there are, which take turns.
  private static func show(_ found: RunRecord, _ number: Int) throws {
    if found.kind == .comparison {
      let judgement = GateJudgement(reading: found)
      switch number % 4 {
      case 0: _ = judgement.render(columns: 80, color: true)
      case 1: _ = judgement.markdown
      case 2: _ = try HTMLReport([.init(name: "a", record: found)], chartLibrary: nil).render()
      default:
        var other = found
        other.environment.cpu.logical &+= 1
        _ = try? HostCombination([(found, "a.json"), (other, "b.json")], rule: PairedRule())
      }
      return
    }
    switch number % 7 {
    case 0:
      _ = RunTable.render(found, columns: 80, color: true, namesPreset: true, showsDetails: true)
    case 1:
      _ = try HTMLReport([.init(name: "a", record: found)], chartLibrary: nil).render()
    case 2: for format in ExportFormat.allCases { _ = format.render(found).text }
    case 3:
      let comparison = RecordSetComparison(
        RecordComparison(baseline: shown, candidate: found))
      _ = comparison.render(columns: 80, color: false, isDetailed: true)
      _ = ComparisonDocument(comparison, exitCode: 0).json
    case 4:
      let budgets = try BudgetFile(parsing: Self.budgets, path: "budgets.txt")
      _ = BudgetCheck(found, against: budgets).render(columns: 80, color: false) { _, _ in nil }
      _ = try? RunSummary.summarize(found, of: "record.json")
    case 5:
      var merge = RecordMerge()
      try merge.add(found, from: "a.json")
      _ = try merge.record(allowsMissing: true).cases.count
    default:
      let comparison = RecordSetComparison(
        RecordComparison(baseline: found, candidate: found))
      _ = comparison.render(columns: 40, color: true, isDetailed: false)
      _ = try found.json()
    }
  }
}
