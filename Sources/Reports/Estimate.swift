/// A figure and the spread it was measured with.
package struct Estimate: Hashable, Sendable {
  /// The median, or an exact figure, in the measure's unit.
  package var value: Double
  /// Half the range between the launches, in the same unit; nil where fewer than two were run.
  package var halfRange: Double?

  package init(value: Double, halfRange: Double?) {
    self.value = value
    self.halfRange = halfRange
  }

  /// The median of `launches` is `value`.
  package init(value: Double, launches: [Double]) {
    self.value = value
    if launches.count >= 2, let lowest = launches.min(), let highest = launches.max() {
      halfRange = (highest - lowest) / 2
    }
  }

  /// The spread as a fraction of the value.
  package var spread: Double? {
    guard let halfRange, value > 0 else { return nil }
    return halfRange / value
  }

  /// Whether this figure is below `other` by more than both spreads and more than 1 %.
  ///
  /// The least difference is that of a paired gate on CPU time: two launches of one binary differ
  /// by as much, however close the launches at hand happen to lie. Nil where a spread is unknown.
  package func isBelow(_ other: Estimate) -> Bool? {
    guard let halfRange, let otherHalfRange = other.halfRange else { return nil }
    return other.value - value > max(halfRange + otherHalfRange, 0.01 * value)
  }
}

/// What a record says of one figure of a case.
package enum Reading: Hashable, Sendable {
  case value(Estimate)
  /// The metric could not be had, with the reason.
  case absent(String)
  /// The case does not list the metric.
  case unlisted

  package var estimate: Estimate? {
    if case .value(let estimate) = self { estimate } else { nil }
  }

  package var value: Double? { estimate?.value }
}
