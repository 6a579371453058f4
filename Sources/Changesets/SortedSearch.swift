public import BasicAlgorithms

extension Array where Element: Comparable {
  /// The same elements ascending; these themselves if they are so already.
  func inOrder() -> [Element] {
    guard count > 1 else { return self }
    for index in indices.dropFirst() where self[index] < self[index - 1] { return sorted() }
    return self
  }

  /// The elements of a sorted array, each once.
  func withoutRepeats() -> [Element] {
    guard count > 1, firstRepeat() != nil else { return self }
    var kept: [Element] = []
    for element in self where element != kept.last { kept.append(element) }
    return kept
  }

  /// The first element of a sorted array that is there twice.
  func firstRepeat() -> Element? {
    for index in indices.dropFirst() where self[index] == self[index - 1] { return self[index] }
    return nil
  }

  /// The first element that another sorted array has too.
  func firstShared(with other: [Element]) -> Element? {
    var (index, otherIndex) = (0, 0)
    while index < count, otherIndex < other.count {
      if self[index] == other[otherIndex] { return self[index] }
      if self[index] < other[otherIndex] { index += 1 } else { otherIndex += 1 }
    }
    return nil
  }

  /// A sorted array of the elements of both, which are sorted.
  func merged(with other: [Element]) -> [Element] {
    guard !isEmpty else { return other }
    guard !other.isEmpty else { return self }
    return (self + other).sorted()
  }
}

extension RandomAccessCollection<ItemPath> where Index == Int {
  /// Returns the indices of the paths in `section`.
  ///
  /// - Complexity: O(log *n*); no allocation.
  /// - Precondition: The paths ascend.
  @inlinable
  public func range(ofSection section: Int) -> Range<Int> {
    partitioningIndex { $0.section >= section }..<partitioningIndex { $0.section > section }
  }
}
