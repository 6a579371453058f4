import Statistics

extension RecordComparison {
  /// Verdicts on metrics and on cases.
  package struct Counts: Hashable, Sendable {
    package var equal = 0
    package var improved = 0
    package var regressed = 0
    package var changed = 0
    /// Metrics and whole cases.
    package var notComparable = 0
    package var broken = 0
    package var repaired = 0
    package var differentAnswers = 0
    package var times = Times()

    /// Exact metrics that both records have.
    package var compared: Int { equal + improved + regressed + changed }

    /// Verdicts on times.
    package struct Times: Hashable, Sendable {
      package var regressed = 0
      package var improved = 0
      package var equivalent = 0
      package var inconclusive = 0

      /// Times that both records have.
      package var judged: Int { regressed + improved + equivalent + inconclusive }

      package mutating func count(_ verdict: RatioComparison.Verdict) {
        switch verdict {
        case .regressed: regressed += 1
        case .improved: improved += 1
        case .equivalent: equivalent += 1
        case .inconclusive: inconclusive += 1
        }
      }
    }

    init(_ comparison: RecordComparison) {
      guard !comparison.isRefused else { return }
      for pair in comparison.cases {
        switch pair.verdict {
        case .compared: pair.metrics.forEach { count($0.verdict) }
        case .broken: broken += 1
        case .repaired: repaired += 1
        case .answersDiffer: differentAnswers += 1
        case .notComparable: notComparable += 1
        case .unmeasured: break
        }
        if let verdict = pair.time?.verdict { times.count(verdict) }
      }
    }

    private mutating func count(_ verdict: MetricComparison.Verdict) {
      switch verdict {
      case .equal: equal += 1
      case .improved: improved += 1
      case .regressed: regressed += 1
      case .changed: changed += 1
      case .absent: break
      case .notComparable: notComparable += 1
      }
    }
  }
}
