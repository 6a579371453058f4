import CollectionViews
import Geometry
import Layouts
import SampleLayouts

/// The settings of a view and the layout that a script runs under.
public struct ViewConfiguration: Hashable, Sendable {
  /// A Boolean value that indicates whether contradictory updates are repaired where possible.
  public var isLenient: Bool
  /// A Boolean value that indicates whether cells linger and are made ahead.
  public var prefetches: Bool
  /// The layout it begins with.
  public var layout: ViewLayoutName

  /// Strict and lenient, with and without prefetching, in each layout.
  public static let all: [ViewConfiguration] = ViewLayoutName.allCases.flatMap { layout in
    [false, true].flatMap { isLenient in
      [false, true].map { prefetches in
        ViewConfiguration(isLenient: isLenient, prefetches: prefetches, layout: layout)
      }
    }
  }
}

extension ViewConfiguration: CustomStringConvertible {
  /// `strict, with prefetching, list`.
  public var description: String {
    "\(isLenient ? "lenient" : "strict"), \(prefetches ? "with" : "without") prefetching, "
      + layout.rawValue
  }
}

extension ViewLayoutName {
  /// The width that bounds usually have, in points.
  static let usualWidth = 100.0
  /// The extent of a row, in points.
  static let rowExtent = 20.0
  /// Kinds of supplementary elements of all of them.
  static let supplementaryKinds: [ElementKind] = [
    .sectionHeader, .sectionFooter, CircleLayout.title, CircleLayout.badge, composedBadge,
  ]
  /// The badges of composed items.
  static let composedBadge = ElementKind("composed-badge")
  /// The backgrounds of composed sections.
  static let composedBackground = ElementKind("composed-background")

  /// Returns a new layout; few of its elements fit into the usual bounds.
  func make() -> CollectionViewLayout {
    switch self {
    case .list, .estimated:
      let list = ListLayout()
      list.itemExtent = Self.rowExtent
      if self == .estimated {
        list.estimatedItemExtent = Self.rowExtent
        list.sectionHeadersSizeThemselves = true
      }
      list.headerExtent = 8
      list.sectionHeadersPinToVisibleBounds = self == .list
      return list
    case .flow, .estimatedFlow:
      let flow = FlippedFlow()
      flow.itemSize = Size(width: 45, height: 25)
      if self == .estimatedFlow {
        flow.estimatedItemSize = Size(width: 40, height: 30)
        flow.sectionHeadersSizeThemselves = true
        flow.sectionFootersSizeThemselves = true
      }
      flow.minimumLineSpacing = 5
      flow.headerReferenceSize = Size(width: 10, height: 10)
      flow.footerReferenceSize = Size(width: 10, height: 6)
      return flow
    case .stack:
      let stack = StackLayout()
      stack.cardSize = Size(width: 60, height: 40)
      stack.spacing = 6
      stack.shownCards = 3
      stack.registerDecoration(ViewSource.viewClass(FakeMat.self), ofKind: StackLayout.mat)
      return stack
    case .circle:
      let circle = CircleLayout()
      circle.itemSize = Size(width: 20, height: 20)
      circle.ringSpacing = 10
      circle.badgesPerItem = 1
      return circle
    case .compositional, .flippedCompositional:
      let sections = [Self.nestedSection, Self.sidewaysSection, Self.nestedSection]
      let provider: CompositionalLayout.SectionProvider = { section, _ in sections[section % 3] }
      // A view asks about the sections of a subclass together.
      let layout =
        self == .compositional
        ? CompositionalLayout(sectionProvider: provider)
        : FlippedComposition(sectionProvider: provider)
      layout.registerDecoration(
        ViewSource.viewClass(FakeMat.self), ofKind: Self.composedBackground)
      return layout
    case .estimatedCompositional: return EstimatedComposedRows(section: Self.rowsSection)
    }
  }

  private static func size(_ width: Double, _ height: Double) -> LayoutSize {
    LayoutSize(width: .fractionalWidth(width), height: .absolute(height))
  }

  /// A high item beside two low ones, under a pinned header and before a background.
  private static var nestedSection: LayoutSection {
    let whole = LayoutSize(width: .fractionalWidth(1), height: .fractionalHeight(1))
    let badge = LayoutSupplementaryItem(
      LayoutSize(width: .absolute(6), height: .absolute(6)), elementKind: composedBadge,
      containerAnchor: SupplementaryAnchor(edges: [.top, .trailing]))
    let half = LayoutSize(width: .fractionalWidth(0.5), height: .fractionalHeight(1))
    let column = LayoutGroup.vertical(
      half, repeating: .item(LayoutItem(whole, supplementaryItems: [badge])), count: 2)
    var section = LayoutSection(
      group: .horizontal(size(1, 32), subitems: [.item(LayoutItem(half)), .group(column)]))
    section.interGroupSpacing = 2
    section.contentInsets = EdgeInsets(top: 3, left: 4, bottom: 5, right: 0)
    var header = LayoutBoundarySupplementaryItem(
      size(1, 8), elementKind: .sectionHeader, alignment: .top)
    header.pinToVisibleBounds = true
    section.boundarySupplementaryItems = [header]
    section.decorationItems = [.background(elementKind: composedBackground)]
    return section
  }

  /// Cards that scroll sideways, above a footer.
  private static var sidewaysSection: LayoutSection {
    let size = LayoutSize(width: .absolute(40), height: .absolute(20))
    var section = LayoutSection(group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    section.interGroupSpacing = 5
    section.orthogonalScrollingBehavior = .groupPaging
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        self.size(0.5, 6), elementKind: .sectionFooter, alignment: .bottomTrailing)
    ]
    return section
  }

  private static var rowsSection: LayoutSection {
    let half = LayoutSize(width: .fractionalWidth(0.5), height: .estimated(rowExtent))
    var section = LayoutSection(
      group: .horizontal(
        LayoutSize(width: .fractionalWidth(1), height: .estimated(rowExtent)),
        repeating: .item(LayoutItem(half)), count: 2))
    section.boundarySupplementaryItems = [
      LayoutBoundarySupplementaryItem(
        size(1, 8), elementKind: .sectionHeader, alignment: .top)
    ]
    return section
  }
}

extension ViewLayoutName {
  /// Returns whether `layout`, made here, is shown as its mirror image from right to left.
  static func isFlipped(_ layout: CollectionViewLayout) -> Bool {
    layout is FlippedFlow || layout is FlippedComposition || layout is EstimatedComposedRows
  }
}

/// A compositional layout whose items have the heights that their cells prefer.
final class EstimatedComposedRows: CompositionalLayout {
  override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
}

/// A compositional layout that is shown as its mirror image from right to left.
private final class FlippedComposition: CompositionalLayout {
  override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
}

/// A grid that is shown as its mirror image from right to left.
private final class FlippedFlow: FlowLayout {
  override var flipsHorizontallyInOppositeLayoutDirection: Bool { true }
}
