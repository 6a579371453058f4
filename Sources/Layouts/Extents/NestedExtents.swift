/// Stub.
public struct NestedExtents: ExtentIndex {
  public init() {}
  public var shapes: [SectionShape] { [] }
  public var sectionCount: Int { 0 }
  public var extent: Double { 0 }
  public var work = ExtentWork()
  public func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {}
  public func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {}
  public func section(at section: Int) -> ExtentBuffer.Section { preconditionFailure() }
  public mutating func appendShape(_ shape: SectionShape) {}
  public mutating func replaceShapes(with newShapes: [SectionShape]) {}
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extent: (Int, Int) throws(LayoutError) -> ItemExtent) throws(LayoutError) {}
  public mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]) {}
  public mutating func setShape(_ shape: Int, ofSection section: Int) {}
  public func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent { preconditionFailure() }
  public func checkInvariants() {}
}
