import RunRecords

/// Cases of one scenario, as a run writes them.
enum Samples {
  /// The CPU times of a storage's launches at one size.
  static func time(_ storage: String, _ items: Int, _ launches: [Double]) -> CaseRecord {
    let parameters = CaseParameters(
      scenario: "item-random", storage: storage,
      role: storage.hasPrefix("floor") ? "floor" : "strategy", data: "uniform-1000",
      payload: "item8", items: items)
    var time = TimeMetric.cpu.unmeasured
    (time.median, time.mad) = (launches.sorted()[launches.count / 2], 0)
    (time.min, time.launches) = (launches.min(), launches)
    var result = CaseRecord(suite: "lookup", params: parameters)
    result.checksum = "0000000000000001"
    result.metrics = [time]
    return result
  }

  /// The CPU times of three launches around `nanoseconds`.
  static func time(
    _ storage: String, _ items: Int, _ nanoseconds: Double, spread: Double = 0.001
  ) -> CaseRecord {
    time(storage, items, [-1, 0, 1].map { nanoseconds * (1 + $0 * spread) })
  }

  /// A run of `cases` without curves.
  static func record(_ cases: [CaseRecord]) -> RunRecord {
    var run = RunIdentity(argv: [], preset: "quick", seed: 42)
    (run.id, run.startedAt) = ("sample", "2026-03-01T12:00:00Z")
    (run.durationSeconds, run.completed) = (1, true)
    return RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"), run: run, builds: [],
      environment: MachineContext(
        exactKey: "exact", hostKey: "host", cpu: .init(model: "CPU", logical: 2),
        allocator: .init(name: "jemalloc", version: "5.3.0"),
        clock: .init(resolutionNs: 20, wallReadNs: 29, cpuReadNs: 378),
        hwCounters: .init(available: false, reason: "none")),
      cases: cases, exitCode: 0)
  }
}
