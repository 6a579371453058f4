internal import Changesets
internal import Geometry
internal import Layouts

/// Equal sizes: where sections begin, and arithmetic.
final class GridModel: FrameModel {
  private let sectionSizes: [Int]
  /// Where each section begins, and where the last one ends, in points.
  private let starts: [Double]
  private let size: Size
  private let columns: Int
  private let gap: Double
  private let spacing = 10.0

  init(_ pattern: SizePattern, _ collection: LayoutCollection) {
    size = pattern.size(at: 0)
    sectionSizes = collection.sectionSizes
    let rule = LineRule(
      available: Screen.portrait.width, interitemSpacing: spacing, lineSpacing: spacing)
    columns = rule.itemsPerLine(cross: size.width)
    gap =
      columns > 1
      ? (rule.available - Double(columns) * size.width) / Double(columns - 1) : 0
    var starts = [0.0]
    starts.reserveCapacity(sectionSizes.count + 1)
    var end = 0.0
    for count in sectionSizes {
      if count > 0 {
        let lines = (count - 1) / columns + 1
        end += Double(lines) * (size.height + spacing) - spacing
      }
      starts.append(end)
    }
    self.starts = starts
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
