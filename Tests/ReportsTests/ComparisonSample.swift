import Analysis
import BasicAlgorithms
import Reports
import RunRecords
import TestSupport

/// Records of generated cases, whose times and counts differ as a test wants.
struct ComparisonSample {
  var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  /// A record of some scenarios, storages and sizes, in random order, with three to five launches.
  mutating func record(spread: Double = 0.02) -> RunRecord {
    var cases: [CaseRecord] = []
    for scenario in ["iterate", "insert"] {
      for storage in ["nested", "flat", "btree", "floor-flat"] {
        for items in [1_000, 10_000, 100_000] {
          cases.append(result(scenario, storage, items, spread: spread))
        }
      }
    }
    return SampleRecord.record(cases.shuffled(using: &generator))
  }

  private mutating func result(
    _ scenario: String, _ storage: String, _ items: Int, spread: Double
  ) -> CaseRecord {
    let centre = Double.random(in: 5...500, using: &generator)
    return SampleRecord.result(
      scenario, storage, items: items,
      metrics: [SampleRecord.cpuTime(launches: launches(around: centre, spread: spread))]
        + SampleRecord.memory(
          allocations: Int.random(in: 0...20, using: &generator),
          bytes: Int.random(in: 0...4_096, using: &generator)))
  }

  mutating func launches(around centre: Double, spread: Double) -> [Double] {
    (0..<Int.random(in: 3...5, using: &generator)).map { _ in
      centre * (1 + Double.random(in: -spread...spread, using: &generator))
    }
  }

  /// `record` measured again: other times around the same, and now and then another count.
  mutating func remeasured(_ record: RunRecord, spread: Double = 0.02) -> RunRecord {
    var record = record
    for index in record.cases.indices {
      for metric in record.cases[index].metrics.indices {
        var changed = record.cases[index].metrics[metric]
        if let median = changed.median {
          let ratios = [0.8, 1.0, 1.0, 1.002, 1.3]
          let centre = median * ratios[generator.number(in: 0...4)]
          changed = SampleRecord.cpuTime(launches: launches(around: centre, spread: spread))
        } else if let value = changed.value, Bool.random(using: &generator) {
          changed.value = value + Int.random(in: 0...2, using: &generator)
        }
        record.cases[index].metrics[metric] = changed
      }
    }
    return record
  }

  /// `record` with every time multiplied.
  static func scaled(_ record: RunRecord, by factor: Double) -> RunRecord {
    var record = record
    for index in record.cases.indices {
      for metric in record.cases[index].metrics.indices {
        record.cases[index].metrics[metric].median? *= factor
        let launches = record.cases[index].metrics[metric].launches
        record.cases[index].metrics[metric].launches = launches?.map { $0 * factor }
      }
    }
    return record
  }
}
