import RunRecords

/// Cases of one scenario, as a run writes them.
enum Samples {
  /// The CPU times of a storage's launches at one size.
  static func time(_ storage: String, _ items: Int, _ launches: [Double]) -> CaseRecord {
    let parameters = CaseParameters(
      scenario: "item-random", storage: storage,
      role: storage.hasPrefix("floor") ? "floor" : "strategy", data: "uniform-1000",
      payload: "item8", items: items)
    return CaseRecord(
      id: CaseKey(suite: "lookup", parameters).description, suite: "lookup", params: parameters,
      status: .ok, checksum: "0000000000000001",
      metrics: [
        MetricRecord(
          name: "cpu_time", unit: "ns/op", kind: .sampled, role: .gate,
          median: launches.sorted()[launches.count / 2], mad: 0, min: launches.min(),
          launches: launches)
      ])
  }

  /// The CPU times of three launches around `nanoseconds`.
  static func time(
    _ storage: String, _ items: Int, _ nanoseconds: Double, spread: Double = 0.001
  ) -> CaseRecord {
    time(storage, items, [-1, 0, 1].map { nanoseconds * (1 + $0 * spread) })
  }

  /// A run of `cases` without curves.
  static func record(_ cases: [CaseRecord]) -> RunRecord {
    RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"),
      run: RunIdentity(
        id: "sample", startedAt: "2026-03-01T12:00:00Z", durationSeconds: 1, argv: [],
        preset: "quick", seed: 42, completed: true),
      sides: [],
      environment: MachineContext(
        exactKey: "exact", hostKey: "host", cpu: .init(model: "CPU", logical: 2),
        allocator: .init(name: "jemalloc", version: "5.3.0"),
        clock: .init(resolutionNs: 20, wallReadNs: 29, cpuReadNs: 378),
        hwCounters: .init(available: false, reason: "none")),
      cases: cases, summary: Summary(of: cases, exitCode: 0))
  }
}
