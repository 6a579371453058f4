/// A collection that was read from somewhere: compact columns, in section order.
package struct ImportedCollection {
  /// The items of all sections, end to end.
  package var seeds: [ItemSeed] = []
  package var sectionSizes: [Int] = []
  package var details = Details()

  package init(seeds: [ItemSeed] = [], sectionSizes: [Int] = [], details: Details = Details()) {
    self.seeds = seeds
    self.sectionSizes = sectionSizes
    self.details = details
  }

  /// What was read besides items and sections.
  package struct Details: Sendable {
    /// Widths and heights in points, as many as items, or none.
    package var sizes: [SIMD2<Double>] = []
    /// What was read, as `Dataset.summaryLines` shows it.
    package var sourceLines: [String] = []
    /// What could not be read, as the user should know it.
    package var warnings: [String] = []
  }
}

/// Groups items that come in any order into sections, in the order of their first items.
package struct SectionGrouping {

  package init() {}

  private var appended = ImportedCollection()
  private var sectionsByName: [String: Int] = [:]
  private var sections: [Int32] = []

  package mutating func append(_ seed: ItemSeed, size: SIMD2<Double>?, section name: String) {
    let section = sectionsByName[name] ?? sectionsByName.count
    if section == sectionsByName.count {
      sectionsByName[name] = section
      appended.sectionSizes.append(0)
    }
    appended.sectionSizes[section] += 1
    appended.seeds.append(seed)
    if let size { appended.details.sizes.append(size) }
    sections.append(Int32(section))
  }

  /// Everything appended, each section's items together and in their order: a counting sort.
  package func collection() -> ImportedCollection {
    let isGrouped = zip(sections, sections.dropFirst()).allSatisfy { $0 <= $1 }
    guard !isGrouped else { return appended }
    var places: [Int] = []
    var start = 0
    for size in appended.sectionSizes {
      places.append(start)
      start += size
    }
    var grouped = appended
    for (index, section) in sections.enumerated() {
      let place = places[Int(section)]
      places[Int(section)] += 1
      grouped.seeds[place] = appended.seeds[index]
      if !appended.details.sizes.isEmpty {
        grouped.details.sizes[place] = appended.details.sizes[index]
      }
    }
    return grouped
  }
}

/// The hash that names become ids by: the same on every machine and in every run.
///
/// Source: Fowler, Noll & Vo, draft-eastlake-fnv.
package enum FNV1a {
  /// The hash of no bytes.
  static let offsetBasis: UInt64 = 0xcbf2_9ce4_8422_2325

  /// The hash of the bytes that led to `hash`, followed by `bytes`.
  package static func hash(_ bytes: some Sequence<UInt8>, continuing hash: UInt64 = offsetBasis)
    -> UInt64
  {
    bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
