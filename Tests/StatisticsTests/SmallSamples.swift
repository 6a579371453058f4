/// Every series of up to `maximumCount` samples that takes its values from `values`.
func everySeries(of values: [Double], maximumCount: Int) -> [[Double]] {
  var all: [[Double]] = []
  var longest: [[Double]] = [[]]
  for _ in 0..<maximumCount {
    longest = longest.flatMap { series in values.map { series + [$0] } }
    all += longest
  }
  return all
}

/// Returns whether two finite numbers agree to `tolerance` of the larger one, or to `tolerance` itself
/// near 0.
func agree(_ left: Double, _ right: Double, within tolerance: Double = 1e-12) -> Bool {
  left.isFinite && right.isFinite
    && abs(left - right) <= tolerance * max(1, abs(left), abs(right))
}
