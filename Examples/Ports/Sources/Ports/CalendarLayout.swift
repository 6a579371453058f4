import BasicAlgorithms
import Changesets
import Geometry
import Layouts

/// A month for each section, in weeks of seven columns: it begins at the weekday after the one where the
/// month before it ends.
final class CalendarLayout: CollectionViewLayout {
  /// The height of a month's name and of a week, in points.
  private static let (nameHeight, weekHeight) = (36.0, 56.0)

  private struct Month {
    /// The number of days.
    var days: Int
    /// The column of the first day.
    var weekday: Int
    /// The top of its name, in points.
    var top: Double

    /// No week for a month without days, wherever it begins.
    var weeks: Int { days == 0 ? 0 : (weekday + days + 6) / 7 }
    var bottom: Double { top + nameHeight + Double(weeks) * weekHeight }
  }

  private var months: [Month] = []
  private var width = 0.0

  override func prepare() throws(LayoutError) {
    guard let host else { return }
    width = host.bounds.size.width
    months.removeAll(keepingCapacity: true)
    var (weekday, top) = (0, 0.0)
    for section in 0..<host.numberOfSections {
      let month = Month(days: host.numberOfItems(inSection: section), weekday: weekday, top: top)
      months.append(month)
      weekday = (weekday + month.days) % 7
      top = month.bottom
    }
  }

  override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    newBounds.size.width != width
  }

  override var contentSize: Size { Size(width: width, height: months.last?.bottom ?? 0) }

  override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    guard months.indices ~= path.section, 0..<months[path.section].days ~= path.item else {
      return nil
    }
    let month = months[path.section]
    let (week, weekday) = (month.weekday + path.item).quotientAndRemainder(dividingBy: 7)
    let top = month.top + Self.nameHeight + Double(week) * Self.weekHeight
    return LayoutAttributes(
      cell: path,
      frame: Rect(
        x: Double(weekday) * width / 7, y: top, width: width / 7, height: Self.weekHeight))
  }

  override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    guard kind == .sectionHeader, months.indices ~= path.section,
      path == ElementPath(section: path.section)
    else { return nil }
    return LayoutAttributes(
      .supplementary(.sectionHeader, path),
      frame: Rect(x: 0, y: months[path.section].top, width: width, height: Self.nameHeight))
  }

  override func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {
    let first = months.indices.partitioningIndex { months[$0].bottom > rect.minY }
    for section in first..<months.count {
      let month = months[section]
      guard month.top < rect.maxY else { return }
      let start = month.top + Self.nameHeight
      if start > rect.minY {
        let name = layoutAttributesForSupplementaryElement(
          ofKind: .sectionHeader, at: ElementPath(section: section))
        if let name { buffer.append(name) }
      }
      // The weeks that the rectangle touches, and one more where it ends between two.
      let first = week(at: rect.minY - start, of: month)
      let last = week(at: rect.maxY - start, of: month)
      let days = max(0, first * 7 - month.weekday)..<max(0, (last + 1) * 7 - month.weekday)
      for day in days.clamped(to: 0..<month.days) {
        let path = ItemPath(section: section, item: day)
        if let cell = layoutAttributesForItem(at: path), cell.frame.overlaps(rect) {
          buffer.append(cell)
        }
      }
    }
  }

  /// The week `offset` points below the first one's top; the first or the last where there is none.
  private func week(at offset: Double, of month: Month) -> Int {
    Int(max(0, min(offset / Self.weekHeight, Double(month.weeks))))
  }
}
