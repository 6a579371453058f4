import Foundation
import Geometry
import Layouts

/// The compositions that can be drawn: descriptions of sections as apps write them.
enum SnapshotComposition: String, CaseIterable {
  case mosaic, panels, columns, tags, wheel

  /// The kind of the badges on the items of a mosaic.
  static let badge = ElementKind("badge")
  /// The kind of the backgrounds of panels.
  static let background = ElementKind("background")

  /// The size of items before they size themselves, as those of tags do; nil if they do not.
  var estimatedSize: Size? { self == .tags ? Size(width: 60, height: 28) : nil }

  /// Returns a new layout of these sections.
  func makeLayout(along axis: Axis, _ extents: ExtentStrategy) -> CompositionalLayout {
    var configuration = CompositionalLayoutConfiguration()
    configuration.scrollDirection = axis
    if self == .panels { configuration.interSectionSpacing = 10 }
    return CompositionalLayout(configuration: configuration, extents: extents) { section, _ in
      switch self {
      case .mosaic: section == 0 ? Self.cardsSection : Self.mosaicSection
      case .panels: Self.panelSection
      case .columns: Self.columnsSection
      case .tags: Self.tagsSection
      case .wheel: Self.wheelSection
      }
    }
  }

  private static func header(_ height: Double, isPinned: Bool) -> LayoutBoundarySupplementaryItem {
    var header = LayoutBoundarySupplementaryItem(
      size(.fractionalWidth(1), .absolute(height)), elementKind: .sectionHeader, alignment: .top)
    header.pinToVisibleBounds = isPinned
    return header
  }

  private static func size(_ width: LayoutDimension, _ height: LayoutDimension) -> LayoutSize {
    LayoutSize(width: width, height: height)
  }

  /// Returns an item of parts of its group, with 3 points around.
  private static func item(_ width: Double, _ height: Double) -> LayoutItem {
    var item = LayoutItem(size(.fractionalWidth(width), .fractionalHeight(height)))
    item.contentInsets = EdgeInsets(all: 3)
    return item
  }

  /// Cards that scroll sideways by themselves.
  private static var cardsSection: LayoutSection {
    let badge = LayoutSupplementaryItem(
      size(.absolute(18), .absolute(18)), elementKind: Self.badge,
      containerAnchor: SupplementaryAnchor(
        edges: [.top, .trailing], offset: .fractional(Point(x: 0.3, y: -0.3))))
    var card = LayoutItem(
      size(.fractionalWidth(1), .fractionalHeight(1)), supplementaryItems: [badge])
    card.contentInsets = EdgeInsets(all: 3)
    var section = LayoutSection(
      group: .horizontal(size(.absolute(116), .absolute(76)), subitems: [.item(card)]))
    section.contentInsets = EdgeInsets(top: 0, left: 5, bottom: 0, right: 5)
    section.orthogonalScrollingBehavior = .continuousGroupLeadingBoundary
    section.boundarySupplementaryItems = [header(26, isPinned: false)]
    return section
  }

  /// A large item beside two small ones, then three in a line.
  private static var mosaicSection: LayoutSection {
    let pair = LayoutGroup.vertical(
      size(.fractionalWidth(1.0 / 3), .fractionalHeight(1)), repeating: .item(item(1, 0.5)),
      count: 2)
    let top = LayoutGroup.horizontal(
      size(.fractionalWidth(1), .fractionalHeight(2.0 / 3)),
      subitems: [.item(item(2.0 / 3, 1)), .group(pair)])
    let line = LayoutGroup.horizontal(
      size(.fractionalWidth(1), .fractionalHeight(1.0 / 3)), repeating: .item(item(1, 1)),
      count: 3)
    var section = LayoutSection(
      group: .vertical(
        size(.fractionalWidth(1), .fractionalWidth(0.9)), subitems: [.group(top), .group(line)]))
    section.contentInsets = EdgeInsets(top: 0, left: 5, bottom: 8, right: 5)
    section.boundarySupplementaryItems = [header(26, isPinned: false)]
    return section
  }

  /// Rows before a background, under a header that sticks.
  private static var panelSection: LayoutSection {
    var section = LayoutSection(
      group: .horizontal(
        size(.fractionalWidth(1), .absolute(30)),
        subitems: [.item(LayoutItem(size(.fractionalWidth(1), .fractionalHeight(1))))]))
    section.interGroupSpacing = 4
    section.contentInsets = EdgeInsets(top: 4, left: 22, bottom: 12, right: 22)
    section.boundarySupplementaryItems = [header(26, isPinned: true)]
    var background = LayoutDecorationItem.background(elementKind: Self.background)
    background.contentInsets = EdgeInsets(top: 0, left: 10, bottom: 0, right: 10)
    section.decorationItems = [background]
    return section
  }

  /// Groups three deep: columns of lines of items.
  private static var columnsSection: LayoutSection {
    let line = LayoutGroup.horizontal(
      size(.fractionalWidth(1), .fractionalHeight(0.25)), repeating: .item(item(1, 1)), count: 2)
    let left = LayoutGroup.vertical(
      size(.fractionalWidth(0.6), .fractionalHeight(1)),
      subitems: [.item(item(1, 0.5)), .group(line), .group(line)])
    let right = LayoutGroup.vertical(
      size(.fractionalWidth(0.4), .fractionalHeight(1)), repeating: .item(item(1, 1)), count: 3)
    var section = LayoutSection(
      group: .horizontal(
        size(.fractionalWidth(1), .absolute(190)), subitems: [.group(left), .group(right)]))
    section.interGroupSpacing = 10
    section.contentInsets = EdgeInsets(all: 5)
    return section
  }

  /// Items that size themselves, in lines that wrap.
  private static var tagsSection: LayoutSection {
    let item = LayoutItem(size(.estimated(60), .estimated(28)))
    var line = LayoutGroup.horizontal(
      size(.fractionalWidth(1), .estimated(28)), subitems: [.item(item)])
    line.interItemSpacing = .fixed(6)
    var section = LayoutSection(group: line)
    section.interGroupSpacing = 6
    section.contentInsets = EdgeInsets(all: 8)
    section.boundarySupplementaryItems = [header(26, isPinned: false)]
    return section
  }

  /// Twelve items around the middle of each group, whose frames a closure gives.
  private static var wheelSection: LayoutSection {
    let wheel = LayoutGroup.custom(size(.fractionalWidth(1), .fractionalWidth(0.8))) { container in
      let middle = Point(
        x: container.contentSize.width / 2, y: container.contentSize.height / 2)
      let radius = min(middle.x, middle.y) - 24
      return (0..<12).map { hour in
        let angle = Double(hour) * Double.pi / 6
        // Whole points, whatever the last digits of the functions are.
        let center = Point(
          x: (middle.x + radius * sin(angle)).rounded(),
          y: (middle.y - radius * cos(angle)).rounded())
        return CustomGroupItem(
          frame: Rect(x: center.x - 20, y: center.y - 20, width: 40, height: 40))
      }
    }
    var section = LayoutSection(group: wheel)
    section.interGroupSpacing = 10
    section.contentInsets = EdgeInsets(all: 8)
    return section
  }
}
