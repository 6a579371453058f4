import Analysis
import Reports
import RunRecords
import Testing

/// The page about two runs.
@Suite struct HTMLComparisonTests {
  /// The sentence of the only comparison on a page, and whether it stands out.
  private static func outcome(
    _ before: RunRecord, _ after: RunRecord
  ) throws -> (text: String, isBad: Bool) {
    let page = try HTMLReader(HTMLReportTests.text(before, after))
    let section = try #require(page.elements.firstIndex { $0.attributes["class"] == "comparison" })
    let outcome = try #require(
      page.elements.first { element in
        element.name == "p" && element.ancestors.contains(section)
          && element.attributes["class"]?.hasPrefix("outcome") == true
      })
    return (outcome.text, outcome.attributes["class"] == "outcome bad")
  }

  private static func record(
    _ metrics: [MetricRecord], status: CaseRecord.Status = .ok, checksum: String = "1",
    exactKey: String = SampleRecord.exactKey
  ) -> RunRecord {
    let cases = (1...8).map { items in
      SampleRecord.result(
        "item", "flat", items: items, status: status, checksum: checksum, metrics: metrics)
    }
    return SampleRecord.record(cases, exactKey: exactKey)
  }

  private static let memory = SampleRecord.memory(allocations: 1, bytes: 2)

  @Test func nothingHasChanged() throws {
    let record = Self.record([SampleRecord.cpuTime(10, spread: 0.0001)] + Self.memory)
    let (text, isBad) = try Self.outcome(record, record)
    #expect(
      text == "Of 16 exact figures in 8 cases: nothing has changed. Of 8 CPU times: 8 inconclusive."
    )
    #expect(!isBad)
  }

  /// Undecided times come with the command that decides.
  @Test func undecidedTimesHaveACommand() throws {
    var (before, after) = (
      Self.record([SampleRecord.cpuTime(launches: [100, 130, 90])]),
      Self.record([SampleRecord.cpuTime(launches: [140, 120, 150])])
    )
    after.builds[0].binary.textSHA256 = "b"
    before.builds[0].git = .init(sha: "0123456789abcdef0123", dirty: false)
    let page = try HTMLReader(HTMLReportTests.text(before, after))
    let command = try #require(
      page.elements.first { $0.name == "pre" && $0.attributes["class"] == "command" })
    #expect(
      command.text.hasPrefix(
        "cvbench gate --base-ref 0123456789ab --filter lookup/item/storage=flat/"),
      "\(command.text)")
    #expect(page.elements.contains { $0.name == "p" && $0.text.hasPrefix("To decide about 8") })
    before.builds[0].binary.textSHA256 = "b"
    let same = try HTMLReader(HTMLReportTests.text(before, after))
    #expect(!same.elements.contains { $0.attributes["class"] == "command" })
  }

  @Test func timesAreInTheSentence() throws {
    let (text, isBad) = try Self.outcome(
      Self.record([SampleRecord.cpuTime(10)] + Self.memory),
      Self.record([SampleRecord.cpuTime(20)] + Self.memory))
    #expect(
      text == "Of 16 exact figures in 8 cases: nothing has changed. Of 8 CPU times: 8 regressed.")
    // Two files say too little of times for that.
    #expect(!isBad)
  }

  @Test func withoutExactFiguresThereAreTimes() throws {
    let (text, _) = try Self.outcome(
      Self.record([SampleRecord.cpuTime(20)]), Self.record([SampleRecord.cpuTime(10)]))
    #expect(text == "No exact figure was compared in 8 cases. Of 8 CPU times: 8 improved.")
  }

  @Test func whatBrokeIsBad() throws {
    let before = Self.record(Self.memory)
    let broken = try Self.outcome(before, Self.record([], status: .failed))
    #expect(broken.text == "No exact figure was compared in 8 cases: 8 broken.")
    #expect(broken.isBad)
    let skipped = try Self.outcome(before, Self.record([], status: .skipped))
    #expect(skipped.text == "No exact figure was compared in 8 cases: 8 not comparable.")
    #expect(skipped.isBad)
    let different = try Self.outcome(before, Self.record(Self.memory, checksum: "2"))
    #expect(different.text == "No exact figure was compared in 8 cases: 8 with different answers.")
    #expect(different.isBad)
  }

  @Test func aFigureThatIsGoneIsBad() throws {
    let (text, isBad) = try Self.outcome(
      Self.record(Self.memory), Self.record([ExactMetric.allocations.record(2)]))
    #expect(text == "Of 8 exact figures in 8 cases: 8 regressed, 8 not comparable.")
    #expect(isBad)
  }

  @Test func anotherExactKeyLeavesTheCases() throws {
    let time = [SampleRecord.cpuTime(10, spread: 0.0001)]
    var after = Self.record(time + Self.memory, exactKey: "another")
    after.environment.hostKey = Self.record([]).environment.hostKey
    after.cases[0].status = .failed
    let (text, isBad) = try Self.outcome(Self.record(time + Self.memory), after)
    #expect(
      text == "Not comparable: exact metrics need an equal exact key. In 8 cases: 1 broken. "
        + "Of 7 CPU times: 7 inconclusive.")
    #expect(isBad)
  }
}
