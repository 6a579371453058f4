import Analysis
import BasicAlgorithms
import Reports
import RunRecords
import Statistics
import TestSupport
import Testing

@Suite struct VariantComparisonTests {
  private static func time(
    _ storage: String, _ items: Int, _ nanoseconds: Double, spread: Double = 0.002,
    payload: String = "item8"
  ) -> CaseRecord {
    SampleRecord.result(
      "insert", storage, items: items, payload: payload,
      metrics: [SampleRecord.cpuTime(nanoseconds, spread: spread)]
        + SampleRecord.memory(allocations: items / 1_000, bytes: items))
  }

  private static func series(_ cases: [CaseRecord]) throws -> VariantComparison.Series {
    let comparison = VariantComparison(
      SampleRecord.record(cases), options: .init(axis: .storage, base: "flat"))
    return try #require(comparison.families.first?.series.first)
  }

  @Test func everyStorageIsHeldAgainstTheBase() throws {
    let record = SampleRecord.record([
      Self.time("nested", 1_000, 60), Self.time("flat", 1_000, 50), Self.time("btree", 1_000, 70),
      Self.time("nested", 10_000, 80), Self.time("flat", 10_000, 80.4, spread: 0.02),
      Self.time("btree", 10_000, 75), Self.time("nested", 100_000, 110),
      Self.time("flat", 100_000, 900), Self.time("btree", 100_000, 80),
      Self.time("floor-flat", 1_000, 1),
      SampleRecord.result("copy", "flat", items: 10, metrics: [SampleRecord.cpuTime(3)]),
    ])
    let comparison = VariantComparison(record, options: .init(axis: .storage))
    let family = try #require(comparison.families.first)
    #expect(comparison.families.count == 1 && comparison.omitted == ["lookup/copy"])
    #expect(family.base == "nested" && family.variants == ["flat", "btree"])
    let verdicts = family.variants.map { variant in
      family.series[0].sizes.map { $0.comparisons[variant]?.verdict }
    }
    #expect(verdicts[0] == [.improved, .inconclusive, .regressed])
    #expect(verdicts[1] == [.regressed, .improved, .improved])
    Golden.expect(comparison.render(columns: 80), "compare-storage-80.txt")
    Golden.expect(comparison.render(columns: 120), "compare-storage-120.txt")
    #expect(comparison.exitCode == 0)
  }

  /// With the base and the variant exchanged, verdicts are mirrored and crossovers turned round.
  @Test func exchangingBaseAndVariantMirrorsEverything() throws {
    for seed in 1...30 as ClosedRange<UInt64> {
      var sample = ComparisonSample(seed: seed)
      let record = sample.record(spread: seed.isMultiple(of: 2) ? 0.003 : 0.1)
      let there = VariantComparison(record, options: .init(axis: .storage, base: "flat"))
      let back = VariantComparison(record, options: .init(axis: .storage, base: "btree"))
      for (family, other) in zip(there.families, back.families) {
        for (series, mirrored) in zip(family.series, other.series) {
          for (size, opposite) in zip(series.sizes, mirrored.sizes) {
            let comparison = try #require(size.comparisons["btree"])
            let mirror = try #require(opposite.comparisons["flat"])
            let product = try #require(comparison.ratio) * #require(mirror.ratio)
            #expect(abs(product - 1) < 1e-12, "seed \(seed)")
            #expect((comparison.verdict == .improved) == (mirror.verdict == .regressed))
            #expect((comparison.verdict == .inconclusive) == (mirror.verdict == .inconclusive))
          }
          #expect(series.crossovers == mirrored.crossovers, "seed \(seed)")
        }
      }
    }
  }

  @Test func aCrossoverIsClaimedBetweenOppositeVerdicts() throws {
    let series = try Self.series([
      Self.time("flat", 1_000, 50), Self.time("btree", 1_000, 70),
      Self.time("flat", 10_000, 80, spread: 0.1), Self.time("btree", 10_000, 79, spread: 0.1),
      Self.time("flat", 100_000, 900), Self.time("btree", 100_000, 80),
    ])
    #expect(
      series.crossovers == [
        SizeCrossover(
          overtaken: ["flat"], overtaking: ["btree"], lowerItems: 1_000, upperItems: 100_000,
          undecidedItems: [10_000])
      ])
    #expect(
      series.crossovers.first?.sentence
        == "btree overtakes flat between 1k and 100k items; "
        + "at 10k the launches do not tell them apart")
  }

  @Test func storagesThatAnswerDifferentlyAreNotCompared() throws {
    var cases = [
      Self.time("flat", 1_000, 50), Self.time("btree", 1_000, 70), Self.time("nested", 1_000, 60),
    ]
    cases[0].checksum = "0x01"
    cases[1].checksum = "0x02"
    cases[2].checksum = "0x01"
    let record = SampleRecord.record(cases)
    let comparison = VariantComparison(record, options: .init(axis: .storage, base: "flat"))
    let size = try #require(comparison.families.first?.series.first?.sizes.first)
    #expect(size.comparisons["btree"]?.verdict == nil && size.comparisons["btree"]?.ratio == nil)
    #expect(size.comparisons["nested"]?.verdict == .regressed)
    #expect(comparison.exitCode == 3)
    let text = comparison.render()
    #expect(text.contains("not judged, in 1 case: btree and flat answer differently."), "\(text)")
    let place = "lookup/insert, data uniform-1000, payload item8, 1k items: different answers, "
    #expect(text.contains(place + "flat 0x01, nested 0x01, btree 0x02."), "\(text)")
    #expect(text.hasSuffix("; storages answer differently in 1 place"))
    let rows = ComparisonDocument(comparison, path: "a.json").csv.split(separator: "\n")
      .filter { $0.contains(",different_answers,") }
    #expect(rows.count == 1 && rows[0].hasSuffix("checksum 0x01 in flat, 0x02 in btree\""))
    // A base without an answer agrees with nobody, and the others must agree all the same.
    cases[0].checksum = nil
    cases[0].status = .failed
    let baseless = VariantComparison(
      SampleRecord.record(cases), options: .init(axis: .storage, base: "flat"))
    #expect(baseless.exitCode == 3)
    #expect(baseless.render().contains(place + "nested 0x01, btree 0x02."))
    // Also where the base is in no case at all, and nothing is compared.
    let omitted = VariantComparison(
      SampleRecord.record(Array(cases[1...])), options: .init(axis: .storage, base: "flat"))
    #expect(omitted.families.isEmpty && omitted.exitCode == 3)
    #expect(omitted.render().contains(place + "nested 0x01, btree 0x02."))
    #expect(ComparisonDocument(omitted, path: "a.json").csv.contains(",different_answers,"))
    // Other shapes of items are other work.
    cases = [Self.time("flat", 1_000, 50), Self.time("flat", 1_000, 70, payload: "item64")]
    cases[0].checksum = "0x01"
    cases[1].checksum = "0x02"
    let shapes = VariantComparison(SampleRecord.record(cases), options: .init(axis: .payload))
    #expect(shapes.comparisons.map(\.verdict) == [.regressed] && shapes.exitCode == 0)
  }

  @Test func noiseIsNoCrossover() throws {
    // The ratio passes 1, and the launches lie too far apart to tell.
    let noisy = try Self.series([
      Self.time("flat", 1_000, 50, spread: 0.2), Self.time("btree", 1_000, 54, spread: 0.2),
      Self.time("flat", 10_000, 60, spread: 0.2), Self.time("btree", 10_000, 55, spread: 0.2),
    ])
    #expect(noisy.crossovers.isEmpty)
    // Equivalent on both sides of 1: nothing to say.
    let equivalent = try Self.series([
      Self.time("flat", 1_000, 50, spread: 1e-5), Self.time("btree", 1_000, 50.1, spread: 1e-5),
      Self.time("flat", 10_000, 60, spread: 1e-5), Self.time("btree", 10_000, 59.9, spread: 1e-5),
    ])
    #expect(equivalent.crossovers.isEmpty)
    // Back and forth, and where it began: nothing either.
    let wavering = try Self.series([
      Self.time("flat", 1_000, 50), Self.time("btree", 1_000, 70),
      Self.time("flat", 10_000, 60, spread: 0.2), Self.time("btree", 10_000, 59, spread: 0.2),
      Self.time("flat", 100_000, 50), Self.time("btree", 100_000, 70),
    ])
    #expect(wavering.crossovers.isEmpty)
  }

  /// The slow way: every pair of sizes, and no decided one between.
  @Test func claimedCrossoversAreThoseOfEveryPairOfSizes() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var generator = SplitMix64(seed: seed)
      let sizes = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000]
      let cases = sizes.flatMap { items in
        ["flat", "btree"].map { storage in
          Self.time(
            storage, items, Double.random(in: 90...110, using: &generator),
            spread: Bool.random(using: &generator) ? 0.0002 : 0.05)
        }
      }
      let series = try Self.series(cases)
      let verdicts = series.sizes.map { $0.comparisons["btree"]?.verdict }
      var expected: [[Int]] = []
      for lower in sizes.indices {
        for upper in sizes.indices where upper > lower {
          let ends = Set([verdicts[lower], verdicts[upper]])
          let between = verdicts[(lower + 1)..<upper]
          if ends == [.improved, .regressed],
            between.allSatisfy({ $0 == .inconclusive || $0 == .equivalent })
          {
            expected.append([sizes[lower], sizes[upper]])
          }
        }
      }
      #expect(series.crossovers.map { [$0.lowerItems, $0.upperItems] } == expected, "seed \(seed)")
    }
  }

  @Test func countsAreHeldAgainstEachOtherExactly() throws {
    let record = SampleRecord.record([
      Self.time("flat", 1_000, 50), Self.time("btree", 1_000, 70),
      Self.time("flat", 2_000, 50), Self.time("btree", 2_000, 50, payload: "text"),
    ])
    let comparison = VariantComparison(
      record, options: .init(axis: .storage, metric: "allocated_bytes"))
    #expect(comparison.comparisons.map(\.verdict) == [.equivalent])
    #expect(comparison.render().contains(" equal"))
    let payloads = VariantComparison(
      record, options: .init(axis: .payload, metric: "allocated_bytes"))
    // The only storage with two item shapes has them at different sizes.
    #expect(payloads.comparisons.isEmpty && payloads.exitCode == 5)
    #expect(payloads.render().hasSuffix("nothing was compared"))
  }

  @Test func itemShapesAndDatasetsAreAxesToo() throws {
    let record = SampleRecord.record([
      Self.time("flat", 1_000, 50), Self.time("flat", 1_000, 90, payload: "text"),
      Self.time("btree", 1_000, 60), Self.time("btree", 1_000, 60, payload: "text"),
    ])
    let comparison = VariantComparison(record, options: .init(axis: .payload))
    let family = try #require(comparison.families.first)
    #expect(family.base == "item8" && family.variants == ["text"])
    #expect(family.series.map(\.surroundings.first) == ["storage btree", "storage flat"])
    #expect(family.series.map { $0.sizes[0].comparisons["text"]?.verdict }.last == .regressed)
    #expect(VariantComparison(record, options: .init(axis: .data)).exitCode == 5)
  }

  @Test func casesWithoutAResultAreSaidNotCompared() {
    let record = SampleRecord.record([
      Self.time("flat", 1_000, 50),
      SampleRecord.result("insert", "btree", items: 1_000, status: .timeout, message: "over 10 s"),
    ])
    let comparison = VariantComparison(record, options: .init(axis: .storage))
    #expect(comparison.exitCode == 5)
    #expect(comparison.render().contains("btree has no result, timeout: over 10 s"))
  }

  @Test func floorsAreLeftOutUnlessTheyAreTheBase() {
    let record = SampleRecord.record([
      Self.time("floor-flat", 1_000, 10), Self.time("flat", 1_000, 50),
      Self.time("btree", 1_000, 70),
    ])
    #expect(
      VariantComparison(record, options: .init(axis: .storage)).families.first?.variants
        == ["btree"])
    #expect(
      VariantComparison(record, options: .init(axis: .storage, base: "floor-flat")).families.first?
        .variants == ["flat", "btree"])
  }

  @Test func documentsHaveTheCrossovers() {
    let record = SampleRecord.record([
      Self.time("flat", 1_000, 50), Self.time("btree", 1_000, 70),
      Self.time("flat", 2_000, 90), Self.time("btree", 2_000, 70),
    ])
    let document = ComparisonDocument(
      VariantComparison(record, options: .init(axis: .storage)), path: "a.json")
    #expect(document.json.contains(#""overtaking": "btree""#))
    #expect(document.json.contains(#""claimed": true"#))
    #expect(document.csv.split(separator: "\n").count == 3)
    #expect(document.markdown.contains("btree overtakes flat between 1k and 2k items"))
  }
}
