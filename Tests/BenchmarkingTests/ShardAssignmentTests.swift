import BasicAlgorithms
import Benchmarking
import RunRecords
import Testing

@Suite struct ShardAssignmentTests {
  /// A plan of one suite, on collections of the given sizes, of several payloads and storages.
  private func plan(_ sizes: [Int], payloads: [String] = ["item8"], seed: UInt64 = 1) -> RunPlan {
    let scenarios = payloads.flatMap { payload in
      ["flat", "btree"].flatMap { storage in
        ["read", "write"].map { Planned.scenario($0, storage: storage, payload: payload) }
      }
    }
    return RunPlan(
      cases: PlannedCase.all(
        in: [Planned.suite(scenarios)], on: sizes.map { Planned.dataset($0) }),
      preset: .full, seed: seed)
  }

  private func durations(_ seconds: [String: Double]) -> CaseDurations {
    let cases = seconds.compactMap { id, seconds -> CaseRecord? in
      guard let key = CaseKey(id) else { return nil }
      var result = CaseRecord(
        suite: key.suite,
        params: CaseParameters(
          scenario: key.scenario, storage: key.storage, role: "strategy", data: key.data,
          payload: key.payload, items: key.items ?? 0))
      result.durationSeconds = seconds
      return result
    }
    return CaseDurations(
      of: RunRecord(
        tool: ToolIdentity(name: "cvbench", version: "0.1.0"),
        run: RunIdentity(argv: [], preset: "quick", seed: 1), builds: [],
        environment: MachineContext(
          exactKey: "a", hostKey: "a", cpu: .init(logical: 2), allocator: .init(name: "jemalloc"),
          clock: .init(resolutionNs: 1, wallReadNs: 1, cpuReadNs: 1),
          hwCounters: .init(available: false)),
        cases: cases, exitCode: 0))
  }

  private func assignment(
    of plan: RunPlan, count: Int, durations: CaseDurations? = nil
  ) -> ShardAssignment {
    ShardAssignment(
      of: plan.cases, count: count, durations: durations, plan.estimatedSeconds(of:))
  }

  /// The shortest time of the longest shard, by trying every assignment.
  private func shortest(_ seconds: [Double], _ count: Int) -> Double {
    var loads = [Double](repeating: 0, count: count)
    func search(_ index: Int) -> Double {
      guard index < seconds.count else { return loads.max() ?? 0 }
      var best = Double.infinity
      for shard in 0..<count {
        loads[shard] += seconds[index]
        best = min(best, search(index + 1))
        loads[shard] -= seconds[index]
      }
      return best
    }
    return search(0)
  }

  @Test func everyCaseIsInOneShardWithItsBlock() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<300 {
      let sizes = (0..<random.number(in: 1...6)).map { _ in random.number(in: 1...2_000_000) }
      let whole = plan(Array(Set(sizes)).sorted(), payloads: ["item8", "uuid"])
      let pieces = PlanBlock.blocks(of: whole.cases).flatMap(\.scenarios)
      let count = random.number(in: 1...9)
      let assignment = self.assignment(of: whole, count: count)
      #expect(assignment.mostShards == pieces.count)
      let parts = (0..<count).map { whole.part($0, of: assignment) }
      #expect(parts.flatMap(\.cases).map(\.id).sorted() == whole.cases.map(\.id).sorted())
      for (index, part) in parts.enumerated() {
        #expect(part.shard == RunIdentity.Shard(index: index, total: count))
        #expect(part.digestOfWhole == parts[0].digestOfWhole)
        #expect(count == 1 || part.digestOfWhole != whole.digest)
        #expect(part.sampling == whole.sampling && part.launches == whole.launches)
        // All storages of a scenario on one collection are together.
        for piece in PlanBlock.blocks(of: part.cases).flatMap(\.scenarios) {
          let same = pieces.first { $0.name == piece.name }
          #expect(same?.cases.map(\.id) == piece.cases.map(\.id))
        }
        #expect(count > pieces.count || !part.cases.isEmpty)
      }
    }
  }

  @Test func theLongestShardIsNearTheShortestPossible() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let sizes = (1...random.number(in: 2...7)).map { $0 * 1_000 }
      let whole = plan(sizes)
      let known = durations(
        Dictionary(
          uniqueKeysWithValues: whole.cases.map {
            ($0.id, Double.random(in: 1...30, using: &random))
          }
        ))
      let count = random.number(in: 1...3)
      let assignment = self.assignment(of: whole, count: count, durations: known)
      let best = shortest(assignment.blockSeconds, count)
      let longest = assignment.seconds.max() ?? 0
      // Graham's bound for the longest first.
      #expect(longest <= best * (4.0 / 3 - 1 / Double(3 * count)) + 1e-9)
      #expect(assignment.bound <= best + 1e-9 && assignment.isMeasured)
    }
  }

  /// A block that is much longer than the others is taken apart, and then the parts are even.
  @Test func longBlocksAreTakenApart() {
    let scenarios = (0..<40).map { Planned.scenario("s\($0)") }
    let whole = RunPlan(
      cases: PlannedCase.all(
        in: [Planned.suite(scenarios)], on: [1_000, 2_000].map { Planned.dataset($0) }),
      preset: .full, seed: 1)
    let seconds = whole.cases.map { ($0.id, $0.dataset.items == 1_000 ? 100.0 : 0.1) }
    let known = durations(Dictionary(uniqueKeysWithValues: seconds))
    let assignment = self.assignment(of: whole, count: 8, durations: known)
    let mean = assignment.seconds.reduce(0, +) / 8
    #expect((assignment.seconds.max() ?? 0) <= 1.1 * mean)
    // The short one stays together.
    #expect(assignment.blocks.count { $0.key.dataset.items == 2_000 } == 1)
    #expect(assignment.blocks.count { $0.key.dataset.items == 1_000 } == 40)
    #expect(assignment.longestPiece?.seconds == 100)
  }

  /// Parts of two divisions could both lack a case, and no case be in two parts.
  @Test func anotherDivisionIsAnotherPlan() {
    let whole = plan([1_000, 2_000, 4_000])
    let ids = whole.cases.map(\.id)
    let digests = [1.0, 1.0, 50.0].enumerated().map { place, factor in
      let seconds = ids.enumerated().map { ($1, $0 < place * 4 ? factor : 1) }
      let assignment = self.assignment(
        of: whole, count: 2, durations: durations(Dictionary(uniqueKeysWithValues: seconds)))
      return whole.part(0, of: assignment).digestOfWhole
    }
    #expect(digests[0] == digests[1] && digests[0] != digests[2])
  }

  /// A case that the earlier run lacks is estimated in proportion to the others.
  @Test func unknownCasesAreScaled() {
    let whole = plan([1_000, 2_000])
    let known = whole.cases.filter { $0.dataset.items == 1_000 }
    let seconds = Dictionary(
      uniqueKeysWithValues: known.map { ($0.id, 10 * whole.estimatedSeconds(of: $0)) })
    let assignment = self.assignment(of: whole, count: 2, durations: durations(seconds))
    let expected = whole.cases.reduce(0) { $0 + 10 * whole.estimatedSeconds(of: $1) }
    #expect(abs(assignment.seconds.reduce(0, +) - expected) < 1e-6)
    #expect(!self.assignment(of: whole, count: 2).isMeasured)
  }

  @Test func aWholePlanIsItsOwnPart() {
    let whole = plan([1_000])
    #expect(whole.shard == .whole && whole.digestOfWhole == whole.digest)
    let only = whole.part(0, of: assignment(of: whole, count: 1))
    #expect(only.digest == whole.digest)
  }
}
