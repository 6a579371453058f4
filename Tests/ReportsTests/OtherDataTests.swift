import Analysis
import Reports
import RunRecords
import Testing

/// Records of imported data, whose ids do not tell how large it was.
@Suite struct OtherDataTests {
  /// A record of one case on `directory`, which held so many items under `digest`.
  private static func record(
    items: Int, sections: Int = 7, digest: String?, checksum: String = "1"
  ) -> RunRecord {
    var result = CaseRecord(
      suite: "lookup",
      params: CaseParameters(
        scenario: "insert", storage: "flat", role: "strategy", data: "directory",
        payload: "item8", items: items, sections: sections, operationsPerCall: 1_000))
    result.checksum = checksum
    result.metrics = SampleRecord.memory(allocations: 3, bytes: 96)
    var record = SampleRecord.record([result])
    record.datasets =
      digest.map { digest in
        [
          MeasuredDataset(
            name: "directory", origin: "directory:/usr/share", items: items, sections: sections,
            digest: digest)
        ]
      } ?? []
    return record
  }

  private static func compare(_ baseline: RunRecord, _ candidate: RunRecord) -> RecordComparison {
    RecordComparison(baseline: baseline, candidate: candidate)
  }

  @Test func equalDataIsCompared() {
    let (known, old) = (Self.record(items: 5, digest: "a1"), Self.record(items: 5, digest: nil))
    for (left, right) in [(known, known), (known, old), (old, known), (old, old)] {
      let comparison = Self.compare(left, right)
      #expect(comparison.exitCode == 0)
      #expect(comparison.counts.equal == 2)
    }
  }

  /// Other answers are no mistake where the data is another.
  @Test func otherDataIsNotComparable() {
    let before = Self.record(items: 5, digest: "a1")
    for (other, found) in [
      (Self.record(items: 6, digest: "b2", checksum: "2"), "6 items in 7 sections (digest b2)"),
      (Self.record(items: 5, digest: "b2", checksum: "2"), "5 items in 7 sections (digest b2)"),
      (Self.record(items: 6, digest: nil, checksum: "2"), "6 items in 7 sections in"),
      (Self.record(items: 5, sections: 8, digest: nil), "5 items in 8 sections in"),
    ] {
      let comparison = Self.compare(before, other)
      #expect(comparison.exitCode == 5)
      #expect(comparison.counts.notComparable == 1)
      #expect(comparison.counts.differentAnswers == 0)
      #expect(comparison.added.isEmpty && comparison.removed.isEmpty)
      let text = comparison.render(columns: 400)
      #expect(text.contains("other data: 5 items in 7 sections (digest a1) in"), "\(text)")
      #expect(text.contains(found) && text.contains("--dataset listing:FILE"), "\(text)")
    }
  }
}
