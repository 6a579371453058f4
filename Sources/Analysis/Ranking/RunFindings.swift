package import RunRecords

/// The findings of one run: the ranking of its storages, and what could not be measured.
package struct RunFindings: Sendable {
  /// Cases without a result, for the same reason.
  package struct Problem: Hashable, Sendable {
    package var status: CaseRecord.Status
    package var message: String
    package var ids: [String]
  }

  /// Metrics that could not be had, for the same reason.
  package struct Absence: Hashable, Sendable {
    package var reason: String
    package var metrics: [String]
    package var caseCount: Int
  }

  /// The ranking's scenarios, by suite and name.
  package var families: [Ranking.Family]
  /// The contenders to take, suite by suite.
  package var answers: [Answer]
  package var problems: [Problem]
  package var absences: [Absence]

  /// Compares the storages in `record`.
  ///
  /// - Parameter record: A run of any machine.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  package init(_ record: RunRecord) {
    families = Ranking(record).families
    answers = Answer.all(in: families)
    problems = Self.problems(record.cases)
    absences = Self.absences(record.cases)
  }

  private static func problems(_ cases: [CaseRecord]) -> [Problem] {
    var problems: [Problem] = []
    for record in cases where record.status != .ok {
      let message = record.message ?? "the record gives no reason"
      let index = problems.firstIndex { $0.status == record.status && $0.message == message }
      if let index {
        problems[index].ids.append(record.id)
      } else {
        problems.append(Problem(status: record.status, message: message, ids: [record.id]))
      }
    }
    for index in problems.indices { problems[index].ids.sort() }
    return problems.sorted {
      ($0.status.rawValue, $0.message) < ($1.status.rawValue, $1.message)
    }
  }

  private static func absences(_ cases: [CaseRecord]) -> [Absence] {
    var absences: [String: (metrics: Set<String>, caseCount: Int)] = [:]
    for record in cases {
      let absent = Dictionary(grouping: record.metrics.filter { $0.absent != nil }) {
        $0.absent ?? ""
      }
      for (reason, metrics) in absent {
        absences[reason, default: ([], 0)].metrics.formUnion(metrics.map(\.name))
        absences[reason, default: ([], 0)].caseCount += 1
      }
    }
    return absences.map { reason, value in
      Absence(reason: reason, metrics: value.metrics.sorted(), caseCount: value.caseCount)
    }.sorted { $0.reason < $1.reason }
  }
}
