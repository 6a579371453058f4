import RunRecords

extension SampleRecord {
  /// A record like those of the quick preset: three storages and two floors, twelve scenarios, two datasets.
  static var quick: RunRecord {
    var cases: [CaseRecord] = []
    for data in ["directory", "uniform-1000"] {
      for (index, items) in [1_000, 100_000, 1_000_000].enumerated() {
        let factor = data == "directory" ? 1.12 : 1
        for profile in profiles {
          for (storage, times) in profile.times {
            let isBare = profile.allocations == 0 || storage.hasPrefix("floor")
            let allocations = isBare ? 0 : profile.allocations * (storage == "nested" ? 2 : 1)
            cases.append(
              result(
                profile.scenario, storage, items: items, data: data, operations: 1_000,
                metrics: [cpuTime(times[index] * factor, spread: profile.spread)]
                  + memory(allocations: allocations, bytes: allocations * 48)))
          }
        }
        for (storage, bytes) in [("nested", 8.08), ("flat", 8), ("btree", 8.71)] {
          cases.append(
            result(
              "memory", storage, items: items, data: data, operations: 1,
              metrics: [
                ExactMetric.allocations.record(items / 500 + 3),
                ExactMetric.liveBytes.record(Int(bytes * Double(items))),
                ExactMetric.peakLiveBytes.record(Int(bytes * 1.5 * Double(items))),
              ]))
        }
      }
    }
    // A run measures in random order: the report may not lean on it.
    return record(cases.reversed())
  }

  private struct Profile {
    var scenario: String
    var spread: Double
    var allocations: Int
    /// Nanoseconds per operation at each size.
    var times: [(storage: String, nanoseconds: [Double])]
  }

  private static func profile(
    _ scenario: String, spread: Double = 0.012, allocations: Int = 0, nested: [Double],
    flat: [Double], btree: [Double], floor: Double = 0.93
  ) -> Profile {
    Profile(
      scenario: scenario, spread: spread, allocations: allocations,
      times: [
        ("nested", nested), ("flat", flat), ("btree", btree),
        ("floor-nested", nested.map { $0 * floor }), ("floor-flat", flat.map { $0 * floor }),
      ])
  }

  private static let profiles: [Profile] = [
    profile("counts", nested: [1.1, 1.1, 1.1], flat: [1.1, 1.1, 1.1], btree: [1.4, 1.4, 1.4]),
    profile(
      "item-random", nested: [1.21, 1.9, 6.4], flat: [1.22, 1.7, 4.3], btree: [2.6, 5.1, 14.2]),
    profile(
      "item-sequential", nested: [0.61, 0.62, 0.66], flat: [0.5, 0.51, 0.52],
      btree: [0.71, 0.74, 0.8]),
    profile(
      "item-zipf", spread: 0.04, nested: [1.3, 1.7, 3.1], flat: [1.28, 1.66, 3.02],
      btree: [2.5, 3.4, 6.6]),
    profile(
      "global-index-random", nested: [4.1, 5.2, 10.3], flat: [0.9, 1.1, 2.7],
      btree: [2.2, 3.9, 12.5]),
    profile(
      "path-of-global-index", nested: [4.4, 5.6, 11.2], flat: [3.8, 5.1, 9.4],
      btree: [4.5, 5.5, 9.9]),
    profile(
      "section-of-global-index", nested: [3.9, 5, 10], flat: [3.2, 4.6, 8.7], btree: [4, 5, 9.3]),
    profile(
      "iterate-all", nested: [0.16, 0.19, 0.41], flat: [0.12, 0.14, 0.35],
      btree: [0.15, 0.21, 0.52]),
    profile(
      "build", allocations: 40, nested: [1_350, 131_000, 1_980_000],
      flat: [900, 88_000, 1_210_000], btree: [1_700, 168_000, 2_410_000]),
    profile(
      "insert-delete-random", spread: 0.021, allocations: 12, nested: [61, 74, 290],
      flat: [310, 8_700, 155_000], btree: [72, 110, 252]),
    profile(
      "sorted-edits-1-percent", allocations: 33, nested: [640, 71_000, 810_000],
      flat: [590, 61_500, 12_300_000], btree: [1_020, 66_000, 670_000]),
    profile(
      "copy-then-edit", allocations: 1_700, nested: [410, 1_900, 18_500],
      flat: [390, 25_300, 415_000], btree: [620, 880, 1_190]),
  ]
}
