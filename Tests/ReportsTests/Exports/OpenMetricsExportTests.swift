import Analysis
import Reports
import RunRecords
import TestSupport
import Testing

@Suite struct OpenMetricsExportTests {
  private func families(_ record: RunRecord = ExportSample.record) throws
    -> [String: OpenMetricsReader.Family]
  {
    let families = try OpenMetricsReader(ExportFormat.openmetrics.render(record).text).families
    return Dictionary(uniqueKeysWithValues: families.map { ($0.name, $0) })
  }

  @Test func aFamilyForEachMetric() throws {
    let families = try families()
    #expect(
      Set(families.keys) == [
        "cvbench_run", "cvbench_cpu_time_nanoseconds", "cvbench_cpu_time_lowest_launch_nanoseconds",
        "cvbench_cpu_time_highest_launch_nanoseconds", "cvbench_wall_time_nanoseconds",
        "cvbench_wall_time_lowest_launch_nanoseconds",
        "cvbench_wall_time_highest_launch_nanoseconds", "cvbench_allocations",
        "cvbench_allocated_bytes", "cvbench_live_bytes", "cvbench_views_reused",
        "cvbench_anchor_drift_point_64ths", "cvbench_harness_share_ratio",
        "cvbench_frame_time_nanoseconds",
      ])
    let time = try #require(families["cvbench_cpu_time_nanoseconds"])
    #expect((time.type, time.unit) == ("gauge", "nanoseconds"))
    #expect(time.help == "cpu_time: median of the launches; less is better.")
    #expect(time.samples.map(\.text) == ["0.30000000000000004", "1e-05"])
    #expect(
      families["cvbench_cpu_time_lowest_launch_nanoseconds"]?.samples.map(\.text) == ["0.1"])
    #expect(
      families["cvbench_cpu_time_highest_launch_nanoseconds"]?.samples.map(\.text) == ["0.5"])
    #expect(families["cvbench_allocations"]?.samples.map(\.text) == ["9007199254740993", "3"])
    #expect(families["cvbench_allocations"]?.unit == "")
    #expect(families["cvbench_live_bytes"]?.unit == "bytes")
    #expect(families["cvbench_views_reused"]?.help == "views_reused: of one call; more is better.")
    let frames = try #require(families["cvbench_frame_time_nanoseconds"])
    #expect(frames.type == "summary")
    #expect(frames.samples.map { $0.labels["quantile"] } == ["0.5", "0.9", "0.99", "0.999", "1.0"])
    #expect(
      frames.samples.map(\.value) == [1_000.5, 2_000.25, 3_000.125, 1e17, 1.5e300])
  }

  @Test func labelsSayWhatTheCaseRanOn() throws {
    let record = ExportSample.record
    let samples = try #require(try families()["cvbench_cpu_time_nanoseconds"]).samples
    #expect(
      samples[1].labels == [
        "id": record.cases[1].id, "suite": "lookup", "scenario": ExportSample.awkward,
        "storage": "btree", "role": "strategy", "data": "uniform-1000", "payload": "item8",
        "items": "10", "sections": "4", "operations_per_call": "1",
      ])
    #expect(samples[0].labels["sections"] == nil)
    #expect(try families()["cvbench_run"]?.samples[0].labels["preset"] == "quick")
  }

  @Test func aUnitOfNoOwnNameStaysInTheName() throws {
    let result = SampleRecord.result(
      "item", "flat", items: 1,
      metrics: [
        SampleRecord.count("drift", 1, unit: "pixel/8"),
        SampleRecord.count("views", 2, unit: "count"),
      ])
    let families = try families(SampleRecord.record([result]))
    #expect(families["cvbench_drift_pixel_8"]?.unit == "pixel_8")
    #expect(families["cvbench_views"]?.unit == "")
  }

  /// Two names that become one still make samples that differ.
  @Test func namesThatBecomeOneAreToldApart() throws {
    let result = SampleRecord.result(
      "item", "flat", items: 1,
      metrics: [
        SampleRecord.count("a-b", 1), SampleRecord.count("a b", 2),
        SampleRecord.count("a_b", 3),
      ])
    let samples = try families(SampleRecord.record([result]))["cvbench_a_b"]?.samples ?? []
    #expect(samples.map { $0.labels["metric"] } == ["a-b", "a b", nil])
    #expect(samples.map(\.text) == ["1", "2", "3"])
  }

  @Test func aRealRecordIsAllThere() throws {
    let record = try ExportSample.committed("scroll")
    let families = try families(record)
    let times = try #require(families["cvbench_cpu_time_nanoseconds"]).samples
    #expect(times.map { $0.labels["id"] } == record.cases.map(\.id))
    #expect(times.map(\.value) == record.cases.map { $0.metric("cpu_time")?.median })
    let bytes = try #require(families["cvbench_peak_live_bytes"]).samples
    #expect(
      bytes.map(\.text)
        == record.cases.compactMap { $0.metric("peak_live_bytes")?.value?.description })
  }

  /// Prometheus' own parser reads the same as the reader above.
  @Test(.enabled(if: PrometheusClient.interpreter != nil, "python3-prometheus-client is missing"))
  func prometheusReadsIt() throws {
    for record in [
      ExportSample.record, SampleRecord.quick, try ExportSample.committed("scroll"),
    ] {
      let text = ExportFormat.openmetrics.render(record).text
      let expected = try OpenMetricsReader(text).families.flatMap { family in
        family.samples.map { sample in
          PrometheusClient.Sample(
            family: family.name, type: family.type, unit: family.unit, name: sample.name,
            labels: sample.labels, value: sample.value)
        }
      }
      #expect(try PrometheusClient.samples(of: text) == expected)
    }
  }
}
