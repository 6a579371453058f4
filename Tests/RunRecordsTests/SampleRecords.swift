import Foundation
import RunRecords

/// Records and entries for tests: one with everything in it, one with the least.
enum Sample {
  static let tool = ToolIdentity(name: "cvbench", version: "0.1.0", gitSHA: hash(40))

  static let run = {
    var run = RunIdentity(
      argv: ["cvbench", "run", "-o", "out/a.json"], preset: "quick", seed: .max)
    (run.id, run.startedAt) = ("7f3a", "2026-03-01T12:00:00Z")
    (run.durationSeconds, run.completed) = (12.5, true)
    return run
  }()

  static let environment = {
    var context = MachineContext(
      exactKey: "x86_64|6.3.1", hostKey: "x86_64|6.3.1|GenuineIntel-6-85|2",
      cpu: .init(model: "Xeon", logical: 2),
      allocator: .init(name: "jemalloc", version: "5.3.0"),
      clock: .init(resolutionNs: 20, wallReadNs: 29.5, cpuReadNs: 378),
      hwCounters: .init(available: false, reason: "not supported by this hypervisor"))
    (context.cpu.l2Bytes, context.cpu.l3Bytes) = (1_048_576, 33_554_432)
    context.allocator.conf = ""
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
      payload: "item8", items: items, operationsPerCall: 1_000)
  }

  static func caseID(storage: String = "flat", items: Int = 1_000) -> String {
    "lookup/item-random/storage=\(storage)/data=uniform-1000/payload=item8/items=\(items)"
  }

  /// A record that uses every field and every kind of case and metric.
  static func full() -> RunRecord {
    var measured = CaseRecord(suite: "lookup", params: parameters())
    (measured.checksum, measured.opsPerBatch) = ("00000000deadbeef", 64_000)
    measured.metrics = metrics()
    let imported = CaseParameters(
      scenario: "item-random", storage: "flat", role: "strategy", data: "directory",
      payload: "item8", items: 43_029, sections: 7)
    let cases = [
      measured,
      CaseRecord(
        suite: "lookup", params: parameters(storage: "btree"), status: .failed,
        message: "launch 0 of the time pass: crashed with signal 11"),
      CaseRecord(
        suite: "lookup", params: parameters(items: 10), status: .skipped,
        message: "the budget was used up"),
      CaseRecord(
        suite: "lookup", params: parameters(items: 20), status: .timeout,
        message: "longer than 60 s"),
      CaseRecord(
        suite: "lookup", params: imported, status: .skipped, message: "the budget was used up"),
    ]
    var record = RunRecord(
      tool: tool, run: run, builds: [side], environment: environment, cases: cases, exitCode: 3)
    record.warnings = [Warning(code: "drift", message: "still warming up / drifting \u{e9}")]
    record.datasets = [
      MeasuredDataset(
        name: "directory", origin: "directory:/usr/share", items: 43_029, sections: 7,
        digest: "00000000deadbeef")
    ]
    record.curves = curves
    record.crossovers = [
      Crossover(
        family: family("insert"), metric: "cpu_time", from: "flat", to: "btree", items: 10_000)
    ]
    return record
  }

  /// A metric of each kind, with a value and without.
  private static func metrics() -> [MetricRecord] {
    var time = TimeMetric.cpu.unmeasured
    (time.median, time.mad) = (2.5, 0.25)
    (time.p05, time.p95, time.min) = (2, 3.75, 1.875)
    (time.launches, time.samples) = ([2.25, 2.5, 3], [[2.25], [2.5], [3]])
    return [
      time, TimeMetric.wall.absent("the clock stood still"),
      FrameMetric.record(
        MetricRecord.Quantiles(p50: 400, p90: 600.5, p99: 900, p999: 1_200, max: 1_500)),
      InfoMetric.hardwareInstructions.absent("no counter"),
      ExactMetric.allocations.record(3), ExactMetric.allocatedBytes.record(4_096),
      ExactMetric.liveBytes.record(-16),
      ExactMetric.peakLiveBytes.absent("the interposer is not loaded"),
      ExactMetric.instructions.record(6_789),
      MetricRecord(name: "anchor_drift", unit: "point/64", role: .gate, value: -32),
      MetricRecord(name: "cells_reused", unit: "count", better: .higher, role: .info, value: 12),
    ]
  }

  private static let curves = [
    Curve(
      family: family("item-random"), metric: "cpu_time", storage: "flat",
      points: [
        .init(items: 1_000, value: 2.5, interval: .init(low: 2.25, high: 3)),
        .init(items: 10_000, value: 3),
      ],
      exponent: .init(value: 0.0625, interval: .init(low: -0.5, high: 0.5)))
  ]

  private static func family(_ scenario: String) -> CaseFamily {
    CaseFamily(suite: "lookup", scenario: scenario, data: "uniform-1000", payload: "item8")
  }

  /// A record with nothing that may be absent.
  static func minimal() -> RunRecord {
    var run = RunIdentity(argv: [], preset: "smoke", seed: 0)
    (run.id, run.startedAt) = ("1", "2026-03-01T12:00:00Z")
    return RunRecord(
      tool: ToolIdentity(name: "cvbench", version: "0.1.0"), run: run,
      builds: [
        Build(
          id: "run", git: .init(), binary: .init(),
          compiler: .init(swift: "6.3.1", target: "x86_64-unknown-linux-gnu", flags: []))
      ],
      environment: MachineContext(
        exactKey: "a", hostKey: "b", cpu: .init(logical: 1), allocator: .init(name: "glibc"),
        clock: .init(resolutionNs: 1, wallReadNs: 1, cpuReadNs: 1),
        hwCounters: .init(available: true)),
      cases: [], exitCode: 0)
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
      suite: "lookup", params: parameters(storage: storage, role: role), pass: .time,
      launch: launch)
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
      suite: "lookup", params: parameters(storage: storage), pass: .allocations, launch: launch)
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
