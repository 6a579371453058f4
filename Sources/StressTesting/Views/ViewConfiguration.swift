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
    .sectionHeader, .sectionFooter, CircleLayout.title, CircleLayout.badge,
  ]

  /// Returns a new layout; few of its elements fit into the usual bounds.
  func make() -> CollectionViewLayout {
    switch self {
    case .list, .estimated:
      let list = ListLayout()
      list.itemExtent = Self.rowExtent
      if self == .estimated { list.estimatedItemExtent = Self.rowExtent }
      list.headerExtent = 8
      list.sectionHeadersPinToVisibleBounds = self == .list
      return list
    case .flow, .estimatedFlow:
      let flow = FlowLayout()
      flow.itemSize = Size(width: 45, height: 25)
      if self == .estimatedFlow { flow.estimatedItemSize = Size(width: 40, height: 30) }
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
    }
  }
}
