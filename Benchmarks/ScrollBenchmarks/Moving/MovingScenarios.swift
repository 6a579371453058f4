import BasicAlgorithms
import Benchmarking
import Changesets
import CollectionViews
import DataSources
import Datasets
import Geometry
import ItemStores
import Layouts

/// The scenarios of an item that a user moves on the screen, position by position.
enum MovingScenarios {
  static var all: [Scenario] {
    [
      scenario("nested-nested", NestedArrayStore<Item8>.self, .nested),
      scenario("flat-flat", FlatIndexedStore<Item8>.self, .flat),
      scenario("btree-tree", BTreeStore<Item8>.self, .tree),
    ]
  }

  /// All items are in one section, whatever the collection.
  private static func scenario<Store: ItemStore & SendableMetatype>(
    _ storage: String, _ store: Store.Type, _ extents: ExtentStrategy
  ) -> Scenario where Store.Item == Item8 {
    Scenario(
      "move-item",
      summary:
        "A position of an item that a user moves over \(MovingPlan.rowCount) rows of a list and back, "
        + "each position a row further: the others make room.",
      storage: storage, payload: Item8.payloadName, minimumItems: 1_000, maximumItems: 10_000_000,
      bytesPerItem: ScrollStorage.bytesPerItem
    ) { context in
      let collection = try ScrollCollection.shared(in: context)
      let items = context.shared("scroll/moving/items") {
        (0..<collection.itemCount).map { Item8(collection.dataset.seed(atGlobalIndex: $0)) }
      }
      let plan = MovingPlan(items)
      let rig = try MovingRig(Store(sections: [items]), extents, plan)
      // Untimed, and twice: later calls use what the first has made room for.
      for _ in 1...2 { try rig.rehearse() }
      rig.beginCounting()
      return rig.measurement
    }
  }
}

/// The positions of an item that is moved, and what shows at each, by arithmetic.
struct MovingPlan {
  /// The number of rows that the item is moved over, all on one screen.
  static let rowCount = 12

  /// The number of the item that is moved, in the middle.
  let first: Int
  /// The offset at which the item is the first row that shows, in points.
  let offset: Double
  /// The centre of the item at each position, on the way there and back, in points.
  let positions: [Double]
  /// The rows that show at each position, by number of the row, in the order of the view.
  let visible: [[(row: Int, id: UInt64)]]

  /// The positions and rows of a list of `items`.
  init(_ items: [Item8]) {
    let middle = items.count / 2
    first = middle
    var top = 0.0
    for item in items[..<middle] { top += Self.height(item.id) }
    offset = top
    var (positions, visible): ([Double], [[(row: Int, id: UInt64)]]) = ([], [])
    let near = Array(items[middle..<min(items.count, middle + 60)])
    for step in 0..<2 * Self.rowCount {
      // The row at which the item is before and after the position.
      let isBack = step >= Self.rowCount
      let before = isBack ? 2 * Self.rowCount - step : step
      let after = isBack ? before - 1 : before + 1
      let order = Self.order(near, movedTo: before)
      // The middle of the row whose place it takes.
      let edge = offset + order[..<after].reduce(0) { $0 + Self.height($1.id) }
      let position = edge + Self.height(order[after].id) / 2
      positions.append(position)
      visible.append(
        Self.visible(Self.order(near, movedTo: after), from: offset, held: (after, position))
          .map { (middle + $0.row, $0.id) })
    }
    self.positions = positions
    self.visible = visible
  }

  /// The height of the row of an item: 28 to 59¾ points, a multiple of 1/4.
  static func height(_ id: UInt64) -> Double { 28 + Double(SplitMix64.mix(id) & 0x7f) / 4 }

  private static func order(_ items: [Item8], movedTo row: Int) -> [Item8] {
    var order = items
    order.insert(order.remove(at: 0), at: row)
    return order
  }

  /// The rows that overlap a screen, where the one at `held.row` has its centre elsewhere.
  private static func visible(
    _ order: [Item8], from offset: Double, held: (row: Int, center: Double)
  ) -> [(row: Int, id: UInt64)] {
    var top = offset
    var visible: [(row: Int, id: UInt64)] = []
    for (row, item) in order.enumerated() {
      let height = height(item.id)
      let start = row == held.row ? held.center - height / 2 : top
      if start < offset + Screen.upright.height, start + height > offset {
        visible.append((row, item.id))
      }
      top += height
    }
    return visible
  }

  /// The answer of a measured call: the sum over the rows of each position, wherever they are.
  var answer: UInt64 {
    visible.reduce(0) { sum, rows in
      ElementDigest.adding(rows.reduce(0) { $0 &+ ElementDigest.item($1.id) }, to: sum)
    }
  }
}

/// A list of rows of different heights over one store and one extent index, of which a user moves one.
private final class MovingRig<Store: ItemStore> where Store.Item == Item8 {
  private let plan: MovingPlan
  private let view: CollectionView
  private let source: StoreDataSource<Store>
  private let rows: MovingRows<Store>
  private let observer = ScrollObserver(digestsPlaces: false)
  private var before = (work: CollectionViewWork(), reuse: ReuseStatistics())

  init(
    _ store: Store, _ extents: ExtentStrategy, _ plan: MovingPlan
  ) throws(CollectionViewError) {
    self.plan = plan
    let layout = ListLayout(extents: extents)
    view = CollectionView(
      frame: Rect(origin: .zero, size: Screen.upright), collectionViewLayout: layout)
    view.isPrefetchingEnabled = false
    view.animationsEnabled = false
    view.delegate = observer
    view.setContentOffset(Point(x: 0, y: plan.offset))
    source = StoreDataSource(
      store, for: view,
      cells: CellRegistration<ScrollCell, Item8> { cell, _, item in cell.id = item.id })
    source.allowsReordering = true
    rows = MovingRows(source)
    layout.delegate = rows
    try view.layoutIfNeeded()
  }

  /// Holds the item at a position, by its number: the first of a way begins a movement, and the last
  /// ends it.
  private func hold(_ number: Int) throws(CollectionViewError) {
    let (isBack, step) = (
      number >= MovingPlan.rowCount, number % MovingPlan.rowCount
    )
    if step == 0 {
      let item = plan.first + (isBack ? MovingPlan.rowCount : 0)
      _ = try view.beginInteractiveMovementForItem(at: ItemPath(section: 0, item: item))
    }
    try view.updateInteractiveMovementTargetPosition(
      Point(x: Screen.upright.width / 2, y: plan.positions[number]))
    try view.layoutIfNeeded()
  }

  private func endIfLast(_ number: Int) throws(CollectionViewError) {
    guard (number + 1).isMultiple(of: MovingPlan.rowCount) else { return }
    try view.endInteractiveMovement()
    try view.layoutIfNeeded()
  }

  private func perform() throws(CollectionViewError) -> UInt64 {
    var sum: UInt64 = 0
    for number in plan.positions.indices {
      try hold(number)
      sum = ElementDigest.adding(observer.visible, to: sum)
      try endIfLast(number)
    }
    return sum
  }

  /// Moves the item there and back, and checks which row shows which item at each position, and that
  /// the store has made both moves.
  ///
  /// - Throws: `MovingError.wrong`, or the view's error.
  func rehearse() throws {
    for number in plan.positions.indices {
      try hold(number)
      let shown = view.itemPathsForVisibleItems.map { path in
        (row: path.item, id: (view.cellForItem(at: path) as? ScrollCell)?.id ?? 0)
      }
      guard shown.elementsEqual(plan.visible[number], by: ==) else { throw MovingError.wrong }
      try endIfLast(number)
      guard (number + 1).isMultiple(of: MovingPlan.rowCount) else { continue }
      for (row, id) in plan.visible[number]
      where source.store[ItemPath(section: 0, item: row)].id != id {
        throw MovingError.wrong
      }
    }
  }

  func beginCounting() { before = (view.work, view.reuseStatistics) }

  /// A measured call, whose operation is a position.
  var measurement: Measurement {
    let answer = plan.answer
    return Measurement(
      operationsPerCall: plan.positions.count, expectedAnswer: answer,
      counts: {
        OperationCount.of(self.view.reuseStatistics, since: self.before.reuse)
          + OperationCount.of(self.view.work, since: self.before.work)
      },
      frames: FrameReplay(
        count: plan.positions.count, rewind: {},
        perform: {
          try self.hold($0)
          try self.endIfLast($0)
        }, answer: { self.observer.visible })
    ) {
      do throws(CollectionViewError) { return try self.perform() } catch { return ~answer }
    }
  }
}

/// Gives each row the height of its item.
private final class MovingRows<Store: ItemStore>: ListLayoutDelegate where Store.Item == Item8 {
  private weak var source: StoreDataSource<Store>?

  init(_ source: StoreDataSource<Store>) { self.source = source }

  var providedMetrics: ListLayoutMetrics { .itemExtent }

  func extentForItem(at path: ItemPath) -> Double {
    source.map { MovingPlan.height($0.store[path].id) } ?? 0
  }
}

/// An error in the set-up of a scenario that moves an item.
private enum MovingError: Error, CustomStringConvertible {
  /// The view shows the wrong rows, or the store has the wrong order.
  case wrong

  var description: String {
    "the view or the store has the wrong order while a user moves an item; please report it"
  }
}
