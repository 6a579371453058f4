import Changesets
import Datasets
import Geometry
import Layouts
import SampleLayouts

/// The layouts that can be drawn.
enum SnapshotLayout: String, CaseIterable {
  case flow, list, waterfall, stack, circle, compositional

  /// The size of items by default, in points.
  var defaultItemSize: Size {
    switch self {
    case .flow, .compositional: Size(width: 50, height: 50)
    case .list: Size(width: 44, height: 44)
    case .waterfall: Size(width: 80, height: 80)
    case .stack: Size(width: 200, height: 140)
    case .circle: Size(width: 40, height: 40)
    }
  }

  /// Parses `text`, the value of `option`, as a size; one number is enough if the layout needs only
  /// one.
  ///
  /// - Throws: `ToolError.invalidValue` if it is no size.
  func size(_ text: String, option: String) throws(ToolError) -> Size {
    switch self {
    case .list, .waterfall: try PointText.sizeOrLength(text, option: option)
    case .flow, .stack, .circle, .compositional: try PointText.size(text, option: option)
    }
  }

  /// The options that set something of the layout, with the sections of `composition` if it is a
  /// compositional one.
  private func options(_ composition: SnapshotComposition) -> [String] {
    let lines = [
      "--item-size", "--item-sizes", "--extents", "--direction", "--estimated", "--spacing",
      "--inset", "--header", "--footer", "--pin-headers", "--pin-footers",
    ]
    switch self {
    case .flow: return lines + ["--line-spacing"]
    case .list: return lines
    case .waterfall:
      return [
        "--item-size", "--item-sizes", "--columns", "--spacing", "--inset", "--header",
      ]
    case .stack: return ["--item-size", "--spacing"]
    case .circle: return ["--item-size", "--spacing", "--badges"]
    case .compositional:
      let sizes = composition.estimatedSize == nil ? [] : ["--item-size", "--item-sizes"]
      return ["--composition", "--extents", "--direction", "--section-offset"] + sizes
    }
  }

  /// Refuses the first of `given` that sets nothing of this layout.
  ///
  /// - Throws: `ToolError.invalidValue` with what it has instead.
  func check(_ given: [String], _ composition: SnapshotComposition) throws(ToolError) {
    let options = options(composition)
    guard let other = given.first(where: { !options.contains($0) }) else { return }
    if self == .compositional, self.options(.tags).contains(other) {
      throw .invalidValue(
        option: "--composition", found: composition.rawValue,
        reason: "its items have sizes of their own, and \(other) says others; take tags")
    }
    throw .invalidValue(
      option: "--layout", found: rawValue,
      reason: "does not take \(other); it takes \(options.joined(separator: ", "))")
  }
}

/// The settings of a layout to draw, in points.
struct LayoutRecipe {
  var layout: SnapshotLayout
  var extents: ExtentStrategy
  var axis = Axis.vertical
  /// Nil stands for the layout's default.
  var columnCount: Int?
  var badgesPerItem = 0
  var composition = SnapshotComposition.mosaic
  /// The section that has scrolled by itself, and how far; nil if none has.
  var sectionOffset: (section: Int, points: Double)?
  /// Nil stands for the layout's default.
  var spacing: Double?
  /// Nil stands for the layout's default.
  var lineSpacing: Double?
  var inset = EdgeInsets.zero
  var headerExtent = 0.0
  var footerExtent = 0.0
  var pinsHeaders = false
  var pinsFooters = false
  /// The size of items before they size themselves; nil if they do not.
  var estimatedSize: Size?

  /// Returns the layout, and the delegate with its sizes, which the layout holds weakly.
  func makeLayout(
    _ sizing: ItemSizing
  ) -> (layout: CollectionViewLayout, delegate: AnyObject?) {
    switch layout {
    case .flow: flow(sizing)
    case .list: list(sizing)
    case .waterfall: (waterfall(sizing), nil)
    case .stack: (stack(sizing), nil)
    case .circle: (circle(sizing), nil)
    case .compositional: (composition.makeLayout(along: axis, extents), nil)
    }
  }

  private func flow(_ sizing: ItemSizing) -> (layout: CollectionViewLayout, delegate: AnyObject?) {
    let layout = FlowLayout(extents: extents)
    let delegate = SnapshotFlowSizes(sizing)
    if sizing.rule == .uniform { layout.itemSize = sizing.base } else { layout.delegate = delegate }
    layout.estimatedItemSize = estimatedSize
    if let spacing { layout.minimumInteritemSpacing = spacing }
    if let lineSpacing { layout.minimumLineSpacing = lineSpacing }
    setLines(of: layout)
    layout.sectionInset = inset
    layout.headerReferenceSize = Size(width: headerExtent, height: headerExtent)
    layout.footerReferenceSize = Size(width: footerExtent, height: footerExtent)
    return (layout, delegate)
  }

  private func list(_ sizing: ItemSizing) -> (layout: CollectionViewLayout, delegate: AnyObject?) {
    let layout = ListLayout(extents: extents)
    let delegate = SnapshotListSizes(sizing, along: axis)
    if sizing.rule == .uniform {
      layout.itemExtent = sizing.base[axis]
    } else {
      layout.delegate = delegate
    }
    layout.estimatedItemExtent = estimatedSize?[axis]
    if let spacing { layout.spacing = spacing }
    setLines(of: layout)
    layout.sectionInset = inset
    layout.headerExtent = headerExtent
    layout.footerExtent = footerExtent
    return (layout, delegate)
  }

  private func setLines(of layout: LineLayout) {
    layout.scrollDirection = axis
    layout.sectionHeadersPinToVisibleBounds = pinsHeaders
    layout.sectionFootersPinToVisibleBounds = pinsFooters
  }

  private func waterfall(_ sizing: ItemSizing) -> WaterfallLayout {
    let layout = WaterfallLayout { path, width in
      let size = sizing.size(at: path)
      // A picture keeps its shape; for other items only the height is given.
      guard sizing.rule == .own, size.width > 0 else { return size.height }
      return (size.height * width / size.width).rounded()
    }
    if let columnCount { layout.columnCount = columnCount }
    if let spacing { layout.spacing = spacing }
    layout.sectionInset = inset
    layout.headerHeight = headerExtent
    return layout
  }

  private func stack(_ sizing: ItemSizing) -> StackLayout {
    let layout = StackLayout()
    layout.cardSize = sizing.base
    if let spacing { layout.spacing = spacing }
    return layout
  }

  private func circle(_ sizing: ItemSizing) -> CircleLayout {
    let layout = CircleLayout()
    layout.itemSize = sizing.base
    if let spacing { layout.ringSpacing = spacing }
    layout.badgesPerItem = badgesPerItem
    return layout
  }
}

/// The size of every item of a collection, in points.
struct ItemSizing {
  /// The source of sizes.
  enum Rule: Hashable {
    /// All items have the base size.
    case uniform
    /// A function of the seed.
    case generated(ItemSizes)
    /// The sizes of the collection's items.
    case own
  }

  /// The names of the rules on the command line.
  static let names = ItemSizes.Kind.names + ["own"]

  let rule: Rule
  /// The size of items to which the rule gives none, in points.
  let base: Size
  private let dataset: Dataset
  /// The global index of the first item of each section.
  private let starts: [Int]

  init(_ rule: Rule, base: Size, of dataset: Dataset) {
    self.rule = rule
    self.base = base
    self.dataset = dataset
    var starts: [Int] = []
    var start = 0
    for size in dataset.sectionSizes {
      starts.append(start)
      start += size
    }
    self.starts = starts
  }

  /// Returns the size of the item at `path`. O(1).
  ///
  /// - Precondition: The item exists.
  func size(at path: ItemPath) -> Size {
    let index = starts[path.section] + path.item
    switch rule {
    case .uniform: return base
    case .generated(let sizes): return sizes.size(atGlobalIndex: index)
    case .own:
      let own = dataset.size(atGlobalIndex: index)
      return own.map { Size(width: $0.widthPoints, height: $0.heightPoints) } ?? base
    }
  }
}

/// Gives a flow layout the sizes of a rule.
final class SnapshotFlowSizes: FlowLayoutDelegate {
  private let sizing: ItemSizing

  init(_ sizing: ItemSizing) { self.sizing = sizing }

  var providedMetrics: FlowLayoutMetrics { .itemSize }

  func sizeForItem(at path: ItemPath) -> Size { sizing.size(at: path) }
}

/// Gives a list layout the sizes of a rule, along the scroll direction.
final class SnapshotListSizes: ListLayoutDelegate {
  private let sizing: ItemSizing
  private let axis: Axis

  init(_ sizing: ItemSizing, along axis: Axis) {
    self.sizing = sizing
    self.axis = axis
  }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double { sizing.size(at: path)[axis] }
}
