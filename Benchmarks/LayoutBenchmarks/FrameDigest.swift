internal import Changesets
internal import Geometry
internal import Layouts

/// Checksums of what a layout answers: sums, because a rectangle query may answer in any order.
enum FrameDigest {
  /// How many attributes there are, their paths and the bits of their frames.
  @inline(__always)
  static func of(_ attributes: [LayoutAttributes]) -> UInt64 {
    // A span lends its elements: an array's copies would count the references of each.
    let attributes = attributes.span
    var sum = UInt64(attributes.count)
    for place in attributes.indices { sum &+= of(attributes[place]) }
    return sum
  }

  /// The path, the frame's bits and whether it is a cell, each with a factor of its own.
  @inline(__always)
  static func of(_ attributes: borrowing LayoutAttributes) -> UInt64 {
    let frame = attributes.frame
    let path = attributes.itemPath ?? ItemPath(section: -1, item: -1)
    let place =
      UInt64(truncatingIfNeeded: path.section) &* 0x9e37_79b9_7f4a_7c15
      &+ UInt64(truncatingIfNeeded: path.item) &* 0xbf58_476d_1ce4_e5b9
    let origin = frame.origin.x.bitPattern &* 3 &+ frame.origin.y.bitPattern &* 5
    let size = frame.size.width.bitPattern &* 7 &+ frame.size.height.bitPattern &* 11
    return place &+ origin &+ size &+ UInt64(attributes.category.rawValue)
  }

  /// The bits of a length.
  @inline(__always)
  static func of(_ points: Double) -> UInt64 { points.bitPattern &* 13 }
}
