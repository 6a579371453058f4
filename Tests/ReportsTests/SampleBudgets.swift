import Analysis
import Reports
import RunRecords

/// Budgets for tests, and records to check with them.
enum SampleBudgets {
  static let hostKey = "\(SampleRecord.exactKey); GenuineIntel-6-85; 2 CPUs; glibc 2.36"
  static let flat = id("flat")
  static let btree = id("btree")

  static let header = """
    # What reading may take.
    cvbench-budgets: 1
    record: sample (quick, 2026-03-01T12:00:00Z)
    exact_key: \(SampleRecord.exactKey)
    host_key: \(hostKey)
    seed: 42

    """

  static func id(_ storage: String) -> String {
    "lookup/read/storage=\(storage)/data=uniform-1000/payload=item8/items=1000"
  }

  static func file(_ budgets: String..., header: String = header) throws(BudgetError) -> BudgetFile
  {
    try parse(header + budgets.map { $0 + "\n" }.joined())
  }

  static func parse(_ text: String) throws(BudgetError) -> BudgetFile {
    try BudgetFile(parsing: Array(text.utf8), path: "b.txt")
  }

  static func read(
    _ storage: String, _ metrics: [MetricRecord], status: CaseRecord.Status = .ok
  ) -> CaseRecord {
    SampleRecord.result(
      "read", storage, items: 1_000, status: status, message: status == .ok ? nil : "why",
      metrics: metrics)
  }

  /// Two cases: 3 and 5 allocations.
  static let cases = [
    read("flat", SampleRecord.memory(allocations: 3, bytes: 96)),
    read("btree", SampleRecord.memory(allocations: 5, bytes: 160)),
  ]
}
