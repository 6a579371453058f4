import Datasets
import Testing

struct SectionDistributionTests {
  private static let some: [SectionDistribution] =
    [.oneSection, .onePerSection, .manyEmpty]
    + [1, 2, 3, 7, 1_000].flatMap { [.uniform(size: $0), .zipf(sections: $0)] }

  @Test func sizesAddUpForEverySmallCount() {
    for distribution in Self.some {
      for count in Array(0...130) + [999, 1_000, 1_001, 1_999, 2_000, 2_001, 10_007] {
        for seed in 0..<3 as Range<UInt64> {
          let sizes = distribution.sectionSizes(itemCount: count, seed: seed)
          let found = "\(distribution), \(count) items, seed \(seed): \(sizes.prefix(20))"
          #expect(sizes.allSatisfy { $0 >= 0 }, "\(found)")
          #expect(sizes.reduce(0, +) == count, "\(found)")
          #expect(sizes.count == distribution.sectionCount(itemCount: count), "\(found)")
        }
      }
    }
  }

  @Test func uniformSectionsAreFullButForTheLast() {
    #expect(SectionDistribution.uniform(size: 3).sectionSizes(itemCount: 7, seed: 1) == [3, 3, 1])
    #expect(SectionDistribution.uniform(size: 3).sectionSizes(itemCount: 6, seed: 1) == [3, 3])
    #expect(SectionDistribution.uniform(size: 3).sectionSizes(itemCount: 0, seed: 1) == [])
  }

  @Test func theExtremeDistributionsHaveOneSectionOrOneItemEach() {
    #expect(SectionDistribution.oneSection.sectionSizes(itemCount: 0, seed: 1) == [0])
    #expect(SectionDistribution.oneSection.sectionSizes(itemCount: 9, seed: 1) == [9])
    #expect(SectionDistribution.onePerSection.sectionSizes(itemCount: 3, seed: 1) == [1, 1, 1])
  }

  @Test func zipfSizesFallAsOneOverRank() {
    let sizes = SectionDistribution.zipf(1_000_000, 1_000)
    #expect(zip(sizes, sizes.dropFirst()).allSatisfy { $0 >= $1 })
    for rank in 1...1_000 {
      // Each share is rounded to a whole item, and the first size too.
      #expect(abs(sizes[rank - 1] * rank - sizes[0]) <= 2 * rank, "rank \(rank)")
    }
  }

  @Test func zipfSectionsShuffleTheSizes() {
    let ordered = SectionDistribution.zipf(54_321, 1_000)
    let first = SectionDistribution.zipf(sections: 1_000).sectionSizes(itemCount: 54_321, seed: 1)
    let second = SectionDistribution.zipf(sections: 1_000).sectionSizes(itemCount: 54_321, seed: 2)
    #expect(first != ordered)
    #expect(first != second)
    #expect(first.sorted(by: >) == ordered)
    #expect(second.sorted(by: >) == ordered)
  }

  @Test func nineOfTenSectionsAreEmpty() {
    for count in [1, 999, 1_000, 1_001, 54_321] {
      let sizes = SectionDistribution.manyEmpty.sectionSizes(itemCount: count, seed: 3)
      let empty = sizes.count(where: { $0 == 0 })
      #expect(empty * 10 == sizes.count * 9, "\(count) items: \(empty) of \(sizes.count)")
    }
    let first = SectionDistribution.manyEmpty.sectionSizes(itemCount: 54_321, seed: 1)
    let second = SectionDistribution.manyEmpty.sectionSizes(itemCount: 54_321, seed: 2)
    #expect(first != second)
  }

  @Test func namesAndDistributionsCorrespond() {
    for distribution in Self.some {
      #expect(SectionDistribution(name: distribution.name) == distribution)
    }
    for name in SectionDistribution.names {
      #expect(SectionDistribution(name: name)?.name == name)
    }
  }

  @Test(arguments: [
    "", "uniform", "uniform-", "uniform-0", "uniform--1", "uniform-01", "uniform-+5", "uniform-1e3",
    "uniform-1099511627777", "zipf-99999999999999999999", "Uniform-10", "one-section ",
    "zipf-10-10",
  ])
  func otherNamesAreRefused(_ name: String) {
    #expect(SectionDistribution(name: name) == nil)
  }
}

struct MemoryEstimateTests {
  @Test func estimatesAreALittleMoreThanTheItems() {
    for (payload, bytes) in [("item8", 8), ("record", 64), ("text", 96), ("object", 40)] {
      let estimate = SectionDistribution.oneSection.estimatedBytes(
        itemCount: 1_000_000, payload: payload)
      #expect(estimate >= bytes * 1_000_000, "\(payload): \(estimate)")
      #expect(estimate <= bytes * 1_300_000, "\(payload): \(estimate)")
    }
  }

  @Test func sectionsTakeMemoryToo() {
    let one = SectionDistribution.oneSection.estimatedBytes(itemCount: 1_000, payload: "item8")
    let many = SectionDistribution.onePerSection.estimatedBytes(itemCount: 1_000, payload: "item8")
    #expect(many - one >= 999 * 40)
    // Nested arrays of one item each take 73.4 bytes a section, the item included.
    #expect(many >= 1_000 * (74 + MemoryLayout<Int>.stride))
  }

  @Test func bytesPerItemReplacesTheShape() {
    let distribution = SectionDistribution.oneSection
    for bytes in [0, 1, 8, 100] {
      let estimate = distribution.estimatedBytes(
        itemCount: 100_000_000, payload: "item8", bytesPerItem: bytes)
      #expect(estimate == 100_000_000 * (bytes + bytes / 4) + 80)
    }
    #expect(
      distribution.estimatedBytes(itemCount: 9, payload: "text", bytesPerItem: 8)
        == distribution.estimatedBytes(itemCount: 9, payload: "item8"))
  }

  @Test func unknownShapesCountAsRecords() {
    let unknown = MemoryEstimate.bytes(items: 1_000, sections: 1, payload: "mine")
    #expect(unknown == MemoryEstimate.bytes(items: 1_000, sections: 1, payload: "record"))
  }

  @Test func estimatesAreEqualBeforeAndAfterBuilding() {
    for name in SectionDistribution.names {
      guard let distribution = SectionDistribution(name: name) else { continue }
      for items in [0, 1, 5_432] {
        #expect(
          Dataset(distribution, items: items, seed: 1).estimatedBytes(payload: "text")
            == distribution.estimatedBytes(itemCount: items, payload: "text"), "\(name)")
      }
    }
  }

  @Test func overflowGivesTheMaximum() {
    #expect(MemoryEstimate.bytes(items: .max, sections: 1, payload: "item8") == .max)
    #expect(MemoryEstimate.bytes(items: 1, sections: .max, payload: "item8") == .max)
  }
}
