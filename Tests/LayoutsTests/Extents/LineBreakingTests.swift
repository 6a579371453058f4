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
