import Geometry
import Layouts

/// The layouts that can be drawn.
enum SnapshotLayout: String, CaseIterable {
  case flow, list

  /// The size that items have where nothing says otherwise, in points.
  var defaultItemSize: Size {
    switch self {
    case .flow: Size(width: 50, height: 50)
    case .list: Size(width: 44, height: 44)
    }
  }
}

/// Everything that makes a layout: which one, and its numbers, in points.
struct LayoutRecipe {
  var layout: SnapshotLayout
  var extents: ExtentStrategy
  var axis = Axis.vertical
  /// Nil where the layout's own default counts.
  var spacing: Double?
  /// Nil where the layout's own default counts.
  var lineSpacing: Double?
  var inset = EdgeInsets.zero
  var headerExtent = 0.0
  var footerExtent = 0.0
  var pinsHeaders = false
  var pinsFooters = false
  /// What items have until they size themselves; nil where they have their sizes at once.
  var estimatedSize: Size?

  /// The layout, and the delegate that gives it its sizes: it holds that weakly.
  func makeLayout(_ sizing: ItemSizing) -> (layout: LineLayout, delegate: AnyObject) {
    let made = layout == .flow ? flow(sizing) : list(sizing)
    made.layout.scrollDirection = axis
    made.layout.sectionHeadersPinToVisibleBounds = pinsHeaders
    made.layout.sectionFootersPinToVisibleBounds = pinsFooters
    return made
  }

  private func flow(_ sizing: ItemSizing) -> (layout: LineLayout, delegate: AnyObject) {
    let layout = FlowLayout(extents: extents)
    let delegate = FlowSizing(sizing)
    if sizing.rule == .uniform { layout.itemSize = sizing.base } else { layout.delegate = delegate }
    layout.estimatedItemSize = estimatedSize
    if let spacing { layout.minimumInteritemSpacing = spacing }
    if let lineSpacing { layout.minimumLineSpacing = lineSpacing }
    layout.sectionInset = inset
    layout.headerReferenceSize = Size(width: headerExtent, height: headerExtent)
    layout.footerReferenceSize = Size(width: footerExtent, height: footerExtent)
    return (layout, delegate)
  }

  private func list(_ sizing: ItemSizing) -> (layout: LineLayout, delegate: AnyObject) {
    let layout = ListLayout(extents: extents)
    let delegate = ListSizing(sizing, along: axis)
    if sizing.rule == .uniform {
      layout.itemExtent = sizing.base[axis]
    } else {
      layout.delegate = delegate
    }
    layout.estimatedItemExtent = estimatedSize?[axis]
    if let spacing { layout.spacing = spacing }
    layout.sectionInset = inset
    layout.headerExtent = headerExtent
    layout.footerExtent = footerExtent
    return (layout, delegate)
  }
}
