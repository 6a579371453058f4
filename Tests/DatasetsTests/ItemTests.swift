import Changesets
import Datasets
import Geometry
import Testing

struct ItemShapeTests {
  private let seed = ItemSeed(
    id: 0x0123_4567_89ab_cdef, revision: 7, sizeClass: 8, reuseKind: 9)

  @Test func shapesHaveTheirDocumentedSizes() {
    #expect(MemoryLayout<Item8>.stride == 8)
    #expect(MemoryLayout<Record>.size == 64)
    #expect(MemoryLayout<Record>.stride == 64)
    #expect(MemoryLayout<ObjectItem>.stride == 8)
    #expect(MemoryLayout<TextItem>.stride == 32)
    #expect(MemoryLayout<ItemSeed>.stride == 16)
  }

  @Test func shapesKeepTheSeedsValues() {
    expectValues(of: Record(seed))
    expectValues(of: TextItem(seed))
    expectValues(of: ObjectItem(seed))
  }

  private func expectValues(of item: some DatasetItem) {
    let values = ItemSeed(
      id: item.id, revision: item.revision, sizeClass: item.sizeClass, reuseKind: item.reuseKind)
    #expect(values == seed, "\(type(of: item))")
  }

  @Test func theSmallestShapeDerivesWhatAGeneratedSeedHolds() {
    let dataset = Dataset(.oneSection, items: 100, seed: 1)
    for index in 0..<100 {
      let seed = dataset.seed(atGlobalIndex: index)
      let item = Item8(seed)
      let values = ItemSeed(
        id: item.id, revision: item.revision, sizeClass: item.sizeClass, reuseKind: item.reuseKind)
      #expect(values == seed)
    }
  }

  @Test func generatedClassesAndKindsTakeAllValues() {
    let dataset = Dataset(.oneSection, items: 10_000, seed: 1)
    let seeds = (0..<10_000).map { dataset.seed(atGlobalIndex: $0) }
    #expect(Set(seeds.map(\.sizeClass)).count == 256)
    #expect(Set(seeds.map(\.reuseKind)).count == 256)
  }

  @Test func recordsDeriveTheirFieldsFromTheID() {
    let first = Record(ItemSeed(generatedID: 1 << 60))
    let second = Record(ItemSeed(generatedID: 1 << 61))
    #expect(first.createdNanoseconds != second.createdNanoseconds)
    #expect(first.parentID != second.parentID)
  }

  @Test func titlesContainTheIDAndAreOnTheHeap() {
    #expect(TextItem(seed).title == "Title of item 0123456789abcdef")
    #expect(title(0) == "Title of item 0000000000000000")
    #expect(title(.max) == "Title of item ffffffffffffffff")
    #expect(title(0).utf8.count > 15)
    #expect(Set((0..<1_000).map(title)).count == 1_000)
  }

  private func title(_ id: UInt64) -> String { TextItem(ItemSeed(generatedID: id)).title }

  @Test func payloadNamesMatchTheCaseIDs() {
    #expect(Item8.payloadName == "item8")
    #expect(Record.payloadName == "record")
    #expect(TextItem.payloadName == "text")
    #expect(ObjectItem.payloadName == "object")
  }
}

struct ItemSizesTests {
  private func sizes(
    _ kind: ItemSizes.Kind, count: Int = 20_000, seed: UInt64 = 1, isFractional: Bool = false
  ) -> [Size] {
    let sizes = ItemSizes(kind, seed: seed, isFractional: isFractional)
    return (0..<count).map(sizes.size(atGlobalIndex:))
  }

  private func isMultiple(_ extent: Double) -> Bool { extent * 64 == (extent * 64).rounded() }

  @Test func namesMatchTheCaseIDs() {
    #expect(
      ItemSizes.Kind.allCases.map(\.rawValue)
        == ["uniform", "rows", "tags", "periodic", "mostly-uniform"])
  }

  @Test func extentsAreAllMultiplesOrNone() {
    for kind in ItemSizes.Kind.allCases {
      let whole = sizes(kind)
      let fractional = sizes(kind, isFractional: true)
      #expect(whole.allSatisfy { isMultiple($0.width) && isMultiple($0.height) }, "\(kind)")
      #expect(!fractional.contains { isMultiple($0.width) || isMultiple($0.height) }, "\(kind)")
      for (size, other) in zip(whole, fractional) {
        let differences = [other.width - size.width, other.height - size.height]
        #expect(differences.allSatisfy { abs($0 - 1 / 192) < 1e-12 }, "\(kind): \(other)")
      }
      #expect(Set(whole).count == Set(fractional).count, "\(kind)")
    }
  }

  /// The sum of fractional sizes depends on the order; the sum of multiples does not.
  @Test func onlySumsOfFractionsAreRounded() {
    for isFractional in [false, true] {
      let heights = sizes(.rows, isFractional: isFractional).map(\.height)
      let differs = heights.reduce(0, +) != heights.reversed().reduce(0, +)
      #expect(differs == isFractional)
    }
  }

  @Test func sizesFollowFromTheSeed() {
    for kind in ItemSizes.Kind.allCases {
      #expect(sizes(kind) == sizes(kind), "\(kind)")
      let isRandom = [.rows, .tags, .mostlyUniform].contains(kind)
      #expect((sizes(kind) != sizes(kind, seed: 2)) == isRandom, "\(kind)")
    }
  }

  /// The figure that the same definition gives in exact fractions, in another language: another
  /// figure is another benchmark.
  @Test func sizesMatchTheReference() {
    let rows = ItemSizes(.rows, seed: 1)
    let tags = ItemSizes(.tags, seed: 1)
    let mostly = ItemSizes(.mostlyUniform, seed: 1)
    let checksum = (0..<100_000).reduce(0.0) { sum, index in
      sum + Double(index % 7) * rows.size(atGlobalIndex: index).height
        + Double(index % 5) * tags.size(atGlobalIndex: index).width
        + Double(index % 3) * tags.size(atGlobalIndex: index).height
        + Double(index % 11) * mostly.size(atGlobalIndex: index).height
    }
    #expect(checksum == 71_791_881.859375)
  }

  @Test func uniformIsOneSize() {
    #expect(Set(sizes(.uniform)) == [Size(width: 120, height: 80)])
  }

  @Test func periodicWidthsComeInTurn() {
    let widths = sizes(.periodic, count: 7).map(\.width)
    #expect(widths == [60, 90, 150, 60, 90, 150, 60])
    #expect(sizes(.periodic).allSatisfy { $0.height == 44 })
  }

  @Test func rowsAndTagsFillTheirRangesEvenly() {
    let rows = sizes(.rows)
    #expect(rows.allSatisfy { $0.width == 390 })
    expectEven(rows.map(\.height), from: 36, to: 132)
    let tags = sizes(.tags)
    expectEven(tags.map(\.width), from: 24, to: 180)
    expectEven(tags.map(\.height), from: 20, to: 64)
    // Width and height have nothing to do with one another.
    let wideAndHigh = tags.count { $0.width > 102 && $0.height > 42 }
    #expect(abs(wideAndHigh - 5_000) < 370, "\(wideAndHigh)")
  }

  private func expectEven(_ extents: [Double], from low: Double, to high: Double) {
    #expect(extents.allSatisfy { (low...high).contains($0) })
    var counts = Array(repeating: 0, count: 10)
    for extent in extents { counts[min(Int((extent - low) / (high - low) * 10), 9)] += 1 }
    // Six standard deviations of a count around its mean of 2,000.
    #expect(counts.allSatisfy { abs($0 - 2_000) < 255 }, "\(low)...\(high): \(counts)")
  }

  @Test func oneRowInAThousandIsHigher() {
    let heights = sizes(.mostlyUniform, count: 100_000).map(\.height)
    var places: Set<Int> = []
    for thousand in 0..<100 {
      let higher = (0..<1_000).filter { heights[thousand * 1_000 + $0] != 44 }
      #expect(higher.count == 1, "\(thousand): \(higher)")
      places.formUnion(higher)
    }
    #expect(places.count > 80)
    #expect(Set(heights).count > 80)
    #expect(heights.allSatisfy { $0 == 44 || (45...132).contains($0) })
  }

  @Test func largeIndexesHaveSizesToo() {
    for kind in ItemSizes.Kind.allCases {
      let sizes = ItemSizes(kind, seed: 1)
      #expect(sizes.size(atGlobalIndex: .max).isUsable, "\(kind)")
    }
  }

  @Test func misuseStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = ItemSizes(.uniform, seed: 1).size(atGlobalIndex: -1)
    }
  }
}
