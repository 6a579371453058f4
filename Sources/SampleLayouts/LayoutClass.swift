package import Layouts

package import Geometry

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
    /// Rows of 44 points under headers that are 20 points high until they measure themselves.
    case estimatedHeaders
    /// Items of 80 × 30 points until they measure themselves, 10 points apart, as many on a line as fit.
    case estimatedLines
    /// Groups of two columns of two items each, 44 points high until they measure themselves.
    case estimatedGroups
  }

  /// The height of a row, or its estimate, in points.
  package static let rowHeight = 44.0
  private static let width = 390.0

  /// The estimate of a header, in points.
  package static let headerHeight = 20.0
  /// The estimate of an item of `estimatedLines`, in points.
  package static let tagSize = Size(width: 80, height: 30)
  /// The distances between items and between lines of a grid and of `estimatedLines`, in points.
  package static let spacing = 10.0

  /// Returns the classes that can place `content`: a list has one column, and groups are composed.
  package static func all(for content: Content) -> [LayoutClass] {
    switch content {
    case .grid, .estimatedLines: [.flow, .compositional]
    case .rows, .estimatedRows, .estimatedHeaders: allCases
    case .estimatedGroups: [.compositional]
    }
  }

  /// Returns a new layout of `content`, over the tree; rows from a class that cannot place it.
  package func layout(_ content: Content) -> LineLayout {
    switch self {
    case .flow: Self.flow(content)
    case .list: Self.list(content)
    case .compositional: CompositionalLayout(section: Self.section(content))
    }
  }

  private static func flow(_ content: Content) -> FlowLayout {
    let flow = FlowLayout()
    (flow.minimumLineSpacing, flow.minimumInteritemSpacing) = (spacing, spacing)
    switch content {
    case .grid: flow.itemSize = Size(width: 190, height: 80)
    case .estimatedLines:
      flow.estimatedItemSize = tagSize
      flow.lineAlignment = .leading
    case .rows, .estimatedRows, .estimatedHeaders, .estimatedGroups:
      flow.itemSize = Size(width: width, height: rowHeight)
      flow.minimumLineSpacing = 0
      if content == .estimatedRows { flow.estimatedItemSize = flow.itemSize }
      if content == .estimatedHeaders {
        flow.headerReferenceSize = Size(width: width, height: headerHeight)
        flow.sectionHeadersSizeThemselves = true
      }
    }
    return flow
  }

  private static func list(_ content: Content) -> ListLayout {
    let list = ListLayout()
    list.itemExtent = rowHeight
    if content == .estimatedRows { list.estimatedItemExtent = rowHeight }
    if content == .estimatedHeaders {
      list.headerExtent = headerHeight
      list.sectionHeadersSizeThemselves = true
    }
    return list
  }

  private static func section(_ content: Content) -> LayoutSection {
    switch content {
    case .grid: return grid
    case .rows: return column(of: .absolute(rowHeight))
    case .estimatedRows: return column(of: .estimated(rowHeight))
    case .estimatedHeaders:
      var section = column(of: .absolute(rowHeight))
      section.boundarySupplementaryItems = [
        LayoutBoundarySupplementaryItem(
          LayoutSize(width: .fractionalWidth(1), height: .estimated(headerHeight)),
          elementKind: .sectionHeader, alignment: .top)
      ]
      return section
    case .estimatedLines: return lines
    case .estimatedGroups: return groups
    }
  }

  private static var grid: LayoutSection {
    let item = LayoutItem(LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1)))
    var row = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: .absolute(80)), repeating: .item(item),
      count: 2)
    row.interItemSpacing = .fixed(spacing)
    var section = LayoutSection(group: row)
    section.interGroupSpacing = spacing
    return section
  }

  private static func column(of height: LayoutDimension) -> LayoutSection {
    let size = LayoutSize(width: .fractionalWidth(1), height: height)
    return LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
  }

  private static var lines: LayoutSection {
    let height = LayoutDimension.estimated(tagSize.height)
    let item = LayoutItem(LayoutSize(width: .estimated(tagSize.width), height: height))
    var line = LayoutGroup.horizontal(
      LayoutSize(width: .fractionalWidth(1), height: height), subitems: [.item(item)])
    line.interItemSpacing = .fixed(spacing)
    var section = LayoutSection(group: line)
    section.interGroupSpacing = spacing
    return section
  }

  private static var groups: LayoutSection {
    let item = LayoutItem(
      LayoutSize(width: .fractionalWidth(1), height: .estimated(rowHeight)))
    let height = LayoutDimension.estimated(2 * rowHeight)
    let column = LayoutGroup.vertical(
      LayoutSize(width: .fractionalWidth(0.5), height: height),
      subitems: [.item(item), .item(item)])
    return LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: height),
        subitems: [.group(column), .group(column)]))
  }
}
