import RunRecords

/// Records and entries for tests: one with everything in it, one with the least.
enum Sample {
  static let tool = ToolIdentity(name: "cvbench", version: "0.1.0", gitSHA: hash(40))

  static let run = RunIdentity(
    id: "7f3a", startedAt: "2026-03-01T12:00:00Z", durationSeconds: 12.5,
    argv: ["cvbench", "run", "-o", "out/a.json"], preset: "quick", seed: .max, completed: true)

  static let environment = {
    var context = MachineContext(
      exactKey: "x86_64|6.3.1", hostKey: "x86_64|6.3.1|GenuineIntel-6-85|2",
      cpu: .init(model: "Xeon", logical: 2, l2Bytes: 1_048_576, l3Bytes: 33_554_432),
      allocator: .init(name: "jemalloc", version: "5.3.0", conf: ""),
      clock: .init(resolutionNs: 20, wallReadNs: 29.5, cpuReadNs: 378),
      hwCounters: .init(available: false, reason: "not supported by this hypervisor"))
    context.virtualization = "kvm"
    context.memoryBytes = 8_589_934_592
    context.kernel = "6.1.0"
    context.distro = "Debian 12"
    context.governor = "performance"
    context.instructionCounter = "callgrind-3.19.0"
    context.loadAvgStart = 0.5
    context.loadAvgEnd = 1.25
    context.stealRatio = 0
    return context
  }()

  static func parameters(
    storage: String = "flat", role: String = "strategy", items: Int = 1_000
  ) -> CaseParameters {
    CaseParameters(
      scenario: "item-random", storage: storage, role: role, data: "uniform-1000",
      payload: "item8", items: items, sections: 1, operationsPerCall: 1_000)
  }

  static func caseID(storage: String = "flat", items: Int = 1_000) -> String {
    "lookup/item-random/storage=\(storage)/data=uniform-1000/payload=item8/items=\(items)"
  }

  /// A record that uses every field and every kind of case and metric.
  static func full() -> RunRecord {
    let cases = [
      CaseRecord(
        id: caseID(), suite: "lookup", params: parameters(), status: .ok,
        checksum: "00000000deadbeef", opsPerBatch: 64_000,
        metrics: [
          MetricRecord(
            name: "cpu_time", unit: "ns/op", kind: .sampled, role: .gate, median: 2.5, mad: 0.25,
            p05: 2, p95: 3.75, min: 1.875, launches: [2.25, 2.5, 3], samples: [[2.25], [2.5], [3]]),
          TimeMetric.wall.absent("the clock stood still"),
          ExactMetric.allocations.record(3), ExactMetric.allocatedBytes.record(4_096),
          ExactMetric.liveBytes.record(-16),
          ExactMetric.peakLiveBytes.absent("the interposer is not loaded"),
          MetricRecord(
            name: "cells_reused", unit: "count", better: .higher, kind: .exact, role: .info,
            value: 12),
          MetricRecord(
            name: "anchor_drift", unit: "point/64", kind: .exact, role: .gate, value: -32),
          ExactMetric.instructions.record(6_789),
          InfoMetric.hardwareInstructions.absent("no counter"),
          FrameMetric.record(
            MetricRecord.Quantiles(p50: 400, p90: 600.5, p99: 900, p999: 1_200, max: 1_500)),
        ]),
      CaseRecord(
        id: caseID(storage: "btree"), suite: "lookup", params: parameters(storage: "btree"),
        status: .failed, message: "launch 0 of the time pass: crashed with signal 11"),
      CaseRecord(
        id: caseID(items: 10), suite: "lookup", params: parameters(items: 10), status: .skipped,
        message: "the budget was used up"),
      CaseRecord(
        id: caseID(items: 20), suite: "lookup", params: parameters(items: 20), status: .timeout,
        message: "longer than 60 s"),
    ]
    return RunRecord(
      tool: tool, run: run, sides: [side], environment: environment,
      warnings: [Warning(code: "drift", message: "still warming up / drifting \u{e9}")],
      cases: cases,
      curves: [
        Curve(
          family: "lookup/item-random", metric: "cpu_time", storage: "flat",
          points: [
            .init(items: 1_000, value: 2.5, ci: [2.25, 3]), .init(items: 10_000, value: 3),
          ],
          exponent: .init(value: 0.0625, ci: [-0.5, 0.5]))
      ],
      crossovers: [
        Crossover(
          family: "lookup/insert", metric: "cpu_time", from: "flat", to: "btree", items: 10_000)
      ],
      summary: Summary(of: cases, exitCode: 3))
  }

  /// A record with nothing that may be absent.
  static func minimal() -> RunRecord {
    RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"),
      run: RunIdentity(
        id: "1", startedAt: "2026-03-01T12:00:00Z", durationSeconds: 0, argv: [], preset: "smoke",
        seed: 0, completed: false),
      sides: [
        Build(
          id: "run", git: .init(), binary: .init(),
          compiler: .init(swift: "6.3.1", target: "x86_64-unknown-linux-gnu", flags: []))
      ],
      environment: MachineContext(
        exactKey: "a", hostKey: "b", cpu: .init(logical: 1), allocator: .init(name: "glibc"),
        clock: .init(resolutionNs: 1, wallReadNs: 1, cpuReadNs: 1),
        hwCounters: .init(available: true)),
      cases: [], summary: Summary(of: [], exitCode: 0))
  }

  static let side = Build(
    id: "run", git: .init(sha: hash(40), branch: "main", dirty: false),
    binary: .init(sha256: hash(64), textSHA256: hash(64)),
    compiler: .init(swift: "6.3.1", target: "x86_64-unknown-linux-gnu", flags: ["-O"]))

  static func header(
    planDigest: String = "aa", options: [String: String] = ["sizes": "1k"]
  ) -> JournalHeader {
    JournalHeader(tool: tool, run: run, planDigest: planDigest, options: options)
  }

  /// A measured piece of the time pass.
  static func time(
    launch: Int = 0, storage: String = "flat", role: String = "strategy",
    checksum: String? = "00000000000000aa", cpu: [Double]? = [2, 3, 4],
    wall: [Double]? = [3, 4, 5]
  ) -> JournalEntry {
    var entry = JournalEntry(
      caseID: caseID(storage: storage), suite: "lookup",
      params: parameters(storage: storage, role: role), pass: .time, launch: launch, status: .ok)
    entry.checksum = checksum
    entry.operationsPerCall = 1_000
    entry.opsPerBatch = 64_000
    (entry.batches, entry.cpuBatches) = (wall, cpu)
    return entry
  }

  /// A measured piece of the allocations pass.
  static func allocations(
    launch: Int = 0, storage: String = "flat", checksum: String? = "00000000000000aa",
    exact: [MetricRecord] = [ExactMetric.allocations.record(7)]
  ) -> JournalEntry {
    var entry = JournalEntry(
      caseID: caseID(storage: storage), suite: "lookup", params: parameters(storage: storage),
      pass: .allocations, launch: launch, status: .ok)
    entry.checksum = checksum
    entry.operationsPerCall = 1_000
    entry.exact = exact
    return entry
  }

  /// A measured piece of the instructions pass.
  static func instructions(_ value: Int = 3_456) -> JournalEntry {
    var entry = allocations(exact: [ExactMetric.instructions.record(value)])
    entry.pass = .instructions
    return entry
  }

  private static func hash(_ digits: Int) -> String {
    String(repeating: "0123456789abcdef", count: 4).prefix(digits).description
  }
}
