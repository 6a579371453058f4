import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Items as numbers in arrays, which a user may move.
final class MovingSource: CollectionViewIdentifyingDataSource {
  var sections: [[Int]]
  var canMove: (ItemPath) -> Bool = { _ in true }
  /// Whether it makes the moves that it is told of.
  var makesMoves = true
  var log: [String] = []
  /// What happens inside of `moveItemAt`.
  var onMove: (() -> Void)?
  /// The item whose cell cannot be had when it is next asked for.
  var missingItem: Int?
  /// What happens when the number of sections is next asked.
  var onCounts: (() -> Void)?

  init(_ sections: [[Int]]) { self.sections = sections }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    onCounts.take()?()
    return sections.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { sections[section].count }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    if let missingItem, missingItem == sections[path.section][path.item] {
      self.missingItem = nil
      throw .itemUnavailable(path, reason: "its row is locked")
    }
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    (cell as? NumberCell)?.number = sections[path.section][path.item]
    return cell
  }

  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    log.append("can \(path)")
    return canMove(path)
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {
    log.append("move \(source) \(target)")
    onMove?()
    if makesMoves { sections.move(source, to: target) }
  }

  func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { sections[path.section][path.item] }
}

extension [[Int]] {
  mutating func move(_ source: ItemPath, to target: ItemPath) {
    let item = self[source.section].remove(at: source.item)
    self[target.section].insert(item, at: target.item)
  }
}

/// Chooses where moved items go.
final class MoveDelegate: CollectionViewDelegate {
  var choice: (ItemPath, ItemPath, ItemPath) -> ItemPath = { _, _, proposed in proposed }
  var implementedMethods: CollectionViewDelegateMethods { [.moving, .scrolling] }
  private(set) var log: [String] = []
  /// What happens when the content next scrolls.
  var onScroll: (() -> Void)?

  func collectionViewDidScroll(_ collectionView: CollectionView) { onScroll.take()?() }

  func collectionView(
    _ collectionView: CollectionView,
    targetItemPathForMoveOfItemFromOriginalItemPath original: ItemPath,
    atCurrentItemPath current: ItemPath, toProposedItemPath proposed: ItemPath
  ) -> ItemPath {
    log.append("\(original) \(current) \(proposed)")
    return choice(original, current, proposed)
  }
}

/// A list that writes down which contexts of a movement it makes.
final class MoveLayout: ListLayout {
  var log: [String] = []
  var target: ((ItemPath, Point) -> ItemPath)?

  override func targetItemPath(
    forInteractivelyMovingItem path: ItemPath, withPosition position: Point
  ) -> ItemPath {
    target?(path, position)
      ?? super.targetItemPath(forInteractivelyMovingItem: path, withPosition: position)
  }

  override func invalidationContext(
    forInteractivelyMovingItems targetItemPaths: [ItemPath], withTargetPosition position: Point,
    previousItemPaths: [ItemPath], previousPosition: Point
  ) -> LayoutInvalidationContext {
    log.append("step \(previousItemPaths[0]) \(targetItemPaths[0]) \(position.y)")
    return super.invalidationContext(
      forInteractivelyMovingItems: targetItemPaths, withTargetPosition: position,
      previousItemPaths: previousItemPaths, previousPosition: previousPosition)
  }

  override func invalidationContextForEndingInteractiveMovementOfItems(
    toFinalItemPaths finalItemPaths: [ItemPath], previousItemPaths: [ItemPath],
    movementCancelled: Bool
  ) -> LayoutInvalidationContext {
    log.append("\(movementCancelled ? "cancel" : "end") \(finalItemPaths[0])")
    return super.invalidationContextForEndingInteractiveMovementOfItems(
      toFinalItemPaths: finalItemPaths, previousItemPaths: previousItemPaths,
      movementCancelled: movementCancelled)
  }
}

/// A list of rows of 10 points, ten of which are seen, whose items a user may move.
struct MoveRig {
  let view: CollectionView
  let source: MovingSource
  let layout = MoveLayout()
  let delegate = MoveDelegate()

  init(_ sections: [[Int]]) throws {
    layout.itemExtent = 10
    source = MovingSource(sections)
    view = CollectionView.showing(source, in: layout)
    view.delegate = delegate
    view.auditsItemIdentities = true
    try view.pass()
  }

  /// The shown numbers, in the view's order.
  var numbers: [Int] { view.visibleCells.compactMap { ($0 as? NumberCell)?.number } }

  /// Moves the held item to row `row` of the content, and lays out.
  func hold(atRow row: Double) throws {
    try view.updateInteractiveMovementTargetPosition(Point(x: 25, y: row * 10 + 5))
    try view.pass()
  }

  func cell(_ number: Int) -> CollectionViewCell? {
    view.visibleCells.first { ($0 as? NumberCell)?.number == number }
  }
}
