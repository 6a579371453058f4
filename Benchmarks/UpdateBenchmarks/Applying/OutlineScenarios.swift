import BasicAlgorithms
import Benchmarking
import Changesets
import CollectionViews
import DataSources
import Datasets
import Geometry
import Layouts

/// The scenarios that expand and collapse items of a section snapshot, in a list on the screen.
///
/// One section has all items, whatever the collection: every hundredth is a root, and those behind it
/// are its children.
enum OutlineScenarios {
  static var all: [Scenario] {
    [
      scenario("one", .touch, "Expands one item of a list whose other items are expanded"),
      scenario("one", .apply, "Expands one item of a list whose other items are expanded"),
      scenario("100", .touch, "Expands 100 items of a list, scattered evenly"),
      scenario("100", .apply, "Expands 100 items of a list, scattered evenly"),
      scenario("all", .apply, "Expands all items of a list"),
    ]
  }

  /// The way of expanding; the raw values are the strategies in case ids.
  enum Way: String, Sendable {
    /// Each item by `setExpanded(_:item:)`, an update each.
    case touch
    /// All at once, by a section snapshot that is applied.
    case apply

    var summary: String {
      switch self {
      case .touch: "as touches do, an update each, and collapses them again."
      case .apply: "by applying a section snapshot, and collapses them by another."
      }
    }
  }

  private static func scenario(_ name: String, _ way: Way, _ summary: String) -> Scenario {
    Scenario(
      "outline-" + name, summary: "\(summary), \(way.summary)", storage: way.rawValue,
      payload: "int", minimumItems: name == "100" ? 10_000 : 1_000,
      maximumItems: name == "all" ? 100_000 : 1_000_000, bytesPerItem: 256
    ) { context in
      let count = try ApplyCollection.shared(in: context).itemCount
      let groups = (count + OutlinePlan.groupSize - 1) / OutlinePlan.groupSize
      let touched =
        switch name {
        case "one": [groups / 2]
        case "100": (0..<100).map { $0 * groups / 100 }
        default: Array(0..<groups)
        }
      let rig = try OutlineRig(OutlinePlan(count, touched: touched), way)
      // Untimed, and twice: later calls use what the first has made room for.
      for _ in 1...2 { try rig.rehearse() }
      rig.beginCounting()
      return rig.measurement
    }
  }
}

/// The rows of an outline with some items collapsed, and with all of them expanded, by arithmetic.
struct OutlinePlan {
  /// A root and its children.
  static let groupSize = 100
  /// The height of a row, in points.
  static let rowHeight = 44.0

  let itemCount: Int
  /// The roots that are expanded and collapsed again.
  let touched: [Int]
  /// The items that show before and between.
  let collapsed: [Int]
  let expanded: [Int]
  /// The offset at which a root shows that is expanded, in points.
  let offset: Double

  /// The rows of so many items, of whose groups some are touched.
  init(_ itemCount: Int, touched groups: [Int]) {
    self.itemCount = itemCount
    touched = groups.map { $0 * Self.groupSize }
    let closed = Set(groups)
    expanded = Array(0..<itemCount)
    collapsed = expanded.filter {
      $0 % Self.groupSize == 0 || !closed.contains($0 / Self.groupSize)
    }
    let root = touched[touched.count / 2]
    let row = collapsed.partitioningIndex { $0 >= root }
    let most = Double(collapsed.count) * Self.rowHeight - BatchUpdate.height
    offset = max(0, min(Double(row - 2) * Self.rowHeight, most))
  }

  /// Returns the digest of the rows of a screen.
  func seen(_ rows: [Int]) -> UInt64 {
    let first = Int(offset / Self.rowHeight)
    let end = Int(((offset + BatchUpdate.height) / Self.rowHeight).rounded(.up))
    return (first..<min(end, rows.count)).reduce(0) { sum, row in
      sum &+ BatchUpdate.digest(ItemPath(section: 0, item: row), UInt64(rows[row]))
    }
  }

  /// The answer of a measured call: counts alone, which the view knows. All touches count as one.
  var answer: UInt64 {
    BatchUpdate.digest(of: [expanded.count], updates: 1) &* 3
      &+ BatchUpdate.digest(of: [collapsed.count], updates: 2)
  }
}

/// A list of rows of one height that shows a section snapshot.
private final class OutlineRig {
  private let plan: OutlinePlan
  private let way: OutlineScenarios.Way
  private let view: CollectionView
  private let source: DiffableDataSource<Int, Int>
  private var before = CollectionViewWork()

  init(_ plan: OutlinePlan, _ way: OutlineScenarios.Way) throws {
    self.plan = plan
    self.way = way
    let layout = ListLayout()
    layout.itemExtent = OutlinePlan.rowHeight
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 390, height: BatchUpdate.height),
      collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.animationsEnabled = false
    source = DiffableDataSource(
      for: view,
      cells: CellRegistration<BatchCell, Int> { cell, _, item in cell.id = UInt64(item) })
    var snapshot = DiffableSectionSnapshot<Int>()
    let roots = Array(stride(from: 0, to: plan.itemCount, by: OutlinePlan.groupSize))
    try snapshot.append(roots)
    for root in roots {
      let children = root + 1..<min(root + OutlinePlan.groupSize, plan.itemCount)
      try snapshot.append(Array(children), to: root)
    }
    try snapshot.expand(roots)
    try snapshot.collapse(plan.touched)
    try source.apply(snapshot, to: 0, animatingDifferences: false)
    view.setContentOffset(Point(x: 0, y: plan.offset))
    try view.layoutIfNeeded()
  }

  /// Expands the items, or collapses them.
  private func setExpanded(_ isExpanded: Bool) throws(CollectionViewError) {
    switch way {
    case .touch:
      for item in plan.touched { try source.setExpanded(isExpanded, item: item) }
    case .apply:
      var snapshot = source.snapshot(for: 0)
      do throws(DiffableSnapshotError) {
        if isExpanded {
          try snapshot.expand(plan.touched)
        } else {
          try snapshot.collapse(plan.touched)
        }
      } catch {
        throw .itemInOtherSection("\(error)")
      }
      try source.apply(snapshot, to: 0)
    }
    try view.layoutIfNeeded()
  }

  private func perform() throws(CollectionViewError) -> UInt64 {
    let updates = view.work.updates
    try setExpanded(true)
    let between = counted(since: updates)
    try setExpanded(false)
    return between &* 3 &+ counted(since: updates)
  }

  /// Expands and collapses the items, and checks what shows after each, and where each touched item is.
  ///
  /// - Throws: `ApplyError.wrong`, or the view's error.
  func rehearse() throws {
    try setExpanded(true)
    try check(plan.expanded)
    try setExpanded(false)
    try check(plan.collapsed)
  }

  private func check(_ rows: [Int]) throws {
    guard view.numberOfItems(inSection: 0) == rows.count, seen == plan.seen(rows) else {
      throw ApplyError.wrong
    }
    for item in plan.touched {
      let row = rows.partitioningIndex { $0 >= item }
      guard source.itemPath(for: item) == ItemPath(section: 0, item: row) else {
        throw ApplyError.wrong
      }
    }
  }

  private func counted(since updates: Int) -> UInt64 {
    let updates = view.work.updates - updates
    let (each, rest) = updates.quotientAndRemainder(
      dividingBy: way == .touch ? plan.touched.count : 1)
    return BatchUpdate.digest(
      of: [view.numberOfItems(inSection: 0)], updates: rest == 0 ? each : -1)
  }

  private var seen: UInt64 {
    view.itemPathsForVisibleItems.reduce(0) { sum, path in
      sum &+ BatchUpdate.digest(path, (view.cellForItem(at: path) as? BatchCell)?.id ?? 0)
    }
  }

  func beginCounting() { before = view.work }

  /// A measured call, whose operations are an expansion and a collapse of all touched items.
  var measurement: Measurement {
    let answer = plan.answer
    return Measurement(
      operationsPerCall: 2, expectedAnswer: answer,
      counts: { OperationCount.ofUpdates(self.view.work, since: self.before) }
    ) {
      do throws(CollectionViewError) { return try self.perform() } catch { return ~answer }
    }
  }
}
