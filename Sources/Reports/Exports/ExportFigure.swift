import RunRecords

/// A number as a record has it: whole numbers stay whole, others keep every digit.
enum ExportNumber: Hashable, Sendable {
  case whole(Int)
  case real(Double)

  /// Decimal digits that read back as the same number.
  var text: String {
    switch self {
    case .whole(let value): value.description
    case .real(let value): value.description
    }
  }
}

/// One figure of a metric, as other tools take them.
struct ExportFigure: Hashable, Sendable {
  /// The metric's name; with the quantile behind it where it is one: `frame_time_p99`.
  var name: String
  /// A median, an exact number or a quantile, in the metric's unit.
  var value: ExportNumber
  /// From the lowest launch to the highest; nil where fewer than two were run.
  var interval: ClosedRange<Double>?

  /// Half the length of the interval.
  var halfRange: Double? { interval.map { ($0.upperBound - $0.lowerBound) / 2 } }
}

extension MetricRecord {
  /// The median, the exact number, or the quantiles; none where the record has no value.
  var figures: [ExportFigure] {
    guard absent == nil else { return [] }
    switch kind {
    case .exact:
      return value.map { [ExportFigure(name: name, value: .whole($0))] } ?? []
    case .sampled:
      guard let median, median.isFinite else { return [] }
      return [ExportFigure(name: name, value: .real(median), interval: launchRange)]
    case .distribution:
      return namedQuantiles.map { quantile in
        ExportFigure(name: "\(name)_\(quantile.name)", value: .real(quantile.value))
      }
    }
  }

  /// A distribution's quantiles, with the fraction of events that do not exceed each.
  var namedQuantiles: [(name: String, fraction: Double, value: Double)] {
    guard let quantiles, absent == nil else { return [] }
    return [
      ("p50", 0.5, quantiles.p50), ("p90", 0.9, quantiles.p90), ("p99", 0.99, quantiles.p99),
      ("p99_9", 0.999, quantiles.p999), ("max", 1, quantiles.max),
    ].filter { $0.2.isFinite }
  }

  /// From the lowest launch to the highest; nil where fewer than two were run.
  private var launchRange: ClosedRange<Double>? {
    guard let launches, launches.count > 1, launches.allSatisfy(\.isFinite),
      let lowest = launches.min(), let highest = launches.max()
    else { return nil }
    return lowest...highest
  }
}
