import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts
import SampleLayouts

/// The scenarios that compare layout classes in a view, and how far ahead a view asks them.
///
/// The items are in one section, in twenty, or in sections of a few, whatever the collection: cells are
/// numbered, and no store is asked.
enum LayoutInViewScenarios {
  static var all: [Scenario] {
    SelfSizingCase.allCases.flatMap { kind in
      LayoutClass.all(for: kind.content).map { selfSize(kind, $0) }
    }
      + [orthogonal(.list), orthogonal(.compositional), orthogonalRows]
      + LookaheadLayout.allCases.flatMap { layout in
        Lookahead.allCases.map { lookahead(layout, $0) }
      }
  }

  /// The frames of one call.
  private static let frameCount = 120

  static func scenario(
    _ name: String, _ summary: String, _ storage: String, minimumItems: Int = 1,
    maximumItems: Int = 1_000_000,
    setUp: @escaping @Sendable (ScrollCollection) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: Item8.payloadName,
      minimumItems: minimumItems, maximumItems: maximumItems,
      bytesPerItem: ScrollStorage.bytesPerItem
    ) { context in
      try setUp(ScrollCollection.shared(in: context))
    }
  }

  // MARK: Sections that scroll by themselves

  /// The extent of an item across the vertical scroll direction, in points.
  private static let itemWidth = 100.0

  /// A section that scrolls sideways beside a list that scrolls sideways.
  private static func orthogonal(_ contender: LayoutClass) -> Scenario {
    scenario(
      "orthogonal-section",
      "A frame of items of 100 points that scroll sideways by 20 points: a section of a vertical "
        + "layout, or a list.", contender.rawValue, maximumItems: 10_000_000
    ) { collection in
      let count = collection.itemCount
      let bounds = Size(width: Screen.upright.width, height: itemWidth)
      let most = Int(max(0, Double(count) * itemWidth - bounds.width))
      let offsets = (0..<frameCount).map { Double((most / 2 + $0 * 20) % (most + 1)) }
      let visible = offsets.map { visibleSideways(at: $0, count) { PlainFrames.digest($0) } }
      guard contender == .compositional else {
        let list = ListLayout()
        list.scrollDirection = .horizontal
        list.itemExtent = itemWidth
        let rig = try NumberedRig(list, bounds: bounds, itemCounts: [count])
        return try rig.measurement(showing: visible) { view, frame in
          view.setContentOffset(Point(x: offsets[frame], y: 0))
        }
      }
      let layout = CompositionalLayout(section: sideways(height: itemWidth))
      let rig = try NumberedRig(layout, bounds: bounds, itemCounts: [count])
      return try rig.measurement(showing: visible) { _, frame in
        layout.setOrthogonalOffset(offsets[frame], ofSection: 0)
      }
    }
  }

  /// Twenty sections on one screen, of which each frame scrolls another one.
  private static var orthogonalRows: Scenario {
    let rowCount = 20
    return scenario(
      "orthogonal-rows-20",
      "A frame of 20 sections that scroll sideways, all seen, one of which moves by 24 points.",
      LayoutClass.compositional.rawValue
    ) { collection in
      let count = max(8, collection.itemCount / rowCount)
      let most = Double(count) * itemWidth - Screen.upright.width
      func offset(_ frame: Int) -> Double {
        min((most / 2).rounded(.down) + Double(frame / rowCount) * 24, most)
      }
      var rows = (0..<rowCount).map { row in
        visibleRow(row, of: count, at: offset(frameCount - rowCount + row))
      }
      let visible = (0..<frameCount).map { frame in
        let row = frame % rowCount
        rows[row] = visibleRow(row, of: count, at: offset(frame))
        return rows.reduce(0, &+)
      }
      let layout = CompositionalLayout(section: sideways(height: 42))
      let rig = try NumberedRig(
        layout, bounds: Screen.upright, itemCounts: Array(repeating: count, count: rowCount))
      let offsets = (0..<frameCount).map(offset)
      return try rig.measurement(showing: visible) { _, frame in
        layout.setOrthogonalOffset(offsets[frame], ofSection: frame % rowCount)
      }
    }
  }

  private static func sideways(height: Double) -> LayoutSection {
    let size = LayoutSize(width: .absolute(itemWidth), height: .absolute(height))
    var section = LayoutSection(
      group: .horizontal(size, subitems: [.item(LayoutItem(size))]))
    section.orthogonalScrollingBehavior = .continuous
    return section
  }

  private static func visibleRow(_ row: Int, of count: Int, at offset: Double) -> UInt64 {
    visibleSideways(at: offset, count) { item in
      ElementDigest.cell(ItemPath(section: row, item: item), UInt64(row * count + item))
    }
  }

  /// Returns the sum of the digests of the items that a screen shows at `offset`.
  private static func visibleSideways(
    at offset: Double, _ count: Int, digest: (Int) -> UInt64
  ) -> UInt64 {
    let first = Int(offset / itemWidth)
    let end = Int(((offset + Screen.upright.width) / itemWidth).rounded(.up))
    return (first..<min(end, count)).reduce(0) { $0 &+ digest($1) }
  }

  // MARK: How far ahead a view asks

  private static func lookahead(_ layout: LookaheadLayout, _ lookahead: Lookahead) -> Scenario {
    scenario(
      "lookahead-\(layout.rawValue)",
      "A frame of \(layout.summary), scrolled by 20 points; the view asks about the bounds alone, or "
        + "about some screens ahead, once for as many frames as that serves, for ten or for one.",
      lookahead.rawValue
    ) { collection in
      let frames = layout.frames(collection.itemCount)
      let most = Int(frames.maximumOffset)
      let offsets = (0..<frameCount).map { Double((most / 2 + $0 * 20) % (most + 1)) }
      let rig = try NumberedRig(
        layout.layout, bounds: Screen.upright, itemCounts: [collection.itemCount])
      rig.view.layoutQueryLookahead = lookahead.screens
      rig.view.layoutQueryFrameLimit = lookahead.frameLimit
      return try rig.measurement(showing: frames.visible(at: offsets)) { view, frame in
        view.setContentOffset(Point(x: 0, y: offsets[frame]))
      }
    }
  }
}

/// The distance ahead that a view asks its layout about, and the frames that an answer serves; the raw
/// values are the strategies in case ids.
private enum Lookahead: String, CaseIterable, Sendable {
  case exact
  case oneScreen = "one-screen"
  case twoScreens = "two-screens"
  case oneScreenEachFrame = "one-screen-each-frame"
  case oneScreenTenFrames = "one-screen-10-frames"

  var screens: Double {
    switch self {
    case .exact: 0
    case .oneScreen, .oneScreenEachFrame, .oneScreenTenFrames: 1
    case .twoScreens: 2
    }
  }

  /// The number of frames at most that an answer serves.
  var frameLimit: Int {
    switch self {
    case .exact, .oneScreen, .twoScreens: .max
    case .oneScreenEachFrame: 1
    case .oneScreenTenFrames: 10
    }
  }
}

/// The layouts that a view asks ahead; the raw values are parts of scenario names.
private enum LookaheadLayout: String, CaseIterable, Sendable {
  case flow
  case list
  case compositional
  case waterfall

  /// The phrase in a scenario's summary.
  var summary: String {
    switch self {
    case .flow: "a grid"
    case .list: "a list of rows of one height"
    case .compositional: "the same grid, composed of groups"
    case .waterfall: "a waterfall, a layout that an app could write"
    }
  }

  /// A new layout.
  var layout: CollectionViewLayout {
    switch self {
    case .flow: LayoutClass.flow.layout(.grid)
    case .list: LayoutClass.list.layout(.rows)
    case .compositional: LayoutClass.compositional.layout(.grid)
    case .waterfall: WaterfallLayout { path, _ in PlainFrames.waterfallHeight(path.item) }
    }
  }

  /// Returns where its items lie.
  func frames(_ count: Int) -> PlainFrames {
    switch self {
    case .flow, .compositional: .grid(count)
    case .list: .rows(heights: repeatElement(44, count: count))
    case .waterfall: .waterfall(count)
    }
  }
}
