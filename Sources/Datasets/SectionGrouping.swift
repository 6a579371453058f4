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
