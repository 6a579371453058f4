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
      run.shard.index run.shard.total run.completed sides sides[].id sides[].git sides[].git.sha
      sides[].git.branch sides[].git.dirty sides[].binary sides[].binary.sha256
      sides[].binary.text_sha256 sides[].compiler sides[].compiler.swift
      sides[].compiler.target sides[].compiler.flags environment environment.exact_key
      environment.host_key environment.cpu environment.cpu.model environment.cpu.logical
      environment.cpu.l2_bytes environment.cpu.l3_bytes environment.virtualization
      environment.memory_bytes environment.kernel environment.distro environment.governor
      environment.allocator environment.allocator.name environment.allocator.version
      environment.allocator.conf environment.clock environment.clock.resolution_ns
      environment.clock.wall_read_ns environment.clock.cpu_read_ns environment.hw_counters
      environment.hw_counters.available environment.hw_counters.reason
      environment.instruction_counter environment.load_avg_start environment.load_avg_end environment.steal_ratio warnings
      warnings[].code warnings[].severity warnings[].message cases cases[].id cases[].suite
      cases[].params cases[].params.scenario cases[].params.storage cases[].params.role
      cases[].params.data cases[].params.payload cases[].params.items cases[].params.sections
      cases[].params.operations_per_call cases[].status cases[].message cases[].checksum
      cases[].ops_per_batch cases[].metrics cases[].metrics[].name cases[].metrics[].unit
      cases[].metrics[].better cases[].metrics[].kind cases[].metrics[].role
      cases[].metrics[].value cases[].metrics[].median cases[].metrics[].mad
      cases[].metrics[].p05 cases[].metrics[].p95 cases[].metrics[].min
      cases[].metrics[].launches cases[].metrics[].samples cases[].metrics[].absent
      cases[].metrics[].quantiles cases[].metrics[].quantiles.p50
      cases[].metrics[].quantiles.p90 cases[].metrics[].quantiles.p99
      cases[].metrics[].quantiles.p99_9 cases[].metrics[].quantiles.max curves
      curves[].family curves[].metric curves[].storage curves[].points curves[].points[].items
      curves[].points[].value curves[].points[].ci curves[].exponent curves[].exponent.value
      curves[].exponent.ci crossovers crossovers[].family crossovers[].metric
      crossovers[].from crossovers[].to crossovers[].items summary summary.ok summary.failed
      summary.skipped summary.timeout summary.exit_code
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    #expect(try keyPaths(of: Sample.full()) == Set(expected))
  }

  @Test func leavesOutWhatIsNil() throws {
    let keys = try keyPaths(of: Sample.minimal())
    for absent in ["tool.git_sha", "sides[].git.sha", "environment.governor"] {
      #expect(!keys.contains(absent), "\(absent)")
    }
    #expect(keys.contains("environment.cpu.logical"))
    #expect(try !Sample.minimal().json().contains("null"))
  }

  @Test func keepsWholeNumbersWholeAndSorted() throws {
    let text = try Sample.full().json()
    for line in [
      #""seed" : 18446744073709551615"#, #""value" : 4096"#, #""value" : -16"#,
      #""memory_bytes" : 8589934592"#, #""median" : 2.5"#, #""run" : {"#, #""out/a.json""#,
    ] {
      #expect(text.contains(line), "\(line)")
    }
    #expect(text.hasPrefix("{\n  \"cases\" : [") && text.hasSuffix("}\n"))
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

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func refusesFiguresThatJSONCannotHold(_ value: Double) throws {
    var record = Sample.full()
    record.cases[0].metrics[0].median = value
    do {
      _ = try record.json()
      Issue.record("\(value) was written")
    } catch {
      #expect(error == .notFinite(field: "cases[0].metrics[0].median", value: "\(value)"))
    }
  }

  @Test func countsCasesByStatus() {
    let summary = Sample.full().summary
    #expect((summary.ok, summary.failed, summary.skipped, summary.timeout) == (1, 1, 1, 1))
    #expect(summary.exitCode == 3)
  }
}
