import Changesets
import Layouts
import Testing

/// Content so long that positions round, or no position is left for it, and what comes after.
@Suite struct HugeExtentTests {
  static let list = LineRule(
    available: 100, interitemSpacing: 0, lineSpacing: 0, isSingleColumn: true)
  static let flow = LineRule(available: 100, interitemSpacing: 10, lineSpacing: 2)

  static func model(_ rule: LineRule, _ lengths: [[Double]]) -> ExtentModel {
    ExtentModel(
      shapes: [SectionShape(leading: 3, trailing: 1, rule: rule)],
      sections: lengths.map { mains in
        .init(
          shape: 0, items: mains.map { ItemExtent(cross: rule.isSingleColumn ? 100 : 40, main: $0) }
        )
      })
  }

  /// After the long item is deleted, positions are as before, to the bit if lengths are exact.
  @Test(arguments: TestedIndex.allCases)
  func aDeletedLongItemLeavesNoRoundingError(_ tested: TestedIndex) throws {
    for rule in [Self.list, Self.flow] {
      for (length, tolerance) in [(10.015625, 0.0), (10.1, 1e-9)] {
        for long in [1e9, 1e13, 1e15, 1e17, 1e308] {
          for place in [0, 3, 6] {
            let rows = Array(repeating: length, count: 6)
            var model = Self.model(rule, [rows, rows, [], rows])
            var index = try model.makeIndex(tested)
            let item = ItemExtent(cross: 100, main: long)
            for (first, others) in [(1, 0), (0, 1), (3, 1)] {
              let edits: [ExtentEdit] = [
                .replaceItems(place..<place, section: first, [item]),
                .replaceItems(2..<2, section: others, [item]),
                .replaceItems(place..<place + 1, section: first, []),
                .replaceItems(2..<3, section: others, []),
              ]
              for edit in edits {
                try index.apply(edit)
                model.apply(edit)
                index.checkInvariants()
              }
              // Exact lengths agree to the bit, also at edges.
              let ranges = tolerance == 0 ? nil : [(-1.0, 1e9)]
              let difference = model.difference(
                from: index, ranges: ranges, tolerance: tolerance)
              #expect(difference == nil, "\(length) after \(long) at \(place) of \(first)")
            }
          }
        }
      }
    }
  }

  /// The same with insertions and deletions of whole sections.
  @Test(arguments: TestedIndex.allCases)
  func aDeletedLongSectionLeavesNoRoundingError(_ tested: TestedIndex) throws {
    let rows = Array(repeating: 10.015625, count: 6)
    for rule in [Self.list, Self.flow] {
      for place in 0...3 {
        var model = Self.model(rule, [rows, [], rows])
        var index = try model.makeIndex(tested)
        let section = ExtentModel.Section(shape: 0, items: [ItemExtent(cross: 40, main: 1e15)])
        try index.apply(.replaceSections(place..<place, [.init(section)]))
        model.apply(.replaceSections(place..<place, [.init(section)]))
        index.checkInvariants()
        try index.apply(.replaceSections(place..<place + 1, []))
        model.apply(.replaceSections(place..<place + 1, []))
        index.checkInvariants()
        #expect(model.difference(from: index) == nil, "at \(place)")
      }
    }
  }

  /// Moves may have rounded once a flat index has reached 2^47 points, or takes less than a quarter of
  /// its longest extent: the edit then adds up all lines and sections.
  @Test func aFlatIndexAddsUpWhatMayHaveRounded() throws {
    let shape = SectionShape(leading: 0, trailing: 0, rule: Self.list)
    func section(_ rows: [Double]) -> ExtentModel.Section {
      .init(shape: 0, items: rows.map { ItemExtent(cross: 100, main: $0) })
    }
    func places(_ edit: ExtentEdit, _ index: inout any ExtentIndex) throws -> Int {
      index.work = ExtentWork()
      try index.apply(edit)
      return index.work.placesMoved
    }
    func resize(_ length: Double) -> ExtentEdit {
      .replaceItems(0..<1, section: 0, [ItemExtent(cross: 100, main: length)])
    }
    let rows = Array(repeating: 3.0, count: 11)
    for (scale, isReplaced) in [(1.0, false), (1, true), (0x1p-9, false)] {
      let lengths = ([367] + rows).map { $0 * scale }
      var index = try ExtentModel(shapes: [shape], sections: [section(lengths)]).makeIndex(.flat)
      if isReplaced { index.replaceShapes(with: [shape]) }
      #expect(try places(resize(67 * scale), &index) == 14)
      #expect(try places(resize(66 * scale), &index) == 14 + 13)
      // The longest extent is now the present one.
      #expect(try places(resize(65 * scale), &index) == 14)
    }
    for (length, count) in [(0x1p47 - 33 - 0x1p-6, 3), (0x1p47 - 33, 3 + 13)] {
      var index = try ExtentModel(shapes: [shape], sections: [section([length] + rows)])
        .makeIndex(.flat)
      #expect(try places(resize(length), &index) == count)
    }
    for (length, count) in [(67.0, 25), (66, 25 + 13)] {
      var index = try ExtentModel(shapes: [shape], sections: [section([367] + rows)])
        .makeIndex(.flat)
      let resized = (0..<8).map { item in
        (ItemPath(section: 0, item: item), ItemExtent(cross: 100, main: item == 0 ? length : 3))
      }
      #expect(try places(.exchangeItems(.init(resized: resized)), &index) == count)
    }
    for (length, count) in [(76.0, 22), (75, 22 + 18)] {
      let short = Array(repeating: section([3]), count: 8)
      var index = try ExtentModel(shapes: [shape], sections: [section([376])] + short)
        .makeIndex(.flat)
      let new = ([length, 3, 3, 3] as [Double]).enumerated().map { number, length in
        InsertedSection(section: number, source: nil, new: .init(section([length])))
      }
      let edit = ExtentEdit.exchangeSections(removed: [0, 1, 2, 3], inserted: new)
      #expect(try places(edit, &index) == count)
    }
  }

  /// The line spacing behind the last line is none of the section's (FL-11), however long it is.
  @Test(arguments: TestedIndex.allCases)
  func aLongLineSpacingHidesNoLine(_ tested: TestedIndex) throws {
    for spacing in [1e6, 1e12, 1e17, 1e300] {
      let rule = LineRule(available: 320, interitemSpacing: 10, lineSpacing: spacing)
      for count in [2, 3, 12, 13, 400] {
        let items = (0..<count).map { ItemExtent(cross: 140, main: 10.1 + 10 * Double($0 % 2)) }
        let model = ExtentModel(
          shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
          sections: [.init(shape: 0, items: items)])
        var index = try model.makeIndex(tested)
        let tolerance = index.extent * 1e-9
        #expect(model.difference(from: index, ranges: [], tolerance: tolerance) == nil)
        if count == 2 { #expect(index.extent == 20.1, "\(spacing)") }
        var buffer = ExtentBuffer()
        index.collect(from: 17, to: 117, into: &buffer)
        #expect(buffer.lines.map(\.firstItem) == [0], "\(spacing)")
        // The same with an edit that leaves one line.
        index.replaceItems(2..<count, inSection: 0, with: [])
        #expect(index.extent == 20.1, "\(spacing)")
        index.checkInvariants()
      }
    }
  }

  /// That spacing may be all that is beyond what a `Double` holds.
  @Test(arguments: TestedIndex.allCases)
  func theSpacingBehindTheLastLineLeavesTheExtentFinite(_ tested: TestedIndex) throws {
    for lines in [2, 60] {
      let spacing = Double.greatestFiniteMagnitude / (Double(lines) - 0.5)
      let rule = LineRule(available: 320, interitemSpacing: 10, lineSpacing: spacing)
      let items = (1..<2 * lines).map {
        ItemExtent(cross: 140, main: 10.1 + 10 * Double($0 % 2))
      }
      let model = ExtentModel(
        shapes: [SectionShape(leading: 0, trailing: 0, rule: rule)],
        sections: [.init(shape: 0, items: items)])
      let index = try model.makeIndex(tested)
      #expect(index.extent.isFinite, "\(lines)")
      let tolerance = index.extent * 1e-9
      #expect(model.difference(from: index, ranges: [], tolerance: tolerance) == nil, "\(lines)")
    }
  }

  /// Sums beyond what a `Double` holds: nothing traps or goes on for ever, the extent says that it
  /// is not finite, and what comes after is as if it had never been.
  @Test(arguments: TestedIndex.allCases)
  func anInfiniteExtentLeavesNothingBehind(_ tested: TestedIndex) throws {
    let long = ItemExtent(cross: 100, main: 1e308)
    for (spacing, isList) in [(0.0, true), (2, false), (1e308, true), (1e308, false)] {
      var rule = isList ? Self.list : Self.flow
      rule.lineSpacing = spacing
      for isCommon in [true, false] {
        var model = Self.model(rule, [[10, 20], [], [5]])
        var index = try model.makeIndex(tested)
        let items = Array(repeating: long, count: 100)
        let section = ExtentModel.Section(shape: 0, items: items)
        try carryOut(
          [
            .replaceSections(1..<1, [.init(section, isCommon: isCommon)]),
            .replaceItems(40..<40, section: 1, [ItemExtent(cross: 20, main: 1)]),
            .replaceItems(1..<1, section: 0, [long, long, ItemExtent(cross: 20, main: 1)]),
            .replaceItems(50..<60, section: 1, []),
            .setShape(0, section: 1),
            .replaceShapes(
              model.shapes.map { SectionShape(leading: 5, trailing: 0, rule: $0.rule) }),
            .replaceShapes(
              model.shapes.map { SectionShape(leading: .infinity, trailing: 0, rule: $0.rule) }),
            .replaceShapes(model.shapes),
          ], on: &index, &model)
        try carryOut(
          [.replaceSections(1..<2, []), .replaceItems(1..<3, section: 0, [])], on: &index, &model,
          isFinite: nil)
        try carryOut([.replaceSections(0..<1, [])], on: &index, &model, isFinite: true)
        #expect(model.difference(from: index) == nil)
      }
    }
  }

  private func carryOut(
    _ edits: [ExtentEdit], on index: inout any ExtentIndex, _ model: inout ExtentModel,
    isFinite: Bool? = false
  ) throws {
    for edit in edits {
      try index.apply(edit)
      model.apply(edit)
      index.checkInvariants()
      if let isFinite { #expect(index.extent.isFinite == isFinite, "\(index.extent)") }
      #expect(!index.extent.isNaN)
      var buffer = ExtentBuffer()
      let ranges = [(-1.0, 30), (0, 1e307), (1e308, 1.5e308), (-1e308, 1.7e308), (30, .infinity)]
      for (start, end) in ranges { index.collect(from: start, to: end, into: &buffer) }
      for section in 0..<index.sectionCount {
        for item in 0..<index.section(at: section).itemCount {
          index.collect(item: item, inSection: section, into: &buffer)
          #expect(index.itemExtent(item, inSection: section).main > 0)
        }
      }
      #expect(!buffer.lines.contains { $0.start.isNaN })
    }
  }
}
