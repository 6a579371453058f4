/// How many sections there are, and how many items each has: no array of all of them.
package struct SectionCounts {
  /// The number of sections.
  package let count: Int
  /// The number of items of a section in `0..<count`.
  package let itemCount: (Int) -> Int

  /// Counts that are asked for as they are needed.
  package init(count: Int, itemCount: @escaping (Int) -> Int) {
    self.count = count
    self.itemCount = itemCount
  }

  /// The counts in an array.
  init(_ counts: [Int]) {
    self.init(count: counts.count) { counts[$0] }
  }

  /// Whether there is such a section.
  func has(_ section: Int) -> Bool { section >= 0 && section < count }
}
