internal import Changesets
internal import Geometry
internal import Layouts

/// Where the items of a collection lie, by the definition and without a layout.
///
/// Right answers come from here, and so do floors: nothing is kept but what a query needs, and
/// nothing of it can be edited. No section has insets or a header.
protocol FrameModel: AnyObject {
  /// Adds everything up.
  init(_ pattern: SizePattern, _ collection: LayoutCollection)

  /// The extent of the content along the scroll direction, in points.
  var extent: Double { get }

  /// Appends the attributes of what overlaps `start`..<`end` along the scroll direction.
  func append(from start: Double, to end: Double, into buffer: inout [LayoutAttributes])

  /// The attributes of the item at `path`.
  func attributes(at path: ItemPath) -> LayoutAttributes
}

extension FrameModel {
  /// The checksum of what shows at `offset`.
  @inline(__always)
  func visible(at offset: Double, into buffer: inout [LayoutAttributes]) -> UInt64 {
    buffer.removeAll(keepingCapacity: true)
    append(from: offset, to: offset + Screen.portrait.height, into: &buffer)
    return FrameDigest.of(buffer)
  }

  /// The furthest that content can be scrolled, in points.
  var maximumOffset: Double { max(0, extent - Screen.portrait.height) }
}

extension Array where Element == Double {
  /// The last place whose position is not behind `offset`; the array ascends and begins with 0.
  @inline(__always)
  func lastPlace(notBehind offset: Double, below end: Int) -> Int {
    var first = 0
    var end = end
    while end - first > 1 {
      let middle = (first + end) / 2
      if self[middle] <= offset { first = middle } else { end = middle }
    }
    return first
  }
}
