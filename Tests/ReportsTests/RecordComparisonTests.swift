import Analysis
import Reports
import RunRecords
import Statistics
import Testing

@Suite struct RecordComparisonTests {
  private static func compare(
    _ baseline: [CaseRecord], _ candidate: [CaseRecord]
  ) -> RecordComparison {
    RecordComparison(
      baseline: SampleRecord.record(baseline), candidate: SampleRecord.record(candidate))
  }

  private static func insert(
    _ metrics: [MetricRecord], operations: Int = 1_000, checksum: String = "1"
  ) -> CaseRecord {
    SampleRecord.result(
      "insert", "flat", items: 1_000, operations: operations, checksum: checksum, metrics: metrics)
  }

  /// One case with a time and exact metrics.
  private static let timed = [
    insert([SampleRecord.cpuTime(3)] + SampleRecord.memory(allocations: 3, bytes: 9))
  ]

  private static func failure(_ status: CaseRecord.Status) -> CaseRecord {
    SampleRecord.result("insert", "flat", items: 1_000, status: status, message: "why")
  }

  @Test func equalIsFine() {
    let cases = [Self.insert(SampleRecord.memory(allocations: 3, bytes: 96))]
    let comparison = Self.compare(cases, cases)
    #expect(comparison.exitCode == 0)
    #expect(comparison.counts.equal == 2)
  }

  @Test func oneAllocationMoreIsARegression() {
    let comparison = Self.compare(
      [Self.insert(SampleRecord.memory(allocations: 1_203, bytes: 96))],
      [Self.insert(SampleRecord.memory(allocations: 1_204, bytes: 80))])
    #expect(comparison.exitCode == 1)
    #expect(comparison.counts.regressed == 1)
    #expect(comparison.counts.improved == 1)
    #expect(comparison.cases.first?.metrics.map(\.difference) == [1, -16])
    let text = comparison.render(columns: 80)
    #expect(text.contains("allocations      1,203 → 1,204   +1 allocation (+0.0831%)"))
    #expect(text.contains("allocated_bytes  96 → 80   -16 bytes (-16.7%)"))
  }

  /// A record may hold any number.
  @Test func countsOfAnySizeAreShown() throws {
    let counts = [Int.min, .max].map { [Self.insert([ExactMetric.allocations.record($0)])] }
    let text = Self.compare(counts[0], counts[1]).render(columns: 200)
    #expect(text.contains("→ 9,223,372,036,854,775,807   +18,446,744,073,709,551,615 allocations"))
    #expect(Self.compare(counts[1], counts[0]).render(columns: 200).contains("(-200%)"))
    let page = try HTMLReportTests.text(
      SampleRecord.record(counts[0]), SampleRecord.record(counts[1]), charts: false)
    #expect(page.contains("+18,446,744,073,709,551,615"))
  }

  @Test func oneNodeMoreIsARegressionAndOnlyWhereItIsAGate() {
    func visits(_ value: Int, drift: Int) -> [CaseRecord] {
      [
        Self.insert([
          SampleRecord.count("nodes_visited", value),
          SampleRecord.count("anchor_drift", drift, unit: "point/64", role: .info),
        ])
      ]
    }
    let same = Self.compare(visits(1_203, drift: 0), visits(1_203, drift: 0))
    #expect(same.exitCode == 0 && same.counts.equal == 2)
    let worse = Self.compare(visits(1_203, drift: 0), visits(1_204, drift: 32))
    #expect(worse.exitCode == 1 && worse.counts.regressed == 1 && worse.counts.changed == 1)
    let text = worse.render(columns: 80)
    #expect(text.contains("nodes_visited    1,203 → 1,204 count   +1 (+0.0831%)"))
    #expect(text.contains("anchor_drift     0 → 32 point/64   +32\n"))
    #expect(Self.compare(visits(2, drift: 9), visits(1, drift: 9)).counts.improved == 1)
  }

  /// From 200,000 on, a thousand more are half a percent.
  @Test(arguments: [
    (200_000, MetricComparison.Verdict.equal), (200_001, .changed), (199_000, .changed),
    (201_000, .changed), (201_001, .regressed), (198_999, .improved),
  ])
  func halfAPercentOfInstructionsIsNoVerdict(
    candidate: Int, verdict: MetricComparison.Verdict
  ) {
    let comparison = Self.compare(
      [Self.insert([ExactMetric.instructions.record(200_000)])],
      [Self.insert([ExactMetric.instructions.record(candidate)])])
    #expect(comparison.cases.first?.metrics.map(\.verdict) == [verdict])
    #expect(comparison.exitCode == (verdict == .regressed ? 1 : 0))
  }

  @Test func instructionsOfOtherMachinesDoNotCompare() {
    func record(_ value: Int?, host: String, counter: String?) -> RunRecord {
      let metric = value.map(ExactMetric.instructions.record)
      var record = SampleRecord.record(
        [Self.insert([metric ?? ExactMetric.instructions.absent("why")])], hostCPU: host)
      record.environment.instructionCounter = counter
      return record
    }
    let own = record(5, host: "GenuineIntel-6-85", counter: "callgrind-3.19.0")
    for (other, reason) in [
      (
        record(5, host: "AuthenticAMD-25-1", counter: "callgrind-3.19.0"),
        "instructions of another host_key: GenuineIntel-6-85 in A, AuthenticAMD-25-1 in B"
      ),
      (
        record(5, host: "GenuineIntel-6-85", counter: "callgrind-3.22.0"),
        "instructions of another instruction_counter: callgrind-3.19.0 in A, callgrind-3.22.0 in B"
      ),
    ] {
      let comparison = RecordComparison(baseline: own, candidate: other)
      #expect(comparison.exitCode == 5)
      #expect(comparison.render(columns: 200).contains(reason))
    }
    #expect(RecordComparison(baseline: own, candidate: own).exitCode == 0)
    let neither = record(nil, host: "GenuineIntel-6-85", counter: nil)
    #expect(RecordComparison(baseline: neither, candidate: neither).counts.notComparable == 0)
  }

  @Test func moreOfWhatShouldBeHighIsAnImprovement() {
    func hits(_ value: Int, role: MetricRecord.Role) -> [CaseRecord] {
      [
        Self.insert([
          MetricRecord(
            name: "hits", unit: "count", better: .higher, role: role, value: value)
        ])
      ]
    }
    #expect(Self.compare(hits(1, role: .gate), hits(2, role: .gate)).counts.improved == 1)
    #expect(Self.compare(hits(2, role: .gate), hits(1, role: .gate)).exitCode == 1)
    let reported = Self.compare(hits(2, role: .info), hits(1, role: .info))
    #expect(reported.counts.changed == 1)
    #expect(reported.exitCode == 0)
  }

  @Test func aMetricOnOneSideIsNotComparable() {
    let counted = [Self.insert([ExactMetric.allocations.record(3)])]
    let absent = [
      Self.insert([
        ExactMetric.allocations.absent("no jemalloc"), ExactMetric.liveBytes.record(1),
      ])
    ]
    for (baseline, candidate) in [(counted, absent), (absent, counted)] {
      let comparison = Self.compare(baseline, candidate)
      #expect(comparison.exitCode == 5)
      #expect(comparison.counts.notComparable == 2)
      #expect(comparison.render().contains("allocations absent in"))
      #expect(comparison.render().contains("it was not measured"))
    }
  }

  @Test func nothingInCommonIsNotComparable() {
    let absent = [Self.insert([ExactMetric.allocations.absent("no jemalloc")])]
    #expect(Self.compare(absent, absent).exitCode == 5)
    #expect(Self.compare(absent, absent).render().contains("\nnothing was compared, 0 equal"))
    #expect(Self.compare([], []).exitCode == 5)
    let other = [SampleRecord.result("other", "flat", items: 1)]
    let comparison = Self.compare(absent, other)
    #expect(comparison.exitCode == 5)
    #expect(comparison.added == other.map(\.id))
    #expect(comparison.removed == absent.map(\.id))
  }

  @Test func addedAndRemovedCasesAreNotGated() {
    let both = Self.insert(SampleRecord.memory(allocations: 3, bytes: 96))
    let comparison = Self.compare(
      [both, SampleRecord.result("old", "flat", items: 1)],
      [SampleRecord.result("new", "flat", items: 1), both])
    #expect(comparison.exitCode == 0)
  }

  @Test(
    arguments: [
      (.ok, .failed, 3), (.ok, .timeout, 3), (.ok, .skipped, 5), (.failed, .ok, 0),
      (.failed, .failed, 0), (.skipped, .timeout, 0), (.skipped, .ok, 5),
    ] as [(CaseRecord.Status, CaseRecord.Status, Int)])
  func statusChanges(before: CaseRecord.Status, after: CaseRecord.Status, exitCode: Int) {
    func insert(_ status: CaseRecord.Status) -> CaseRecord {
      status == .ok
        ? Self.insert(SampleRecord.memory(allocations: 3, bytes: 96)) : Self.failure(status)
    }
    let other = SampleRecord.result(
      "other", "flat", items: 1, metrics: SampleRecord.memory(allocations: 0, bytes: 0))
    let comparison = Self.compare([insert(before), other], [insert(after), other])
    #expect(comparison.exitCode == exitCode)
    // What broke comes before what could not be compared, and is there without anything else.
    let alone = Self.compare([insert(before)], [insert(after)])
    #expect(alone.exitCode == (exitCode == 3 ? 3 : 5))
    #expect(alone.render().contains(insert(before).id))
  }

  /// A run that was cut lacks the same counts in many cases.
  @Test func aReasonIsSaidOnceWithItsCases() {
    func cases(_ metrics: [MetricRecord]) -> [CaseRecord] {
      (1...8).map { SampleRecord.result("insert", "flat", items: $0, metrics: metrics) }
    }
    var memory = SampleRecord.memory(allocations: 3, bytes: 96)
    memory.append(MetricRecord(name: "levels", unit: "count", role: .gate, value: 4))
    let comparison = Self.compare(cases(memory), cases([]))
    let text = comparison.render()
    #expect(text.contains("  8 cases: every count absent in B: it was not measured\n"), "\(text)")
    #expect(text.contains("    and 5 more (--details)"), "\(text)")
    #expect(text.ranges(of: "it was not measured").count == 1)
    let set = RecordSetComparison(comparison)
    #expect(set.render(isDetailed: true).ranges(of: "lookup/insert/").count == 8)
    let markdown = ComparisonDocument(set, exitCode: 5).markdown
    #expect(markdown.ranges(of: "it was not measured").count == 1, "\(markdown)")
    #expect(markdown.contains("- 8 cases not comparable: every count absent in B"), "\(markdown)")
    #expect(!markdown.contains("| lookup/"), "\(markdown)")
  }

  @Test func otherAnswersAreWrongUnlessTheInputsDiffer() {
    let memory = SampleRecord.memory(allocations: 3, bytes: 96)
    let same = SampleRecord.result("other", "flat", items: 1, metrics: memory)
    let before = [Self.insert(memory, checksum: "1"), same]
    let after = [Self.insert(memory, checksum: "2"), same]
    let comparison = Self.compare(before, after)
    #expect(comparison.counts.differentAnswers == 1)
    #expect(comparison.exitCode == 3)
    let otherSeed = RecordComparison(
      baseline: SampleRecord.record(before, seed: 1), candidate: SampleRecord.record(after, seed: 2)
    )
    #expect(otherSeed.counts.differentAnswers == 0)
    #expect(otherSeed.exitCode == 5)
  }

  @Test func otherWorkIsNotComparable() {
    let memory = SampleRecord.memory(allocations: 3, bytes: 96)
    let comparison = Self.compare(
      [Self.insert(memory, operations: 1_000)], [Self.insert(memory, operations: 2_000)])
    #expect(comparison.exitCode == 5)
    #expect(comparison.render().contains("1000 operations per call in A, 2000 in B"))
  }

  @Test func otherKeysAreNotComparable() {
    let comparison = RecordComparison(
      baseline: SampleRecord.record(Self.timed),
      candidate: SampleRecord.record(Self.timed, exactKey: "x86_64; Swift 6.3.2; -O; glibc 2.36"))
    #expect(comparison.exitCode == 5)
    #expect(
      comparison.exactKeyDifference
        == KeyDifference(
          baseline: "Swift 6.3.1;jemalloc 5.3.0", candidate: "Swift 6.3.2;glibc 2.36"))
    Golden.expect(comparison.render(columns: 80), "compare-keys-80.txt")
  }

  @Test func keysAreToldApartByTheirParts() {
    #expect(KeyDifference(baseline: "a; b", candidate: "a; b") == nil)
    let difference = KeyDifference(baseline: "a; b; c", candidate: "a; c; d; e")
    #expect(difference?.baseline == ["b"])
    #expect(difference?.candidate == ["d", "e"])
    #expect(KeyDifference(baseline: "a; b", candidate: "b; a")?.baseline == ["a; b"])
  }

  @Test func everyKindOfFindingIsRendered() {
    func insert(_ storage: String, _ items: Int, _ time: Double, _ allocations: Int) -> CaseRecord {
      SampleRecord.result(
        "insert-delete-random", storage, items: items,
        metrics: [SampleRecord.cpuTime(time)]
          + SampleRecord.memory(allocations: allocations, bytes: allocations * 48))
    }
    func iterate(_ storage: String, checksum: String, absent: Bool = false) -> CaseRecord {
      SampleRecord.result(
        "iterate", storage, items: 1_000, checksum: checksum,
        metrics: absent
          ? [ExactMetric.allocations.absent("no jemalloc")] : [ExactMetric.allocations.record(0)])
    }
    let baseline = [
      insert("nested", 1_000, 61, 12), insert("flat", 1_000, 310, 9),
      insert("btree", 1_000, 72, 14), insert("btree", 1_000_000, 252, 1_400),
      iterate("nested", checksum: "aa"), iterate("flat", checksum: "bb"),
      iterate("btree", checksum: "cc"), SampleRecord.result("gone", "flat", items: 10),
      SampleRecord.result("copy", "flat", items: 10),
      SampleRecord.result("copy", "btree", items: 10, status: .timeout, message: "over 10 s"),
    ]
    let candidate = [
      insert("btree", 1_000_000, 249, 1_400), insert("btree", 1_000, 80, 15),
      insert("flat", 1_000, 290, 9), insert("nested", 1_000, 60, 10),
      iterate("nested", checksum: "aa"), iterate("flat", checksum: "bc"),
      iterate("btree", checksum: "cc", absent: true),
      SampleRecord.result("new", "flat", items: 10),
      SampleRecord.result(
        "copy", "flat", items: 10, status: .failed, message: "crashed with signal 11"),
      SampleRecord.result("copy", "btree", items: 10),
    ]
    let comparison = Self.compare(baseline, candidate)
    #expect(comparison.exitCode == 3)
    Golden.expect(comparison.render(columns: 80), "compare-80.txt")
  }

  @Test func timesOfOtherHostsAreNotComparedUnlessAskedFor() {
    let comparison = RecordComparison(
      baseline: SampleRecord.record(Self.timed),
      candidate: SampleRecord.record(Self.timed, hostCPU: "AuthenticAMD-25-1"))
    #expect(comparison.exitCode == 0)
    #expect(comparison.render().contains("Not compared: times need an equal host_key"))
    #expect(comparison.render().contains("only in B: AuthenticAMD-25-1"))
    #expect(!comparison.render().contains("3.00 ns"))
    #expect(comparison.cases.allSatisfy { $0.time == nil })
    let asked = RecordComparison(
      baseline: comparison.baseline, candidate: comparison.candidate,
      options: .init(ignoresHosts: true), names: SideNames())
    #expect(asked.counts.times.judged == 1)
    #expect(RecordSetComparison(asked).render(isDetailed: true).contains("3.00 ns"))
    #expect(asked.render().contains("Warning: the hosts of A and B differ"))
  }
}
