import Foundation
import RunRecords
import Testing

@Suite struct RunRecordJSONTests {
  /// Every key path of a document, with `[]` for any index of an array.
  private func keyPaths(of value: Any, below path: String = "") -> Set<String> {
    var found: Set<String> = []
    if let object = value as? [String: Any] {
      for (key, child) in object {
        let childPath = path.isEmpty ? key : "\(path).\(key)"
        found.insert(childPath)
        found.formUnion(keyPaths(of: child, below: childPath))
      }
    } else if let array = value as? [Any] {
      for child in array { found.formUnion(keyPaths(of: child, below: "\(path)[]")) }
    }
    return found
  }

  private func keyPaths(of record: RunRecord) throws -> Set<String> {
    keyPaths(of: try JSONSerialization.jsonObject(with: Data(record.json().utf8)))
  }

  @Test func spellsEveryKeyAsPublished() throws {
    let expected = """
      schema schema.name schema.version schema.uri kind tool tool.name tool.version tool.git_sha
      run run.id run.started_at run.duration_s run.argv run.preset run.seed run.shard
      run.shard.index run.shard.total run.completed builds builds[].id builds[].git
      builds[].git.sha builds[].git.branch builds[].git.dirty builds[].binary
      builds[].binary.sha256 builds[].binary.text_sha256 builds[].compiler
      builds[].compiler.swift builds[].compiler.target builds[].compiler.flags environment environment.exact_key
      environment.host_key environment.cpu environment.cpu.model environment.cpu.logical
      environment.cpu.l2_bytes environment.cpu.l3_bytes environment.virtualization
      environment.memory_bytes environment.kernel environment.distro environment.governor
      environment.allocator environment.allocator.name environment.allocator.version
      environment.allocator.conf environment.clock environment.clock.resolution_ns
      environment.clock.wall_read_ns environment.clock.cpu_read_ns environment.hw_counters
      environment.hw_counters.available environment.hw_counters.reason
      environment.instruction_counter environment.load_avg_start environment.load_avg_end environment.steal_ratio datasets
      datasets[].name datasets[].origin datasets[].items datasets[].sections datasets[].digest warnings
      warnings[].code warnings[].severity warnings[].message cases cases[].id cases[].suite
      cases[].scenario cases[].storage cases[].role cases[].dataset cases[].payload cases[].items
      cases[].sections cases[].operations_per_call cases[].operations_per_batch cases[].status
      cases[].message cases[].checksum cases[].metrics
      curves[].suite curves[].scenario curves[].dataset curves[].payload
      curves[].metric curves[].storage curves[].points curves[].points[].items
      curves[].points[].value curves[].points[].interval curves[].points[].interval.low
      curves[].points[].interval.high curves[].exponent curves[].exponent.value
      curves[].exponent.interval curves[].exponent.interval.low curves[].exponent.interval.high
      curves crossovers crossovers[].suite crossovers[].scenario crossovers[].dataset
      crossovers[].payload crossovers[].metric crossovers[].from crossovers[].to
      crossovers[].items summary summary.ok summary.failed
      summary.skipped summary.timeout summary.exit_code
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    let metrics: KeyValuePairs = [
      "cpu_time": "median mad p05 p95 min launches samples", "wall_time": "absent",
      "frame_time": "p50 p90 p99 p99_9 max", "hw_instructions": "absent", "allocations": "value",
      "allocated_bytes": "value", "live_bytes": "value", "peak_live_bytes": "absent",
      "instructions": "value", "anchor_drift": "value", "cells_reused": "value",
    ]
    let metricPaths = metrics.flatMap { name, figures in
      ["cases[].metrics.\(name)"]
        + "unit better kind role \(figures)".split(separator: " ").map {
          "cases[].metrics.\(name).\($0)"
        }
    }
    #expect(try keyPaths(of: Sample.full()) == Set(expected + metricPaths))
  }

  @Test func leavesOutWhatIsNil() throws {
    let keys = try keyPaths(of: Sample.minimal())
    for absent in ["tool.git_sha", "builds[].git.sha", "environment.governor"] {
      #expect(!keys.contains(absent), "\(absent)")
    }
    #expect(keys.contains("environment.cpu.logical"))
    #expect(try !Sample.minimal().json().contains("null"))
  }

  @Test func keepsWholeNumbersWholeAndSorted() throws {
    let text = try Sample.full().json()
    for line in [
      #""seed" : "18446744073709551615""#, #""value" : 4096"#, #""value" : -16"#,
      #""memory_bytes" : 8589934592"#, #""median" : 2.5"#, #""run" : {"#, #""out/a.json""#,
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(text.hasPrefix("{\n  \"builds\" : [") && text.hasSuffix("}\n"))
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let positions = object.keys.sorted().compactMap { text.range(of: "\n  \"\($0)\"")?.lowerBound }
    #expect(positions == positions.sorted() && positions.count == object.count)
  }

  @Test func sameRecordGivesSameBytesAndComesBackEqual() throws {
    for record in [Sample.full(), Sample.minimal()] {
      let text = try record.json()
      let back = try JSONDecoder().decode(RunRecord.self, from: Data(text.utf8))
      #expect(back == record)
      #expect(try back.json() == text)
    }
  }

  /// Ids of imported data ended in the number of items before version 2.0.
  @Test func idsOfImportedDataLoseTheirNumberOfItems() throws {
    let record = Sample.full()
    let id = try #require(record.cases.last?.id)
    #expect(id == "lookup/item-random/storage=flat/data=directory/payload=item8")
    var older = record
    older.cases[older.cases.count - 1].id = id + "/items=43029"
    let texts = [try older.json(), try Version1Document.text(of: older)]
    for text in texts {
      #expect(text.contains("items=43029") || text.contains("items\\=43029"))
      let back = try JSONDecoder().decode(RunRecord.self, from: Data(text.utf8))
      #expect(back.cases.map(\.id) == record.cases.map(\.id))
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func refusesFiguresThatJSONCannotHold(_ value: Double) throws {
    var record = Sample.full()
    record.cases[0].metrics[0].median = value
    do {
      _ = try record.json()
      Issue.record("\(value) was written")
    } catch {
      #expect(error == .notFinite(field: "cases[0].metrics.cpu_time.median", value: "\(value)"))
    }
  }

  @Test func countsCasesByStatus() {
    let summary = Sample.full().summary
    #expect((summary.ok, summary.failed, summary.skipped, summary.timeout) == (1, 1, 2, 1))
    #expect(summary.exitCode == 3)
  }
}
