package import RunRecords

/// The storages side by side, at one size of one dataset.
package struct SizeComparison: Hashable, Sendable {
  /// One storage's figure, or why it has none.
  package struct Entry: Hashable, Sendable {
    package var storage: String
    package var status: CaseRecord.Status
    /// In the measure that decides the family.
    package var reading: Reading
    /// The figure over that of the storage's floor; nil without a floor.
    package var floorRatio: Double?
    package var record: CaseRecord
  }

  /// Which strategy is best.
  package enum Outcome: Hashable, Sendable {
    case winner(String)
    /// The best and those that differ from it by no more than the spread.
    case same([String])
    /// A single launch has no spread to hold a difference against.
    case undecided
    /// Fewer than two strategies have a figure.
    case uncontested
  }

  package var items: Int
  package var strategies: [Entry]
  package var floors: [Entry]
  package var outcome: Outcome

  /// Compares `cases`, which differ in storage only, in `measure`.
  package init(items: Int, cases: [CaseRecord], measure: Measure) {
    func entries(role: String) -> [Entry] {
      cases.filter { $0.params.role == role }.map { record in
        Entry(
          storage: record.params.storage, status: record.status,
          reading: record.status == .ok ? measure.reading(of: record) : .unlisted, record: record)
      }.sorted { StorageOrder($0.storage) < StorageOrder($1.storage) }
    }
    self.items = items
    floors = entries(role: CaseRole.floor)
    let floors = floors
    strategies = entries(role: CaseRole.strategy).map { entry in
      var entry = entry
      entry.floorRatio = Self.ratio(of: entry, to: floors)
      return entry
    }
    outcome = Self.outcome(strategies)
  }

  /// The strategies that are best or the same as the best; empty where that is not decided.
  package var best: [String] {
    switch outcome {
    case .winner(let storage): [storage]
    case .same(let storages): storages
    case .undecided, .uncontested: []
    }
  }

  /// The storage's figure, be it a strategy or a floor; nil where it was not asked for.
  package func entry(of storage: String) -> Entry? {
    (strategies + floors).first { $0.storage == storage }
  }

  /// The strategies that have a figure.
  package var measured: [Entry] { strategies.filter { $0.reading.estimate != nil } }

  /// `entry` over the floor that bears its name (`floor-flat` for `flat`), else over the fastest.
  private static func ratio(of entry: Entry, to floors: [Entry]) -> Double? {
    let own = floors.first { $0.storage == "floor-" + entry.storage }?.reading.value
    guard let value = entry.reading.value,
      let floor = own ?? floors.compactMap(\.reading.value).min(), floor > 0
    else { return nil }
    return value / floor
  }

  private static func outcome(_ strategies: [Entry]) -> Outcome {
    let measured = strategies.compactMap { entry in
      entry.reading.estimate.map { (storage: entry.storage, estimate: $0) }
    }
    guard measured.count >= 2,
      let best = measured.min(by: { $0.estimate.value < $1.estimate.value })
    else { return .uncontested }
    var same: [String] = []
    for (storage, estimate) in measured {
      guard let isBeaten = best.estimate.isBelow(estimate) else { return .undecided }
      if !isBeaten { same.append(storage) }
    }
    return same.count == 1 ? .winner(best.storage) : .same(same)
  }
}

/// The order of storages in a table: the built-in ones, then any others by name.
package struct StorageOrder: Comparable {
  private let rank: Int
  private let name: String

  package init(_ storage: String) {
    let plain = storage.hasPrefix("floor-") ? String(storage.dropFirst(6)) : storage
    rank = ["nested", "flat", "btree"].firstIndex(of: plain) ?? 3
    name = storage
  }

  package static func < (left: StorageOrder, right: StorageOrder) -> Bool {
    (left.rank, left.name) < (right.rank, right.name)
  }
}
