import BasicAlgorithms

/// The result of sampling one case in one launch.
package struct Samples: Codable, Hashable {
  /// The answer of every call.
  package var answer: UInt64
  /// The calls in each batch.
  package var callsPerBatch: Int
  /// The batches that count, in the order they were measured.
  package var batches: [Batch]
  /// The part of a batch's wall time that the harness takes itself: clock readings and its loop.
  package var harnessShare: Double
  /// The stability of the series.
  package var drift: Drift

  /// The ways in which the times of batches may change while they are measured.
  package enum Drift: Codable, Hashable {
    /// They were even.
    case none
    /// The first series was not, and was dropped; the second one, kept, was.
    case overcome
    /// The second series was not even either.
    case remaining
  }
}

/// One batch of calls as it was measured.
package struct Batch: Codable, Hashable {
  /// Wall time between the edges, in nanoseconds.
  package var wallNanoseconds: Int
  /// CPU time of the measuring thread between the edges, in nanoseconds.
  package var cpuNanoseconds: Int
  /// The number of times that the thread was taken off its CPU.
  package var involuntarySwitches: Int
  /// The number of pages that it touched before they were mapped.
  package var minorFaults: Int

  /// Adds what another batch took.
  static func += (sum: inout Batch, other: Batch) {
    sum.wallNanoseconds += other.wallNanoseconds
    sum.cpuNanoseconds += other.cpuNanoseconds
    sum.involuntarySwitches += other.involuntarySwitches
    sum.minorFaults += other.minorFaults
  }
}

/// The reason why a case has no figures.
package enum SamplingError: Error, Hashable, CustomStringConvertible {
  /// A call gave another answer than it has to.
  case wrongAnswer(found: UInt64, expected: UInt64)
  /// What a call uses up could not be made.
  case unprepared(reason: String)
  /// A closure that claims to do nothing, or less.
  case noOperations(declared: Int)
  /// An operation count that cannot stand in a record.
  case badCount(name: String, problem: String)
  /// Operation counts that a repetition of the same call did not repeat.
  case countsDiffer(found: [OperationCount], expected: [OperationCount])
  /// A clock that went back, or a series that no estimate can be made of.
  case nonsense(String)

  package var description: String {
    switch self {
    case .wrongAnswer(let found, let expected):
      "wrong answer: a call returned \(found.hexadecimalDigits), and \(expected.hexadecimalDigits) is right"
    case .unprepared(let reason): "the next call cannot be prepared: \(reason)"
    case .noOperations(let declared):
      "the scenario declares \(declared) operations per call; it must be at least 1"
    case .badCount(let name, let problem): "the scenario's count '\(name)' \(problem)"
    case .countsDiffer(let found, let expected):
      "counts that are not exact: a call counted \(Self.list(expected, besides: found)), and the "
        + "same call after a new set-up \(Self.list(found, besides: expected))"
    case .nonsense(let problem): problem
    }
  }

  /// Those of `counts` that `others` does not have, as a reader would say it.
  private static func list(_ counts: [OperationCount], besides others: [OperationCount]) -> String {
    let own = counts.filter { !others.contains($0) }.map(\.description)
    return own.isEmpty ? "nothing else" : own.joined(separator: ", ")
  }
}
