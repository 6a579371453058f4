import BasicAlgorithms
import BenchmarkTestSupport
import Benchmarking
import Datasets
import Geometry
import LayoutBenchmarks
import Layouts
import Testing

/// The suite with an index of a user's own in it.
private let suite = Suite.layout(adding: [
  LayoutExtents("mine", TreeExtents.self, editsReach: .few)
])

private let datasets = [
  "uniform-1000", "uniform-3", "one-section", "one-per-section", "many-empty", "zipf-1000",
]

@Test func everyScenarioHasAnIDOfItsOwn() { checkIDsAreUnique(suite.scenarios) }

@Test func idsAreWellFormed() {
  checkIDsAreWellFormed(suite.scenarios, part: /[a-z][a-z0-9]*(-[a-z0-9]+)*/)
  for scenario in suite.scenarios {
    #expect(scenario.payload == "frame", "\(scenario.name)")
    #expect(scenario.summary.hasSuffix("."), "\(scenario.name)")
  }
}

@Test func theQuickPresetHoldsAtMostTwelve() { checkHeadlines(suite.scenarios) }

@Test func everyFloorStandsBesideWhatItBounds() {
  checkFloors(suite.scenarios, boundStorage: "tree")
}

@Test func anAddedIndexRunsWhatABuiltInOneDoes() {
  func names(_ storage: String) -> [String] {
    suite.scenarios.filter { $0.storage == storage }.map(\.name)
  }
  for storage in ["nested", "flat", "tree", "linear-scan"] {
    #expect(names(storage) == names("mine"), "\(storage)")
  }
}

/// Runs every scenario at its smallest size; all strategies, floors and the linear scan give one
/// answer.
@Test(arguments: datasets)
func everyScenarioGivesTheRightAnswerTwice(dataset: String) throws {
  for items in [1, 7, 150] {
    let context = ScenarioContext(dataset: dataset, items: items, seed: 42)
    var answers = SuiteAnswers()
    for scenario in suite.scenarios where scenario.storage != "mine" {
      try answers.check(scenario, in: context)
    }
  }
}

@Test func offsetsStayWithinTheContent() {
  for most in [0.0, 0.25, 3, 1_000, 44_000_000] {
    for movement in Movement.allCases {
      var generator = SplitMix64(seed: 1)
      let offsets = movement.offsets(3_000, upTo: most, &generator)
      #expect(offsets.count == 3_000, "\(movement), \(most)")
      #expect(offsets.allSatisfy { $0 >= 0 && $0 <= most }, "\(movement), \(most)")
      #expect(offsets.allSatisfy { ($0 * 4).rounded() == $0 * 4 }, "\(movement), \(most)")
    }
  }
}

/// The five flings of the targets: how far and how many frames.
@Test func flingsGoAsFarAsAScrollViewDoes() {
  var generator = SplitMix64(seed: 1)
  let frames = [1_000.0, 2_000, 4_000, 8_000, 12_000].reduce(0) {
    $0 + Int((Deceleration(position: 0, velocity: $1).duration * 60).rounded(.up))
  }
  #expect(frames == 1_236)
  let offsets = Movement.fling.offsets(frames, upTo: 1e9, &generator)
  let start = Double(SplitMix64.firstOffset)
  #expect(abs(offsets[frames - 1] - start - 13_486) < 4)
  let longest = zip(offsets, offsets.dropFirst()).map { $1 - $0 }.max() ?? 0
  #expect(longest > 190 && longest < 200, "12,000 points a second are 200 a frame at most")
}

extension SplitMix64 {
  /// The first place that the test's flings start from.
  fileprivate static var firstOffset: Int {
    var generator = SplitMix64(seed: 1)
    return generator.next(below: 1_000_000_001)
  }
}

/// The patterns keep their promises beyond chance.
@Test func patternsAreWhatTheyClaim() {
  let varied = (0..<10_000).map { SizePattern.varied.size(at: $0) }
  #expect(varied.allSatisfy { (112..<176).contains($0.width) && (40..<104).contains($0.height) })
  #expect(Set(varied.map(\.width)).count == 256 && Set(varied.map(\.height)).count == 256)
  let rows = (0..<10_000).map { SizePattern.rows.size(at: $0).height }
  #expect(rows.allSatisfy { (28..<60).contains($0) } && Set(rows).count == 128)
  #expect((0..<6).map { SizePattern.periodic.size(at: $0).height } == [60, 80, 100, 60, 80, 100])
}
