import BasicAlgorithms
import Changesets
import CollectionViews
import Geometry
import Layouts
import TestSupport
import Testing

private struct Difference: Error, CustomStringConvertible {
  let description: String
}

/// An app that calls a view in any order, also from inside of layouts that lie.
private final class HostileApp {
  let source: ArraySource
  let view: CollectionView
  private(set) var (operations, refusals) = (0, 0)
  private var random: SplitMix64
  private var layouts: [HostileLayout] = []
  /// The number of operations that are running, one from inside of the other.
  private var depth = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    source = ArraySource([Array(0..<9), [], Array(10..<30)])
    view = CollectionView.showing(source, in: ListLayout())
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionHeader, withReuseIdentifier: "header")
    for number in 1...3 {
      let layout = HostileLayout(seed: seed &+ UInt64(number))
      layout.onCall = { [unowned self] in if depth < 3 { step() } }
      layouts.append(layout)
    }
    view.isPrefetchingEnabled = random.next(below: 2) == 0
  }

  // MARK: Operations

  private func path() -> ItemPath {
    let section = random.next(below: source.sections.count + 1)
    let count = section < source.sections.count ? source.sections[section].count : 0
    return at(section, random.next(below: count + 2) - (random.next(below: 20) == 0 ? 1 : 0))
  }

  private func point() -> Point {
    Point(x: Double(random.next(below: 60)), y: Double(random.next(below: 900)))
  }

  /// Performs an operation, which the view may refuse.
  func step() {
    operations += 1
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
      refusals += 1
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
          deleted = [at(section, item)]
        }
        source.sections[section].insert(operations, at: 0)
        view.deleteItems(at: deleted)
        view.insertItems(at: isLie ? [at(section, 0), at(section, 1)] : [at(section, 0)])
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

  /// Has all layouts tell the truth, and expects that the view then shows what the data says.
  func recover() throws {
    for layout in layouts { layout.isHonest = true }
    defer { for layout in layouts { layout.isHonest = false } }
    view.touchCancelled()
    view.showsHiddenElements = true
    view.setBoundsSize(Size(width: 50, height: 100))
    view.reloadData()
    // The errors of what was still open.
    _ = view.failure { try view.cancelInteractiveMovement() }
    _ = view.failure { try view.cancelInteractiveTransition() }
    _ = view.failure(view.layoutIfNeeded)
    view.clock.advance(by: 100)
    _ = view.failure(view.layoutIfNeeded)
    try view.setCollectionViewLayout(layouts[0])
    view.setContentOffset(.zero)
    try view.layoutIfNeeded()
    if let violation = view.firstViolation() { throw Difference(description: violation) }
    var (row, shown) = (0, [] as [(path: ItemPath, number: Int)])
    for (section, items) in source.sections.enumerated() {
      row += 1
      for (item, number) in items.enumerated() {
        if row < 5 { shown.append((at(section, item), number)) }
        row += 1
      }
    }
    try compare("items", view.itemPathsForVisibleItems, shown.map(\.path))
    try compare(
      "numbers", view.visibleCells.map { ($0 as? NumberCell)?.number }, shown.map(\.number))
    try compare("animations", view.animations.count + view.departingViews.count, 0)
  }

  private func compare<Value: Equatable>(_ name: String, _ found: Value, _ expected: Value) throws {
    guard found == expected else {
      throw Difference(description: "\(name): found \(found), expected \(expected)")
    }
  }
}

/// Layouts that lie, throw, and call the view back from their methods: each call of the view ends with
/// an answer or a collection view's error, and once the layouts tell the truth, so does the view.
@Suite struct HostileLayoutTests {
  @Test func theViewOutlivesThemAndShowsTheTruthAgain() throws {
    var run = try StressRun(
      "layouts that lie", filter: "theViewOutlivesThemAndShowsTheTruthAgain", usualSeconds: 1,
      share: 0.2)
    var (operations, refusals) = (0, 0)
    run.forEachSeed { seed in
      let app = HostileApp(seed: seed)
      for _ in 0..<20 {
        for _ in 0..<25 { app.step() }
        try app.recover()
      }
      (operations, refusals) = (operations + app.operations, refusals + app.refusals)
    }
    run.summarize("\(operations) operations, \(refusals) of them refused")
  }
}
