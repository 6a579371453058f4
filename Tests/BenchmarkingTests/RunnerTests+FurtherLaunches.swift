import Benchmarking
import RunRecords
import Testing

/// Cases of a plan of two launches, and three of those that are not costly.
extension RunnerTests {
  private static let victim =
    "lookup/read/storage=flat/data=uniform-10/payload=item8/items=1000"

  private var quick: RunPlan { Planned.plan(preset: .quick) }

  /// A clock by which a piece takes a millisecond, and one of the victim as long as `seconds` says.
  private func clock(
    _ seconds: @escaping (_ launch: Int) -> Double
  ) -> () -> ContinuousClock.Instant {
    let start = ContinuousClock.now
    return { [launcher] in
      launcher.begun.reduce(start) { now, piece in
        let isVictim = piece.hasPrefix(Self.victim + " time ")
        return now + .seconds(isVictim ? seconds(Int(piece.suffix(1)) ?? 0) : 0.001)
      }
    }
  }

  private func launchCounts(of record: RunRecord) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: record.cases.map {
        ($0.id, $0.metric("cpu_time")?.launches?.count ?? 0)
      })
  }

  @Test func aCostlyCaseHasFewerLaunches() throws {
    var counts: [String] = []
    let record = try runner(quick, now: clock { _ in 0.21 }).run { event in
      if case .finished(_, let done, let total, _) = event { counts.append("\(done)/\(total)") }
    }.record
    #expect(record.run.completed)
    for (id, count) in launchCounts(of: record) { #expect(count == (id == Self.victim ? 2 : 3)) }
    #expect(counts.first == "1/48" && counts.last == "47/47")
    #expect(launcher.jobs.allSatisfy { !$0.cases.isEmpty })
  }

  /// The first of a process makes what the others share.
  @Test func theShortestLaunchTellsWhatIsCostly() throws {
    let record = try runner(quick, now: clock { [9, 0.19, 0.21][$0] }).run { _ in }.record
    #expect(launchCounts(of: record).values.allSatisfy { $0 == 3 })
  }

  @Test func launchesThatDifferAreNoReasonForAnother() throws {
    launcher.nanoseconds = { id, launch in id == Self.victim ? 100 + 50 * Double(launch) : 100 }
    let record = try runner(quick, now: clock { _ in 0.21 }).run { _ in }.record
    let victim = record.cases.first { $0.id == Self.victim }
    #expect(victim?.metric("cpu_time")?.launches == [100, 150])
  }

  @Test func anInterruptedRunGoesOnWithItsFurtherLaunches() throws {
    let now = clock { _ in 0.21 }
    let first = runner(
      quick, isInterrupted: { [launcher] in launcher.begun.count >= 40 }, now: now)
    #expect(try first.run { _ in }.ending == .interrupted)
    let second = try runner(quick, resuming: true, now: now).run { _ in }
    #expect(second.ending == .completed && launcher.begun.count == 47)
    #expect(launchCounts(of: second.record)[Self.victim] == 2)
  }

  @Test func aNumberThatIsAskedForIsThatOfEachCase() throws {
    let plan = Planned.plan(preset: .quick, launches: 3)
    let record = try runner(plan, now: clock { _ in 0.21 }).run { _ in }.record
    #expect(launchCounts(of: record).values.allSatisfy { $0 == 3 })
  }

  @Test func aCaseThatFailsInAFurtherLaunchEndsTheRunAllTheSame() throws {
    launcher.behaviour = { id, job in
      id == Self.victim && job.launch == 2 ? .crashes("ended by signal 11") : .answers
    }
    let outcome = try runner(quick).run { _ in }
    #expect(outcome.ending == .completed && outcome.exitCode == 3)
    #expect(outcome.record.cases.filter { $0.status != .ok }.map(\.id) == [Self.victim])
  }
}
