import Datasets
import Testing

struct MemoryEstimateTests {
  @Test func estimatesAreALittleMoreThanTheItems() {
    for (payload, bytes) in [("item8", 8), ("record", 64), ("text", 96), ("object", 40)] {
      let estimate = SectionDistribution.oneSection.estimatedBytes(
        itemCount: 1_000_000, payload: payload)
      #expect(estimate >= bytes * 1_000_000, "\(payload): \(estimate)")
      #expect(estimate <= bytes * 1_300_000, "\(payload): \(estimate)")
    }
  }

  @Test func sectionsCountToo() {
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
