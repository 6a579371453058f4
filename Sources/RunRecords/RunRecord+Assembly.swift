extension RunRecord {
  /// The results of the cases that `entries` tell of.
  ///
  /// - The last entry of one case, pass and launch counts: a piece may be measured again.
  /// - A case is `failed` when a piece of it failed, when two pieces gave different answers or
  ///   numbers of operations, when a figure makes no sense, or when the same scenario on the same
  ///   data and payload gave another answer on another storage. It then has no metrics.
  /// - A case is `timeout` when a piece of it took too long, `skipped` when no piece of it was
  ///   measured. What was measured stands.
  /// - The warnings of the entries are not part of a case; they belong to the record.
  ///
  /// - Parameters:
  ///   - entries: Pieces of one run, in the order they were finished.
  ///   - includingSamples: Whether sampled metrics keep every batch.
  /// - Returns: One result a case, ordered by suite, scenario, data, payload, items, role (floors
  ///   last) and storage.
  /// - Complexity: O(*n* log *n*) for *n* batches and entries.
  public static func cases(
    from entries: [JournalEntry], includingSamples: Bool = false
  ) -> [CaseRecord] {
    var results = Dictionary(grouping: entries, by: \.caseID).values.map { pieces in
      CaseAssembly(pieces).result(includingSamples: includingSamples)
    }
    results.sort(by: precedes)
    failContradictions(among: &results)
    return results
  }

  private static func precedes(_ left: CaseRecord, _ right: CaseRecord) -> Bool {
    let leftFamily = FamilyKey(left)
    let rightFamily = FamilyKey(right)
    if leftFamily != rightFamily { return leftFamily < rightFamily }
    let leftRole = left.params.role == "floor" ? 1 : 0
    let rightRole = right.params.role == "floor" ? 1 : 0
    return (leftRole, left.params.storage, left.id) < (rightRole, right.params.storage, right.id)
  }

  /// Fails every case whose answer another storage contradicts: nobody can say which is right.
  private static func failContradictions(among results: inout [CaseRecord]) {
    let groups = Dictionary(grouping: results.indices.filter { results[$0].checksum != nil }) {
      FamilyKey(results[$0])
    }
    for group in groups.values {
      let answers = group.map { results[$0].checksum ?? "" }
      for (index, answer) in zip(group, answers) {
        guard let other = answers.firstIndex(where: { $0 != answer }) else { break }
        let otherStorage = results[group[other]].params.storage
        results[index].status = .failed
        results[index].message =
          "storage \(results[index].params.storage) gave the answer \(answer), "
          + "and storage \(otherStorage) gave \(answers[other])"
        results[index].metrics = []
      }
    }
  }
}

/// What cases on different storages must share to be comparable: their answers must be equal.
private struct FamilyKey: Hashable, Comparable {
  let suite: String
  let scenario: String
  let data: String
  let payload: String
  let items: Int

  init(_ result: CaseRecord) {
    suite = result.suite
    scenario = result.params.scenario
    data = result.params.data
    payload = result.params.payload
    items = result.params.items
  }

  static func < (left: FamilyKey, right: FamilyKey) -> Bool {
    (left.suite, left.scenario, left.data, left.payload, left.items)
      < (right.suite, right.scenario, right.data, right.payload, right.items)
  }
}
