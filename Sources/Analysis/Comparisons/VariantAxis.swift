package import RunRecords

/// The parameter in which compared cases of one record differ.
package enum VariantAxis: String, CaseIterable, Sendable {
  case storage, payload, data

  /// Returns the value of `result` on this axis.
  package func variant(of result: CaseRecord) -> String {
    switch self {
    case .storage: result.params.storage
    case .payload: result.params.payload
    case .data: result.params.data
    }
  }

  /// Returns the parameters that compared cases share, beside scenario and size.
  package func surroundings(of result: CaseRecord) -> [String] {
    let params = result.params
    let storage = "storage \(params.storage)"
    let data = "data \(params.data)"
    let payload = "payload \(params.payload)"
    return switch self {
    case .storage: [data, payload]
    case .payload: [storage, data]
    case .data: [storage, payload]
    }
  }

  /// The order of variants in a table; the first is the base where none is named.
  package func precedes(_ left: String, _ right: String) -> Bool {
    switch self {
    case .storage: return StorageOrder(left) < StorageOrder(right)
    case .payload:
      let known = ["item8", "record", "text", "object"]
      let ranks = [left, right].map { known.firstIndex(of: $0) ?? known.count }
      return (ranks[0], left) < (ranks[1], right)
    case .data: return left < right
    }
  }
}

/// One call on one collection that storages answer differently, though they should answer alike.
package struct StorageDisagreement: Sendable {
  /// The answer of one storage.
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
  /// Of two storages or more; the others are compared with the first.
  package let answers: [Answer]

  /// Returns the places of one scenario at which storages answer differently, by collection, shape
  /// of items and size.
  ///
  /// - Parameters:
  ///   - cases: All of one scenario.
  ///   - base: The storage to compare the others with, where it has an answer; nil for the first.
  /// - Returns: One for each place at which they differ, by surroundings and size.
  /// - Complexity: O(*n* log *n*) for *n* cases.
  static func among(_ cases: [CaseRecord], base: String?) -> [Self] {
    let places = Dictionary(grouping: cases) { VariantAxis.storage.surroundings(of: $0) }
    return places.sorted { $0.key.lexicographicallyPrecedes($1.key) }.flatMap { place, cases in
      let sizes = Dictionary(grouping: cases, by: \.params.items).sorted { $0.key < $1.key }
      return sizes.compactMap { Self(at: place, $1, base: base) }
    }
  }

  /// Collects the answers of `cases`, which differ in storage only; nil where all agree.
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
}
