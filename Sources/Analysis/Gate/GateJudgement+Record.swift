package import RunRecords

extension GateJudgement {
  /// Judges the record of a gate again, long after it: by the conditions of its command line.
  ///
  /// A record does not say which cases one side alone had, and which slow-downs were accepted: its
  /// exit status counts, whatever is found now.
  ///
  /// - Parameter record: A comparison.
  /// - Complexity: O(*m* log *m*) for *m* metrics.
  package init(reading record: RunRecord) {
    self.init(
      record, removed: [], added: [], exactDifference: nil,
      isInterrupted: record.summary.exitCode == 130,
      policy: GatePolicy(failingOn: Self.conditions(in: record.run.argv)), acceptances: [],
      today: "")
    endedWith = record.summary.exitCode
  }

  /// The conditions that a command line gives: `--fail-on improved` or `--fail-on=improved`.
  private static func conditions(in arguments: [String]) -> Set<FailureCondition> {
    let name = "--fail-on"
    let texts = arguments.indices.compactMap { index -> String? in
      if arguments[index] == name, arguments.indices.contains(index + 1) {
        return arguments[index + 1]
      }
      return arguments[index].hasPrefix(name + "=")
        ? String(arguments[index].dropFirst(name.count + 1)) : nil
    }
    return Set(texts.compactMap { FailureCondition($0) })
  }
}
