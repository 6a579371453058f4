package import RunRecords

/// What decides which storage is best in a family of cases.
package enum Measure: String, CaseIterable, Sendable {
  case cpuTime = "cpu_time"
  case liveBytes = "live_bytes"
  case peakLiveBytes = "peak_live_bytes"
  case allocatedBytes = "allocated_bytes"
  case allocations

  /// The measure for `cases` of one scenario.
  ///
  /// CPU time wherever it was asked for, even if it could not be had; else the first metric in
  /// which some strategy is above zero; else the first that is listed. Nil where none is. Floors
  /// have a say where there is no strategy.
  package init?(deciding cases: [CaseRecord]) {
    var strategies = cases.filter { $0.params.role == CaseRole.strategy }
    if strategies.isEmpty { strategies = cases }
    if strategies.contains(where: { $0.metric(Self.cpuTime.rawValue) != nil }) {
      self = .cpuTime
      return
    }
    let listed = Self.allCases.filter { measure in
      strategies.contains { measure.reading(of: $0) != .unlisted }
    }
    let telling = listed.first { measure in
      strategies.contains { measure.reading(of: $0).value.map { $0 > 0 } ?? false }
    }
    guard let measure = telling ?? listed.first else { return nil }
    self = measure
  }

  /// The figure of `case` in this measure, and how far its launches lie apart.
  ///
  /// - Parameter case: Any case.
  /// - Returns: Nanoseconds or a count or bytes per operation, or live bytes per item.
  package func reading(of case: CaseRecord) -> Reading {
    guard let metric = `case`.metric(rawValue) else { return .unlisted }
    if let reason = metric.absent { return .absent(reason) }
    if let median = metric.median {
      return .value(Estimate(value: median, launches: metric.launches ?? []))
    }
    guard let value = metric.value else { return .absent("the record holds no value") }
    let divisor: Int
    switch self {
    case .liveBytes, .peakLiveBytes: divisor = `case`.params.items
    case .cpuTime, .allocatedBytes, .allocations: divisor = `case`.params.operationsPerCall ?? 1
    }
    return .value(Estimate(value: Double(value) / Double(max(1, divisor)), halfRange: 0))
  }

  /// The figure as people read it.
  package func display(_ value: Double) -> String {
    switch self {
    case .cpuTime: DisplayFormat.duration(nanoseconds: value)
    case .liveBytes, .peakLiveBytes, .allocatedBytes: DisplayFormat.bytes(value)
    case .allocations: DisplayFormat.count(value)
    }
  }

  /// What the figures of a table are, as its title.
  package var title: String {
    switch self {
    case .cpuTime: "CPU time per operation"
    case .liveBytes: "live bytes per item"
    case .peakLiveBytes: "peak live bytes per item"
    case .allocatedBytes: "allocated bytes per operation"
    case .allocations: "allocations per operation"
    }
  }

  /// What one storage takes more of than another.
  package var noun: String {
    switch self {
    case .cpuTime: "time"
    case .liveBytes, .peakLiveBytes, .allocatedBytes: "bytes"
    case .allocations: "allocations"
    }
  }

  /// The word for having least of it.
  package var superlative: String {
    switch self {
    case .cpuTime: "fastest"
    case .liveBytes, .peakLiveBytes, .allocatedBytes: "smallest"
    case .allocations: "fewest"
    }
  }
}

/// The values of `CaseParameters.role`.
enum CaseRole {
  static let strategy = "strategy"
  static let floor = "floor"
}
