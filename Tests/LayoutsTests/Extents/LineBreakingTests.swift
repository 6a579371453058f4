import BasicAlgorithms
import Datasets
import Layouts
import Testing

/// The lines of items: lengths that no `Double` represents, and lines without end.
@Suite struct LineBreakingTests {
  /// A third and the like of widths that screens have: added up they are longer than the width, or
  /// what is left after them is too short for the last (FL-22).
  static let parts: [(width: Double, count: Int)] = [
    (320, 3), (320, 6), (320, 7), (390, 7), (393, 7), (414, 5), (414, 7), (428, 5), (428, 7),
    (768, 5),
  ]

  @Test(arguments: TestedIndex.allCases)
  func equalPartsFillALine(_ tested: TestedIndex) throws {
    for (width, count) in Self.parts {
      let item = ItemExtent(cross: width / Double(count), main: 40)
      let rule = LineRule(available: width, interitemSpacing: 0, lineSpacing: 0)
      #expect(rule.itemsPerLine(cross: item.cross) == count, "\(width) / \(count)")
      for items in [2 * count, 2 * count + 1] {
        let model = ExtentModel(
          shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
          sections: [.init(shape: 0, items: Array(repeating: item, count: items))])
        let lines = try lines(of: model, tested)
        #expect(lines.prefix(2).allSatisfy { $0.extents.count == count }, "\(width) / \(count)")
        #expect(lines.count == (items == 2 * count ? 2 : 3), "\(width) / \(count)")
        // And after an edit that splits the line in two and joins it again.
        var index = try model.makeIndex(tested)
        index.replaceItems(1..<2, inSection: 0, with: [item, ItemExtent(cross: 0, main: 0)])
        index.replaceItems(2..<3, inSection: 0, with: [])
        #expect(model.difference(from: index, tolerance: 1e-9) == nil)
      }
    }
  }

  /// No spacing, no length: the line goes on, and nothing loops for ever (FL-22).
  @Test(arguments: TestedIndex.allCases)
  func itemsOfNoLengthShareTheLine(_ tested: TestedIndex) throws {
    let rule = LineRule(available: 320, interitemSpacing: 0, lineSpacing: 0)
    let shape = SectionShape(leading: 0, trailing: 0, rule: rule)
    for (width, count) in Self.parts {
      var wide = shape
      wide.rule.available = width
      let part = ItemExtent(cross: width / Double(count), main: 40)
      let items = Array(repeating: part, count: count) + [ItemExtent(cross: 0, main: 40)]
      let lines = try lines(
        of: ExtentModel(shapes: [wide], sections: [.init(shape: 0, items: items)]), tested)
      #expect(lines.map(\.extents.count) == [count + 1], "\(width) / \(count)")
    }
    let flat = Array(repeating: ItemExtent(cross: 0, main: 2), count: 80)
    let model = ExtentModel(shapes: [shape], sections: [.init(shape: 0, items: flat)])
    #expect(try lines(of: model, tested).map(\.extents.count) == [80])
    #expect(rule.itemsPerLine(cross: 0) == .max)
  }

  /// The spacing before an item counts, also if the item has no length.
  @Test(arguments: TestedIndex.allCases)
  func anItemOfNoLengthNeedsItsSpacing(_ tested: TestedIndex) throws {
    let items = [ItemExtent(cross: 60, main: 8), ItemExtent(cross: 0, main: 8)]
    for (spacing, expected) in [(0.0, [2]), (40, [2]), (41, [1, 1])] {
      let rule = LineRule(available: 100, interitemSpacing: spacing, lineSpacing: 0)
      let model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
        sections: [.init(shape: 0, items: items)])
      #expect(try lines(of: model, tested).map(\.extents.count) == expected, "\(spacing)")
    }
  }

  /// A list keeps no lengths: elsewhere its items are as long as its lines were.
  @Test(arguments: TestedIndex.allCases)
  func aListForgetsLengths(_ tested: TestedIndex) throws {
    let list = LineRule(
      available: 40, interitemSpacing: 10, lineSpacing: 1, isSingleColumn: true)
    let flow = LineRule(available: 90, interitemSpacing: 10, lineSpacing: 1)
    var index = try ExtentModel(
      shapes: [list, flow].map { SectionShape(leading: 0, trailing: 0, rule: $0) },
      sections: [.init(shape: 1, items: [10, 20, 30].map { ItemExtent(cross: $0, main: 5) })]
    ).makeIndex(tested)
    #expect(!index.section(at: 0).isUniform)
    index.setShape(0, ofSection: 0)
    #expect(index.section(at: 0).isUniform)
    #expect(index.extent == 17)
    #expect(index.itemExtent(2, inSection: 0) == ItemExtent(cross: 40, main: 5))
    index.setShape(1, ofSection: 0)
    #expect(index.section(at: 0).isUniform)
    #expect(index.extent == 11)
    #expect(index.itemExtent(2, inSection: 0) == ItemExtent(cross: 40, main: 5))
    index.checkInvariants()
  }

  /// The same with one item.
  @Test(arguments: TestedIndex.allCases)
  func aListForgetsTheLengthOfItsOnlyItem(_ tested: TestedIndex) throws {
    let list = LineRule(
      available: 40, interitemSpacing: 10, lineSpacing: 1, isSingleColumn: true)
    let flow = LineRule(available: 90, interitemSpacing: 10, lineSpacing: 1)
    var index = try ExtentModel(
      shapes: [list, flow].map { SectionShape(leading: 0, trailing: 0, rule: $0) },
      sections: [.init(shape: 1, items: [ItemExtent(cross: 10, main: 5)])]
    ).makeIndex(tested)
    for shape in [0, 1] {
      index.setShape(shape, ofSection: 0)
      #expect(index.itemExtent(0, inSection: 0) == ItemExtent(cross: 40, main: 5))
      index.checkInvariants()
    }
  }

  private func lines(
    of model: ExtentModel, _ tested: TestedIndex
  ) throws -> [AnsweredSection.Line] {
    let index = try model.makeIndex(tested)
    #expect(model.difference(from: index, tolerance: 1e-9) == nil)
    var buffer = ExtentBuffer()
    index.collect(from: -1, to: 1e9, into: &buffer)
    return buffer.answer.flatMap(\.lines)
  }
}

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
    // They fill the line to the bit.
    let limit = rule.available + LineRule.tolerance
    #expect(rule.itemsPerLine(cross: limit * 0x1p-17) == 1 << 17)
  }

  /// A line may be a millionth of a point too long, and no more.
  @Test func aLineHasItsTolerance() {
    let rule = LineRule(available: 100, interitemSpacing: 0, lineSpacing: 0)
    let limit = 100 + 1e-6
    #expect(rule.fits(limit, after: 0))
    #expect(!rule.fits(limit.nextUp, after: 0))
    #expect(rule.itemsPerLine(cross: limit / 2) == 2)
    #expect(rule.itemsPerLine(cross: (limit / 2).nextUp) == 1)
  }

  /// Equal lengths too are added up from a line's first item on, unless sums are exact.
  @Test(arguments: [TestedIndex.nested, .flat])
  func aLineAddsUpItsLengths(_ tested: TestedIndex) throws {
    for (cross, count) in [(0.1, 10), (3, 10), (0x1p52 + 1, 7)] {
      let rule = LineRule(available: 1e18, interitemSpacing: 0, lineSpacing: 0)
      let item = ItemExtent(cross: cross, main: 10)
      let index = try ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
        sections: [.init(shape: 0, items: Array(repeating: item, count: count))]
      ).makeIndex(tested)
      var buffer = ExtentBuffer()
      index.collect(item: 0, inSection: 0, into: &buffer)
      let sum = (0..<count).reduce(0) { sum, _ in sum + cross }
      #expect(buffer.lines.map(\.crossSum) == [sum])
    }
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
      let added = Self.itemsAddedUp(cross, rule)
      #expect(rule.itemsPerLine(cross: cross) == added, "\(cross) under \(rule)")
    }
  }

  /// Returns the number of items on a full line, by adding up.
  private static func itemsAddedUp(_ cross: Double, _ rule: LineRule) -> Int {
    var (added, used) = (1, cross)
    while rule.fits(cross, after: used) {
      used = used + rule.interitemSpacing + cross
      added += 1
    }
    return added
  }

  /// By the product one item more fits than by the sum. Lines of 65,536 items are not added up.
  @Test func onlyALineOfFewItemsIsAddedUp() {
    for (count, isAddedUp) in [(40_000, true), (65_535, true), (65_536, false)] {
      let cross = 11e7 / 3
      let rule = LineRule(available: Double(count) * cross, interitemSpacing: 0, lineSpacing: 0)
      #expect(Self.itemsAddedUp(cross, rule) == count - 1)
      #expect(rule.itemsPerLine(cross: cross) == (isAddedUp ? count - 1 : count))
    }
  }

  /// Whole numbers, whose quotients say how many fit.
  @Test func aLineHoldsTheMostThatFit() {
    for available in 0...30 {
      for spacing in 0...6 {
        let rule = LineRule(
          available: Double(available), interitemSpacing: Double(spacing), lineSpacing: 0)
        for cross in 0...8 where cross + spacing > 0 {
          let most = available > 0 ? max((available + spacing) / (cross + spacing), 1) : 1
          #expect(rule.itemsPerLine(cross: Double(cross)) == most, "\(cross) under \(rule)")
        }
      }
    }
  }

  /// Whole numbers so large that the division rounds to one item less or more.
  @Test func aLineOfManyItemsIsFullToTheLast() {
    let cases: [(available: Double, spacing: Double, cross: Double, count: Int)] = [
      (0x1p53, 1, 320, 28_059_810_762_433), (0x1p53 + 320, 2, 319, 28_059_810_762_434),
      (0x1p53 - 1, 4, 8, 750_599_937_895_082), (0x1p53 + 10, 5, 7, 750_599_937_895_083),
    ]
    for (available, spacing, cross, count) in cases {
      let rule = LineRule(available: available, interitemSpacing: spacing, lineSpacing: 0)
      #expect(rule.itemsPerLine(cross: cross) == count, "\(cross) under \(rule)")
    }
  }

  @Test func aLineOf2ToThe52ItemsIsNeverFull() {
    for (spacing, cross) in [(0.0, 1.0), (1, 0)] {
      func items(in available: Double) -> Int {
        LineRule(available: available - spacing, interitemSpacing: spacing, lineSpacing: 0)
          .itemsPerLine(cross: cross)
      }
      #expect(items(in: 0x1p52 - 2) == (1 << 52) - 2)
      #expect(items(in: 0x1p52 - 1) == (1 << 52) - 1)
      #expect(items(in: 0x1p52) == .max)
    }
  }

  /// The length of a line of equal items is a product, for lines of any length.
  @Test(arguments: [TestedIndex.nested, .flat])
  func aLongLineOfEqualItemsIsNotAddedUp(_ tested: TestedIndex) throws {
    var index = tested.makeIndex()
    let rule = LineRule(available: 1e6, interitemSpacing: 0, lineSpacing: 0)
    index.appendShape(SectionShape(leading: 0, trailing: 0, rule: rule))
    try index.replaceSections(0..<0, count: 1) { _ in
      SectionContent(shape: 0, itemCount: 400_000, commonExtent: ItemExtent(cross: 1, main: 10))
    } extents: { _, _, _ in
    }
    // As many queries as a long scroll makes.
    var buffer = ExtentBuffer()
    for item in 0..<10_000 {
      buffer.removeAll()
      index.collect(item: item, inSection: 0, into: &buffer)
    }
    #expect(buffer.lines.map(\.crossSum) == [400_000])
  }

  /// The length of a line and a spacing are together more than any `Double`.
  @Test(arguments: TestedIndex.allCases)
  func aLineOfHugeSpacingHoldsWhatFits(_ tested: TestedIndex) throws {
    for (cross, count) in [(1e307, 2), (5e307, 1)] {
      let rule = LineRule(available: 1.3e308, interitemSpacing: 1e308, lineSpacing: 0)
      #expect(rule.itemsPerLine(cross: cross) == count)
      let items = Array(repeating: ItemExtent(cross: cross, main: 10), count: 4)
      let model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
        sections: [.init(shape: 0, items: items)])
      #expect(model.difference(from: try model.makeIndex(tested)) == nil, "\(cross)")
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
