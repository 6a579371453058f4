import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import TestSupport
import Testing

/// Policies of reuse and of cells made ahead (RU-20 to RU-28), against plain arrays.
@Suite struct ReusePolicyTests {
  private static func policy(_ random: inout SplitMix64) -> ReusePolicy {
    let named: [ReusePolicy] = [.classic, .prefetching, .spareTime, .recyclerView]
    if random.next(below: 2) == 0 { return named[random.next(below: named.count)] }
    return ReusePolicy(
      lingeringLimit: random.next(below: 9), prefetchLimit: random.next(below: 7),
      prefetchesPerPass: random.number(in: 1...4),
      queueLimit: random.next(below: 3) == 0 ? nil : random.next(below: 6),
      prefetchTime: PrefetchTime.allCases[random.next(below: 3)])
  }

  /// Flings, jumps, turns, rests, updates and reloads over cells of several identifiers.
  @Test func everyPolicyKeepsAndMakesWhatItsRulesSay() throws {
    var stress = try StressRun(
      "reuse policies", filter: "ReusePolicyTests", usualSeconds: 2, share: 0.2)
    var (frames, ahead) = (0, 0)
    stress.forEachSeed { seed in
      var random = SplitMix64(seed: seed)
      let counts = (0..<random.number(in: 1...3)).map { _ in random.number(in: 30...90) }
      var number = 0
      let sections = counts.map { count in
        (0..<count).map { _ in
          number += 1
          return number
        }
      }
      let costs = (0..<random.number(in: 1...5)).map { _ in
        (making: random.next(below: 40), filling: random.next(below: 20))
      }
      let rig = try PolicyRig(Self.policy(&random), sections, costs)
      var velocity = 0.0
      for _ in 0..<120 {
        switch random.next(below: 20) {
        case 0: velocity = Double(random.number(in: -60...60))
        case 1: velocity = -velocity
        case 2: velocity = 0
        case 3: try rig.scroll(to: Double(random.next(below: max(1, Int(rig.model.extent - 95)))))
        case 4: try rig.update(&random)
        case 5: if random.next(below: 3) == 0 { try rig.reload() }
        default: break
        }
        // An update may have taken rows away. Beyond their end the view would go back by itself.
        let end = max(0, rig.model.extent - 95)
        try rig.scroll(to: min(max(0, rig.model.offset + velocity), end))
        try rig.useSpareTime(random.next(below: 80) - 10)
        frames += 1
      }
      ahead += rig.view.work.prefetched
    }
    // A single policy may make none.
    if stress.sequences >= 20 { #expect(ahead > 100) }
    stress.summarize("\(frames) frames, \(ahead) cells made ahead")
  }
}
