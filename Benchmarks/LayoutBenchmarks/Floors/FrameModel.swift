import BasicAlgorithms

import Changesets
import Datasets
import Geometry
import Layouts

/// The positions of a collection's items by the definition, without a layout.
///
/// Models give the right answers, and the floors. They store only what a query needs, and nothing
/// can edit them. No section has insets or a header.
protocol FrameModel: AnyObject {
  /// Adds everything up.
  init(_ pattern: SizePattern, _ collection: LayoutCollection)

  /// The extent of the content along the scroll direction, in points.
  var extent: Double { get }

  /// Appends the attributes of what overlaps `start`..<`end` along the scroll direction.
  func append(from start: Double, to end: Double, into buffer: inout [LayoutAttributes])

  /// Returns the attributes of the item at `path`.
  func attributes(at path: ItemPath) -> LayoutAttributes
}

extension FrameModel {
  /// Returns a checksum of the elements visible at `offset`.
  @inline(__always)
  func visible(at offset: Double, into buffer: inout [LayoutAttributes]) -> UInt64 {
    buffer.removeAll(keepingCapacity: true)
    append(from: offset, to: offset + PhoneScreen.portrait.height, into: &buffer)
    return FrameDigest.of(buffer)
  }

  /// The furthest that content can be scrolled, in points.
  var maximumOffset: Double { max(0, extent - PhoneScreen.portrait.height) }
}

extension Array where Element == Double {
  /// Returns the last place whose position is not behind `offset`; the array ascends and begins
  /// with 0.
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

/// A model of equal sizes: the sections' positions, and arithmetic.
final class GridModel: FrameModel {
  private let sectionSizes: [Int]
  /// The positions of all sections, followed by the end of the last one, in points.
  private let starts: [Double]
  private let size: Size
  private let columns: Int
  private let gap: Double
  private let spacing = 10.0

  init(_ pattern: SizePattern, _ collection: LayoutCollection) {
    size = pattern.size(at: 0)
    sectionSizes = collection.sectionSizes
    let rule = LineRule(
      available: PhoneScreen.portrait.width, interitemSpacing: spacing, lineSpacing: spacing)
    columns = rule.itemsPerLine(cross: size.width)
    gap =
      columns > 1
      ? (rule.available - Double(columns) * size.width) / Double(columns - 1) : 0
    let (columns, spacing, lineExtent) = (columns, spacing, size.height + spacing)
    starts = sectionSizes.lazy.map { count in
      count > 0 ? Double((count - 1) / columns + 1) * lineExtent - spacing : 0
    }.runningSums()
  }

  var extent: Double { starts[sectionSizes.count] }

  func append(from start: Double, to end: Double, into buffer: inout [LayoutAttributes]) {
    let step = size.height + spacing
    var section = starts.lastPlace(notBehind: start, below: sectionSizes.count)
    while section < sectionSizes.count, starts[section] < end {
      let count = sectionSizes[section]
      let origin = starts[section]
      var line = max(0, Int((start - origin) / step))
      if origin + Double(line) * step + size.height <= start { line += 1 }
      while line * columns < count, origin + Double(line) * step < end {
        for item in line * columns..<min(count, (line + 1) * columns) {
          buffer.append(attributes(at: ItemPath(section: section, item: item)))
        }
        line += 1
      }
      section += 1
    }
  }

  @inline(__always)
  func attributes(at path: ItemPath) -> LayoutAttributes {
    let (line, column) = path.item.quotientAndRemainder(dividingBy: columns)
    let origin = Point(
      x: Double(column) * (size.width + gap),
      y: starts[path.section] + Double(line) * (size.height + spacing))
    return LayoutAttributes(cell: path, frame: Rect(origin: origin, size: size))
  }
}

/// Rows below each other: one prefix sum an item, searched by halving.
final class ListModel: FrameModel {
  private let collection: LayoutCollection
  /// The positions of all rows, followed by the end of the last one, in points.
  private let starts: [Double]

  init(_ pattern: SizePattern, _ collection: LayoutCollection) {
    self.collection = collection
    starts = (0..<collection.itemCount).lazy.map { pattern.size(at: $0).height }.runningSums()
  }

  var extent: Double { starts[collection.itemCount] }

  func append(from start: Double, to end: Double, into buffer: inout [LayoutAttributes]) {
    let count = collection.itemCount
    var index = starts.lastPlace(notBehind: start, below: count)
    var section = collection.offsets.section(ofGlobalIndex: index)
    while index < count, starts[index] < end {
      while collection.offsets.starts[section + 1] <= index { section += 1 }
      if starts[index + 1] > start {
        buffer.append(attributes(of: index, section))
      }
      index += 1
    }
  }

  @inline(__always)
  func attributes(at path: ItemPath) -> LayoutAttributes {
    attributes(of: collection.offsets.globalIndex(of: path), path.section)
  }

  @inline(__always)
  private func attributes(of index: Int, _ section: Int) -> LayoutAttributes {
    LayoutAttributes(
      cell: ItemPath(section: section, item: index - collection.offsets.starts[section]),
      frame: Rect(
        x: 0, y: starts[index], width: PhoneScreen.portrait.width,
        height: starts[index + 1] - starts[index]))
  }
}

/// Checksums of what a layout answers: sums, because a rectangle query may answer in any order.
enum FrameDigest {
  /// Returns a checksum of the number of attributes, their paths and the bits of their frames.
  @inline(__always)
  static func of(_ attributes: [LayoutAttributes]) -> UInt64 {
    // A span lends its elements: an array's copies would count the references of each.
    let attributes = attributes.span
    var sum = UInt64(attributes.count)
    for place in attributes.indices { sum &+= of(attributes[place]) }
    return sum
  }

  /// Returns a checksum of the path, the frame's bits and the category, each with its factor.
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

  /// Returns the bits of a length.
  @inline(__always)
  static func of(_ points: Double) -> UInt64 { points.bitPattern &* 13 }
}
