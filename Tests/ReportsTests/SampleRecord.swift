import RunRecords

/// Records as a run would write them, without running anything.
enum SampleRecord {
  static let exactKey = "x86_64; Swift 6.3.1; -O; jemalloc 5.3.0"

  /// A record of `cases`, from a machine of two CPUs.
  static func record(
    _ cases: [CaseRecord], exactKey: String = exactKey, hostCPU: String = "GenuineIntel-6-85",
    seed: UInt64 = 42, warnings: [Warning] = [], completed: Bool = true
  ) -> RunRecord {
    var run = RunIdentity(argv: ["run"], preset: "quick", seed: seed)
    (run.id, run.startedAt) = ("sample", "2026-03-01T12:00:00Z")
    (run.durationSeconds, run.completed) = (97, completed)
    var record = RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"), run: run,
      builds: [
        Build(
          id: "A", git: .init(), binary: .init(),
          compiler: .init(swift: "6.3.1", target: "x86_64-unknown-linux-gnu", flags: ["-O"]))
      ],
      environment: MachineContext(
        exactKey: exactKey, hostKey: "\(exactKey); \(hostCPU); 2 CPUs; glibc 2.36",
        cpu: .init(model: "Intel Xeon 2.30GHz", logical: 2),
        allocator: .init(name: "jemalloc", version: "5.3.0"),
        clock: .init(resolutionNs: 20, wallReadNs: 29, cpuReadNs: 378),
        hwCounters: .init(available: false, reason: "not supported on this machine")),
      cases: cases, exitCode: 0)
    record.warnings = warnings
    return record
  }

  /// A case with the identifier that its parameters give it.
  static func result(
    _ scenario: String, _ storage: String, items: Int, data: String = "uniform-1000",
    payload: String = "item8", operations: Int = 1_000, status: CaseRecord.Status = .ok,
    message: String? = nil, checksum: String? = "00000000deadbeef", metrics: [MetricRecord] = []
  ) -> CaseRecord {
    var result = CaseRecord(
      suite: "lookup",
      params: CaseParameters(
        scenario: scenario, storage: storage,
        role: storage.hasPrefix("floor") ? "floor" : "strategy", data: data, payload: payload,
        items: items, operationsPerCall: operations),
      status: status, message: message)
    if status == .ok { (result.checksum, result.metrics) = (checksum, metrics) }
    return result
  }

  /// CPU time of three launches: `nanoseconds`, and as far above and below as `spread` says.
  static func cpuTime(_ nanoseconds: Double, spread: Double = 0.01) -> MetricRecord {
    cpuTime(launches: [nanoseconds * (1 - spread), nanoseconds, nanoseconds * (1 + spread)])
  }

  /// CPU time of `launches`, in nanoseconds per operation.
  static func cpuTime(launches: [Double]) -> MetricRecord {
    var time = TimeMetric.cpu.unmeasured
    time.median = launches.sorted()[launches.count / 2]
    (time.min, time.launches) = (launches.min(), launches)
    return time
  }

  /// Time for an operation that takes no memory, of which `operations` are counted at once.
  static func lookup(_ nanoseconds: Double, spread: Double = 0.01) -> [MetricRecord] {
    [cpuTime(nanoseconds, spread: spread)] + memory(allocations: 0, bytes: 0)
  }

  /// A count that the scenario defines, of one call.
  static func count(
    _ name: String, _ value: Int?, unit: String = "count", role: MetricRecord.Role = .gate
  ) -> MetricRecord {
    var count = MetricRecord(name: name, unit: unit, role: role, value: value)
    if value == nil { count.absent = "launches differ" }
    return count
  }

  /// Exact metrics of one call.
  static func memory(allocations: Int, bytes: Int) -> [MetricRecord] {
    [ExactMetric.allocations.record(allocations), ExactMetric.allocatedBytes.record(bytes)]
  }
}
