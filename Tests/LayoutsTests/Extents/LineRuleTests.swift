import Datasets
import Layouts
import Testing

/// The number of equal items on a line: by arithmetic, and by adding up.
@Suite struct LineRuleTests {
  /// Lengths far below what a sum over a line rounds to: counted, not added up one by one (FL-22).
  @Test func tinyItemsAreCountedAtOnce() {
    for available in [320.0, 1e-3, 1e6, 1e12] {
      for exponent in 5...15 {
        let cross = available / (1...exponent).reduce(1) { product, _ in product * 10 }
        for spacing in [0, cross, available] {
          let rule = LineRule(available: available, interitemSpacing: spacing, lineSpacing: 0)
          // As many calls as a query makes for its lines, and more.
          for _ in 0..<1_000 { _ = rule.itemsPerLine(cross: cross) }
          let count = rule.itemsPerLine(cross: cross)
          let expected = (available + LineRule.tolerance + spacing) / (cross + spacing)
          #expect(
            count == .max || abs(Double(count) - expected) <= 1 + expected * 1e-9,
            "\(cross) + \(spacing) in \(available): \(count)")
        }
      }
    }
    let rule = LineRule(available: 320, interitemSpacing: 0, lineSpacing: 0)
    #expect(rule.itemsPerLine(cross: 1e-300) == .max)
    #expect(rule.itemsPerLine(cross: 0) == .max)
  }

  /// Three items as small as that, in every index.
  @Test(arguments: TestedIndex.allCases)
  func tinyItemsShareALine(_ tested: TestedIndex) throws {
    for cross in [1e-6, 1e-9, 1e-12, 1e-15] {
      let rule = LineRule(available: 320, interitemSpacing: 0, lineSpacing: 5)
      let items = Array(repeating: ItemExtent(cross: cross, main: 10), count: 3)
      let model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
        sections: [.init(shape: 0, items: items)])
      var index = try model.makeIndex(tested)
      #expect(model.difference(from: index) == nil)
      index.replaceItems(1..<2, inSection: 0, with: [ItemExtent(cross: 310, main: 10)])
      index.checkInvariants()
      #expect(index.extent == 10)
    }
  }

  /// If a product and a sum round to different sides of the limit, the sum decides, as it does when
  /// lines are broken item by item.
  @Test func aLineHoldsWhatAddingUpSays() {
    var random = SplitMix64(seed: 22)
    for round in 0..<4_000 {
      let count = 2 + random.next(below: round % 16 == 0 ? 3_000 : 60)
      let available = Double(1 + random.next(below: 4_000)) / [1, 3, 0.01][random.next(below: 3)]
      let spacing = [0, available / Double(8 * count), 10][random.next(below: 3)]
      let rule = LineRule(
        available: available + Double(count) * spacing, interitemSpacing: spacing, lineSpacing: 0)
      let limit = rule.available + LineRule.tolerance
      var cross = (limit - Double(count - 1) * spacing) / Double(count)
      for _ in 0..<random.next(below: 4) { cross = cross.nextUp }
      for _ in 0..<random.next(below: 4) { cross = cross.nextDown }
      var (added, used) = (1, cross)
      while rule.fits(cross, after: used) {
        used = used + spacing + cross
        added += 1
      }
      #expect(rule.itemsPerLine(cross: cross) == added, "\(cross) under \(rule)")
    }
  }

  /// A line of no length has one item, whatever the item's (FL-21).
  @Test(arguments: TestedIndex.allCases)
  func noItemsShareALineOfNoLength(_ tested: TestedIndex) throws {
    for available in [0, -1e-7, -10, -1e300] {
      let rule = LineRule(available: available, interitemSpacing: 0, lineSpacing: 5)
      #expect(rule.itemsPerLine(cross: 0) == 1)
      #expect(!rule.fits(0, after: 0))
      let items = Array(repeating: ItemExtent(cross: 0, main: 10), count: 3)
      let model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
        sections: [
          .init(shape: 0, items: items), .init(shape: 0, items: items + [.init(cross: 0, main: 1)]),
        ])
      let index = try model.makeIndex(tested)
      #expect(index.section(at: 0).itemsExtent == 40)
      #expect(index.section(at: 1).itemsExtent == 46)
      #expect(model.difference(from: index) == nil)
    }
  }
}
