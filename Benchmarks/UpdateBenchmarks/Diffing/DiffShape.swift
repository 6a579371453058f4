import BasicAlgorithms
import Datasets

/// A pair of arrays to compare: how the target is made from the source.
@usableFromInline
struct DiffShape: Sendable {
  @usableFromInline let name: String
  @usableFromInline let summary: String
  /// The insertions and deletions per item, which slow quadratic differs; a move counts as both.
  @usableFromInline let editsPerItem: Double
  /// A Boolean value that indicates whether every key is compared in this shape, not only integers.
  @usableFromInline var isForAllKeys = false
  @usableFromInline var isHeadline = false
  /// The sizes that the full preset adds.
  @usableFromInline var fullPresetSizes: [Int] = []
  /// A Boolean value that indicates whether skipping equal runs is a bound: no run moves.
  var hasScanFloor = false
  /// A Boolean value that indicates whether both arrays share one buffer.
  var sharesBuffer = false
  /// The number of comparisons per call: many for comparisons of a few nanoseconds.
  @usableFromInline var comparisonsPerCall = 1
  let makeTarget: @Sendable (DiffCollection) -> [ItemSeed]

  /// The shapes of items without content.
  @usableFromInline
  static var all: [DiffShape] {
    [readme] + scattered + [edits("one-edit", 1), edits("ten-edits", 10)] + reordered + [disjoint]
      + unchanged
  }

  /// The shapes of items whose content changes.
  @usableFromInline
  static var ofContent: [DiffShape] {
    [
      DiffShape(
        name: "diff-revisions-1%",
        summary: "One item in a hundred has other content; none comes, goes or moves.",
        editsPerItem: 0.02
      ) { collection in
        var generator = collection.generator(for: "diff-revisions-1%")
        var target = collection.seeds
        let count = max(1, target.count / 100)
        for place in generator.places(count, below: target.count) { target[place].revision += 1 }
        return target
      }
    ]
  }

  // MARK: Blocks

  /// Source: DifferenceKit 1.3.0, `Benchmark/Sources/main.swift` and `BenchmarkTools.swift`.
  private static var readme: DiffShape {
    DiffShape(
      name: "diff-readme",
      summary:
        "DifferenceKit's own: a fifth of up to 5,000 items, a tenth of more, deleted in one run and "
        + "inserted in another, the first 4 % (2 %) shuffled.",
      editsPerItem: 0.5, isForAllKeys: true, isHeadline: true, fullPresetSizes: [5_000]
    ) { collection in
      var target = collection.seeds
      let count = target.count
      let isSmall = count <= 5_000
      let deleted = isSmall ? count * 2 / 5..<count * 3 / 5 : count / 5..<count * 3 / 10
      let inserted = isSmall ? count * 3 / 5..<count * 4 / 5 : count * 3 / 10..<count * 2 / 5
      target.removeSubrange(deleted)
      let start = min(inserted.lowerBound, target.count)
      target.insert(contentsOf: collection.newItems(inserted.count), at: start)
      var first = Array(target[..<(count / (isSmall ? 25 : 50))])
      var generator = collection.generator(for: "diff-readme")
      generator.shuffle(&first)
      target.replaceSubrange(..<first.count, with: first)
      return target
    }
  }

  private static var disjoint: DiffShape {
    DiffShape(
      name: "diff-disjoint", summary: "No item stays.", editsPerItem: 2, isForAllKeys: true
    ) { collection in
      collection.newItems(collection.seeds.count)
    }
  }

  // MARK: Scattered edits

  private static var scattered: [DiffShape] {
    [
      scattered("0.01%", perTenThousand: 1), scattered("1%", perTenThousand: 100),
      scattered("3%", perTenThousand: 300), scattered("10%", perTenThousand: 1_000),
      scattered("30%", perTenThousand: 3_000),
    ]
  }

  private static func scattered(_ share: String, perTenThousand edits: Int) -> DiffShape {
    DiffShape(
      name: "diff-scattered-\(share)",
      summary:
        "Edits of \(share) of the items at random places: two fifths deletions, two insertions, one "
        + "moves.",
      editsPerItem: 1.2 * Double(edits) / 10_000, isForAllKeys: edits >= 100,
      isHeadline: edits == 100, hasScanFloor: edits >= 100
    ) { collection in
      edited(collection, collection.seeds.count * edits / 10_000, purpose: share)
    }
  }

  private static func edits(_ name: String, _ count: Int) -> DiffShape {
    DiffShape(
      name: "diff-\(name)",
      summary: count == 1
        ? "One insertion at a random place."
        : "\(count) edits at random places: two fifths deletions, two insertions, one moves.",
      editsPerItem: 0
    ) { collection in
      edited(collection, count, purpose: name)
    }
  }

  private static func edited(
    _ collection: DiffCollection, _ count: Int, purpose: String
  ) -> [ItemSeed] {
    var generator = collection.generator(for: purpose)
    return collection.seeds.scattered(
      DiffEdits(count, ofItems: collection.seeds.count), new: collection.newItems, &generator)
  }

  // MARK: Other orders

  private static var reordered: [DiffShape] {
    [
      DiffShape(
        name: "diff-rotate-one", summary: "The first item goes to the end.", editsPerItem: 0
      ) {
        Array($0.seeds[1...] + $0.seeds[..<1])
      },
      DiffShape(
        name: "diff-rotate-half", summary: "The first half goes behind the second.", editsPerItem: 1
      ) {
        let half = $0.seeds.count / 2
        return Array($0.seeds[half...] + $0.seeds[..<half])
      },
      DiffShape(name: "diff-reversed", summary: "The last item comes first.", editsPerItem: 2) {
        $0.seeds.reversed()
      },
      DiffShape(name: "diff-shuffled", summary: "Any order.", editsPerItem: 2, isForAllKeys: true) {
        collection in
        var target = collection.seeds
        var generator = collection.generator(for: "diff-shuffled")
        generator.shuffle(&target)
        return target
      },
    ]
  }

  private static var unchanged: [DiffShape] {
    [
      DiffShape(
        name: "diff-unchanged", summary: "Equal items in two buffers.", editsPerItem: 0,
        isForAllKeys: true
      ) { $0.seeds },
      DiffShape(
        name: "diff-unchanged-shared", summary: "The same array twice.", editsPerItem: 0,
        sharesBuffer: true, comparisonsPerCall: 100
      ) { $0.seeds },
    ]
  }
}
