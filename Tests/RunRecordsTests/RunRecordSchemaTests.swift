import Foundation
import RunRecords
import TestSupport
import Testing

@Suite struct RunRecordSchemaTests {
  @Test func everyKindOfRecordIsValid() throws {
    var comparison = Sample.full()
    comparison.kind = .comparison
    comparison.builds = [Sample.side, Sample.side]
    var merged = comparison
    merged.kind = .merged
    (merged.run.shard.index, merged.run.shard.total) = (1, 4)
    var stress = Sample.minimal()
    stress.kind = .stress
    var assembled = Sample.minimal()
    assembled.cases = RunRecord.cases(
      from: [
        Sample.time(), Sample.allocations(), Sample.time(storage: "btree", cpu: nil),
        Sample.time(storage: "nested", checksum: "00000000000000bb"),
      ], includingSamples: true)
    let records = [Sample.full(), Sample.minimal(), comparison, merged, stress, assembled]
    let violations = try SchemaValidator.validate(records: records.map { try $0.json() })
    for (index, found) in violations.enumerated() { #expect(found == [], "record \(index)") }
  }

  @Test func unknownFieldsAreValidEverywhere() throws {
    let paths = [
      "", "schema", "tool", "run", "run.shard", "builds.0", "builds.0.git", "environment",
      "environment.cpu", "warnings.0", "cases.0", "cases.0.metrics.cpu_time", "curves.0",
      "curves.0.points.0", "crossovers.0", "summary",
    ]
    let texts = try paths.map { path in
      try changed(Sample.full(), at: path.isEmpty ? "later" : "\(path).later", to: ["a": 1])
    }
    let violations = try SchemaValidator.validate(records: texts)
    for (path, found) in zip(paths, violations) { #expect(found == [], "\(path)") }
  }

  /// Every required field, taken away; the violation must name it.
  @Test func eachMissingFieldIsRejected() throws {
    let paths = """
      schema schema.name schema.version schema.uri kind tool tool.name tool.version run run.id
      run.started_at run.duration_s run.argv run.preset run.seed run.shard run.shard.index
      run.shard.total run.completed builds builds.0.id builds.0.git builds.0.binary builds.0.compiler
      builds.0.compiler.swift builds.0.compiler.target builds.0.compiler.flags environment
      environment.exact_key environment.host_key environment.cpu environment.cpu.logical
      environment.allocator environment.allocator.name environment.clock
      environment.clock.resolution_ns environment.clock.wall_read_ns
      environment.clock.cpu_read_ns environment.hw_counters environment.hw_counters.available
      environment.hw_counters.reason warnings warnings.0.code warnings.0.severity
      warnings.0.message cases cases.0.id cases.0.suite cases.0.scenario
      cases.0.storage cases.0.role cases.0.dataset cases.0.payload
      cases.0.items cases.0.status cases.0.checksum cases.1.message cases.2.message
      cases.3.message cases.0.metrics cases.0.metrics.cpu_time.unit
      cases.0.metrics.cpu_time.better cases.0.metrics.cpu_time.kind cases.0.metrics.cpu_time.role
      cases.0.metrics.cpu_time.median cases.0.metrics.cpu_time.mad cases.0.metrics.cpu_time.min
      cases.0.metrics.cpu_time.launches cases.0.metrics.wall_time.absent
      cases.0.metrics.allocations.value cases.0.metrics.frame_time.p99_9
      cases.0.metrics.peak_live_bytes.absent curves curves.0.suite curves.0.scenario
      curves.0.dataset curves.0.payload curves.0.metric curves.0.storage
      curves.0.points curves.0.points.0.items curves.0.points.0.value
      curves.0.points.0.interval.low curves.0.exponent.value curves.0.exponent.interval.high
      crossovers crossovers.0.suite crossovers.0.scenario crossovers.0.dataset
      crossovers.0.payload crossovers.0.metric crossovers.0.from crossovers.0.to
      crossovers.0.items summary summary.ok summary.failed summary.skipped summary.timeout
      summary.exit_code
      """.split(whereSeparator: \.isWhitespace).map(String.init)
    let texts = try paths.map { try changed(Sample.full(), at: $0, to: nil) }
    let violations = try SchemaValidator.validate(records: texts)
    for (path, found) in zip(paths, violations) {
      // A metric that is neither there nor absent is asked for its figures.
      let key = path.hasSuffix("absent") ? "required" : "'\(path.split(separator: ".").last ?? "")'"
      #expect(found.contains { $0.contains(key) }, "\(path): \(found)")
    }
  }

  @Test func eachWrongValueIsRejected() throws {
    let changes: [(path: String, value: Any?)] = [
      ("schema.name", "other"), ("schema.version", "1.3"), ("schema.version", "2"),
      ("kind", "walk"), ("tool.name", ""), ("tool.git_sha", "abc"), ("run.seed", 1),
      ("run.seed", "-1"), ("run.started_at", "yesterday"), ("run.duration_s", -1),
      ("run.duration_s", "1"), ("run.shard.total", 0), ("run.completed", 1), ("builds", [Any]()),
      ("kind", "comparison"), ("environment.cpu.logical", 0), ("environment.steal_ratio", 1.5),
      ("environment.memory_bytes", NSNull()), ("warnings.0.severity", "fatal"),
      ("cases.0.id", "item-random"), ("cases.0.id", "lookup/item-random/items=10"),
      ("cases.0.status", "done"), ("cases.0.checksum", "DEADBEEF00000000"),
      ("cases.0.checksum", "1"), ("cases.0.role", "boss"), ("cases.0.items", 1.5),
      ("cases.0.operations_per_call", 0), ("cases.0.operations_per_batch", 0),
      ("cases.0.metrics.cpu_time.unit", "ms"), ("cases.0.metrics.cpu_time.median", -1),
      ("cases.0.metrics.cpu_time.launches", [Any]()), ("cases.0.metrics.cpu_time.absent", "both"),
      ("cases.0.metrics.allocations.value", 2.5), ("cases.0.metrics.allocations.value", "3"),
      ("cases.0.metrics.allocations.absent", "both"),
      ("cases.0.metrics.peak_live_bytes.absent", ""),
      ("cases.0.metrics.peak_live_bytes.value", 0), ("curves.0.points.0.interval", [1, 2]),
      ("cases.0.metrics", [Any]()), ("cases.0.metrics.frame_time.p50", "1"),
      ("summary.exit_code", 256), ("summary.ok", -1),
    ]
    let texts = try changes.map { try changed(Sample.full(), at: $0.path, to: $0.value) }
    let violations = try SchemaValidator.validate(records: texts)
    for (change, found) in zip(changes, violations) {
      #expect(!found.isEmpty, "\(change.path) = \(change.value ?? "missing")")
    }
  }

  /// The record as JSON, with the value at a path of keys and indices replaced or removed.
  private func changed(_ record: RunRecord, at path: String, to value: Any?) throws -> String {
    let document = try JSONSerialization.jsonObject(with: Data(record.json().utf8))
    let keys = path.split(separator: ".").map(String.init)
    let result = try #require(replacing(keys[...], in: document, by: value), "\(path)")
    return String(decoding: try JSONSerialization.data(withJSONObject: result), as: UTF8.self)
  }

  private func replacing(_ keys: ArraySlice<String>, in node: Any, by value: Any?) -> Any? {
    guard let key = keys.first else { return value }
    if var object = node as? [String: Any] {
      if keys.count > 1, object[key] == nil { return nil }
      if keys.count == 1, value == nil, object[key] == nil { return nil }
      object[key] = replacing(keys.dropFirst(), in: object[key] ?? NSNull(), by: value)
      return object
    }
    if var array = node as? [Any], let index = Int(key), array.indices.contains(index) {
      guard let child = replacing(keys.dropFirst(), in: array[index], by: value) else { return nil }
      array[index] = child
      return array
    }
    return nil
  }
}
