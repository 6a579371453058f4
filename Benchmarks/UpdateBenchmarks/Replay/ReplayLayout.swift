import Changesets
import Geometry
import Layouts

/// The layout of a replay's view, and plain sums that model it.
package enum ReplayLayout: String, CaseIterable, Sendable {
  /// Rows of 28 to 60 points, by their items' ids, under headers.
  case list
  /// Cells of one size, four in a line, under headers.
  case flow

  /// The view's size: a phone.
  static let screen = Size(width: 390, height: 844)
  /// The extent of a section's header, in points.
  static let headerExtent = 24.0
  /// The size of a cell in the flow layout.
  static let cellSize = Size(width: 80, height: 60)
  /// The distance between two lines, and the least between two cells, in the flow layout.
  static let spacing = 10.0
  /// The cells of a line, by the sizes above.
  static let cellsInLine = 4

  /// Returns the extent of an item's row in the list, in points: a multiple of 1/8, so that sums
  /// are exact.
  static func rowExtent(of id: UInt64) -> Double { 28 + Double(id &* 0x9e37_79b9 & 0xff) / 8 }

  /// Returns the layout over `extents`; a list asks `rows` for extents.
  func make(_ extents: ExtentStrategy, rows: any ListLayoutDelegate) -> LineLayout {
    switch self {
    case .list:
      let layout = ListLayout(extents: extents)
      layout.headerExtent = Self.headerExtent
      layout.delegate = rows
      return layout
    case .flow:
      let layout = FlowLayout(extents: extents)
      layout.itemSize = Self.cellSize
      layout.minimumLineSpacing = Self.spacing
      layout.minimumInteritemSpacing = Self.spacing
      layout.headerReferenceSize = Size(width: 0, height: Self.headerExtent)
      return layout
    }
  }
}

// MARK: Plain sums

extension ReplayLayout {
  /// The visible part of a collection.
  struct Visible {
    var items: [(path: ItemPath, top: Double)] = []
    var sections: [(section: Int, top: Double)] = []
  }

  /// Returns the extent of the content, in points.
  func extent(of state: ReplayState) -> Double {
    state.sections.reduce(0) { $0 + extent(of: $1) }
  }

  private func extent(of items: [ReplayItem]) -> Double {
    var extent = Self.headerExtent
    switch self {
    case .list: for item in items { extent += Self.rowExtent(of: item.id) }
    case .flow:
      let lines = Double((items.count + Self.cellsInLine - 1) / Self.cellsInLine)
      if lines > 0 { extent += lines * Self.cellSize.height + (lines - 1) * Self.spacing }
    }
    return extent
  }

  /// Returns the top of the item at `path`, in points.
  func top(of path: ItemPath, in state: ReplayState) -> Double {
    let before = state.sections[..<path.section].reduce(0) { $0 + extent(of: $1) }
    return before + top(of: path.item, in: state.sections[path.section])
  }

  /// Returns the top of an item, from the top of its section.
  private func top(of item: Int, in items: [ReplayItem]) -> Double {
    switch self {
    case .list:
      items[..<item].reduce(Self.headerExtent) { $0 + Self.rowExtent(of: $1.id) }
    case .flow:
      Self.headerExtent
        + Double(item / Self.cellsInLine) * (Self.cellSize.height + Self.spacing)
    }
  }

  /// Returns the part that is visible from `start` on.
  func visible(of state: ReplayState, from start: Double) -> Visible {
    let end = start + Self.screen.height
    var visible = Visible()
    var sectionTop = 0.0
    for (section, items) in state.sections.enumerated() {
      let sectionEnd = sectionTop + extent(of: items)
      defer { sectionTop = sectionEnd }
      guard sectionTop < end, sectionEnd > start else { continue }
      if sectionTop + Self.headerExtent > start { visible.sections.append((section, sectionTop)) }
      var rowTop = sectionTop + Self.headerExtent
      for (item, value) in items.enumerated() {
        let height: Double
        switch self {
        case .list: height = Self.rowExtent(of: value.id)
        case .flow:
          height = Self.cellSize.height
          rowTop = sectionTop + top(of: item, in: items)
        }
        if rowTop < end, rowTop + height > start {
          visible.items.append((ItemPath(section: section, item: item), rowTop))
        }
        if self == .list { rowTop += height }
      }
    }
    return visible
  }

  /// Returns the offset clamped to the content of `state`.
  func offset(_ offset: Double, within state: ReplayState) -> Double {
    min(max(0, offset), max(0, extent(of: state) - Self.screen.height))
  }
}
