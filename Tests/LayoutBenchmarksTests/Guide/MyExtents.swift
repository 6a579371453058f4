import Layouts

/// An extent index that forwards to another one: replace it with yours, member by member.
struct MyExtents: ExtentIndex {
  private var inner = FlatExtents()

  init() {}

  // Facts.
  var shapes: [SectionShape] { inner.shapes }
  var sectionCount: Int { inner.sectionCount }
  var extent: Double { inner.extent }
  var work: ExtentWork {
    get { inner.work }
    set { inner.work = newValue }
  }

  // Queries.
  func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    inner.collect(from: start, to: end, into: &buffer)
  }
  func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    inner.collect(item: item, inSection: section, into: &buffer)
  }
  func section(at section: Int) -> ExtentBuffer.Section { inner.section(at: section) }
  func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    inner.itemExtent(item, inSection: section)
  }

  // Edits.
  mutating func appendShape(_ shape: SectionShape) { inner.appendShape(shape) }
  mutating func replaceShapes(with newShapes: [SectionShape]) {
    inner.replaceShapes(with: newShapes)
  }
  mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    try inner.replaceSections(range, count: count, content: content, extents: extents)
  }
  mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    inner.replaceItems(range, inSection: section, with: newExtents)
  }
  mutating func setShape(_ shape: Int, ofSection section: Int) {
    inner.setShape(shape, ofSection: section)
  }

  func checkInvariants() { inner.checkInvariants() }
}
