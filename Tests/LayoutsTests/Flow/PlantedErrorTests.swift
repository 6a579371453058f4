import Layouts
import Testing

/// Injected errors: a comparison that misses them compares nothing.
@Suite struct PlantedErrorTests {
  @Test(arguments: [
    ("one item late", ExtentStrategy("late", PlainExtents<LateJoin>.self), false, 50),
    ("exact fits break", ExtentStrategy("strict", PlainExtents<StrictJoin>.self), false, 50),
    (
      "repeated subtraction", ExtentStrategy("difference", PlainExtents<DifferenceJoin>.self), true,
      300
    ),
  ])
  func aPlantedErrorIsFound(
    _ name: String, _ strategy: ExtentStrategy, _ isFractional: Bool, _ limit: UInt64
  ) {
    var counts = ComparisonCounts()
    for seed in 1...limit {
      do {
        try FlowOracleTests.compare(seed, strategy, isFractional: isFractional, &counts)
      } catch {
        print("planted error \"\(name)\" found after \(seed) layouts")
        return
      }
    }
    Issue.record("\(name): not found in \(limit) layouts")
  }

  @Test(arguments: [
    ("late", ExtentStrategy("late", PlainExtents<LateJoin>.self)),
    ("strict", ExtentStrategy("strict", PlainExtents<StrictJoin>.self)),
  ])
  func aStrategyThatDiffersIsFound(_ name: String, _ strategy: ExtentStrategy) throws {
    for seed in 1...100 {
      var run = try FlowEditRun(seed: UInt64(seed), amongThemselves: [.tree, strategy])
      do {
        for _ in 0..<4 { try run.step() }
      } catch {
        print("planted error \"\(name)\" found among strategies after \(seed) sequences")
        return
      }
    }
    Issue.record("\(name): not found in 100 sequences")
  }

  @Test func theSameIndexWithoutOnePasses() throws {
    var counts = ComparisonCounts()
    for seed in 1...300 {
      for isFractional in [false, true] {
        try FlowOracleTests.compare(UInt64(seed), .plain, isFractional: isFractional, &counts)
      }
    }
    #expect(counts.layouts == 600)
  }
}
