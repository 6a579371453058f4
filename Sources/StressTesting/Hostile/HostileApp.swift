import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts

/// An app that calls a view in any order, also from inside of layouts that lie.
final class HostileApp {
  let source: HonestSource
  let view: CollectionView
  /// The number of operations, those from inside of others included.
  private(set) var operations = 0
  private var random: SplitMix64
  private var layouts: [HostileLayout] = []
  /// The number of operations that are running, one from inside of the other.
  private var depth = 0
  /// Whether the program is stopped on purpose: a mutation.
  private let stops: Bool

  init(seed: UInt64, mutation: Mutation? = nil) {
    random = SplitMix64(seed: seed)
    stops = mutation == .stops
    source = HonestSource([Array(0..<9), [], Array(10..<30)], mutation: mutation)
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: 50, height: 100), collectionViewLayout: ListLayout())
    view.dataSource = source
    view.register(HonestCell.self, forCellWithReuseIdentifier: "number")
    view.register(
      CollectionReusableView.self, forSupplementaryViewOfKind: .sectionHeader,
      withReuseIdentifier: "header")
    for stream in 1...3 {
      let layout = HostileLayout(random: SplitMix64(seed: seed, stream: UInt64(stream)))
      layout.onCall = { [unowned self] in if depth < 3 { step() } }
      layouts.append(layout)
    }
    view.isPrefetchingEnabled = random.next(below: 2) == 0
  }

  // MARK: Operations

  private func path() -> ItemPath {
    let section = random.next(below: source.sections.count + 1)
    let count = section < source.sections.count ? source.sections[section].count : 0
    let item = random.next(below: count + 2) - (random.next(below: 20) == 0 ? 1 : 0)
    return ItemPath(section: section, item: item)
  }

  private func point() -> Point {
    Point(x: Double(random.next(below: 60)), y: Double(random.next(below: 900)))
  }

  /// Performs an operation, which the view may refuse.
  func step() {
    operations += 1
    require(!stops || operations < 40, "HostileApp.step(): stopped on purpose")
    depth += 1
    defer { depth -= 1 }
    do throws(CollectionViewError) {
      switch random.next(below: 4) {
      case 0: try changeData()
      case 1: try changeLayout()
      case 2: try scroll()
      default: try interact()
      }
    } catch {
      // It may refuse any of them.
    }
  }

  /// Performs an update that tells the truth, or one time in five of an item too many.
  private func changeData() throws(CollectionViewError) {
    let before = source.sections
    let section = random.next(below: before.count)
    guard random.next(below: 6) > 0 else { return view.reloadData() }
    let isLie = random.next(below: 5) == 0
    do {
      try view.performBatchUpdates {
        var deleted: [ItemPath] = []
        if !before[section].isEmpty {
          let item = random.next(below: before[section].count)
          source.sections[section].remove(at: item)
          deleted = [ItemPath(section: section, item: item)]
        }
        source.sections[section].insert(operations, at: 0)
        view.deleteItems(at: deleted)
        view.insertItems(
          at: isLie
            ? [ItemPath(section: section, item: 0), ItemPath(section: section, item: 1)]
            : [ItemPath(section: section, item: 0)])
        if random.next(below: 3) == 0 { view.reloadItems(at: [path()]) }
      }
    } catch {
      // Refused as a whole; a reload makes sure of it where a layout's error came after the update.
      source.sections = before
      view.reloadData()
      throw error
    }
  }

  private func changeLayout() throws(CollectionViewError) {
    let layout = layouts[random.next(below: layouts.count)]
    switch random.next(below: 8) {
    case 0: try view.setCollectionViewLayout(layout, animated: true)
    case 1: try view.setCollectionViewLayout(layout)
    case 2: _ = try view.startInteractiveTransition(to: layout)
    case 3: (view.collectionViewLayout as? TransitionLayout)?.transitionProgress = 0.5
    case 4: try view.finishInteractiveTransition()
    case 5: try view.cancelInteractiveTransition()
    case 6:
      view.setBoundsSize(
        Size(width: 50, height: [0.0, 40, 100, 300][random.next(below: 4)]))
    default: layout.invalidateLayout()
    }
  }

  private func scroll() throws(CollectionViewError) {
    switch random.next(below: 9) {
    case 0, 1: try view.layoutIfNeeded()
    case 2: view.setContentOffset(point(), animated: random.next(below: 2) == 0)
    case 3:
      view.setContentInset(
        EdgeInsets(top: Double(random.next(below: 9)), left: 0, bottom: 3, right: 0))
    case 4:
      view.beginDragging()
      view.drag(by: Point(x: 0, y: point().y - 450))
    case 5: view.endDragging(withVelocity: Point(x: 0, y: point().y - 450))
    case 6: try view.scrollToItem(at: path(), at: .centeredVertically, animated: true)
    case 7: view.clock.advance(by: 0.02)
    default: view.clock.advance(by: 1)
    }
  }

  private func interact() throws(CollectionViewError) {
    switch random.next(below: 9) {
    case 0: try view.selectItem(at: path(), scrollPosition: .top)
    case 1: view.touchDown(at: point())
    case 2: view.touchUp()
    case 3: _ = try view.beginInteractiveMovementForItem(at: path())
    case 4: try view.updateInteractiveMovementTargetPosition(point())
    case 5: try view.endInteractiveMovement()
    case 6: try view.cancelInteractiveMovement()
    case 7: view.showsHiddenElements.toggle()
    default:
      _ = view.itemPathForItem(at: point())
      _ = view.layoutAttributesForItem(at: path())
      _ = view.viewsInDisplayOrder.count
    }
  }

  // MARK: Recovery

  /// Has all layouts tell the truth, and compares what the view then shows with the data.
  ///
  /// - Throws: What differs. An error of the view is a difference, too.
  func recover() throws(Mismatch) {
    for layout in layouts { layout.isHonest = true }
    defer { for layout in layouts { layout.isHonest = false } }
    view.touchCancelled()
    view.showsHiddenElements = true
    view.setBoundsSize(Size(width: 50, height: 100))
    view.reloadData()
    // The errors of what was still open.
    attempt(view.cancelInteractiveMovement)
    attempt(view.cancelInteractiveTransition)
    attempt(view.layoutIfNeeded)
    view.clock.advance(by: 100)
    attempt(view.layoutIfNeeded)
    do throws(CollectionViewError) {
      try view.setCollectionViewLayout(layouts[0])
      view.setContentOffset(.zero)
      try view.layoutIfNeeded()
    } catch {
      throw Mismatch("the last layout pass", expected: "no error", found: "\(error)")
    }
    try Mismatch.check("what `firstViolation()` finds", nil, view.firstViolation())
    try compareWithData()
  }

  /// Performs `body`, whose error is that of an earlier operation.
  private func attempt(_ body: () throws(CollectionViewError) -> Void) {
    do throws(CollectionViewError) {
      try body()
      try view.throwHeldUpdateError()
    } catch {
      // Nothing is expected of that one any more.
    }
  }

  private func compareWithData() throws(Mismatch) {
    var (row, shown) = (0, [] as [(path: ItemPath, number: Int)])
    for (section, items) in source.sections.enumerated() {
      row += 1
      for (item, number) in items.enumerated() {
        if row < 5 { shown.append((ItemPath(section: section, item: item), number)) }
        row += 1
      }
    }
    try Mismatch.check("the paths shown", shown.map(\.path), view.itemPathsForVisibleItems)
    try Mismatch.check(
      "the numbers shown", shown.map(\.number),
      view.visibleCells.compactMap { ($0 as? HonestCell)?.number })
    try Mismatch.check(
      "what is animated", 0, view.animations.count + view.departingViews.count)
  }
}
