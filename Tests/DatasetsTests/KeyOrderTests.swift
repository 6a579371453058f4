import Changesets
import Datasets
import Testing

struct KeyOrderTests {
  private static let names = SectionDistribution.names + ["uniform-3", "zipf-5"]

  @Test func keysAreInRangeAndPathsLeadToThem() throws {
    for name in Self.names {
      for items in [1, 2, 3, 7, 64, 65, 2_500] {
        let dataset = try Dataset(spec: name, items: items, seed: 3)
        var starts: [Int] = [0]
        for size in dataset.sectionSizes { starts.append((starts.last ?? 0) + size) }
        for order in KeyOrder.allCases {
          let found = "\(name), \(items) items, \(order)"
          let keys = dataset.globalIndexes(count: 300, order: order)
          let paths = dataset.paths(count: 300, order: order)
          #expect(keys.count == 300 && paths.count == 300, "\(found)")
          #expect(keys.allSatisfy { (0..<items).contains($0) }, "\(found)")
          let areInside = paths.allSatisfy {
            dataset.sectionSizes.indices.contains($0.section)
              && (0..<dataset.sectionSizes[$0.section]).contains($0.item)
          }
          try #require(areInside, "\(found)")
          #expect(paths.map { starts[$0.section] + $0.item } == keys, "\(found)")
        }
      }
    }
  }

  @Test func keysFollowFromTheSeed() {
    for order in KeyOrder.allCases {
      let keys = Dataset(.oneSection, items: 1_000, seed: 1).globalIndexes(count: 50, order: order)
      let again = Dataset(.oneSection, items: 1_000, seed: 1).globalIndexes(count: 50, order: order)
      let other = Dataset(.oneSection, items: 1_000, seed: 2).globalIndexes(count: 50, order: order)
      #expect(keys == again)
      #expect((keys == other) == (order == .sequential || order == .reverse), "\(order)")
    }
  }

  @Test func orderedKeysWrap() {
    let dataset = Dataset(.uniform(size: 2), items: 3, seed: 1)
    #expect(dataset.globalIndexes(count: 7, order: .sequential) == [0, 1, 2, 0, 1, 2, 0])
    #expect(dataset.globalIndexes(count: 7, order: .reverse) == [2, 1, 0, 2, 1, 0, 2])
    #expect(
      dataset.paths(count: 4, order: .sequential) == [
        ItemPath(section: 0, item: 0), ItemPath(section: 0, item: 1),
        ItemPath(section: 1, item: 0), ItemPath(section: 0, item: 0),
      ])
  }

  @Test func noKeysNeedNoItems() {
    let dataset = Dataset(.oneSection, items: 0, seed: 1)
    for order in KeyOrder.allCases {
      #expect(dataset.globalIndexes(count: 0, order: order) == [])
      #expect(dataset.paths(count: 0, order: order) == [])
    }
  }

  @Test func keysOfNothingAreRefused() async {
    await #expect(processExitsWith: .failure) {
      _ = Dataset(.oneSection, items: 0, seed: 1).globalIndexes(count: 1, order: .random)
    }
  }

  @Test func randomKeysTakeEachItemEquallyOften() {
    let dataset = Dataset(.zipf(sections: 5), items: 50, seed: 8)
    let counts = Self.counts(of: dataset.globalIndexes(count: 50_000, order: .random), items: 50)
    // Six standard deviations of a count around its mean.
    #expect(counts.allSatisfy { abs($0 - 1_000) < 190 }, "\(counts)")
  }

  @Test func skewedKeysFollowZipfsLaw() {
    for items in [1, 2, 31, 32, 33, 100] {
      let dataset = Dataset(.oneSection, items: items, seed: 8)
      let keys = dataset.globalIndexes(count: 200_000, order: .skewed)
      let counts = Self.counts(of: keys, items: items).sorted(by: >)
      let harmonic = (1...items).reduce(0.0) { $0 + 1 / Double($1) }
      for rank in 1...items {
        let expected = 200_000 / harmonic / Double(rank)
        #expect(
          abs(Double(counts[rank - 1]) - expected) < 6 * expected.squareRoot() + 1,
          "\(items) items, rank \(rank): \(counts[rank - 1]), not \(expected)")
      }
    }
  }

  @Test func popularItemsLieScattered() {
    let dataset = Dataset(.oneSection, items: 100_000, seed: 8)
    let counts = Self.counts(
      of: dataset.globalIndexes(count: 500_000, order: .skewed), items: 100_000)
    let popular = counts.indices.sorted { counts[$0] > counts[$1] }.prefix(10).sorted()
    #expect(zip(popular, popular.dropFirst()).allSatisfy { $1 - $0 > 1_000 }, "\(popular)")
  }

  private static func counts(of keys: [Int], items: Int) -> [Int] {
    var counts = Array(repeating: 0, count: items)
    for key in keys { counts[key] += 1 }
    return counts
  }
}
