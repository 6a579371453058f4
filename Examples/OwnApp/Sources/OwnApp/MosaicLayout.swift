import BasicAlgorithms
import Changesets
import Geometry
import Layouts
import ScrollBenchmarks

/// Lines of photos side by side, as wide as the screen and as high as the photos make them.
final class MosaicLayout: CollectionViewLayout {
  private let photos: ScrollContent<Photo>
  private var frames: [[Rect]] = []
  private var lines: [Line] = []
  private var size = Size.zero

  private struct Line {
    var section: Int
    var items: Range<Int>
    var bottom: Double
  }

  init(_ photos: ScrollContent<Photo>) { self.photos = photos }

  override func prepare() throws(LayoutError) {
    guard let host else { return }
    (frames, lines, size) = ([], [], Size(width: host.bounds.size.width, height: 0))
    for section in 0..<host.numberOfSections {
      frames.append([])
      var aspects: [Double] = []
      let count = host.numberOfItems(inSection: section)
      for item in 0..<count {
        aspects.append(photos.item(at: ItemPath(section: section, item: item)).aspect)
        if aspects.reduce(0, +) < 3, item < count - 1 { continue }
        appendLine(of: aspects, endingBefore: item + 1, in: section)
        aspects = []
      }
    }
  }

  private func appendLine(of aspects: [Double], endingBefore end: Int, in section: Int) {
    let height = min(size.width / aspects.reduce(0, +), 160)
    var left = 0.0
    for aspect in aspects {
      frames[section].append(
        Rect(x: left, y: size.height, width: aspect * height, height: height))
      left += aspect * height
    }
    size.height += height
    lines.append(
      Line(section: section, items: end - aspects.count..<end, bottom: size.height))
  }

  override var contentSize: Size { size }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard frames.indices ~= path.section, frames[path.section].indices ~= path.item else {
      return nil
    }
    return LayoutAttributes(cell: path, frame: frames[path.section][path.item])
  }

  override func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {
    let first = lines.indices.partitioningIndex { lines[$0].bottom > rect.minY }
    for line in lines[first...] {
      for item in line.items {
        let frame = frames[line.section][item]
        if frame.minY >= rect.maxY { return }
        guard frame.overlaps(rect) else { continue }
        let path = ItemPath(section: line.section, item: item)
        buffer.append(LayoutAttributes(cell: path, frame: frame))
      }
    }
  }
}
