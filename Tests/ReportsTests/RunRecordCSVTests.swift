import Analysis
import Reports
import RunRecords
import Testing

@Suite struct RunRecordCSVTests {
  @Test func oneLineForEachMetricOfEachCase() {
    let record = SampleRecord.record([
      SampleRecord.result(
        "item-random", "flat", items: 1_000,
        metrics: [
          SampleRecord.cpuTime(launches: [1.25, 1.5, 2]), ExactMetric.allocations.record(0),
          ExactMetric.liveBytes.absent("no \"jemalloc\", none"),
          SampleRecord.count("anchor_drift", -32, unit: "point/64", role: .info),
        ]),
      SampleRecord.result(
        "item-random", "nested", items: 1_000, status: .failed, message: "line one\nline two"),
    ])
    let flat =
      "lookup/item-random/storage=flat/data=uniform-1000/payload=item8/items=1000,"
      + "lookup,item-random,flat,strategy,uniform-1000,item8,1000,,1000,ok,,00000000deadbeef,"
    let nested =
      "lookup/item-random/storage=nested/data=uniform-1000/payload=item8/items=1000,"
      + "lookup,item-random,nested,strategy,uniform-1000,item8,1000,,1000,failed,"
      + "line one line two,,"
    #expect(
      RunRecordCSV.render(record) == """
        id,suite,scenario,storage,role,data,payload,items,sections,operations_per_call,status,\
        message,checksum,metric,unit,better,kind,metric_role,value,median,mad,p05,p95,min,\
        launches,absent,p50,p90,p99,p99_9,max,standing
        \(flat)cpu_time,ns/op,lower,sampled,gate,,1.5,,,,1.25,1.25 1.5 2.0,,,,,,,
        \(flat)allocations,count,lower,exact,gate,0,,,,,,,,,,,,,
        \(flat)live_bytes,byte,lower,exact,gate,,,,,,,,"no ""jemalloc"", none",,,,,,
        \(flat)anchor_drift,point/64,lower,exact,info,-32,,,,,,,,,,,,,
        \(nested),,,,,,,,,,,,,,,,,,

        """)
  }

  /// A spreadsheet takes such a text for a formula, and a runner a line for a command.
  @Test(arguments: [
    ("=1+1", "'=1+1"), ("@a", "'@a"), ("-x", "'-x"), ("+a,b", "\"'+a,b\""), ("-1.5", "-1.5"),
    ("-1.5 2 -3e5", "-1.5 2 -3e5"), ("a\n::error::b", "a \u{FFFD}:error::b"),
    ("\u{1B}[2J", "\u{FFFD}[2J"), ("a=b", "a=b"), ("-", "'-"), ("", ""),
  ])
  func hostileTextsAreOnlyTexts(text: String, expected: String) {
    var result = SampleRecord.result("item-random", "flat", items: 1_000, status: .failed)
    result.message = text
    let csv = RunRecordCSV.render(SampleRecord.record([result]))
    #expect(csv.contains(",failed,\(expected),"), "\(csv)")
  }

  @Test func everyLineHasAllFields() {
    let lines = RunRecordCSV.render(SampleRecord.quick).split(separator: "\n")
    let metrics = SampleRecord.quick.cases.reduce(0) { $0 + $1.metrics.count }
    #expect(lines.count == metrics + 1)
    #expect(
      lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 32 })
  }
}
