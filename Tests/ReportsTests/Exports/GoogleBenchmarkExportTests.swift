import Foundation
import Analysis
import Reports
import RunRecords
import Testing

@Suite struct GoogleBenchmarkExportTests {
  private func runs(_ record: RunRecord = ExportSample.record) throws -> [[String: Any]] {
    let document = try #require(try ExportSample.json(.gbench, record) as? [String: Any])
    return try #require(document["benchmarks"] as? [[String: Any]])
  }

  @Test func launchesAreRepetitionsAndTheirMedianAnAggregate() throws {
    let id = ExportSample.record.cases[0].id
    let runs = try runs().filter { $0["run_name"] as? String == id }
    #expect(runs.map { $0["name"] as? String } == [id, id, id, id + "_median"])
    #expect(
      runs.map { $0["run_type"] as? String } == [
        "iteration", "iteration", "iteration", "aggregate",
      ])
    #expect(runs.map { $0["repetition_index"] as? Int } == [0, 1, 2, nil])
    #expect(runs.map { $0["real_time"] as? Double } == [1.5, 2, 2.5, 2])
    #expect(runs.allSatisfy { $0["repetitions"] as? Int == 3 })
    // An aggregate is made of repetitions.
    #expect(runs.map { $0["iterations"] as? Int } == [64_000, 64_000, 64_000, 3])
    #expect(runs.allSatisfy { $0["time_unit"] as? String == "ns" })
    #expect(runs[3]["aggregate_name"] as? String == "median")
  }

  @Test func timesKeepEveryDigit() throws {
    struct Document: Decodable {
      struct Run: Decodable { var cpu_time: Double? }
      var benchmarks: [Run]
    }
    // JSONSerialization would lose the last digit.
    let document = try JSONDecoder().decode(
      Document.self, from: Data(ExportFormat.gbench.render(ExportSample.record).text.utf8))
    let median = ExportSample.median
    #expect(document.benchmarks.prefix(5).map(\.cpu_time) == [0.1, median, 0.5, median, 1e-5])
  }

  @Test func otherMetricsAreCountersOfTheMedian() throws {
    let runs = try runs()
    #expect(runs[0]["allocations"] == nil)
    let counters: [String: Double] = [
      "allocated_bytes": 0, "views_reused": 7,
      "anchor-drift": -32, "harness_share": 0.125, "frame_time_p50": 1_000.5,
      "frame_time_max": 1.5e300, "operations_per_call": 1_000,
    ]
    for (name, value) in counters { #expect(runs[3][name] as? Double == value, "\(name)") }
    #expect(runs[3]["allocations"] as? Int == ExportSample.exact)
    #expect(runs[3]["live_bytes"] == nil)
  }

  @Test func oneLaunchIsOneIteration() throws {
    let run = try runs()[4]
    #expect(run["name"] as? String == ExportSample.record.cases[1].id)
    #expect(run["run_type"] as? String == "iteration")
    #expect(run["cpu_time"] as? Double == 1e-5)
    #expect(run["repetitions"] as? Int == 1)
    // The record has neither.
    #expect(run["real_time"] as? Int == 0)
    #expect(run["iterations"] as? Int == 0)
    #expect(run["allocations"] as? Int == 3)
  }

  @Test func casesThatBrokeHaveTheirMessageAndNoFigure() throws {
    let runs = try runs().suffix(4)
    #expect(runs.map { $0["error_occurred"] as? Bool } == [true, true, true, nil])
    #expect(
      runs.map { $0["error_message"] as? String } == [
        ExportSample.awkward, "failed", "too slow", nil,
      ])
    #expect(runs.last?["skipped"] as? Bool == true)
    #expect(runs.last?["skip_message"] as? String == "no time")
    for name in ["cpu_time", "real_time", "iterations", "repetition_index"] {
      #expect(runs.allSatisfy { $0[name] as? Int == 0 }, "\(name)")
    }
    #expect(runs.allSatisfy { $0["repetitions"] as? Int == 1 })
  }

  /// `tools/gbench/report.py` reads these of every entry with a name that both its files have.
  @Test func whatCompareReadsIsInEveryEntry() throws {
    let names = ["name", "run_type", "time_unit", "real_time", "cpu_time"]
    for run in try runs() { for name in names { #expect(run[name] != nil, "\(name) of \(run)") } }
  }

  /// A pair of numbers for each case, those of one scenario side by side.
  @Test func scenariosAreFamilies() throws {
    let runs = try runs()
    let places = runs.map { run in
      [run["family_index"], run["per_family_instance_index"]].map { $0 as? Int }
    }
    let expected = [
      [0, 0], [0, 0], [0, 0], [0, 0], [1, 0], [2, 0], [4, 0], [4, 1], [5, 0], [6, 0],
    ]
    #expect(places == expected)
    let record = try ExportSample.committed("diff")
    let all = try Dictionary(grouping: self.runs(record)) { run in
      [run["family_index"] as? Int, run["per_family_instance_index"] as? Int]
    }
    #expect(all.count == record.cases.count)
    #expect(all.values.allSatisfy { Set($0.map { $0["run_name"] as? String }).count == 1 })
  }

  @Test func aCounterNeverTakesAFieldsPlace() throws {
    let result = SampleRecord.result(
      "item", "flat", items: 1,
      metrics: [
        SampleRecord.cpuTime(launches: [1]), SampleRecord.count("iterations", 5),
        SampleRecord.count("name", 6),
      ])
    var counted = result
    counted.opsPerBatch = 9
    let run = try runs(SampleRecord.record([counted]))[0]
    #expect(run["iterations"] as? Int == 9)
    #expect(run["iterations_counter"] as? Int == 5)
    #expect(run["name"] as? String == result.id)
    #expect(run["name_counter"] as? Int == 6)
  }

  @Test func theContextIsTheRecords() throws {
    let record = try ExportSample.committed("scroll")
    let document = try #require(try ExportSample.json(.gbench, record) as? [String: Any])
    let context = try #require(document["context"] as? [String: Any])
    #expect(context["date"] as? String == record.run.startedAt)
    #expect(context["num_cpus"] as? Int == record.environment.cpu.logical)
    #expect(context["git_sha"] as? String == record.builds[0].git.sha)
    let caches = try #require(context["caches"] as? [[String: Int]])
    #expect(
      caches == [
        ["level": 2, "size": record.environment.cpu.l2Bytes ?? 0],
        ["level": 3, "size": record.environment.cpu.l3Bytes ?? 0],
      ])
  }
}
