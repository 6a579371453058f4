import RunRecords

/// One call on one collection that storages answer differently, though they should answer alike.
package struct StorageDisagreement: Sendable {
  /// What one storage answers.
  package struct Answer: Sendable {
    package let storage: String
    package let checksum: String
    /// The case's identifier.
    package let id: String
  }

  package let suite: String
  package let scenario: String
  /// `data uniform-1000`, `payload item8`: what is the same.
  package let surroundings: [String]
  package let items: Int
  /// Of two storages or more; the first is what the others are held against.
  package let answers: [Answer]

  /// What storages answer differently in one scenario, by collection, shape of items and size: these
  /// are other work.
  ///
  /// - Parameters:
  ///   - cases: All of one scenario.
  ///   - base: The storage to hold the others against, where it has an answer; nil for the first.
  /// - Returns: One for each place at which they differ, by surroundings and size.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  static func among(_ cases: [CaseRecord], base: String?) -> [Self] {
    let places = Dictionary(grouping: cases) { VariantAxis.storage.surroundings(of: $0) }
    return places.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { place, cases in
      let sizes = Dictionary(grouping: cases, by: \.params.items).sorted { $0.key < $1.key }
      return sizes.compactMap { Self(at: place, $1, base: base) }
    }
  }

  /// What the storages of `cases`, which differ in nothing else, answer; nil where all agree.
  private init?(at surroundings: [String], _ cases: [CaseRecord], base: String?) {
    let found = cases.compactMap { result in
      result.checksum.map { Answer(storage: result.params.storage, checksum: $0, id: result.id) }
    }.sorted { VariantAxis.storage.precedes($0.storage, $1.storage) }
    guard Set(found.map(\.checksum)).count > 1 else { return nil }
    suite = cases[0].suite
    scenario = cases[0].params.scenario
    self.surroundings = surroundings
    items = cases[0].params.items
    answers = found.filter { $0.storage == base } + found.filter { $0.storage != base }
  }

  /// Where that is, and which storage answers what.
  var sentence: String {
    "\(suite)/\(scenario), \(surroundings.joined(separator: ", ")), \(DisplayFormat.items(items)) "
      + "items: different answers, "
      + answers.map { "\($0.storage) \($0.checksum)" }.joined(separator: ", ")
  }

  /// A row for each answer that is not the first one's.
  var rows: [ComparisonRow] {
    let expected = answers[0]
    return answers.filter { $0.checksum != expected.checksum }.map { found in
      ComparisonRow(
        names: SideNames(baseline: expected.storage, candidate: found.storage), id: found.id,
        verdict: "different_answers",
        reason: "checksum \(expected.checksum) in \(expected.storage), \(found.checksum) in "
          + found.storage)
    }
  }
}
