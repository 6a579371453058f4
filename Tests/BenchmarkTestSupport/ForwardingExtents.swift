package import Layouts

/// An extent index that forwards to a right one whatever it does not answer itself.
package protocol ForwardingExtents: ExtentIndex {
  /// The index that answers.
  var right: TreeExtents { get set }
}

extension ForwardingExtents {
  package var shapes: [SectionShape] { right.shapes }
  package var sectionCount: Int { right.sectionCount }
  package var extent: Double { right.extent }
  package var work: ExtentWork {
    get { right.work }
    set { right.work = newValue }
  }

  package func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    right.collect(from: start, to: end, into: &buffer)
  }

  package func section(at section: Int) -> ExtentBuffer.Section { right.section(at: section) }

  package func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    right.itemExtent(item, inSection: section)
  }

  package mutating func appendShape(_ shape: SectionShape) { right.appendShape(shape) }

  package mutating func replaceShapes(with newShapes: [SectionShape]) {
    right.replaceShapes(with: newShapes)
  }

  package mutating func setShape(_ shape: Int, ofSection section: Int) {
    right.setShape(shape, ofSection: section)
  }

  package mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    try right.replaceSections(range, count: count, content: content, extents: extents)
  }

  package mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    right.replaceItems(range, inSection: section, with: newExtents)
  }

  package func checkInvariants() { right.checkInvariants() }
}
