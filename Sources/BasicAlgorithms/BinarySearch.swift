extension Range<Int> {
  /// Returns the first number of the range for which `isBehind` holds, or the upper bound.
  ///
  ///     let room = (0..<widths.count).partitioningIndex { widths[$0] >= 320 }
  ///
  /// Each number is asked at most once, so `isBehind` may count its calls.
  ///
  /// - Parameter isBehind: A condition that holds for every number behind the first one it holds for.
  /// - Returns: A number of the range, or its upper bound.
  /// - Complexity: O(log *n*) calls of `isBehind`; no allocation.
  @inlinable
  @inline(__always)
  public func partitioningIndex(where isBehind: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low &+ Int(bitPattern: UInt(bitPattern: high &- low) &>> 1)
      if isBehind(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }

  /// Returns what `partitioningIndex(where:)` returns, in fewer instructions and more calls.
  ///
  /// Halves a length, whatever the answers, instead of moving two bounds. That pays for a condition
  /// which is a load and a comparison. One number may be asked twice.
  ///
  /// - Parameter isBehind: A condition that holds for every number behind the first one it holds for.
  /// - Returns: A number of the range, or its upper bound.
  /// - Complexity: O(log *n*) calls of `isBehind`; no allocation.
  @inlinable
  @inline(__always)
  public func halvingIndex(where isBehind: (Int) -> Bool) -> Int {
    var (start, length) = (lowerBound, upperBound &- lowerBound)
    while length > 1 {
      let half = length &>> 1
      start = isBehind(start &+ half &- 1) ? start : start &+ half
      length &-= half
    }
    return length == 1 && !isBehind(start) ? start &+ 1 : start
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element for which `isBehind` holds, or the end index.
  ///
  ///     let firstLate = times.partitioningIndex { $0 > deadline }
  ///
  /// - Parameter isBehind: A condition that holds for every element behind the first one it holds for.
  /// - Returns: An index of an element, or the end index.
  /// - Complexity: O(log *n*) calls of `isBehind`; no allocation.
  @inlinable
  @inline(__always)
  public func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    (startIndex..<endIndex).partitioningIndex { isBehind(self[$0]) }
  }
}

extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// Returns the index of the first element equal to `element`, or nil if there is none.
  ///
  /// - Complexity: O(log *n*); no allocation.
  /// - Precondition: The elements ascend.
  @inlinable
  public func sortedIndex(of element: Element) -> Int? {
    let index = partitioningIndex { $0 >= element }
    return index < endIndex && self[index] == element ? index : nil
  }

  /// Returns a Boolean value that indicates whether `element` is in the collection.
  ///
  /// - Complexity: O(log *n*); no allocation.
  /// - Precondition: The elements ascend.
  @inlinable
  public func sortedContains(_ element: Element) -> Bool { sortedIndex(of: element) != nil }
}

extension ClosedRange<Double> {
  /// Returns the least number of the range for which `isBehind` holds, as exactly as a `Double` can.
  ///
  /// - Parameter isBehind: A condition that fails at the lower bound, holds at the upper bound, and
  ///   changes once between them.
  /// - Returns: A number at which the condition changes: the number or its neighbour satisfies it.
  /// - Complexity: About 60 calls of `isBehind` for a range such as 0...1; no allocation.
  @inlinable
  public func bisect(where isBehind: (Double) -> Bool) -> Double {
    var (low, high) = (lowerBound, upperBound)
    while true {
      let middle = low + (high - low) / 2
      if middle <= low || middle >= high { return middle }
      if isBehind(middle) { high = middle } else { low = middle }
    }
  }
}
