import RunRecords

/// Which colour a storage has, all over a report.
struct StoragePalette {
  /// The number of colours of `report.css`; beyond it they repeat, with another mark.
  static let colorCount = 12

  private let ranks: [String: Int]

  /// Ranks the storages of `records`: strategies and floors apart, the built-in ones first.
  init(_ records: [RunRecord]) {
    var ranks: [String: Int] = [:]
    for role in [CaseRole.strategy, CaseRole.floor] {
      let names = Set(
        records.flatMap(\.cases).map(\.params).filter { $0.role == role }.map(\.storage))
      let ordered = names.sorted { StorageOrder($0) < StorageOrder($1) }
      for (rank, name) in ordered.enumerated() { ranks[name] = rank }
    }
    self.ranks = ranks
  }

  /// The place of `storage` among those of its role.
  func rank(of storage: String) -> Int { ranks[storage] ?? 0 }

  /// The class of the style sheet that has its colour.
  func className(of storage: String, isFloor: Bool = false) -> String {
    isFloor ? "kf" : "k\(rank(of: storage) % Self.colorCount)"
  }
}
