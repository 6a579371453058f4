internal import Changesets
internal import Geometry
internal import Layouts

/// Rows below each other: one prefix sum an item, searched by halving.
final class ListModel: FrameModel {
  private let collection: LayoutCollection
  /// Where each row begins, and where the last one ends, in points.
  private let starts: [Double]

  init(_ pattern: SizePattern, _ collection: LayoutCollection) {
    self.collection = collection
    var starts = [0.0]
    starts.reserveCapacity(collection.itemCount + 1)
    var end = 0.0
    for index in 0..<collection.itemCount {
      end += pattern.size(at: index).height
      starts.append(end)
    }
    self.starts = starts
  }

  var extent: Double { starts[collection.itemCount] }

  func append(from start: Double, to end: Double, into buffer: inout [LayoutAttributes]) {
    let count = collection.itemCount
    var index = starts.lastPlace(notBehind: start, below: count)
    var section = collection.section(ofGlobalIndex: index)
    while index < count, starts[index] < end {
      while collection.sectionStarts[section + 1] <= index { section += 1 }
      if starts[index + 1] > start {
        buffer.append(attributes(of: index, section))
      }
      index += 1
    }
  }

  @inline(__always)
  func attributes(at path: ItemPath) -> LayoutAttributes {
    attributes(of: collection.globalIndex(of: path), path.section)
  }

  @inline(__always)
  private func attributes(of index: Int, _ section: Int) -> LayoutAttributes {
    LayoutAttributes(
      cell: ItemPath(section: section, item: index - collection.sectionStarts[section]),
      frame: Rect(
        x: 0, y: starts[index], width: Screen.portrait.width,
        height: starts[index + 1] - starts[index]))
  }
}
