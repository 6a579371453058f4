import RunRecords

/// Something to know before trusting the figures of a record.
struct RecordNotice {
  var mark: String
  var label: String
  var message: String
  /// Identifiers of the cases it is about.
  var ids: [String] = []
  var hasCases: Bool

  private init(mark: String, label: String, message: String, ids: [String] = []) {
    self.mark = mark
    self.label = label
    self.message = message
    self.ids = ids
    hasCases = !ids.isEmpty
  }

  /// Cases without a result, warnings, and what could not be measured.
  static func all(in record: RunRecord, _ report: RunReport) -> [RecordNotice] {
    let problems = report.problems.map { problem in
      RecordNotice(
        mark: problem.status == .skipped ? "info" : "error",
        label: "\(problem.status.rawValue), \(DisplayFormat.cases(problem.ids.count))",
        message: problem.message, ids: problem.ids)
    }
    let warnings = record.warnings.map { warning in
      let isKnown = ["info", "warning", "error"].contains(warning.severity)
      return RecordNotice(
        mark: isKnown ? warning.severity : "warning", label: "\(warning.severity): \(warning.code)",
        message: warning.message)
    }
    let absences = report.absences.map { absence in
      RecordNotice(
        mark: "info", label: "could not be measured, \(DisplayFormat.cases(absence.caseCount))",
        message: "\(absence.metrics.joined(separator: ", ")): \(absence.reason)")
    }
    let counters = record.environment.hwCounters
    let hardware = RecordNotice(
      mark: "info", label: "no hardware counters",
      message: counters.reason ?? "the record gives no reason")
    return problems + warnings + absences + (counters.available ? [] : [hardware])
  }

  /// `2 warnings.`; nil where there is none.
  static func summary(of record: RunRecord) -> String? {
    let count = record.warnings.count { $0.severity != "info" }
    return count > 0 ? DisplayFormat.counted(count, "warning") + "." : nil
  }
}
