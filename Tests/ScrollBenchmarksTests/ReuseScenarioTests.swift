import BasicAlgorithms
import Benchmarking
import Datasets
import ScrollBenchmarks
import Testing

/// The frames of policies that prepare cells in the frame that shows them, in plain arrays: a view
/// has no part in it.
private struct InFrameModel {
  /// The time of making and of filling a cell, in microseconds.
  let costs: (making: Int, filling: Int)
  /// The number of identifiers, and the most cells of one that wait.
  let identifierCount: Int
  let limit: Int?
  private(set) var late = 0
  private(set) var longest = 0
  private(set) var workInFrames = 0
  private(set) var madeCount = 0
  private(set) var filledCount = 0
  private(set) var mostAlive = 0
  private var alive = 0
  private var waiting: [Int: Int] = [:]

  init(costs: (making: Int, filling: Int), identifierCount: Int, limit: Int?) {
    self.costs = costs
    self.identifierCount = identifierCount
    self.limit = limit
  }

  /// Shows the rows of each frame; the first opens the screen. Frames take `interval` nanoseconds.
  mutating func show(_ frames: [Range<Int>], _ ids: [UInt64], interval: Int) {
    var shown = 0..<0
    for (number, rows) in frames.enumerated() {
      let before = shown
      shown = rows
      for row in before where !rows.contains(row) { leave(ids[row]) }
      var work = 0
      for row in rows where !before.contains(row) {
        let cost = enter(ids[row])
        work += cost
      }
      guard number > 0 else { continue }
      workInFrames += work
      longest = max(longest, work)
      if work * 1_000 > interval { late += 1 }
    }
  }

  private mutating func leave(_ id: UInt64) {
    let identifier = Int(SplitMix64.mix(id) % UInt64(identifierCount))
    if waiting[identifier, default: 0] < limit ?? .max {
      waiting[identifier, default: 0] += 1
    } else {
      alive -= 1
    }
  }

  private mutating func enter(_ id: UInt64) -> Int {
    let identifier = Int(SplitMix64.mix(id) % UInt64(identifierCount))
    filledCount += 1
    guard waiting[identifier, default: 0] == 0 else {
      waiting[identifier, default: 0] -= 1
      return costs.filling
    }
    madeCount += 1
    alive += 1
    mostAlive = max(mostAlive, alive)
    return costs.making + costs.filling
  }
}

/// A clock that others set: no time passes by itself.
private struct ReadClock: SamplingClock {
  let read: () -> Int
  func wallNanoseconds() -> Int { read() }
  func threadNanoseconds() -> Int { read() }
  func threadUsage() -> ThreadUsage { ThreadUsage() }
}

/// Scenarios that compare policies of reuse, by the cost model and in real time.
@Suite struct ReuseScenarioTests {
  private static let items = 2_000
  private let context = ScenarioContext(dataset: "one-section", items: items, seed: 3)

  private func scenario(_ name: String, _ storage: String) throws -> Scenario {
    try #require(
      Suite.scroll().scenarios.first { $0.name == name && $0.storage == storage },
      "\(name) of \(storage)")
  }

  private func counts(_ name: String, _ storage: String) throws -> [String: Int] {
    let measurement = try scenario(name, storage).setUp(context)
    #expect(measurement.body() == measurement.expectedAnswer, "\(name) of \(storage)")
    let tell = try #require(measurement.counts)
    return Dictionary(uniqueKeysWithValues: try tell().map { ($0.name, $0.value ?? -1) })
  }

  /// The rows that each frame of flips shows, from the formulas of the trace and of the heights.
  private func flips(_ framesPerSecond: Int) -> [Range<Int>] {
    var edges = [0.0]
    for row in 0..<Self.items {
      edges.append(edges[row] + 28 + Double(SplitMix64.mix(UInt64(row)) & 0x7f) / 4)
    }
    let trace = ScrollTrace(
      .directionFlips, contentExtent: edges[Self.items], viewportExtent: 844,
      startOffset: edges[Self.items / 2], framesPerSecond: framesPerSecond, seed: 3)
    return trace.offsets.map { offset in
      var first = 0
      while edges[first + 1] <= offset { first += 1 }
      var end = first
      while end < Self.items, edges[end] < offset + 844 { end += 1 }
      return first..<end
    }
  }

  @Test(
    arguments: [("uikit-9", nil), ("fifo", nil), ("cap-0", 0), ("cap-2", 2), ("cap-8", 8)]
      as [(String, Int?)])
  func cellsPreparedInFramesCostWhatEnters(policy: String, limit: Int?) throws {
    let dataset = try Dataset(
      planned: "one-section", items: Self.items, seed: 3, checksum: nil)
    let ids = (0..<Self.items).map { dataset.seed(atGlobalIndex: $0).id }
    let cases = [
      ("", (6_000, 3_000), 1), ("-light", (500, 250), 1), ("-16-identifiers", (6_000, 3_000), 16),
    ]
    for (suffix, costs, identifierCount) in cases {
      let counts = try counts("reuse-flips\(suffix)", policy)
      for rate in [60, 90, 120] {
        let frames = flips(rate)
        #expect(frames.count == 10 * rate + 1)
        let strange = frames.first { !(15...31).contains($0.count) }
        #expect(strange == nil)
        var model = InFrameModel(
          costs: (making: costs.0, filling: costs.1), identifierCount: identifierCount,
          limit: limit)
        model.show(frames, ids, interval: 1_000_000_000 / rate)
        let what = "\(policy)\(suffix) at \(rate) Hz"
        #expect(counts["late_frames_\(rate)_hz"] == model.late, "\(what)")
        guard rate == 120 else { continue }
        #expect(counts["longest_frame_microseconds"] == model.longest, "\(what)")
        #expect(counts["work_in_frames_microseconds"] == model.workInFrames, "\(what)")
        #expect(counts["work_between_frames_microseconds"] == 0, "\(what)")
        #expect(counts["cells_made"] == model.madeCount, "\(what)")
        #expect(counts["cells_filled"] == model.filledCount, "\(what)")
        #expect(counts["views_alive"] == model.mostAlive, "\(what)")
        #expect(model.filledCount > 400, "\(what)")
      }
    }
  }

  /// Work is in frames, between them, or opened the screen, for which 19 to 35 cells are made.
  @Test func allWorkIsSomewhere() throws {
    for policy in ["uikit-10", "uikit-15", "recyclerview", "ahead-1", "ahead-16"] {
      for movement in ["flings", "jumps", "flips", "turn"] {
        let counts = try counts("reuse-\(movement)", policy)
        let what = "\(policy), \(movement): \(counts)"
        let made = 6_000 * counts["cells_made", default: 0]
        let all = made + 3_000 * counts["cells_filled", default: 0]
        let between = counts["work_between_frames_microseconds", default: 0]
        let opening = all - between - counts["work_in_frames_microseconds", default: 0]
        #expect((19 * 9_000...35 * 9_000).contains(opening), "\(what)")
        #expect(opening.isMultiple(of: 9_000), "\(what)")
        #expect((between > 0) == (policy != "uikit-10"), "\(what)")
        #expect(counts["cell_bytes"] == counts["views_alive", default: 0] * 262_144, "\(what)")
      }
    }
  }

  /// Spare time takes work out of frames, and lingering cells save it where the content turns.
  @Test func policiesDifferWhereTheyShould() throws {
    let classic = try counts("reuse-flings", "uikit-9")
    let spare = try counts("reuse-flings", "uikit-15")
    #expect(
      spare["work_in_frames_microseconds", default: 0]
        < classic["work_in_frames_microseconds", default: 0])
    #expect(
      spare["late_frames_120_hz", default: 0] < classic["late_frames_120_hz", default: 0])
    let flips = try counts("reuse-flips", "uikit-9")
    let lingering = try counts("reuse-flips", "uikit-15")
    #expect(lingering["cells_returned", default: 0] > flips["cells_returned", default: 0])
    #expect(flips["cells_returned"] == 0)
    // A jump goes where no cell was prepared: all policies are late once each half second.
    for policy in ["uikit-9", "uikit-15", "recyclerview"] {
      #expect(try counts("reuse-jumps", policy)["late_frames_120_hz"] == 20, "\(policy)")
    }
  }

  @Test func countsAreTheSameInEveryCall() throws {
    for policy in ["uikit-15", "recyclerview"] {
      let measurement = try scenario("reuse-flings", policy).setUp(context)
      let tell = try #require(measurement.counts)
      _ = measurement.body()
      let first = try tell()
      _ = measurement.body()
      #expect(try tell() == first, "\(policy)")
    }
  }

  /// A timed frame has the work that the policy does in it, and none of what it does between frames,
  /// unless that goes on into the next frame's interval: the frames of the cost model, on its clock.
  @Test(arguments: ["uikit-9", "uikit-10", "uikit-15", "recyclerview", "ahead-1", "ahead-16"])
  func aTimedFrameHasTheWorkInItAlone(policy: String) throws {
    let timed = try #require(try ReuseScenarios.simulatedWorkload(policy, in: context))
    let spareTime = try #require(timed.frames.spareTime)
    // The same frames, with notes of what the policy takes between them, and of the next frame.
    var (between, late, taken) = (0, 0, 0)
    let noted = FrameReplay(
      count: timed.frames.count,
      rewind: {
        (between, late, taken) = (0, 0, 0)
        try timed.frames.rewind()
      },
      perform: { frame in
        taken += late
        try timed.frames.perform(frame)
      }, answer: timed.frames.answer,
      spareTime: FrameReplay.SpareTime(frameNanoseconds: spareTime.frameNanoseconds) { left in
        let start = timed.nanoseconds()
        try spareTime.perform(left)
        between += timed.nanoseconds() - start
        late = max(0, timed.nanoseconds() - start - left)
      })
    let sampler = FrameSampler(clock: ReadClock(read: timed.nanoseconds), budgetSeconds: 0)
    let times = try sampler.sample(noted)
    let counts = try counts("reuse-turn", policy)
    let what = "\(policy): \(counts)"
    #expect(times.count(over: 1e9 / 120) == counts["late_frames_120_hz"], "\(what)")
    #expect(times.rawMaximum / 1_000 == counts["longest_frame_microseconds"], "\(what)")
    let work = 1_000 * counts["work_in_frames_microseconds", default: 0]
    #expect(times.medians.reduce(0, +) == Double(work + taken), "\(what)")
    #expect(between / 1_000 == counts["work_between_frames_microseconds"], "\(what)")
    #expect((between > 0) == !["uikit-9", "uikit-10"].contains(policy), "\(what)")
  }

  /// The frames that are timed one by one show what a call does, with work between them or without.
  @Test func timedFramesShowWhatACallDoes() throws {
    let scenario = try scenario("workload-reuse", "uikit-15")
    let measurement = try scenario.setUp(
      ScenarioContext(dataset: "one-section", items: 300, seed: 3))
    let frames = try #require(measurement.frames)
    let spareTime = try #require(frames.spareTime)
    #expect(spareTime.frameNanoseconds == 1_000_000_000 / 120)
    #expect(frames.count == measurement.operationsPerCall - 1)
    var answers: Set<UInt64> = []
    for nanosecondsLeft in [0, 4_000_000] {
      try frames.rewind()
      for frame in 0..<20 {
        try frames.perform(frame)
        try spareTime.perform(nanosecondsLeft)
      }
      answers.insert(frames.answer())
    }
    #expect(answers.count == 1)
    #expect(measurement.body() == measurement.expectedAnswer)
  }
}
