extension Sequence where Element: AdditiveArithmetic {
  /// Returns zero and the sum of each prefix: the starts of parts that lie end to end, and the end.
  ///
  ///     [3, 0, 2].runningSums()  // [0, 3, 3, 5]
  ///
  /// - Complexity: O(*n*); one array.
  @inlinable
  public func runningSums() -> [Element] {
    var sums: [Element] = []
    sums.reserveCapacity(underestimatedCount + 1)
    var sum = Element.zero
    sums.append(sum)
    for element in self {
      sum += element
      sums.append(sum)
    }
    return sums
  }
}
