import RunRecords
import Statistics

extension TimeChanges {
  /// The times among the findings of `judgement` on `record`.
  init(_ judgement: GateJudgement, of record: RunRecord) {
    let cases = Dictionary(record.cases.map { ($0.id, $0) }) { first, _ in first }
    rows = judgement.findings.compactMap { finding in
      guard finding.metric.kind == .sampled, let result = cases[finding.id] else { return nil }
      let change = finding.change
      return Row(
        result: result, verdict: change.verdict, ratio: change.ratio, interval: change.interval,
        detectable: change.detectable, before: change.base, after: finding.metric.median,
        pairs: change.pairs, isConfirmed: change.isConfirmed == true)
    }
    margin = Self.margin(in: record.run.argv) ?? (try? PairedRule().margin)
    names = SideNames(baseline: "base", candidate: "head")
    manner = ""
    caution = nil
  }

  /// The times of two files, which were not taken in turns.
  init(_ comparison: RecordComparison) {
    rows = comparison.cases.compactMap { pair -> Row? in
      guard let time = pair.time, let verdict = time.verdict else { return nil }
      let interval = time.decision?.interval
      return Row(
        result: pair.candidate, verdict: MetricChange.Verdict(verdict), ratio: time.ratio,
        interval: interval.map { .init(low: $0.lowerBound, high: $0.upperBound) },
        detectable: time.decision?.smallestDetectableEffect, before: time.baseline?.value,
        after: time.candidate?.value)
    }.sorted(by: Self.isWorse)
    margin = comparison.options.rule.margin
    names = comparison.names
    manner = ", of two files"
    caution =
      rows.isEmpty
      ? nil
      : "The times of two files were measured one after the other: nothing in them tells a faster "
        + "hour of the machine from a change of the code."
  }

  /// Regressions first, then what is not known, what has improved, and what is the same; of one kind
  /// the greatest ratio.
  private static func isWorse(_ one: Row, _ other: Row) -> Bool {
    let order: [MetricChange.Verdict] = [.regressed, .inconclusive, .improved, .equivalent]
    let ranks = (order.firstIndex(of: one.verdict), order.firstIndex(of: other.verdict))
    if ranks.0 != ranks.1 { return (ranks.0 ?? 0) < (ranks.1 ?? 0) }
    let ratios = (one.ratio ?? .infinity, other.ratio ?? .infinity)
    return ratios.0 == ratios.1 ? one.result.id < other.result.id : ratios.0 > ratios.1
  }

  /// The margin that a command line asks for: `--margin 2%` or `--margin=0.02`.
  private static func margin(in arguments: [String]) -> Double? {
    for (index, argument) in arguments.enumerated() {
      var text: Substring
      if argument == "--margin", arguments.indices.contains(index + 1) {
        text = arguments[index + 1][...]
      } else if argument.hasPrefix("--margin=") {
        text = argument.dropFirst("--margin=".count)
      } else {
        continue
      }
      let isPercent = text.hasSuffix("%")
      if isPercent { text = text.dropLast() }
      return Double(text).map { isPercent ? $0 / 100 : $0 }
    }
    return nil
  }
}

extension MetricChange.Verdict {
  fileprivate init(_ verdict: PairedDecision.Verdict) {
    self =
      switch verdict {
      case .regressed: .regressed
      case .improved: .improved
      case .equivalent: .equivalent
      case .inconclusive: .inconclusive
      }
  }
}
