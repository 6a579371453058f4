package import RunRecords

/// Two or more records: the first is the base, and each other one is compared with it.
package struct RecordSetComparison: Sendable {
  /// One record, and what a reader calls it.
  package struct Source: Sendable {
    /// `A`, `B`, and so on.
    package var name: String
    /// The record's path; empty where it is not known.
    package var path: String
    package var record: RunRecord
  }

  package let sources: [Source]
  /// The base against each other one, in order.
  package let pairs: [RecordComparison]
  package let options: ComparisonOptions

  /// Compares records.
  ///
  /// - Parameters:
  ///   - base: What was before.
  ///   - others: The records to compare with it, at least one.
  ///   - options: Which times are judged, and how.
  ///   - isTaken: Which cases to compare, by identifier; nil for all.
  /// - Complexity: O(*n* log *n*) for *n* cases, for each of the others.
  package init(
    base: (path: String, record: RunRecord), others: [(path: String, record: RunRecord)],
    options: ComparisonOptions = ComparisonOptions(), taking isTaken: ((String) -> Bool)? = nil
  ) {
    self.options = options
    pairs = others.enumerated().map { index, source in
      RecordComparison(
        baseline: base.record, candidate: source.record, options: options,
        names: SideNames(candidate: SideNames.letter(index + 1)), taking: isTaken)
    }
    let records = [pairs.first?.baseline ?? base.record] + pairs.map(\.candidate)
    sources = zip([base] + others, records).enumerated().map { index, source in
      Source(name: SideNames.letter(index), path: source.0.path, record: source.1)
    }
  }

  /// The comparison of two records alone.
  package init(_ pair: RecordComparison) {
    options = pair.options
    sources = [
      Source(name: pair.names.baseline, path: "", record: pair.baseline),
      Source(name: pair.names.candidate, path: "", record: pair.candidate),
    ]
    pairs = [pair]
  }

  /// The status for the process to end with.
  ///
  /// - Parameter conditions: What to fail on beside what is worse by exact metrics.
  /// - Returns: Of the pairs' the first of 3, 5, 1, 4, 6 and 0.
  package func exitCode(failingOn conditions: Set<FailureCondition> = []) -> Int {
    let codes = pairs.map { $0.exitCode(failingOn: conditions) }
    return [3, 5, 1, 4, 6].first(where: codes.contains) ?? 0
  }

  /// The notices before the figures, a sentence each.
  package var notices: [String] {
    var notices: [String] = []
    for (index, source) in sources.enumerated() {
      if source.record.cases.isEmpty { notices.append("\(source.name) has no cases.") }
      if !source.record.run.completed {
        notices.append("\(source.name) was not completed: this is what it measured.")
      }
      guard let earlier = sources[..<index].first(where: { $0.isSame(as: source) }) else {
        continue
      }
      notices.append(
        earlier.record == source.record
          ? "\(earlier.name) and \(source.name) are the same record."
          : "\(earlier.name) and \(source.name) are of the same code (text_sha256): what differs "
            + "in their times is noise.")
    }
    for pair in pairs where !pair.casesOfOtherHosts.isEmpty && !options.ignoresHosts {
      let count = pair.casesOfOtherHosts.count
      notices.append(
        "\(count) \(count == 1 ? "case was" : "cases were") measured by another kind of machine in "
          + "\(pair.names.candidate) than in \(pair.names.baseline), so "
          + "\(count == 1 ? "its times are" : "their times are") not compared.")
    }
    for pair in pairs where pair.hostKeyDifference != nil && options.ignoresHosts {
      notices.append(
        "Warning: the hosts of \(pair.names.baseline) and \(pair.names.candidate) differ, and "
          + "their times are compared all the same (--ignore-host): what differs may be the host.")
    }
    return notices
  }
}

extension RecordSetComparison.Source {
  /// Returns a Boolean value that indicates whether both are one record, or measured the same code.
  fileprivate func isSame(as other: Self) -> Bool {
    if record == other.record { return true }
    let texts = [record, other.record].map { $0.builds.first?.binary.textSHA256 }
    return texts[0] != nil && texts[0] == texts[1]
  }
}

extension RecordSetComparison {
  /// The sizes at which two records change places, by strategy: `lookup/item-random, storage flat,
  /// data uniform-1000, payload item8`.
  ///
  /// Only what the verdicts on both sides say, as ratios of records pass 1 by noise alone; nothing
  /// of floors, and of records of one code, whose times differ by nothing but noise.
  ///
  /// - Complexity: O(*n* log *n*) for *n* cases, for each record but the first.
  package var crossovers: [(family: String, crossover: SizeCrossover)] {
    pairs.filter { !$0.isOfOneCode && $0.areTimesCompared }.flatMap { pair in
      let strategies = pair.cases.filter {
        $0.baseline.params.role == CaseRole.strategy && $0.time != nil
      }
      let families = Dictionary(grouping: strategies) { Family($0.baseline) }
      return families.sorted { $0.key < $1.key }.flatMap { family, cases in
        let ascending = cases.sorted { $0.baseline.params.items < $1.baseline.params.items }
        return ascending.map { standings(of: $0, in: pair) }.crossovers
          .map { (family.description, $0) }
      }
    }
  }

  private func standings(of result: CaseComparison, in pair: RecordComparison) -> Standings {
    Standings(
      items: result.baseline.params.items,
      contenders: [
        (pair.names.baseline, result.baseline), (pair.names.candidate, result.candidate),
      ], metric: options.clock.rawValue, rule: pair.rule)
  }

  /// Cases that differ in their size only.
  private struct Family: Hashable, Comparable, CustomStringConvertible {
    let description: String

    init(_ result: CaseRecord) {
      let params = result.params
      description =
        "\(result.suite)/\(params.scenario), storage \(params.storage), data \(params.data), "
        + "payload \(params.payload)"
    }

    static func < (left: Family, right: Family) -> Bool { left.description < right.description }
  }
}

extension RecordSetComparison.Source {
  /// A record that is compared with no other.
  package init(_ record: RunRecord, path: String) {
    self.init(name: SideNames.letter(0), path: path, record: record)
  }
}
