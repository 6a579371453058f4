import RunRecords
import Testing

@Suite struct CaseAssemblyTests {
  private func only(_ entries: [JournalEntry]) throws -> CaseRecord {
    let cases = RunRecord.cases(from: entries)
    #expect(cases.count == 1)
    return try #require(cases.first)
  }

  @Test func timesAreTakenOverLaunches() throws {
    let result = try only([
      Sample.time(launch: 2, cpu: [7, 8, 9, 30], wall: [10]),
      Sample.time(launch: 0, cpu: [1, 2, 3], wall: [4]),
      Sample.time(launch: 1, cpu: [5], wall: [6]),
    ])
    #expect(result.status == .ok && result.message == nil)
    #expect(result.checksum == "00000000000000aa" && result.opsPerBatch == 64_000)
    let cpu = try #require(result.metric("cpu_time"))
    #expect(cpu.unit == "ns/op" && cpu.kind == .sampled && cpu.role == .gate)
    #expect(cpu.launches == [2, 5, 8.5])
    #expect(cpu.median == 5 && cpu.mad == 3 && cpu.min == 1)
    // Over all batches 1 2 3 5 7 8 9 30: positions 0.35 and 6.65.
    #expect(abs((cpu.p05 ?? 0) - 1.35) < 1e-12 && abs((cpu.p95 ?? 0) - 22.65) < 1e-12)
    #expect(cpu.samples == nil)
    let wall = try #require(result.metric("wall_time"))
    #expect(wall.role == .info && wall.launches == [4, 6, 10] && wall.median == 6)
    #expect(result.metrics.map(\.name) == ["cpu_time", "wall_time"])
  }

  @Test func samplesAreKeptOnRequestOnly() throws {
    let cases = RunRecord.cases(
      from: [Sample.time(launch: 1, cpu: [3]), Sample.time(cpu: [1, 2])], includingSamples: true)
    #expect(cases[0].metric("cpu_time")?.samples == [[1, 2], [3]])
  }

  @Test func exactMetricsAreMergedAndCompleted() throws {
    let result = try only([
      Sample.allocations(exact: [
        ExactMetric.allocations.record(7), ExactMetric.peakLiveBytes.absent("no interposer"),
        MetricRecord(name: "nodes", unit: "count", role: .gate, value: 4),
      ]),
      Sample.allocations(
        launch: 1,
        exact: [ExactMetric.allocations.record(7), ExactMetric.allocatedBytes.record(64)]),
      Sample.time(),
    ])
    #expect(result.metric("allocations") == ExactMetric.allocations.record(7))
    #expect(result.metric("allocated_bytes") == ExactMetric.allocatedBytes.record(64))
    #expect(result.metric("peak_live_bytes")?.absent == "no interposer")
    #expect(result.metric("live_bytes")?.absent == "the allocations pass did not report it")
    #expect(result.metric("live_bytes")?.value == nil)
    #expect(result.metric("nodes")?.value == 4)
    #expect(result.metrics.count == 7)
  }

  @Test func exactMetricThatDiffersBetweenLaunchesIsAbsent() throws {
    let result = try only([
      Sample.allocations(), Sample.allocations(launch: 1),
      Sample.allocations(launch: 2, exact: [ExactMetric.allocations.record(8)]),
    ])
    let metric = try #require(result.metric("allocations"))
    #expect(metric.value == nil && metric.absent == "launches differ: 7 and 8")
  }

  @Test func passThatWasNotMeasuredHasAbsentMetrics() throws {
    var skipped = Sample.allocations()
    skipped.status = .skipped
    skipped.message = "the budget was used up"
    let result = try only([Sample.time(), skipped])
    #expect(result.status == .ok)
    #expect(result.metric("cpu_time")?.median == 3)
    #expect(result.metric("allocations")?.absent == "the budget was used up")

    var untimed = Sample.time()
    untimed.status = .skipped
    let counted = try only([Sample.allocations(), untimed])
    #expect(counted.metric("cpu_time")?.absent == "the time pass was not measured")
    #expect(counted.metric("allocations")?.value == 7)
  }

  @Test func instructionsAreThereOnlyWhereTheyWereAskedFor() throws {
    let counted = try only([Sample.time(), Sample.allocations(), Sample.instructions()])
    #expect(counted.metric("instructions") == ExactMetric.instructions.record(3_456))
    #expect(counted.metrics.last?.name == "instructions")
    #expect(counted.metrics.filter { $0.name == "allocations" }.count == 1)
    let plain = try only([Sample.time(), Sample.allocations()])
    #expect(plain.metric("instructions") == nil)
  }

  @Test func instructionsThatWereNotCountedSayWhy() throws {
    var skipped = Sample.instructions()
    skipped.status = .skipped
    skipped.message = "valgrind is not installed"
    let result = try only([Sample.time(), Sample.allocations(), skipped])
    #expect(result.status == .ok)
    #expect(result.metric("instructions")?.absent == "valgrind is not installed")
    #expect(result.metric("instructions")?.value == nil)
    skipped.status = .timeout
    let late = try only([skipped, Sample.time(), Sample.allocations()])
    #expect(late.status == .timeout)
    #expect(late.message == "launch 0 of the instructions pass: valgrind is not installed")
    #expect(late.metric("allocations")?.value == 7)
    #expect(late.metric("instructions")?.value == nil)
  }

  @Test func anotherAnswerUnderCallgrindFailsTheCase() throws {
    var other = Sample.instructions()
    other.checksum = "00000000000000ab"
    let result = try only([other, Sample.time()])
    #expect(result.status == .failed && result.metrics.isEmpty)
    #expect(result.message?.hasPrefix("launch 0 of the instructions pass gave the answer") == true)
  }

  @Test func theProcessorsInstructionsAreAMedianOrAbsent() throws {
    func launch(_ number: Int, _ metric: MetricRecord) -> JournalEntry {
      var entry = Sample.time(launch: number)
      entry.info = [metric]
      return entry
    }
    let metric = InfoMetric.hardwareInstructions
    let counted = try only([
      launch(0, metric.record(12)), launch(1, metric.absent("gone")), launch(2, metric.record(14)),
    ])
    #expect(counted.metric("hw_instructions")?.launches == [12, 14])
    #expect(counted.metric("hw_instructions")?.median == 13)
    #expect(counted.metric("hw_instructions")?.role == .info)
    let absent = try only([launch(0, metric.absent("no counter"))])
    #expect(absent.metric("hw_instructions") == metric.absent("no counter"))
    #expect(absent.metric("minor_faults") == nil)
  }

  @Test func clockThatCouldNotBeReadIsAbsent() throws {
    let result = try only([Sample.time(cpu: nil), Sample.time(launch: 1, cpu: nil)])
    #expect(result.metric("cpu_time")?.absent == "no launch could read this clock")
    #expect(result.metric("wall_time")?.median == 4)
  }

  @Test func laterEntryOfOnePieceCounts() throws {
    var failed = Sample.time()
    failed.status = .failed
    failed.message = "crashed"
    let result = try only([failed, Sample.time(cpu: [9])])
    #expect(result.status == .ok && result.metric("cpu_time")?.launches == [9])
  }

  @Test(arguments: [
    (CaseRecord.Status.failed, CaseRecord.Status.failed), (.timeout, .timeout), (.skipped, .ok),
  ])
  func statusOfOnePieceBesideAMeasuredOne(
    _ piece: CaseRecord.Status, _ expected: CaseRecord.Status
  ) throws {
    var other = Sample.time(launch: 1)
    other.status = piece
    other.message = "it rained"
    let result = try only([Sample.time(), other])
    #expect(result.status == expected)
    let message = expected == .ok ? nil : "launch 1 of the time pass: it rained"
    #expect(result.message == message)
    #expect(result.metrics.isEmpty == (expected == .failed))
  }

  @Test func caseWithoutAMeasuredPieceIsSkipped() throws {
    var first = Sample.time()
    first.status = .skipped
    let result = try only([first])
    #expect(result.status == .skipped && result.metrics == [] && result.checksum == nil)
    #expect(result.message == "launch 0 of the time pass: skipped, without a reason given")
  }

  @Test func answersMustAgreeOverLaunchesAndPasses() throws {
    let other = "00000000000000bb"
    for (entries, place) in [
      ([Sample.time(), Sample.time(launch: 1, checksum: other)], "launch 1 of the time pass"),
      ([Sample.time(), Sample.allocations(checksum: other)], "launch 0 of the allocations pass"),
    ] {
      let result = try only(entries)
      #expect(result.status == .failed && result.metrics == [])
      #expect(
        result.message
          == "\(place) gave the answer \(other), and launch 0 of the time pass gave "
          + "00000000000000aa")
    }
    let silent = try only([Sample.time(), Sample.allocations(checksum: nil)])
    #expect(silent.message == "launch 0 of the allocations pass gave no checksum")
  }

  @Test func operationsMustAgreeOverLaunchesAndPasses() throws {
    var other = Sample.allocations()
    other.operationsPerCall = 10
    let result = try only([Sample.time(), other])
    #expect(result.status == .failed)
    #expect(
      result.message
        == "launch 0 of the allocations pass did 10 operations a call, and launch 0 of the time "
        + "pass did 1000 operations")
  }

  @Test func answersMustAgreeOverStoragesAndFloors() throws {
    let other = "00000000000000bb"
    let cases = RunRecord.cases(from: [
      Sample.time(storage: "btree", checksum: other), Sample.time(storage: "flat"),
      Sample.time(storage: "raw", role: "floor"), Sample.allocations(storage: "flat"),
    ])
    #expect(cases.map(\.params.storage) == ["btree", "flat", "raw"])
    #expect(cases.allSatisfy { $0.status == .failed && $0.metrics == [] })
    #expect(
      cases[0].message
        == "storage btree gave the answer \(other), and storage flat gave 00000000000000aa")
    #expect(
      cases[2].message
        == "storage raw gave the answer 00000000000000aa, and storage btree gave \(other)")
  }

  @Test func otherSizesAndFailedCasesNeedNotAgree() throws {
    var larger = Sample.time(checksum: "00000000000000bb")
    larger.caseID = Sample.caseID(items: 10_000)
    larger.params.items = 10_000
    var failed = Sample.time(storage: "btree", checksum: "00000000000000cc")
    failed.status = .failed
    let cases = RunRecord.cases(from: [larger, Sample.time(), failed])
    #expect(cases.map(\.params.items) == [1_000, 1_000, 10_000])
    #expect(cases.map(\.status) == [.failed, .ok, .ok])
  }

  @Test(arguments: [[], [1, -2], [1, .nan], [.infinity]] as [[Double]])
  func figuresThatMakeNoSenseFailTheCase(_ batches: [Double]) throws {
    for entry in [Sample.time(launch: 4, cpu: batches), Sample.time(launch: 4, wall: batches)] {
      let result = try only([Sample.time(), entry])
      #expect(result.status == .failed && result.metrics == [])
      #expect(result.message?.contains("_time in launch 4 of the time pass: ") == true)
    }
  }

  /// Cases are measured in a random order; the record must not depend on it.
  @Test func orderOfEntriesDoesNotMatter() {
    let entries = ["btree", "flat", "nested", "raw"].flatMap { storage in
      let role = storage == "raw" ? "floor" : "strategy"
      return [
        Sample.time(storage: storage, role: role),
        Sample.time(launch: 1, storage: storage, role: role),
      ]
    }
    let expected = RunRecord.cases(from: entries)
    #expect(expected.map(\.params.storage) == ["btree", "flat", "nested", "raw"])
    for shift in entries.indices {
      let shifted = Array(entries[shift...] + entries[..<shift])
      #expect(RunRecord.cases(from: shifted) == expected)
      #expect(RunRecord.cases(from: shifted.reversed()) == expected)
    }
  }
}
