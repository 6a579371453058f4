package import RunRecords

/// The figure that decides which storage is best in a scenario.
package enum Measure: String, Sendable {
  case cpuTime = "cpu_time"
  case liveBytes = "live_bytes"
  case peakLiveBytes = "peak_live_bytes"
  case allocatedBytes = "allocated_bytes"
  case allocations
  /// The frames of a trace over 8.33 ms, by a cost model: exact, and counted by scenarios alone.
  case lateFrames = "late_frames_120_hz"

  /// The measures that the harness takes of any scenario.
  package static let ofAnyScenario: [Measure] = [
    .cpuTime, .liveBytes, .peakLiveBytes, .allocatedBytes, .allocations,
  ]

  /// The name of the number of frames that late ones are counted of.
  static let modelledFrames = "frames_120_hz"
  /// The name of the longest time of such a frame, in microseconds.
  static let longestFrame = "longest_frame_microseconds"

  /// Chooses the measure for `cases` of one scenario.
  ///
  /// CPU time wherever a case lists it, even without a value; late frames wherever a scenario counts
  /// them; else the first metric in which some strategy is above zero; else the first that is listed.
  /// Nil where none is. Floors count only where there is no strategy.
  package init?(deciding cases: [CaseRecord]) {
    var strategies = cases.filter { $0.params.role == CaseRole.strategy }
    if strategies.isEmpty { strategies = cases }
    if strategies.contains(where: { $0.metric(Self.cpuTime.rawValue) != nil }) {
      self = .cpuTime
      return
    }
    if strategies.contains(where: { $0.metric(Self.lateFrames.rawValue) != nil }) {
      self = .lateFrames
      return
    }
    let listed = Self.ofAnyScenario.filter { measure in
      strategies.contains { measure.reading(of: $0) != .unlisted }
    }
    let telling = listed.first { measure in
      strategies.contains { measure.reading(of: $0).value.map { $0 > 0 } ?? false }
    }
    guard let measure = telling ?? listed.first else { return nil }
    self = measure
  }

  /// Returns the figure of `result` in this measure.
  ///
  /// - Parameter result: Any case.
  /// - Returns: Nanoseconds, a count or bytes per operation; live bytes per item; late frames of all.
  package func reading(of result: CaseRecord) -> Reading {
    Reading(rawValue, in: result)
  }
}

/// The figure that a record holds of a case, or the reason why it holds none.
package enum Reading: Hashable, Sendable {
  case value(Estimate)
  /// The metric could not be measured, with the reason.
  case absent(String)
  /// The case does not list the metric.
  case unlisted

  /// Reads the metric called `name`: a sampled one as it is, an exact one per operation or of one call
  /// (`CaseRecord.isOfOneCall(_:)`), and live bytes per item.
  package init(_ name: String, in result: CaseRecord) {
    guard let metric = result.metric(name) else {
      self = .unlisted
      return
    }
    if let reason = metric.absent {
      self = .absent(reason)
    } else if let median = metric.median {
      self = .value(Estimate(value: median, launches: metric.launches ?? []))
    } else if let value = metric.value {
      let divisor =
        switch Measure(rawValue: name) {
        case .liveBytes, .peakLiveBytes: result.params.items
        case .lateFrames: 1
        case nil where result.isOfOneCall(metric): 1
        case .cpuTime, .allocatedBytes, .allocations, nil: result.params.operationsPerCall ?? 1
        }
      self = .value(Estimate(value: Double(value) / Double(max(1, divisor)), halfRange: 0))
    } else {
      self = .absent("the record holds no single figure")
    }
  }

  package var estimate: Estimate? {
    if case .value(let estimate) = self { estimate } else { nil }
  }

  package var value: Double? { estimate?.value }
}

/// A figure and the spread between the launches that measured it.
package struct Estimate: Hashable, Sendable {
  /// The median, or an exact figure, in the measure's unit.
  package var value: Double
  /// Half the range between the launches, in the same unit; nil for fewer than two launches.
  package var halfRange: Double?
}

extension Estimate {
  /// The figure whose median over `launches` is `value`.
  package init(value: Double, launches: [Double]) {
    self.init(value: value)
    if launches.count >= 2, let lowest = launches.min(), let highest = launches.max() {
      halfRange = (highest - lowest) / 2
    }
  }

  /// The spread as a fraction of the value.
  package var spread: Double? {
    guard let halfRange, value > 0 else { return nil }
    return halfRange / value
  }
}

/// The values of `CaseParameters.role`.
package enum CaseRole {
  package static let strategy = "strategy"
  package static let floor = "floor"
}

/// The order of storages in a table: the built-in ones, then any others by name.
package struct StorageOrder: Comparable {
  private let rank: Int
  private let name: String

  package init(_ storage: String) {
    let plain = storage.hasPrefix("floor-") ? String(storage.dropFirst(6)) : storage
    rank = ["nested", "flat", "btree"].firstIndex(of: plain) ?? 3
    name = storage
  }

  package static func < (left: StorageOrder, right: StorageOrder) -> Bool {
    (left.rank, left.name) < (right.rank, right.name)
  }

  /// The storages of `names`, each once, in this order.
  package static func sorted(_ names: some Sequence<String>) -> [String] {
    Set(names).sorted { StorageOrder($0) < StorageOrder($1) }
  }
}

/// The order of cases in a comparison and in a run's table.
package struct CaseOrder: Comparable {
  private let names: (String, String, String, String)
  private let items: Int
  private let storage: StorageOrder

  package init(_ record: CaseRecord) {
    names = (
      record.suite, record.params.scenario, record.params.data, record.params.payload
    )
    items = record.params.items
    storage = StorageOrder(record.params.storage)
  }

  package static func == (left: CaseOrder, right: CaseOrder) -> Bool {
    left.names == right.names && left.items == right.items && left.storage == right.storage
  }

  package static func < (left: CaseOrder, right: CaseOrder) -> Bool {
    left.names == right.names
      ? (left.items, left.storage) < (right.items, right.storage) : left.names < right.names
  }
}

extension CaseRecord {
  /// Returns a Boolean value that indicates whether an exact `metric` of the case is of a whole call and
  /// not divided by its operations: a length, and every count of a scenario that models frames.
  package func isOfOneCall(_ metric: MetricRecord) -> Bool {
    guard metric.kind == .exact, ExactMetric(rawValue: metric.name) == nil else { return false }
    return metric.unit == "point/64" || self.metric(Measure.lateFrames.rawValue) != nil
  }
}
