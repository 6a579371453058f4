import Analysis
import RunRecords
import Testing

struct CurveTests {
  private func record(
    _ cases: [(storage: String, items: Int, launches: [Double])]
  ) -> RunRecord {
    Samples.record(cases.map { Samples.time($0, $1, $2) }).withCurves()
  }

  @Test func aLinearCostHasTheExponentOne() throws {
    let curves = record([
      ("flat", 100_000, [900, 1_000, 1_100]), ("flat", 1_000, [9, 10, 11]),
      ("flat", 10_000, [90, 100, 110]),
    ]).curves
    let curve = try #require(curves.first)
    #expect(curves.count == 1)
    #expect(curve.family.description == "lookup/item-random/data=uniform-1000/payload=item8")
    #expect(curve.points.map(\.items) == [1_000, 10_000, 100_000])
    #expect(
      curve.points.map(\.interval) == [
        .init(low: 9, high: 11), .init(low: 90, high: 110), .init(low: 900, high: 1_100),
      ])
    let exponent = try #require(curve.exponent)
    #expect(abs(exponent.value - 1) < 1e-9)
    #expect(exponent.interval != nil)
  }

  @Test func twoSizesHaveNoIntervalAndOneNoCurve() throws {
    #expect(record([("flat", 1_000, [1])]).curves.isEmpty)
    let curve = try #require(record([("flat", 1_000, [1]), ("flat", 4_000, [2])]).curves.first)
    #expect(curve.exponent.map { abs($0.value - 0.5) < 1e-9 } == true)
    #expect(curve.exponent?.interval == nil)
    #expect(curve.points.allSatisfy { $0.interval == nil })
  }

  @Test func theFirstSizeAtWhichAnotherIsFasterIsACrossover() {
    let crossovers = record([
      ("flat", 1_000, [1, 1, 1]), ("btree", 1_000, [3, 3, 3]),
      ("flat", 10_000, [4, 4, 4]), ("btree", 10_000, [4, 4.02, 4]),
      ("flat", 100_000, [40, 40, 40]), ("btree", 100_000, [5, 5, 5]),
      ("flat", 1_000_000, [400, 400, 400]), ("btree", 1_000_000, [6, 6, 6]),
    ]).crossovers
    #expect(
      crossovers == [
        Crossover(
          family: CaseFamily(
            suite: "lookup", scenario: "item-random", data: "uniform-1000", payload: "item8"),
          metric: "cpu_time", from: "flat", to: "btree", items: 100_000)
      ])
  }

  @Test func noiseIsNoCrossover() {
    #expect(
      record([
        ("flat", 1_000, [1, 1, 1]), ("btree", 1_000, [3, 3, 3]),
        ("flat", 10_000, [9, 10, 13]), ("btree", 10_000, [7, 9, 10]),
      ]).crossovers.isEmpty)
  }

  @Test func whoSharesTheFirstPlaceLosesItOnlyWhenBeaten() {
    // At first all are the same, then two of them, then only the third.
    let crossovers = record([
      ("flat", 1_000, [1, 1, 1]), ("nested", 1_000, [1, 1, 1]), ("btree", 1_000, [1, 1, 1]),
      ("flat", 10_000, [2, 2, 2]), ("nested", 10_000, [2, 2, 2]), ("btree", 10_000, [3, 3, 3]),
      ("flat", 100_000, [9, 9, 9]), ("nested", 100_000, [4, 4, 4]), ("btree", 100_000, [8, 8, 8]),
      ("flat", 1_000_000, [9, 9, 9]), ("nested", 1_000_000, [9, 9, 9]),
      ("btree", 1_000_000, [8, 8, 8]),
    ]).crossovers
    #expect(crossovers.map(\.from) == ["nested"])
    #expect(crossovers.map(\.to) == ["btree"])
    #expect(crossovers.map(\.items) == [1_000_000])
  }

  @Test func singleLaunchesDecideNothing() {
    #expect(
      record([
        ("flat", 1_000, [1]), ("btree", 1_000, [3]), ("flat", 10_000, [9]), ("btree", 10_000, [3]),
      ]).crossovers.isEmpty)
  }

  @Test func floorsAndStoragesThatWereNotMeasuredOvertakeNobody() {
    #expect(
      record([
        ("flat", 1_000, [1, 1, 1]), ("btree", 1_000, [3, 3, 3]),
        ("floor-flat", 1_000, [2, 2, 2]), ("floor-flat", 10_000, [1, 1, 1]),
        ("flat", 10_000, [9, 9, 9]), ("btree", 100_000, [7, 7, 7]),
      ]).crossovers.isEmpty)
  }

  @Test func failedCasesAndAbsentTimesAreNoPoints() {
    var record = record([("flat", 1_000, [1]), ("flat", 4_000, [2]), ("flat", 8_000, [3])])
    record.cases[0].status = .failed
    record.cases[1].metrics = [TimeMetric.cpu.absent("no clock")]
    #expect(record.withCurves().curves.isEmpty)
  }
}
