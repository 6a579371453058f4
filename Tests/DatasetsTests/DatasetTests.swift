import Testing

import Datasets

struct DatasetTests {
  /// Every distribution at sizes on both sides of a section's end, and an imported collection.
  private static let some: [Dataset] = {
    var imported = ImportedCollection()
    imported.seeds = (0..<5 as Range<UInt64>).map {
      ItemSeed(id: 90 + $0, revision: 4, sizeClass: 5, reuseKind: 6)
    }
    imported.sectionSizes = [0, 2, 0, 3, 0]
    let generated = (SectionDistribution.names + ["uniform-7", "zipf-3"]).flatMap { name in
      [0, 1, 2, 999, 1_000, 1_001, 4_321].compactMap {
        try? Dataset(spec: name, items: $0, seed: 11)
      }
    }
    return generated + [Dataset(name: "directory", imported, 11)]
  }()

  @Test func theSamplesCoverEveryDistributionAndCount() {
    #expect(Self.some.count == 7 * 7 + 1)
  }

  @Test func streamingEqualsRandomAccess() {
    for dataset in Self.some {
      let found = "\(dataset.name), \(dataset.itemCount) items"
      let streamed = dataset.sections(of: Record.self).map { $0.map(\.self) }
      #expect(streamed.map(\.count) == dataset.sectionSizes, "\(found)")
      let accessed = (0..<dataset.itemCount).map { Record(dataset.seed(atGlobalIndex: $0)) }
      #expect(streamed.flatMap(\.self) == accessed, "\(found)")
    }
  }

  @Test func remainingCountsAreExactAtBothLevels() {
    for dataset in Self.some {
      var sections = dataset.sections(of: Item8.self)
      var sectionsLeft = dataset.sectionSizes.count
      #expect(sections.underestimatedCount == sectionsLeft)
      while var section = sections.next() {
        var itemsLeft = dataset.sectionSizes[dataset.sectionSizes.count - sectionsLeft]
        sectionsLeft -= 1
        #expect(sections.underestimatedCount == sectionsLeft)
        #expect(section.underestimatedCount == itemsLeft)
        while section.next() != nil {
          itemsLeft -= 1
          guard section.underestimatedCount == itemsLeft else {
            Issue.record("\(dataset.name): \(section.underestimatedCount), not \(itemsLeft)")
            return
          }
        }
        #expect(itemsLeft == 0)
      }
      #expect(sectionsLeft == 0)
      #expect(sections.next() == nil)
    }
  }

  @Test func sectionsCanBeReadAgain() {
    let sections = Dataset(.uniform(size: 3), items: 10, seed: 1).sections(of: Item8.self)
    let first = sections.map { Array($0) }
    #expect(sections.map { Array($0) } == first)
  }

  @Test func idsAreDistinct() {
    for seed in [0, 1, 77, .max] as [UInt64] {
      let dataset = Dataset(.oneSection, items: 200_000, seed: seed)
      let ids = Set((0..<200_000).map { dataset.seed(atGlobalIndex: $0).id })
      #expect(ids.count == 200_000, "seed \(seed)")
    }
  }

  @Test func seedsGiveDifferentItems() {
    let first = Dataset(.oneSection, items: 1_000, seed: 1)
    let second = Dataset(.oneSection, items: 1_000, seed: 2)
    let ids = Set((0..<1_000).map { first.seed(atGlobalIndex: $0).id })
    #expect((0..<1_000).allSatisfy { !ids.contains(second.seed(atGlobalIndex: $0).id) })
  }

  @Test func generatedItemsHaveNoSizes() {
    #expect(Dataset(.oneSection, items: 1, seed: 1).size(atGlobalIndex: 0) == nil)
  }

  @Test(arguments: [-1, 10]) func indexesOutsideAreRefused(_ index: Int) async {
    await #expect(processExitsWith: .failure) { [index] in
      _ = Dataset(.oneSection, items: 10, seed: 1).seed(atGlobalIndex: index)
    }
    await #expect(processExitsWith: .failure) { [index] in
      _ = Dataset(.oneSection, items: 10, seed: 1).size(atGlobalIndex: index)
    }
  }

  @Test func impossibleCountsAreRefused() {
    for count in [-1, .min, (1 << 40) + 1, .max] {
      #expect(throws: DatasetError.impossibleCount(count)) {
        try Dataset(spec: "one-section", items: count, seed: 1)
      }
    }
    #expect("\(DatasetError.impossibleCount(-1))".contains("-1 items"))
  }

  @Test func aPlannedDatasetHasItemsAndIsUnchanged() throws {
    let dataset = try Dataset(spec: "zipf-10", items: 100, seed: 1)
    let same = try Dataset(planned: "zipf-10", items: 100, seed: 1, checksum: dataset.checksum)
    #expect(same.checksum == dataset.checksum)
    #expect(throws: DatasetError.changed(spec: "zipf-10", plannedItems: 100, items: 100)) {
      try Dataset(planned: "zipf-10", items: 100, seed: 1, checksum: dataset.checksum &+ 1)
    }
    #expect(throws: DatasetError.empty(path: "zipf-10")) {
      try Dataset(planned: "zipf-10", items: 0, seed: 1, checksum: nil)
    }
  }

  @Test func theLargestDatasetTakesNoMemory() throws {
    let count = Dataset.maximumItemCount
    let dataset = try Dataset(spec: "one-section", items: count, seed: 1)
    #expect(dataset.sectionSizes == [count])
    #expect(dataset.seed(atGlobalIndex: count - 1) != dataset.seed(atGlobalIndex: count - 2))
    for order in KeyOrder.allCases {
      let keys = dataset.globalIndexes(count: 100, order: order)
      #expect(keys.allSatisfy { (0..<count).contains($0) }, "\(order)")
    }
  }

  @Test func summaryCountsItemsAndSections() {
    let dataset = Dataset(.zipf(sections: 4), items: 2, seed: 9)
    #expect(
      dataset.summaryLines == [
        "dataset: zipf-4", "items: 2", "sections: 4, 2 of them empty",
        "items in the largest section: 1",
        "seed: 9",
      ])
    #expect(dataset.warnings == [])
  }
}
