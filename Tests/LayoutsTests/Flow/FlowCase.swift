import Changesets
import Geometry
import Layouts

/// A collection and a flow layout's settings, from which a layout and its model are made.
///
/// Sizes belong to item ids and metrics to section ids, so that survivors of an update keep theirs.
struct FlowCase {
  struct Section {
    var id: Int
    var items: [Int]
  }

  /// The metrics that a delegate gives for one section, or the properties for all.
  struct Metrics: Equatable {
    var inset = EdgeInsets.zero
    var lineSpacing = 10.0
    var interitemSpacing = 10.0
    var header = Size.zero
    var footer = Size.zero
  }

  var sections: [Section] = []
  var sizes: [Int: Size] = [:]
  var metrics: [Int: Metrics] = [:]
  var provided: FlowLayoutMetrics = []
  var itemSize = Size(width: 50, height: 50)
  var shared = Metrics()
  var axis = Axis.vertical
  var bounds = Rect(x: 0, y: 0, width: 320, height: 480)
  var contentInset = EdgeInsets.zero
  var pinsHeaders = false
  var pinsFooters = false
  var lastLine = LastLineAlignment.leading
  var lineAlignment = LineAlignment.center
  var uniformity = UniformityRule.byValue
  var pixelScale: Double?
  var estimate: Size?
  /// The preferred sizes of self-sizing items, by id; they count only with an estimate.
  var preferred: [Int: Size] = [:]

  init() {}

  /// Sections of items whose sizes a delegate gives.
  init(sizes lists: [[Size]]) {
    provided = .itemSize
    var id = 0
    for (number, list) in lists.enumerated() {
      sections.append(Section(id: number, items: Array(id..<id + list.count)))
      for size in list {
        sizes[id] = size
        id += 1
      }
    }
  }

  /// Sections of items that all have the size of the property.
  init(counts: [Int], itemSize: Size = Size(width: 50, height: 50)) {
    self.init(sizes: counts.map { Array(repeating: itemSize, count: $0) })
    provided = []
    self.itemSize = itemSize
  }

  var counts: [Int] { sections.map(\.items.count) }

  /// The size that an item has in the layout.
  func size(of id: Int) -> Size {
    if let estimate { return preferred[id] ?? estimate }
    return provided.contains(.itemSize) ? sizes[id] ?? .zero : itemSize
  }

  /// Returns the metrics of `section`: the delegate's if provided, otherwise the properties'.
  func effectiveMetrics(of section: Section) -> Metrics {
    let own = metrics[section.id] ?? Metrics()
    var result = shared
    if provided.contains(.sectionInset) { result.inset = own.inset }
    if provided.contains(.lineSpacing) { result.lineSpacing = own.lineSpacing }
    if provided.contains(.interitemSpacing) { result.interitemSpacing = own.interitemSpacing }
    if provided.contains(.headerSize) { result.header = own.header }
    if provided.contains(.footerSize) { result.footer = own.footer }
    return result
  }
}

// MARK: The layout

/// A delegate that answers from the case and counts its calls.
final class CaseDelegate: FlowLayoutDelegate {
  var flow: FlowCase
  private(set) var sizeAsks: [ItemPath: Int] = [:]
  private(set) var metricAsks = 0

  init(_ flow: FlowCase) { self.flow = flow }

  func forgetAsks() {
    sizeAsks = [:]
    metricAsks = 0
  }

  private func metrics(_ section: Int) -> FlowCase.Metrics {
    metricAsks += 1
    return flow.metrics[flow.sections[section].id] ?? FlowCase.Metrics()
  }

  var providedMetrics: FlowLayoutMetrics { flow.provided }

  func sizeForItem(at path: ItemPath) -> Size {
    sizeAsks[path, default: 0] += 1
    return flow.sizes[flow.sections[path.section].items[path.item]] ?? .zero
  }

  func inset(forSection section: Int) -> EdgeInsets { metrics(section).inset }
  func minimumLineSpacing(forSection section: Int) -> Double { metrics(section).lineSpacing }

  func minimumInteritemSpacing(forSection section: Int) -> Double {
    metrics(section).interitemSpacing
  }

  func referenceSizeForHeader(inSection section: Int) -> Size { metrics(section).header }
  func referenceSizeForFooter(inSection section: Int) -> Size { metrics(section).footer }
}

/// A flow layout of a case in a session, with the delegate that it holds weakly.
struct FlowFixture {
  let layout: FlowLayout
  let delegate: CaseDelegate
  let session: LayoutSession

  init(_ flow: FlowCase, _ strategy: ExtentStrategy) throws {
    layout = FlowLayout(extents: strategy)
    delegate = CaseDelegate(flow)
    layout.delegate = delegate
    session = LayoutSession(
      layout, bounds: flow.bounds, contentInset: flow.contentInset, itemCounts: flow.counts)
    flow.configure(layout)
    try session.layoutIfNeeded()
  }
}

extension FlowCase {
  /// Gives `layout` the case's properties, and a delegate, which it holds weakly.
  func setUp<Layout: FlowLayout>(
    _ layout: Layout
  ) -> (layout: Layout, delegate: CaseDelegate) {
    let delegate = CaseDelegate(self)
    layout.delegate = delegate
    configure(layout)
    return (layout, delegate)
  }

  /// Sets every property; those that are already right are no change.
  func configure(_ layout: FlowLayout) {
    layout.itemSize = itemSize
    layout.estimatedItemSize = estimate
    layout.minimumLineSpacing = shared.lineSpacing
    layout.minimumInteritemSpacing = shared.interitemSpacing
    layout.sectionInset = shared.inset
    layout.headerReferenceSize = shared.header
    layout.footerReferenceSize = shared.footer
    layout.scrollDirection = axis
    layout.sectionHeadersPinToVisibleBounds = pinsHeaders
    layout.sectionFootersPinToVisibleBounds = pinsFooters
    layout.lastLineAlignment = lastLine
    layout.lineAlignment = lineAlignment
    layout.uniformityRule = uniformity
    layout.pixelScale = pixelScale
  }

  /// The same collection as a case without estimates, so that a new layout has every size at once.
  var settled: FlowCase {
    guard estimate != nil else { return self }
    var result = self
    for section in sections {
      for id in section.items { result.sizes[id] = size(of: id) }
    }
    result.estimate = nil
    result.provided.insert(.itemSize)
    result.uniformity = .byValue
    return result
  }
}

// MARK: The model

extension FlowCase {
  /// Returns the model of the case while `bounds` is visible; a horizontal layout is the transposed
  /// case.
  func model(visible bounds: Rect) -> FlowModel { FlowModel(modelInput(visible: bounds)) }

  /// Returns the input of the model of the case.
  func modelInput(visible bounds: Rect) -> FlowModel.Input {
    let isHorizontal = axis == .horizontal
    func turned(_ size: Size) -> Size {
      isHorizontal ? Size(width: size.height, height: size.width) : size
    }
    func turned(_ inset: EdgeInsets) -> EdgeInsets {
      isHorizontal
        ? EdgeInsets(top: inset.left, left: inset.top, bottom: inset.right, right: inset.bottom)
        : inset
    }
    let margins = turned(contentInset)
    let top = isHorizontal ? bounds.origin.x : bounds.origin.y
    var input = FlowModel.Input()
    input.width = turned(bounds.size).width - (margins.left + margins.right)
    input.visibleTop = top + margins.top
    input.visibleBottom = top + turned(bounds.size).height - margins.bottom
    input.justifiesLastLine = lastLine == .justified
    input.centersItems = lineAlignment == .center
    input.allowsUniform =
      uniformity == .byValue || estimate != nil || !provided.contains(.itemSize)
    input.pinsHeaders = pinsHeaders
    input.pinsFooters = pinsFooters
    input.pixelScale = pixelScale
    for section in sections {
      let metrics = effectiveMetrics(of: section)
      input.sections.append(
        FlowModel.Section(
          items: section.items.map { turned(size(of: $0)) }, inset: turned(metrics.inset),
          lineSpacing: metrics.lineSpacing, interitemSpacing: metrics.interitemSpacing,
          headerHeight: turned(metrics.header).height,
          footerHeight: turned(metrics.footer).height))
    }
    return input
  }
}

extension Rect {
  /// x for y.
  var transposed: Rect {
    Rect(x: origin.y, y: origin.x, width: size.height, height: size.width)
  }
}

extension Size {
  /// Width for height.
  var transposed: Size { Size(width: height, height: width) }
}

/// A host that checks nothing itself, so that a layout has to.
final class PlainHost: LayoutHost {
  let bounds: Rect
  let contentInset = EdgeInsets.zero
  private(set) var itemCounts: [Int]
  private let layout: CollectionViewLayout

  init(_ layout: CollectionViewLayout, bounds: Rect, itemCounts: [Int]) throws(LayoutError) {
    self.layout = layout
    self.bounds = bounds
    self.itemCounts = itemCounts
    layout.host = self
    _ = try layout.prepareIfNeeded()
  }

  var numberOfSections: Int { itemCounts.count }
  func numberOfItems(inSection section: Int) -> Int { itemCounts[section] }
  func layoutWasInvalidated(with context: LayoutInvalidationContext) {}

  /// Tells the layout of `changesets`, one after the other, and has it prepare once.
  func update(_ changesets: [Changeset], itemCounts newCounts: [Int]) throws(LayoutError) {
    itemCounts = newCounts
    for changeset in changesets {
      let context = FlowLayoutInvalidationContext()
      context.change = changeset
      context.invalidateDataSourceCounts = true
      layout.invalidateLayout(with: context)
    }
    _ = try layout.prepareIfNeeded()
  }
}
