import Changesets
import Geometry

extension LayoutAttributes {
  /// Makes the attributes of a cell in place.
  ///
  /// Unchecked because initialising the whole value copies a temporary through a function that
  /// counts references; its two fields are initialised one by one instead, each with its own type.
  @inline(__always)
  static func initialize(
    _ pointer: UnsafeMutablePointer<LayoutAttributes>, toCell path: ItemPath, frame: Rect
  ) {
    let bytes = UnsafeMutableRawPointer(pointer)
    unsafe bytes.initializeMemory(
      as: InlineAttributes.self, to: InlineAttributes(.cell, .cell, path, frame))
    unsafe (bytes + rareOffset).initializeMemory(as: RareAttributes?.self, to: nil)
  }

  /// The offset of `rare`: behind the plain bytes, aligned as a reference.
  private static var rareOffset: Int {
    let alignment = MemoryLayout<RareAttributes?>.alignment
    return (MemoryLayout<InlineAttributes>.size + alignment - 1) & -alignment
  }
}
