import BasicAlgorithms
import RunHistories
import RunRecords
import Testing

@Suite struct RunSummaryTests {
  @Test func aSummaryHasTheFiguresThatAGateJudges() throws {
    var time = TimeMetric.cpu.unmeasured
    time.median = 12.345_678
    var wall = TimeMetric.wall.unmeasured
    wall.median = 13
    let record = HistorySample.record(
      HistorySample.hash(7),
      [
        "flat": [time, wall, ExactMetric.allocations.record(3)],
        "btree": [ExactMetric.allocations.absent("no jemalloc"), time],
      ])
    let (summary, cases) = try RunSummary.summarize(record, of: "a.json")
    #expect(cases.ids == [HistorySample.id("btree"), HistorySample.id("flat")])
    #expect(summary.columns.map(\.metric) == ["allocations", "cpu_time"])
    #expect(summary.columns.map(\.figure) == [.value, .median])
    #expect(summary.columns[0].values[0].isNaN && summary.columns[0].values[1] == 3)
    #expect(summary.path == "runs/2026/03/20260301T000000Z-000000000000-00000000.json")
    let read = try RunSummary(parsing: Array(summary.text.utf8), path: summary.path)
    #expect(read.columns[1].values == [12.346, 12.346])
    #expect(read.text == summary.text)
  }

  /// A value survives with five digits, a whole number with all of them.
  @Test func valuesSurviveTheirText() throws {
    var random = SplitMix64(seed: 2)
    for _ in 0..<200 {
      let values = (0..<50).map { _ -> Double in
        switch random.next(below: 5) {
        case 0: .nan
        case 1: Double(random.next(below: 1 << 50))
        case 2: -Double(random.next(below: 1 << 20))
        default: Double.random(in: 0.000_1...9_999_999, using: &random)
        }
      }
      var (summary, _) = try RunSummary.summarize(
        HistorySample.record(1, run: 1, allocations: 1), of: "")
      summary.columns[0].values = values
      let read = try RunSummary(parsing: Array(summary.text.utf8), path: "").columns[0].values
      for (value, found) in zip(values, read) {
        let isKept =
          value.isNaN
          ? found.isNaN
          : value == value.rounded() ? found == value : abs(found - value) <= 5e-5 * abs(value)
        #expect(isKept, "\(value) and \(found)")
      }
    }
  }

  @Test func aRunOfThreeThousandFiguresTakesAtMostFortyKilobytes() throws {
    var random = SplitMix64(seed: 3)
    var metrics: [String: [MetricRecord]] = [:]
    for number in 0..<430 {
      var time = TimeMetric.cpu.unmeasured
      time.median = Double.random(in: 1...1e6, using: &random)
      let counts = ExactMetric.allCases.map { $0.record(random.next(below: 1_000_000)) }
      metrics["storage-\(number)"] =
        [time] + counts + [
          MetricRecord(name: "steps", unit: "count", role: .gate, value: random.next(below: 10_000))
        ]
    }
    let (summary, _) = try RunSummary.summarize(
      HistorySample.record(HistorySample.hash(1), metrics), of: "")
    #expect(summary.columns.reduce(0) { $0 + $1.values.count } == 3_010)
    #expect(summary.text.utf8.count <= 40_000)
  }

  @Test func whatHasNoPlaceInAHistoryIsRefused() throws {
    let metrics = ["flat": [ExactMetric.allocations.record(3)]]
    func message(_ record: RunRecord) -> String {
      do {
        _ = try RunSummary.summarize(record, of: "a.json")
        return ""
      } catch {
        return "\(error)"
      }
    }
    #expect(message(HistorySample.record(nil, metrics)).contains("which commit"))
    #expect(message(HistorySample.record("1", [:])).contains("no case"))
    #expect(message(HistorySample.record("../x", metrics)).contains("'../x' is no full hash"))
    var odd = HistorySample.record(HistorySample.hash(1), metrics)
    odd.cases[0].id = "a\nb"
    #expect(message(odd).contains("control characters"))
    odd = HistorySample.record(HistorySample.hash(1), metrics)
    odd.run.startedAt = "yesterday"
    #expect(message(odd).contains("'yesterday' is none in UTC"))
    var stress = HistorySample.record("1", metrics)
    stress.kind = .stress
    #expect(message(stress).contains("'a.json' was not added: it is the record of a stress"))
  }

  @Test func theMachinesOfAMergedRunSurviveTheirText() throws {
    var (summary, _) = try RunSummary.summarize(
      HistorySample.record(1, run: 1, allocations: 1), of: "")
    summary.hosts = .init(keys: ["a", "b"], places: [1])
    let text = summary.text
    #expect(try RunSummary(parsing: Array(text.utf8), path: "") == summary)
    for cases in ["1 1", "", "2", "-1", "x"] {
      let odd = text.replacing("\"cases\" : \"1\"", with: "\"cases\" : \"\(cases)\"")
      #expect(odd != text)
      #expect(throws: RunHistoryError.self, "\(cases)") {
        _ = try RunSummary(parsing: Array(odd.utf8), path: "")
      }
    }
  }

  @Test func damagedAndNewerFilesSayWhatTheyAre() throws {
    let (summary, _) = try RunSummary.summarize(
      HistorySample.record(1, run: 1, allocations: 1), of: "")
    func message(_ text: String) -> String {
      do {
        _ = try RunSummary(parsing: Array(text.utf8), path: "runs/a.json")
        return ""
      } catch {
        return "\(error)"
      }
    }
    let text = summary.text
    #expect(message(text) == "")
    #expect(message(String(text.prefix(200))).contains("damaged"))
    #expect(message("").contains("damaged"))
    #expect(message(text.replacing("\"1.0\"", with: "\"2.0\"")).contains("newer"))
    #expect(message(text.replacing("history-run\"", with: "other\"")).contains("its schema"))
    #expect(message(text.replacing("exact_key", with: "key")).contains("'exact_key' is missing"))
    for values in ["1x", "1e300", "nan", "inf", "--", "99999999999999999999"] {
      #expect(
        message(text.replacing("\"values\" : \"1\"", with: "\"values\" : \"\(values)\"")) != "",
        "\(values)")
    }
    // No beginning of a file is taken for a whole one.
    for count in 0..<(text.utf8.count - 2) {
      #expect(message(String(decoding: text.utf8.prefix(count), as: UTF8.self)) != "")
    }
  }
}
