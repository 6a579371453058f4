import Changesets

extension ExtentIndex {
  /// Stops the program unless the section exists.
  @inline(__always)
  func checkSection(_ section: Int, _ member: StaticString) {
    require(
      section >= 0 && section < sectionCount,
      "\(Self.self).\(member): section is \(section), valid are 0..<\(sectionCount)")
  }

  /// Stops the program unless `range` is one of sections, or empty at the end.
  @inline(__always)
  func checkSections(_ range: Range<Int>, _ member: StaticString) {
    require(
      range.lowerBound >= 0 && range.upperBound <= sectionCount,
      "\(Self.self).\(member): range is \(range), valid are those in 0..<\(sectionCount)")
  }

  /// Stops the program unless `range` is one of the items of a section, or empty at the end.
  @inline(__always)
  func checkItems(_ range: Range<Int>, inSection section: Int, _ member: StaticString) {
    checkSection(section, member)
    require(
      range.lowerBound >= 0 && range.upperBound <= self.section(at: section).itemCount,
      "\(Self.self).\(member): range is \(range), valid in section \(section) are those in "
        + "0..<\(self.section(at: section).itemCount)")
  }

  /// Stops the program unless the item exists.
  @inline(__always)
  func checkItem(_ item: Int, inSection section: Int, _ member: StaticString) {
    checkSection(section, member)
    require(
      item >= 0 && item < self.section(at: section).itemCount,
      "\(Self.self).\(member): item is \(item), valid in section \(section) are "
        + "0..<\(self.section(at: section).itemCount)")
  }

  /// Stops the program unless the shape exists.
  @inline(__always)
  func checkShape(_ shape: Int, _ member: StaticString) {
    require(
      shape >= 0 && shape < shapes.count,
      "\(Self.self).\(member): shape is \(shape), valid are 0..<\(shapes.count)")
  }

  /// Stops the program unless there are `count` shapes.
  @inline(__always)
  func checkShapeCount(_ count: Int) {
    require(
      count == shapes.count,
      "\(Self.self).replaceShapes(with:): \(count) shapes are given in place of \(shapes.count)")
  }
}

extension SectionContent {
  /// Returns the extents of its items, which `extents` knows as those of section `place`.
  func extents(_ place: Int, _ extents: ItemExtentsSource) throws(LayoutError) -> [ItemExtent] {
    if let commonExtent { return Array(repeating: commonExtent, count: itemCount) }
    var all: [ItemExtent] = []
    all.reserveCapacity(itemCount)
    try extents(place, 0..<itemCount, &all)
    checkCount(all.count, of: itemCount, place)
    return all
  }

  /// Stops the program unless a closure has given as many extents as were requested.
  func checkCount(_ count: Int, of expected: Int, _ place: Int) {
    require(
      count == expected,
      "ExtentIndex.replaceSections(_:count:content:extents:): \(count) extents are given for "
        + "\(expected) items of new section \(place)")
  }
}
