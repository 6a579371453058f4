import Allocations
import Benchmarking
import ScrollBenchmarks
import Testing

private func scenarios(_ names: [String], storage: String? = nil) -> [Scenario] {
  Suite.scroll().scenarios.filter {
    names.contains($0.name) && $0.role == .strategy && (storage ?? $0.storage) == $0.storage
  }
}

private func scenario(_ name: String, storage: String = "btree-tree") throws -> Scenario {
  try #require(scenarios([name], storage: storage).first)
}

/// `crossed` of every pair of store and index, and `base` of one.
private func scenarios(crossed: [String], base: [String]) -> [Scenario] {
  scenarios(crossed) + scenarios(base, storage: "btree-tree")
}

/// What one call of a scenario does, after its set-up.
private func counts(
  _ scenario: Scenario, items: Int, dataset: String = "uniform-1000"
) throws -> [String: Int] {
  let measurement = try scenario.setUp(
    ScenarioContext(dataset: dataset, items: items, seed: 3))
  #expect(measurement.body() == measurement.expectedAnswer, "\(scenario.name)")
  let tell = try #require(measurement.counts)
  return Dictionary(uniqueKeysWithValues: try tell().map { ($0.name, $0.value ?? -1) })
}

/// The runner fails a case whose counts differ from one set-up to the next.
@Test func countsAreThoseOfOneCall() throws {
  for scenario in Suite.scroll().scenarios
  where scenario.role == .strategy && scenario.storage == "btree-tree" && !scenario.replaysTrace {
    let first = try counts(scenario, items: 1_200)
    #expect(try counts(scenario, items: 1_200) == first, "\(scenario.name)")
    #expect(first.values.allSatisfy { $0 >= 0 }, "\(scenario.name): \(first)")
  }
}

/// What nobody counts is absent: a flow layout's delegate takes the observer's place.
@Test func displaysThatNobodyCountsAreAbsent() throws {
  let reloads = Suite.scroll().scenarios.filter {
    $0.name.hasPrefix("reload-flow-") && $0.role == .strategy && $0.storage == "btree-tree"
  }
  #expect(reloads.count == 3)
  for scenario in reloads {
    let counts = try counts(scenario, items: 1_200)
    #expect(counts["will_display"] == nil && counts["did_end_display"] == nil)
    #expect(counts["view_calls", default: 0] > 0, "\(scenario.name)")
  }
}

/// Once warm, scrolling makes no view, asks for no count, and prepares no layout.
@Test func framesUseViewsAgain() throws {
  let quiet = scenarios(
    crossed: ["steady", "jump"],
    base: [
      "flings", "jitter", "reveal", "scrollbar-drag", "direction-flips", "steady-120hz",
      "steady-64-identifiers", "steady-identifier-per-item", "steady-headers", "steady-heavy-cells",
    ])
  for scenario in quiet {
    let counts = try counts(scenario, items: 3_000)
    let what = "\(scenario.name) of \(scenario.storage)"
    #expect(counts["views_created"] == 0, "\(what)")
    #expect(counts["count_calls"] == 0, "\(what)")
    #expect(counts["layout_preparations"] == 0, "\(what)")
    #expect(counts["views_reused"] == counts["view_calls"], "\(what)")
    #expect(counts["will_display"] == counts["view_calls"], "\(what)")
    // The call ends where the one before it did.
    #expect(counts["did_end_display"] == counts["will_display"], "\(what)")
    #expect(counts["view_calls", default: 0] > 50, "\(what)")
  }
}

@Test func whatIsUsedAgainIsPrepared() throws {
  for name in ["steady", "steady-4-identifiers", "steady-labels"] {
    let counts = try counts(scenario(name), items: 3_000)
    #expect(counts["prepared_for_reuse"] == counts["views_reused"], "\(name)")
  }
}

/// Without reuse, every view that comes is made.
@Test func withoutReuseEveryViewIsMade() throws {
  for scenario in scenarios(["steady-reuse-off", "steady-heavy-cells-reuse-off"]) {
    let counts = try counts(scenario, items: 3_000)
    #expect(counts["views_created", default: 0] > 200, "\(scenario.name)")
    #expect(counts["views_created"] == counts["view_calls"], "\(scenario.name)")
    #expect(counts["views_reused"] == 0, "\(scenario.name)")
  }
}

@Test func prefetchingAsksForNothingTwice() throws {
  let plain = try counts(scenario("steady"), items: 3_000)
  let ahead = try counts(scenario("steady-prefetch"), items: 3_000)
  #expect(ahead["cells_prefetched", default: 0] > 100)
  #expect(ahead["views_created"] == 0)
  // A row that was made ahead is shown without being asked for; a few wait at the end.
  let asked = ahead["view_calls", default: 0] - plain["view_calls", default: 0]
  #expect((0...30).contains(asked), "\(asked) more requests than without")
}

/// What is on the screen is asked for, whatever there is beyond it.
@Test func requestsDoNotHangOnTheNumberOfItems() throws {
  let scenario = try scenario("steady-from-top")
  let small = try counts(scenario, items: 1_000)
  #expect(try counts(scenario, items: 50_000) == small)
}

/// Counts are asked for once before an update where they are not known, and once after; those of
/// sections that the update names, where a store's data source says what it has done.
@Test func requestsOfUpdatesAreFew() throws {
  for storage in ["nested-nested", "flat-flat", "btree-tree"] {
    let reload = try scenario("reload", storage: storage)
    #expect(try counts(reload, items: 5_000)["count_calls"] == 6, "\(storage)")
    let edit = try scenario("update-insert-delete", storage: storage)
    let edits = try counts(edit, items: 5_000)
    #expect(edits["count_calls"] == 4, "\(storage)")
    // The inserted row, and the one that comes back when it has gone.
    #expect((2...3).contains(edits["view_calls", default: 0]), "\(storage)")
    let batch = try scenario("update-batch-100", storage: storage)
    let batches = try counts(batch, items: 5_000)
    #expect(batches["count_calls"] == 12, "\(storage)")
    #expect(batches["view_calls", default: 100] < 60, "\(storage)")
  }
}

/// What is animated is what is seen.
@Test func animationsDoNotHangOnTheNumberOfItems() throws {
  let scenario = try scenario("update-insert-front-animated")
  let small = try counts(scenario, items: 1_000)
  #expect((20...100).contains(small["views_animated", default: 0]))
  #expect(try counts(scenario, items: 20_000)["views_animated"] == small["views_animated"])
}

/// What k changes cost hangs on k, and not on how many objects there are.
@Test func changesOfObjectsCostByTheChange() throws {
  let scenario = try scenario("update-objects-100")
  let small = try counts(scenario, items: 1_000, dataset: "one-section")
  #expect(try counts(scenario, items: 50_000, dataset: "one-section") == small)
  // Two updates; a changed item is reloaded, and of a reload the layout is told once.
  #expect(small["update_operations"] == 200)
  #expect(small["sizes_asked"] == 140)
  #expect((10...60).contains(small["view_calls", default: 0]))
  let sections = try counts(scenario, items: 50_000)
  #expect(sections["update_operations"] == 200)
  #expect(sections["sizes_asked"] == 140)
}

/// Older messages come in front, and what is seen stays; cells measure themselves in every call.
@Test(arguments: ["nested-nested", "flat-tree", "btree-tree"])
func chatsStayWhereTheyAreRead(storage: String) throws {
  let scenario = try scenario("workload-chat", storage: storage)
  let counts = try counts(scenario, items: 2_000, dataset: "one-section")
  #expect(counts["anchor_drift"] == 0)
  // A pass for the preferred sizes of rows that are seen for the first time.
  #expect(counts["layout_preparations", default: 0] > 100)
}

/// In a chat of a screen, what comes in front is seen, and goes again: another row is followed.
@Test(arguments: ["nested-nested", "btree-tree"])
func shortChatsHaveADriftToo(storage: String) throws {
  let scenario = try scenario("workload-chat", storage: storage)
  let counts = try counts(scenario, items: 20, dataset: "one-section")
  #expect(counts["anchor_drift", default: -1] >= 0)
}

/// Counted in bytes, which the allocator counts by thread: its requests are those of all tests.
@Test func framesAllocateNothing() throws {
  // The standard library's searches, by which parked cells are found, allocate if not optimised.
  #if DEBUG
    let prefetching: [String] = []
  #else
    let prefetching = ["steady-prefetch"]
  #endif
  let base =
    prefetching + [
      "flings", "jitter", "reveal", "direction-flips", "steady-16-identifiers",
      "steady-identifier-per-item", "steady-headers",
    ]
  let quiet = scenarios(crossed: ["steady", "jump"], base: base)
  for scenario in quiet {
    let context = ScenarioContext(dataset: "uniform-1000", items: 2_000, seed: 9)
    let measurement = try scenario.setUp(context)
    _ = measurement.body()
    guard let counts = AllocationMeter.measure(measurement.body).1 else { return }
    #expect(counts.allocatedBytes == 0, "\(scenario.name) of \(scenario.storage)")
  }
}

/// The frames that are timed one by one are those of the call.
@Test func replayedFramesShowWhatACallDoes() throws {
  let scenario = try scenario("steady")
  let context = ScenarioContext(dataset: "uniform-1000", items: 2_000, seed: 9)
  let measurement = try scenario.setUp(context)
  let frames = try #require(measurement.frames)
  #expect(frames.count == measurement.operationsPerCall - 1)
  _ = measurement.body()
  let tell = try #require(measurement.counts)
  let ofCall = try tell().first { $0.name == "view_calls" }?.value ?? 0
  try frames.rewind()
  for frame in 0..<frames.count { try frames.perform(frame) }
  #expect(try tell().first { $0.name == "view_calls" }?.value == 2 * ofCall)
  #expect(measurement.body() == measurement.expectedAnswer)
}
