package import Benchmarking
import CollectionViews
import Datasets

/// The scenarios that compare reuse and prefetch policies, over cells that work.
package enum ReuseScenarios {
  /// The rates of screens, in frames a second: frames of 16.67, 11.11 and 8.33 ms.
  static let rates = [60, 90, 120]

  /// The most items: what cells cost does not depend on how many there are.
  private static let maximumItems = 10_000

  static var all: [Scenario] {
    ReuseContender.all.flatMap { contender in
      ReuseMovement.allCases.flatMap { movement in
        [
          ReuseSetting(movement), ReuseSetting(movement, isLight: true),
          ReuseSetting(movement, identifierCount: 16),
        ].map { modelled($0, contender) }
      }
    } + ReuseContender.all.filter(\.isInWorkload).map(timed)
  }

  static let workload = Workload(
    "reuse", summary: timedSummary, scenario: "workload-reuse", dataset: "one-section")

  private static let timedSummary =
    "Cells that take 6 ms to make and 3 ms to fill, scrolled \(ReuseMovement.turn.summary), on a "
    + "screen of 120 frames a second."

  private static func trace(
    _ movement: ReuseMovement, _ framesPerSecond: Int, _ context: ScenarioContext,
    _ collection: ScrollCollection
  ) -> ReuseTrace {
    context.shared("scroll/reuse/\(movement.rawValue)/\(framesPerSecond)") {
      ReuseTrace(movement, framesPerSecond: framesPerSecond, collection)
    }
  }

  // MARK: By the cost model

  /// The frames of a movement at three rates, on the simulated clock: exact counts, and no time.
  private static func modelled(_ setting: ReuseSetting, _ contender: ReuseContender) -> Scenario {
    Scenario(
      setting.name, summary: "\(setting.summary): they \(contender.summary).",
      storage: contender.name, payload: Item8.payloadName, maximumItems: maximumItems,
      bytesPerItem: ScrollStorage.bytesPerItem,
      isHeadline: contender.isHeadline && setting == ReuseSetting(.flings),
      headlineMaximumItems: 1_000, isTimed: false
    ) { context in
      let collection = try ScrollCollection.shared(in: context)
      let traces = rates.map { trace(setting.movement, $0, context, collection) }
      let experiment = ReuseExperiment(setting, contender, traces, collection)
      let answer = traces.reduce(0) { ElementDigest.adding($1.answer, to: $0) }
      return Measurement(
        operationsPerCall: traces.reduce(0) { $0 + $1.offsets.count }, expectedAnswer: answer,
        counts: { experiment.counts }
      ) {
        do throws(CollectionViewError) { return try experiment.perform() } catch { return ~answer }
      }
    }
  }

  // MARK: On the processor

  /// The frames of one movement at 120 a second, whose cells keep the processor busy.
  private static func timed(_ contender: ReuseContender) -> Scenario {
    Scenario(
      workload.scenario, summary: timedSummary, storage: contender.name,
      payload: Item8.payloadName, minimumItems: 1_000, maximumItems: maximumItems,
      bytesPerItem: ScrollStorage.bytesPerItem, countsAllocations: false
    ) { context in
      let collection = try ScrollCollection.shared(in: context)
      let trace = Self.trace(.turn, 120, context, collection)
      let screen = TimedScreen(contender, trace, collection) {
        CellWorker(.heavy, isSimulated: false)
      }
      return Measurement(
        operationsPerCall: trace.offsets.count, expectedAnswer: trace.answer, frames: screen.frames
      ) {
        do throws(CollectionViewError) { return try screen.perform() } catch {
          return ~trace.answer
        }
      }
    }
  }

  /// Returns the frames of the workload on a simulated clock, and what reads that clock; nil if there
  /// is no such policy. Tests find out what a timed frame has.
  package static func simulatedWorkload(
    _ policy: String, in context: ScenarioContext
  ) throws -> (frames: FrameReplay, nanoseconds: () -> Int)? {
    guard let contender = ReuseContender.all.first(where: { $0.name == policy }) else { return nil }
    let collection = try ScrollCollection.shared(in: context)
    let screen = TimedScreen(contender, trace(.turn, 120, context, collection), collection) {
      CellWorker(.heavy, isSimulated: true)
    }
    return (screen.frames, { screen.nanoseconds })
  }
}

/// The differences between the cases of one policy.
struct ReuseSetting: Hashable, Sendable {
  let movement: ReuseMovement
  let isLight: Bool
  let identifierCount: Int

  init(_ movement: ReuseMovement, isLight: Bool = false, identifierCount: Int = 1) {
    self.movement = movement
    self.isLight = isLight
    self.identifierCount = identifierCount
  }

  var cost: CellCost { isLight ? .light : .heavy }

  /// The name of the scenario.
  var name: String {
    let identifiers = identifierCount > 1 ? "-\(identifierCount)-identifiers" : ""
    return "reuse-\(movement.rawValue)\(isLight ? "-light" : "")\(identifiers)"
  }

  var summary: String {
    let identifiers = identifierCount > 1 ? " of \(identifierCount) identifiers" : ""
    return "Exact counts of late frames and of work, of \(cost.name) cells\(identifiers) scrolled "
      + "\(movement.summary)"
  }
}

/// One policy on one movement at all rates, by the cost model.
private final class ReuseExperiment {
  private let setting: ReuseSetting
  private let contender: ReuseContender
  private let traces: [ReuseTrace]
  private let collection: ScrollCollection
  private var outcomes: [(run: ReuseRun, frames: FrameLedger)] = []

  init(
    _ setting: ReuseSetting, _ contender: ReuseContender, _ traces: [ReuseTrace],
    _ collection: ScrollCollection
  ) {
    self.setting = setting
    self.contender = contender
    self.traces = traces
    self.collection = collection
  }

  /// Opens the screen and shows all frames, at one rate after the other.
  func perform() throws(CollectionViewError) -> UInt64 {
    outcomes.removeAll()
    var sum: UInt64 = 0
    for trace in traces {
      let worker = CellWorker(setting.cost, isSimulated: true)
      let run = try ReuseRun(
        contender, worker, identifierCount: setting.identifierCount, trace, collection)
      let frames = try FrameLedger(run, frameNanoseconds: trace.frameNanoseconds)
      outcomes.append((run, frames))
      sum = ElementDigest.adding(frames.answer, to: sum)
    }
    return sum
  }

  /// The late frames at each rate, and everything else at the highest one.
  var counts: [OperationCount] {
    let late = zip(traces, outcomes).map { trace, outcome in
      OperationCount(
        name: "late_frames_\(trace.framesPerSecond)_hz", value: outcome.frames.lateCount)
    }
    guard let (run, frames) = outcomes.last else { return late }
    let peak = run.reuse.peak
    return late + [
      OperationCount(name: "frames_120_hz", value: run.frameCount, isGate: false),
      OperationCount(
        name: "longest_frame_microseconds", value: frames.longestNanoseconds / 1_000,
        isGate: false),
      OperationCount(name: "work_in_frames_microseconds", value: frames.workInFrames / 1_000),
      OperationCount(
        name: "work_between_frames_microseconds", value: frames.workBetweenFrames / 1_000,
        isGate: false),
      OperationCount(name: "cells_made", value: run.worker.madeCount),
      OperationCount(name: "cells_filled", value: run.worker.filledCount),
      OperationCount(
        name: "cells_returned", value: run.work.returned, isGate: false, isHigherBetter: true),
      OperationCount(name: "cells_prefetched", value: run.work.prefetched, isGate: false),
      OperationCount(name: "views_alive", value: peak),
      OperationCount(name: "cell_bytes", value: peak * setting.cost.bytes, unit: "byte"),
    ]
  }
}

/// One policy on a screen whose frames are timed one by one.
private final class TimedScreen {
  private let contender: ReuseContender
  private let trace: ReuseTrace
  private let collection: ScrollCollection
  private let makeWorker: () -> CellWorker
  private var run: ReuseRun?

  /// A screen whose cells are made and filled by a new worker each time that it opens.
  init(
    _ contender: ReuseContender, _ trace: ReuseTrace, _ collection: ScrollCollection,
    makeWorker: @escaping () -> CellWorker
  ) {
    self.contender = contender
    self.trace = trace
    self.collection = collection
    self.makeWorker = makeWorker
  }

  /// The digest of what is shown.
  var visible: UInt64 { run?.visible ?? 0 }

  /// The time of the worker's clock.
  var nanoseconds: Int { run?.worker.nanoseconds ?? 0 }

  /// The frames behind the first, with the policy's work between them.
  var frames: FrameReplay {
    FrameReplay(
      count: trace.offsets.count - 1, rewind: { try self.open() },
      perform: { try self.show($0) }, answer: { self.visible },
      spareTime: FrameReplay.SpareTime(frameNanoseconds: trace.frameNanoseconds) {
        try self.prepareAhead(nanosecondsLeft: $0)
      })
  }

  /// Opens a new screen, which shows the first frame.
  func open() throws(CollectionViewError) {
    run = nil
    run = try ReuseRun(contender, makeWorker(), identifierCount: 1, trace, collection)
  }

  func show(_ frame: Int) throws(CollectionViewError) { try run?.show(frame) }

  func prepareAhead(nanosecondsLeft: Int) throws(CollectionViewError) {
    guard let run else { return }
    try run.prepareAhead(until: run.worker.nanoseconds + nanosecondsLeft)
  }

  /// Opens the screen and shows all frames, each with the time that it leaves.
  func perform() throws(CollectionViewError) -> UInt64 {
    try open()
    guard let run else { return 0 }
    let frames = try FrameLedger(run, frameNanoseconds: trace.frameNanoseconds)
    return frames.answer
  }
}
