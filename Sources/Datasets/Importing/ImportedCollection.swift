/// An imported collection in compact columns, in section order.
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

  /// The details besides items and sections.
  package struct Details: Sendable {
    /// The widths and heights in points, for all items or none.
    package var sizes: [SIMD2<Double>] = []
    /// The lines about the source for `Dataset.summaryLines`.
    package var sourceLines: [String] = []
    /// The warnings about entries that could not be read.
    package var warnings: [String] = []
    /// The rows of a CSV file; nil for other sources.
    var rows: ImportedRows?
  }
}

/// A grouping of items in any order into sections, in the order of their first items.
package struct SectionGrouping {

  package init() {}

  private var appended = ImportedCollection()
  private var sectionsByName: [String: Int] = [:]
  private var sections: [Int32] = []
  /// The rows of the items, in the order in which these are appended; nil for items without rows.
  var rows: ImportedRows?

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

  /// Returns all appended items grouped by section, each section in order: a counting sort.
  package func collection() -> ImportedCollection {
    let isGrouped = zip(sections, sections.dropFirst()).allSatisfy { $0 <= $1 }
    guard !isGrouped else {
      var collection = appended
      collection.details.rows = rows
      collection.details.rows?.order = Array(sections.indices)
      return collection
    }
    var places: [Int] = []
    var start = 0
    for size in appended.sectionSizes {
      places.append(start)
      start += size
    }
    var grouped = appended
    grouped.details.rows = rows
    grouped.details.rows?.order = Array(repeating: 0, count: sections.count)
    for (index, section) in sections.enumerated() {
      let place = places[Int(section)]
      places[Int(section)] += 1
      grouped.seeds[place] = appended.seeds[index]
      grouped.details.rows?.order[place] = index
      if !appended.details.sizes.isEmpty {
        grouped.details.sizes[place] = appended.details.sizes[index]
      }
    }
    return grouped
  }
}
