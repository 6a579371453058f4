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

  /// Whether a sorted array has `element`; O(log *n*).
  func hasSorted(_ element: Element) -> Bool {
    let index = boundary(from: 0, to: count) { self[$0] >= element }
    return index < count && self[index] == element
  }

  /// A sorted array of the elements of both, which are sorted.
  func merged(with other: [Element]) -> [Element] {
    guard !isEmpty else { return other }
    guard !other.isEmpty else { return self }
    return (self + other).sorted()
  }
}

extension [Int] {
  /// The indexes of a longest run of these numbers, each there once, that only ascends; ascending.
  ///
  /// By ends of runs: for each length the run with the smallest last number. O(*n* log *n*).
  func longestAscent() -> [Int] {
    var ends: [Int] = []
    var previous = [Int](repeating: -1, count: count)
    for index in indices {
      let length = boundary(from: 0, to: ends.count) { self[ends[$0]] >= self[index] }
      if length > 0 { previous[index] = ends[length - 1] }
      if length == ends.count { ends.append(index) } else { ends[length] = index }
    }
    var run: [Int] = []
    var index = ends.last ?? -1
    while index >= 0 {
      run.append(index)
      index = previous[index]
    }
    return run.reversed()
  }
}

extension [ItemPath] {
  /// The indexes of sorted paths that are in `section`; O(log *n*).
  func range(ofSection section: Int) -> Range<Int> {
    let start = boundary(from: 0, to: count) { self[$0].section >= section }
    return start..<boundary(from: start, to: count) { self[$0].section > section }
  }
}

/// The first index of `lower..<upper` for which `isPast` holds, which then holds for all behind it;
/// `upper` if there is none.
func boundary(from lower: Int, to upper: Int, where isPast: (Int) -> Bool) -> Int {
  var (lower, upper) = (lower, upper)
  while lower < upper {
    let middle = lower + (upper - lower) / 2
    if isPast(middle) { upper = middle } else { lower = middle + 1 }
  }
  return lower
}
