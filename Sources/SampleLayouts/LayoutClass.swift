package import Layouts

import Geometry

/// The layout classes of the library that can place the same items at the same frames; the raw values
/// are strategies in ids of cases that compare classes.
package enum LayoutClass: String, CaseIterable, Sendable {
  case flow
  case list
  case compositional

  /// The items to place, on a phone of 390 points.
  package enum Content: Sendable {
    /// Two columns of 190 × 80 points.
    case grid
    /// Rows of 44 points.
    case rows
    /// Rows that are 44 points high until they measure themselves.
    case estimatedRows
  }

  /// The height of a row, or its estimate, in points.
  package static let rowHeight = 44.0
  private static let width = 390.0

  /// Returns the classes that can place `content`: a list has one column.
  package static func all(for content: Content) -> [LayoutClass] {
    content == .grid ? [.flow, .compositional] : allCases
  }

  /// Returns a new layout of `content`, over the tree; rows from a list, which has no grid.
  package func layout(_ content: Content) -> LineLayout {
    switch self {
    case .flow: Self.flow(content)
    case .list: Self.list(content)
    case .compositional: CompositionalLayout(section: Self.section(content))
    }
  }

  private static func flow(_ content: Content) -> FlowLayout {
    let flow = FlowLayout()
    guard content != .grid else {
      flow.itemSize = Size(width: 190, height: 80)
      return flow
    }
    flow.itemSize = Size(width: width, height: rowHeight)
    flow.minimumLineSpacing = 0
    if content == .estimatedRows { flow.estimatedItemSize = flow.itemSize }
    return flow
  }

  private static func list(_ content: Content) -> ListLayout {
    let list = ListLayout()
    list.itemExtent = rowHeight
    if content == .estimatedRows { list.estimatedItemExtent = rowHeight }
    return list
  }

  private static func section(_ content: Content) -> LayoutSection {
    guard content != .grid else {
      let item = LayoutItem(
        LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)))
      var row = LayoutGroup.horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .absolute(80)), repeating: .item(item),
        count: 2)
      row.interItemSpacing = .fixed(10)
      var section = LayoutSection(group: row)
      section.interGroupSpacing = 10
      return section
    }
    let height =
      content == .estimatedRows ? LayoutDimension.estimated(rowHeight) : .absolute(rowHeight)
    let size = LayoutSize(width: .fractionalWidth(1), height: height)
    return LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
  }
}
