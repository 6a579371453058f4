import BasicAlgorithms
import Changesets
import Datasets
import Layouts
import TestSupport
import Testing

/// Batches of edits of one item or of all items, compared with the model.
@Suite struct ExtentBatchTests {
  /// Batches in one sequence, on one collection.
  static let batchesPerSequence = 4

  /// Small sections, thousands of times.
  @Test(arguments: TestedIndex.allCases)
  func smallBatchesMatchTheModel(_ tested: TestedIndex) throws {
    try run(tested, "small", mostItems: 12, usualSeconds: 0.7) { generator, model in
      .exchangeItems(generator.batch(of: model))
    }
  }

  /// Sections of many chunks.
  @Test(arguments: TestedIndex.allCases)
  func largeBatchesMatchTheModel(_ tested: TestedIndex) throws {
    try run(tested, "large", mostItems: 3_000, mostSections: 1, usualSeconds: 0.7) {
      generator, model in
      .exchangeItems(generator.batch(of: model))
    }
  }

  /// Removes, inserts and moves sections together.
  @Test(arguments: TestedIndex.allCases)
  func batchesOfSectionsMatchTheModel(_ tested: TestedIndex) throws {
    try run(tested, "section", mostItems: 8, mostSections: 40, usualSeconds: 0.7) {
      generator, model in generator.sectionBatch(of: model)
    }
  }

  private typealias Batch = (inout ExtentBatchGenerator, ExtentModel) -> ExtentEdit

  private func run(
    _ tested: TestedIndex, _ size: String, mostItems: Int, mostSections: Int = 3,
    usualSeconds: Double, batch: Batch
  ) throws {
    let name = "\(tested) extents, \(size) batches"
    // There are nine of these.
    var run = try StressRun(
      name, filter: "ExtentBatchTests", usualSeconds: usualSeconds, share: 0.15 / 9)
    run.forEachSeed { seed in
      var generator = ExtentBatchGenerator(seed: seed, mostItems: mostItems)
      let model = generator.model(mostSections: mostSections)
      if let failure = try failure(tested, model, &generator, batch) {
        throw Difference(description: failure)
      }
    }
    run.summarize("\(run.sequences * Self.batchesPerSequence) batches")
  }

  /// Returns the first failure of a series of batches; nil if there is none.
  private func failure(
    _ tested: TestedIndex, _ model: ExtentModel, _ generator: inout ExtentBatchGenerator,
    _ batch: Batch
  ) throws -> String? {
    var model = model
    var index = try model.makeIndex(tested)
    let before = (model, index)
    for step in 0..<Self.batchesPerSequence {
      let edit = batch(&generator, model)
      try index.apply(edit)
      model.apply(edit)
      index.checkInvariants()
      if let difference = difference(model, index) { return "\(edit), \(step): \(difference)" }
    }
    // A copy from before stays as it is.
    return difference(before.0, before.1).map { "the copy from before: \($0)" }
  }

  /// Returns the first difference from the model in sections, lines and items, each queried once.
  private func difference(_ model: ExtentModel, _ index: any ExtentIndex) -> String? {
    let everything = model.everything()
    var buffer = ExtentBuffer()
    for section in everything {
      var bare = section
      bare.lines = []
      let answered = AnsweredSection(index.section(at: section.index))
      guard answered == bare else { return "section \(section.index) is \(answered), not \(bare)" }
    }
    index.collect(from: -1, to: index.extent + 1, into: &buffer)
    let expected = model.overlapping(everything, from: -1, to: index.extent + 1)
    guard buffer.answer == expected else {
      return "lines are \(buffer.answer), not \(expected)"
    }
    return nil
  }
}

/// Batches of edits of items, compared with the same edits one by one.
@Suite struct ExtentExchangeTests {
  private static let rules = [
    LineRule(available: 100, interitemSpacing: 2, lineSpacing: 4),
    LineRule(available: 100, interitemSpacing: 0, lineSpacing: 1, isSingleColumn: true),
  ]

  @Test(arguments: [ExtentStrategy.nested, .flat, .tree])
  func aBatchEqualsItsEditsOneByOne(_ strategy: ExtentStrategy) throws {
    for seed: UInt64 in 0..<400 {
      var numbers = SplitMix64(seed: seed)
      var (together, single) = (strategy.makeIndex(), strategy.makeIndex())
      let sections = (0..<1 + numbers.next(below: 5)).map { _ in
        (0..<numbers.next(below: 40)).map { _ in Self.extent(&numbers) }
      }
      for rule in Self.rules {
        let shape = SectionShape(leading: 3, trailing: 0, rule: rule)
        together.appendShape(shape)
        single.appendShape(shape)
      }
      try Self.load(sections, &together)
      try Self.load(sections, &single)
      for _ in 0..<3 {
        let edits = Self.edits(single, &numbers)
        together.exchangeItems(
          removed: edits.removed, inserted: edits.inserted, resized: edits.resized)
        Self.perform(edits, on: &single)
        together.checkInvariants()
        #expect(Self.differs(together, single) == nil, "\(strategy.name), seed \(seed)")
      }
    }
  }

  /// The item behind the last edit of a batch now fits on the line before. That must work
  /// everywhere, also at the end of a tree's leaf if the next leaf has no edit.
  @Test(arguments: [ExtentStrategy.nested, .flat, .tree])
  func theItemBehindABatchJoinsItsLastLine(_ strategy: ExtentStrategy) throws {
    var numbers = SplitMix64(seed: 7)
    let items = (0..<2_500).map { _ in
      ItemExtent(cross: 60, main: Double(numbers.next(below: 80)) / 4)
    }
    var before = strategy.makeIndex()
    before.appendShape(SectionShape(leading: 0, trailing: 0, rule: Self.rules[0]))
    try before.replaceSections(0..<0, count: 1) { _ in
      SectionContent(shape: 0, itemCount: items.count)
    } extent: { _, item in
      items[item]
    }
    for last in 200..<1_400 {
      var index = before
      var resized = stride(from: last % 8, to: last, by: 8).map { item in
        (ItemPath(section: 0, item: item), ItemExtent(cross: 55, main: 9))
      }
      resized.append((ItemPath(section: 0, item: last - 1), ItemExtent(cross: 80, main: 9)))
      resized.append((ItemPath(section: 0, item: last), ItemExtent(cross: 30, main: 9)))
      index.exchangeItems(removed: [], inserted: [], resized: resized)
      var line = ExtentBuffer()
      index.collect(item: last + 1, inSection: 0, into: &line)
      #expect(line.lines.map(\.firstItem) == [last], "\(strategy.name), \(last)")
      #expect(line.lines.map(\.itemCount) == [2])
    }
  }

  /// An item may have two sizes among those of a batch.
  @Test(arguments: TestedIndex.allCases)
  func theLastOfTwoSizesCounts(_ tested: TestedIndex) throws {
    let items = (0..<20).map { ItemExtent(cross: 30, main: 10 + Double($0)) }
    for count in [1, 12] {
      var model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: Self.rules[0])],
        sections: [.init(shape: 0, items: items)])
      var index = try model.makeIndex(tested)
      let resized = [3.0, 4].flatMap { main in
        (2..<2 + count).map { (ItemPath(section: 0, item: $0), ItemExtent(cross: 30, main: main)) }
      }
      try index.apply(.exchangeItems(.init(resized: resized)))
      model.apply(.exchangeItems(.init(resized: resized)))
      #expect(model.difference(from: index) == nil, "\(count)")
    }
  }

  /// A section of equal items stays one if equal items come and go.
  @Test(arguments: TestedIndex.allCases)
  func aBatchOfEqualItemsLeavesEqualItems(_ tested: TestedIndex) throws {
    let item = ItemExtent(cross: 30, main: 10)
    func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }
    for (removed, inserted) in [(10, 14), (14, 10), (100, 0)] {
      var model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: Self.rules[0])],
        sections: [.init(shape: 0, items: Array(repeating: item, count: 100))])
      var index = try model.makeIndex(tested)
      let edit = ExtentEdit.exchangeItems(
        .init(
          removed: (0..<removed).map { path($0 * 100 / removed) },
          inserted: (0..<inserted).map { (path($0 * 7), item) }))
      try index.apply(edit)
      model.apply(edit)
      #expect(index.section(at: 0).isUniform)
      #expect(model.difference(from: index) == nil, "\(removed)")
    }
  }

  private typealias Sized = (path: ItemPath, extent: ItemExtent)
  private typealias Edits = (removed: [ItemPath], inserted: [Sized], resized: [Sized])

  private static func extent(_ numbers: inout SplitMix64) -> ItemExtent {
    ItemExtent(
      cross: 5 + Double(numbers.next(below: 60)) / 4, main: Double(numbers.next(below: 80)) / 4)
  }

  private static func load(
    _ sections: [[ItemExtent]], _ index: inout any ExtentIndex
  ) throws(LayoutError) {
    try index.replaceSections(0..<0, count: sections.count) { section in
      SectionContent(shape: section % 2, itemCount: sections[section].count)
    } extent: { section, item in
      sections[section][item]
    }
  }

  /// A few edits, or many.
  private static func edits(_ index: any ExtentIndex, _ numbers: inout SplitMix64) -> Edits {
    let share = 2 + numbers.next(below: 30)
    var edits: Edits = ([], [], [])
    for section in 0..<index.sectionCount {
      let count = index.section(at: section).itemCount
      let removed = (0..<count).filter { _ in numbers.next(below: share) == 0 }
      edits.removed += removed.map { ItemPath(section: section, item: $0) }
      var after = count - removed.count
      var place = 0
      while place <= after {
        let path = ItemPath(section: section, item: place)
        switch numbers.next(below: 2 * share) {
        case 0:
          edits.inserted.append((path, extent(&numbers)))
          after += 1
        case 1 where place < after: edits.resized.append((path, extent(&numbers)))
        default: break
        }
        place += 1
      }
    }
    edits.resized.reverse()
    return edits
  }

  private static func perform(_ edits: Edits, on index: inout any ExtentIndex) {
    for path in edits.removed.reversed() {
      index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    }
    for (path, extent) in edits.inserted {
      index.replaceItems(path.item..<path.item, inSection: path.section, with: [extent])
    }
    for (path, extent) in edits.resized {
      index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [extent])
    }
  }

  /// Returns the first difference between two answers; nil if there is none.
  private static func differs(_ left: any ExtentIndex, _ right: any ExtentIndex) -> String? {
    guard left.sectionCount == right.sectionCount, left.extent == right.extent else {
      return "extents \(left.extent) and \(right.extent)"
    }
    for section in 0..<left.sectionCount {
      let (mine, other) = (left.section(at: section), right.section(at: section))
      if mine != other { return "\(mine) and \(other)" }
      for item in 0..<mine.itemCount {
        let extents = (
          left.itemExtent(item, inSection: section), right.itemExtent(item, inSection: section)
        )
        if extents.0 != extents.1 { return "item \(item) of \(section): \(extents)" }
      }
    }
    var (mine, other) = (ExtentBuffer(), ExtentBuffer())
    left.collect(from: -1, to: left.extent + 1, into: &mine)
    right.collect(from: -1, to: left.extent + 1, into: &other)
    if mine.sections != other.sections { return "sections" }
    let isSame =
      mine.lines.count == other.lines.count
      && zip(mine.lines, other.lines).allSatisfy {
        $0.firstItem == $1.firstItem && $0.itemCount == $1.itemCount && $0.start == $1.start
          && $0.thickness == $1.thickness && $0.crossSum == $1.crossSum
      }
    return isSame ? nil : "lines"
  }
}
