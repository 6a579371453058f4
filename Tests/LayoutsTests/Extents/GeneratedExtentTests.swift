import Layouts
import TestSupport
import Testing

/// Generated edits of each extent index, each compared with the model.
@Suite struct GeneratedExtentTests {
  /// Edits in one sequence, on one collection.
  static let editsPerSequence = 16

  @Test(arguments: TestedIndex.allCases)
  func indexesMatchTheModelWithExactLengths(_ tested: TestedIndex) throws {
    try run(tested, isFractional: false)
  }

  @Test(arguments: TestedIndex.allCases)
  func indexesMatchTheModelWithFractionalLengths(_ tested: TestedIndex) throws {
    try run(tested, isFractional: true)
  }

  /// Ranges that begin or end within the last bit of an edge, for which index and model may both be
  /// right: seeds that failed with exact ranges.
  @Test(
    arguments: [(.tree, 1_795_417_836_414), (.flat, 1_795_417_836_945)] as [(TestedIndex, UInt64)])
  func queriesAtRoundedEdgesMatchTheModel(_ tested: TestedIndex, _ seed: UInt64) throws {
    let failure = try failure(tested, seed: seed, isFractional: true)
    #expect(failure == nil)
  }

  private func run(_ tested: TestedIndex, isFractional: Bool) throws {
    let name = "\(tested) extents, \(isFractional ? "fractional" : "exact")"
    // There are six of these.
    var run = try StressRun(
      name, filter: "GeneratedExtentTests", usualSeconds: 0.5, share: 0.15 / 6)
    run.forEachSeed { seed in
      if let failure = try failure(tested, seed: seed, isFractional: isFractional) {
        throw Difference(description: failure)
      }
    }
    run.summarize("\(run.sequences * Self.editsPerSequence) edits")
  }

  /// Returns the failure in the sequence of one seed; nil if there is none.
  private func failure(
    _ tested: TestedIndex, seed: UInt64, isFractional: Bool
  ) throws -> String? {
    var generator = ExtentGenerator(seed: seed, isFractional: isFractional)
    var model = generator.model()
    var index = try model.makeIndex(tested)
    // A copy from before an edit stays as it is.
    var kept = (index: index, model: model)
    for step in 0..<Self.editsPerSequence {
      let edit = generator.edit(of: model)
      try index.apply(edit)
      model.apply(edit)
      index.checkInvariants()
      let tolerance = isFractional ? max(index.extent, 1) * 1e-9 : 0
      let ranges = generator.ranges(4, of: index.extent) + [(-1, index.extent + 1)]
      if let difference = model.difference(from: index, ranges: ranges, tolerance: tolerance) {
        return "step \(step), \(edit): \(difference)"
      }
      if step == Self.editsPerSequence / 2 { kept = (index, model) }
    }
    let tolerance = isFractional ? max(kept.index.extent, 1) * 1e-9 : 0
    let ranges: [(Double, Double)]? = isFractional ? [(-1, kept.index.extent + 1)] : nil
    return kept.model.difference(from: kept.index, ranges: ranges, tolerance: tolerance)
      .map { "the copy kept: \($0)" }
  }
}

/// Every edit of every small collection, under rules that make lines of all kinds.
@Suite struct ExhaustiveExtentTests {
  /// Two that fill a line of 60 with a spacing of 10, one of no size, one longer than any line.
  static let extents = [
    ItemExtent(cross: 20, main: 10), ItemExtent(cross: 30, main: 5),
    ItemExtent(cross: 0, main: 0), ItemExtent(cross: 90, main: 7),
  ]

  static let rules = [
    LineRule(available: 60, interitemSpacing: 10, lineSpacing: 5),
    LineRule(available: 60, interitemSpacing: 0, lineSpacing: 0),
    LineRule(available: 0, interitemSpacing: 0, lineSpacing: 3),
    LineRule(available: -10, interitemSpacing: 10, lineSpacing: 0),
    LineRule(available: 60, interitemSpacing: 10, lineSpacing: 5, isSingleColumn: true),
    LineRule(available: 60, interitemSpacing: 0, lineSpacing: 0, isSingleColumn: true),
  ]

  /// A Boolean value that indicates whether to test more shapes than a debug build can in seconds:
  /// true if a minute or more is allowed.
  let isDeep: Bool

  init() throws {
    isDeep = try StressRun.secondsAskedFor().map { $0 >= 60 } ?? false
  }

  /// All rows of at most `maxCount` of `choices`.
  static func rows<Choice>(of choices: [Choice], upTo maxCount: Int) -> [[Choice]] {
    var rows: [[Choice]] = [[]]
    var longest = rows
    for _ in 0..<maxCount {
      longest = longest.flatMap { row in choices.map { row + [$0] } }
      rows += longest
    }
    return rows
  }

  @Test(arguments: TestedIndex.allCases)
  func everySmallEditOfItemsMatchesTheModel(_ tested: TestedIndex) throws {
    let added =
      Self.rows(of: Array(Self.extents[0...(isDeep ? 2 : 1)]), upTo: 1)
      + [[Self.extents[1], Self.extents[2]]]
    let short = Self.rows(of: Self.extents, upTo: isDeep ? 4 : 2)
    let long = Self.rows(of: Array(Self.extents[0...1]), upTo: isDeep ? 6 : 4)
    for (place, rule) in Self.rules.enumerated() {
      let contents = short + long.filter { $0.count > 2 && (isDeep || place == 0) }
      let shape = SectionShape(leading: 8, trailing: 4, rule: rule)
      for items in contents {
        // The sections around it move or stay.
        let model = ExtentModel(
          shapes: [shape],
          sections: [[Self.extents[0]], items, [Self.extents[1]]].map {
            ExtentModel.Section(shape: 0, items: $0)
          })
        let index = try model.makeIndex(tested)
        for lower in 0...items.count {
          for upper in lower...items.count {
            for new in added {
              try check(index, model, .replaceItems(lower..<upper, section: 1, new))
            }
          }
        }
      }
    }
  }

  @Test(arguments: TestedIndex.allCases)
  func everySmallEditOfSectionsMatchesTheModel(_ tested: TestedIndex) throws {
    let shapes = [
      SectionShape(leading: 8, trailing: 4, rule: Self.rules[0]),
      SectionShape(leading: 0, trailing: 0, rule: Self.rules[1]),
      SectionShape(leading: 0, trailing: 2, rule: Self.rules[4]),
    ]
    let small = [[], [0], [1, 0], [2, 2, 1]].map { $0.map { Self.extents[$0] } }
    let choices = shapes.indices.flatMap { shape in
      small.map { ExtentModel.Section(shape: shape, items: $0) }
    }
    let kinds = choices.filter { isDeep || $0.items.count != 1 }
    let newRows = [
      [], [kinds[3]], [kinds[2], kinds[4]], [kinds[0], kinds[0], kinds[6]],
    ].map { $0.map { ExtentEdit.NewSection($0) } }
    let threes = Self.rows(of: Array(kinds[1...(isDeep ? 6 : 3)]), upTo: 3)
    for sections in Self.rows(of: kinds, upTo: 2) + threes.filter({ $0.count > 2 }) {
      let model = ExtentModel(shapes: shapes, sections: sections)
      let index = try model.makeIndex(tested)
      for lower in 0...sections.count {
        for upper in lower...sections.count {
          for new in newRows { try check(index, model, .replaceSections(lower..<upper, new)) }
        }
      }
      for section in sections.indices {
        for shape in shapes.indices { try check(index, model, .setShape(shape, section: section)) }
      }
      try check(index, model, .replaceShapes([shapes[1], shapes[2], shapes[0]]))
      try check(index, model, .replaceShapes([shapes[2], shapes[0], shapes[2]]))
      var wide = shapes
      for shape in wide.indices { wide[shape].rule.available += 10 }
      try check(index, model, .replaceShapes(wide))
      for shape in wide.indices { wide[shape].rule.lineSpacing += 1 }
      try check(index, model, .replaceShapes(wide))
    }
  }

  /// Carries one edit out on copies, and compares.
  private func check(_ index: any ExtentIndex, _ model: ExtentModel, _ edit: ExtentEdit) throws {
    var edited = index
    var expected = model
    try edited.apply(edit)
    expected.apply(edit)
    edited.checkInvariants()
    if let difference = expected.difference(from: edited) {
      Issue.record("\(model) after \(edit): \(difference)")
    }
  }
}
