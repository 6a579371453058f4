import BasicAlgorithms
import Changesets
import Geometry
import Layouts
import StressTesting
import TestSupport
import Testing

/// Generated compositional layouts against the literal model, over every extent index.
@Suite(.serialized) struct CompositionalOracleTests {
  @Test func everyAnswerMatchesTheModelBitForBit() throws { try run(isFractional: false) }

  @Test func fractionalLengthsAgreeToABillionth() throws { try run(isFractional: true) }

  private func run(isFractional: Bool) throws {
    let name = "compositional layouts, \(isFractional ? "fractional" : "exact")"
    var run = try StressRun(name, filter: "CompositionalOracleTests", usualSeconds: 2, share: 0.15)
    var total = ComparisonCounts()
    run.forEachSeed { seed in
      for strategy in FlowCaseGenerator(seed: seed, mayBeLarge: true).strategies {
        try naming(strategy) {
          try Self.compare(seed, strategy, isFractional: isFractional, &total)
        }
      }
    }
    run.summarize(
      "\(total.layouts) layouts, \(total.elements) elements and \(total.queries) queries")
    #expect(total.layouts > 0 && total.queries > 0)
  }

  /// One generated layout: everything it answers.
  static func compare(
    _ seed: UInt64, _ strategy: ExtentStrategy, isFractional: Bool, _ total: inout ComparisonCounts
  ) throws {
    var generator = FlowCaseGenerator(seed: seed, isFractional: isFractional, mayBeLarge: true)
    var test = CompositionalCase(&generator)
    let fixture = try CompositionalFixture(test, strategy)
    let bounds = fixture.session.bounds
    for (number, section) in test.collection.sections.enumerated() where generator.chance(40) {
      let offset = Double(generator.random.next(below: 300))
      test.offsets[section.id] = offset
      fixture.layout.setOrthogonalOffset(offset, ofSection: number)
    }
    try fixture.session.settle()
    let model = test.model(visible: bounds)
    var comparison = CompositionalComparison(model: model)
    if isFractional {
      comparison.tolerance = 1e-9 * max(model.size.width, model.size.height, 1000)
    }
    comparison.counts = total
    try comparison.checkElements(fixture.layout, itemCounts: test.collection.counts)
    let edges = model.elements.values.map(\.frame)
    try comparison.checkQuery(fixture.layout, bounds)
    for _ in 0..<6 {
      try comparison.checkQuery(
        fixture.layout, generator.query(in: bounds, model.size, edges: edges))
    }
    total = comparison.counts
  }
}
