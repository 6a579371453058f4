package import RunRecords

extension Warning {
  /// The warnings of many pieces as one a kind, with the cases that it is about.
  ///
  /// - Parameter entries: The pieces of a run.
  /// - Returns: One warning for each code and message, by code.
  package static func collected(from entries: [JournalEntry]) -> [Warning] {
    var cases: [Warning: Set<String>] = [:]
    for entry in entries {
      for warning in entry.warnings { cases[warning, default: []].insert(entry.caseID) }
    }
    return cases.map { warning, ids in
      let shown = ids.sorted().prefix(3).joined(separator: ", ")
      let more = ids.count > 3 ? " and \(ids.count - 3) more" : ""
      return Warning(
        code: warning.code, severity: warning.severity,
        message: "\(warning.message) (\(shown)\(more))")
    }.sorted { ($0.code, $0.message) < ($1.code, $1.message) }
  }
}
