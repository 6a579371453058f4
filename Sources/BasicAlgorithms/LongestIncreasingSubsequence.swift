extension RandomAccessCollection where Index == Int, Element: Comparable {
  /// Returns the indices of a longest subsequence that strictly increases, in ascending order.
  ///
  ///     [3, 1, 4, 1, 5].longestIncreasingSubsequence()  // [1, 2, 4], the elements 1, 4, 5
  ///
  /// Of several such subsequences, it is one whose last element is least.
  ///
  /// Source: C. Schensted 1961, doi:10.4153/CJM-1961-015-3.
  ///
  /// - Complexity: O(*n* log *n*); three arrays.
  @inlinable
  public func longestIncreasingSubsequence() -> [Int] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let length = ends.partitioningIndex { self[$0] >= self[index] }
      if length > 0 { previous[index - startIndex] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    guard var index = ends.last else { return [] }
    // From the last element to the first, each over the place of its length.
    for length in ends.indices.reversed() {
      ends[length] = index
      index = previous[index - startIndex]
    }
    return ends
  }

  /// Returns the length of the longest subsequence that strictly increases. O(*n* log *n*); one
  /// array.
  @inlinable
  public func longestIncreasingSubsequenceCount() -> Int {
    // The least element that a subsequence of each length ends with.
    var ends: [Element] = []
    for element in self {
      let length = ends.partitioningIndex { $0 >= element }
      if length == ends.count { ends.append(element) } else { ends[length] = element }
    }
    return ends.count
  }
}
