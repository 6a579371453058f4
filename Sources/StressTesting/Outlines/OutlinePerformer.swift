import Changesets
import CollectionViews
import DataSources
import Geometry
import Layouts

/// Performs operations on a data source of section snapshots and on the model side by side, and compares
/// them after each.
final class OutlinePerformer: ScriptPerformer {
  let view: CollectionView
  let source: DiffableDataSource<Int, Int>
  let mutation: OutlineMutation?
  var model = OutlineSections()
  let app: OutlineApp
  private let delegate = OutlineDelegate()
  /// A Boolean value that indicates whether a pass has shown everything that was asked for.
  private(set) var isSettled = true
  /// The number of operations that were not skipped.
  private(set) var performedCount = 0
  /// Items whose cells are filled again by the operation, and those that get another cell by it.
  var refilled: Set<Int> = []
  /// A Boolean value that indicates whether items that are seen before and after keep their cells.
  var keepsCells = true

  init(_ configuration: OutlineConfiguration, mutation: OutlineMutation?) {
    self.mutation = mutation
    view = CollectionView(
      frame: Rect(x: 0, y: 0, width: ViewLayoutName.usualWidth, height: 110),
      collectionViewLayout: configuration.layout.make())
    view.isPrefetchingEnabled = configuration.prefetches
    view.edgeScrolling = nil
    view.auditsItemIdentities = true
    let app = OutlineApp()
    self.app = app
    source = DiffableDataSource(
      for: view,
      cells: CellRegistration<OutlineCell, Int> { cell, _, id in
        if mutation != .staleCells || cell.id == nil { cell.id = id }
        app.filled.insert(id)
      })
    for kind in ViewLayoutName.supplementaryKinds {
      view.register(FakeHeader.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: "bar")
    }
    source.supplementaryViewProvider = { view, kind, path throws(CollectionViewError) in
      try view.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "bar", for: path)
    }
    view.delegate = delegate
    source.reorderingHandlers.willReorder = { app.transactions.append(("will", $0)) }
    source.reorderingHandlers.didReorder = { app.transactions.append(("did", $0)) }
  }

  /// Performs `operation`, or passes it over where it makes no sense now, and returns the first
  /// difference it made.
  func perform(_ operation: OutlineOperation) -> Mismatch? {
    guard operation.isWithinLimits else { return nil }
    performedCount += 1
    app.beginOperation()
    refilled = []
    keepsCells = isSettled
    let before = shownCells
    do throws(Mismatch) {
      if performedCount == 1 { try layOut() }
      try run(operation)
      try check()
      if keepsCells { try checkSurvivors(before, shownCells) }
      if operation == .layOut { try checkVisible() }
      return nil
    } catch {
      return error
    }
  }

  private func run(_ operation: OutlineOperation) throws(Mismatch) {
    switch operation {
    case .layOut: try layOut()
    case .apply(let section, let edits, let isAnimated):
      try apply(edits, toSection: section, isAnimated: isAnimated)
    case .applyAll(let edits, let isReload, let isAnimated):
      try applyAll(edits, isReload: isReload, isAnimated: isAnimated)
    case .setExpanded(let section, let place, let isExpanded, let answer, let isAnimated):
      try setExpanded(isExpanded, section, place, answer, isAnimated: isAnimated)
    case .beginMovement(let section, let row, let isAllowed):
      try beginMovement(section, row, isAllowed: isAllowed)
    case .holdItem(let section, let row): try holdItem(section, row)
    case .endMovement: try endMovement()
    case .cancelMovement:
      let wasMoving = model.movement != nil
      try layOut()
      model.movement = nil
      try call(view.cancelInteractiveMovement)
      if wasMoving { app.expectAnimation(of: view) }
    case .select(let section, let row):
      guard let path = path(section, row, in: model.shown) else { return }
      model.selected = model.shown[path.section][path.item]
      try call { () throws(CollectionViewError) in try view.selectItem(at: path) }
    case .scroll(let y):
      isSettled = false
      view.setContentOffset(Point(x: 0, y: y))
    case .tick(let seconds):
      isSettled = false
      view.clock.advance(by: seconds)
    case .changeLayout(let layout):
      isSettled = false
      keepsCells = false
      app.expectEnd()
      let movement = model.movement
      try call { () throws(CollectionViewError) in
        try view.setCollectionViewLayout(layout.make(), animated: false)
      }
      if movement != nil, view.interactivelyMovingItemPath == nil { model.movement = nil }
    }
  }

  func layOut() throws(Mismatch) {
    try call(view.layoutIfNeeded)
    isSettled = true
  }

  /// Calls the view or the data source, which must not throw.
  func call(_ body: () throws(CollectionViewError) -> Void) throws(Mismatch) {
    if let error = error(of: body) {
      throw Mismatch("what was thrown", expected: "nothing", found: "\(error)")
    }
  }

  func error(of body: () throws(CollectionViewError) -> Void) -> CollectionViewError? {
    do throws(CollectionViewError) {
      try body()
      return nil
    } catch {
      return error
    }
  }

  /// Returns the path of a row that a script names; nil if its section has none.
  func path(_ section: Int, _ row: Int, in sections: [[Int]]) -> ItemPath? {
    guard let section = OutlineSections.element(section, of: sections.indices),
      let row = OutlineSections.element(row, of: sections[section].indices)
    else { return nil }
    return ItemPath(section: section, item: row)
  }
}

// MARK: - Items that a user moves

extension OutlinePerformer {
  private func beginMovement(
    _ section: Int, _ row: Int, isAllowed: Bool
  ) throws(Mismatch) {
    try layOut()
    guard let path = path(section, row, in: model.shown) else { return }
    let id = model.shown[path.section][path.item]
    source.reorderingHandlers.canReorderItem = { _ in isAllowed }
    let section = model.sections[path.section]
    // The children of an item would stay behind.
    let showsChildren =
      section.hasOutline
      && section.outline.node(id).map { $0.isExpanded && !$0.children.isEmpty } == true
    let isShown = view.collectionViewLayout.layoutAttributesForItem(at: path) != nil
    let expected = model.movement == nil && isAllowed && !showsChildren && isShown
    var found = false
    try call { () throws(CollectionViewError) in
      found = try view.beginInteractiveMovementForItem(at: path)
    }
    try Mismatch.check("whether a movement begins", expected, found)
    if found { model.movement = OutlineSections.Movement(id: id, path: path) }
  }

  private func holdItem(_ section: Int, _ row: Int) throws(Mismatch) {
    guard let moving = model.movement else {
      return try call { () throws(CollectionViewError) in
        try view.updateInteractiveMovementTargetPosition(.zero)
      }
    }
    try layOut()
    let shown = model.shown
    guard let section = OutlineSections.element(section, of: shown.indices) else { return }
    let count = shown[section].count + (moving.path.section == section ? 0 : 1)
    guard let item = OutlineSections.element(row, of: 0..<count) else { return }
    let target = ItemPath(section: section, item: item)
    let layout = view.collectionViewLayout
    let position =
      item < shown[section].count
      ? layout.layoutAttributesForItem(at: target)?.center
      : Point(x: 10, y: layout.contentSize.height + 5)
    (delegate.target, delegate.isAsked) = (target, false)
    try call { () throws(CollectionViewError) in
      try view.updateInteractiveMovementTargetPosition(position ?? .zero)
    }
    isSettled = false
    guard delegate.isAsked, target != moving.path else { return }
    model.movement?.path = target
    app.expectAnimation(of: view)
  }

  private func endMovement() throws(Mismatch) {
    try layOut()
    guard let moving = model.movement, let from = model.path(of: moving.id) else {
      return try call(view.endInteractiveMovement)
    }
    let before = model.copy
    if from != moving.path {
      model.move(from, to: moving.path, asRoot: mutation == .movesToRoots)
    }
    model.movement = nil
    try call(view.endInteractiveMovement)
    app.expectAnimation(of: view)
    let expected = from == moving.path ? [] : ["will", "did"]
    try Mismatch.check("what the app was told of the move", expected, app.transactions.map(\.0))
    for (_, transaction) in app.transactions {
      try check(transaction, before, Set([from.section, moving.path.section]).sorted())
    }
  }

  /// A transaction says what there was, what there is and the difference.
  private func check(
    _ transaction: DiffableTransaction<Int, Int>, _ before: OutlineSections, _ sections: [Int]
  ) throws(Mismatch) {
    let initial = transaction.initialSnapshot.itemIdentifiers
    try Mismatch.check("the items before a move", before.visible.flatMap(\.self), initial)
    try Mismatch.check(
      "the items after a move", model.visible.flatMap(\.self),
      transaction.finalSnapshot.itemIdentifiers)
    try Mismatch.check(
      "the items before a move, by the difference", model.visible.flatMap(\.self),
      initial.applying(transaction.difference) ?? [])
    let parts = transaction.sectionTransactions
    try Mismatch.check(
      "the sections of a move", sections.map { model.sections[$0].id },
      parts.map(\.sectionIdentifier).sorted { first, second in
        (sections.firstIndex { model.sections[$0].id == first } ?? 0)
          < (sections.firstIndex { model.sections[$0].id == second } ?? 0)
      })
    for part in parts {
      guard let index = model.sections.firstIndex(where: { $0.id == part.sectionIdentifier })
      else { continue }
      try Mismatch.check(
        "all items of a section before a move", before.sections[index].outline.all,
        part.initialSnapshot.items)
      try Mismatch.check(
        "all items of a section after a move", model.sections[index].outline.all,
        part.finalSnapshot.items)
    }
  }
}

// MARK: - The app

/// A cell that knows its item.
final class OutlineCell: CollectionViewCell {
  var id: Int?
}

/// Chooses where an item goes that a user moves.
final class OutlineDelegate: CollectionViewDelegate {
  var target: ItemPath?
  var isAsked = false
  var implementedMethods: CollectionViewDelegateMethods { .moving }

  func collectionView(
    _ collectionView: CollectionView,
    targetItemPathForMoveOfItemFromOriginalItemPath original: ItemPath,
    atCurrentItemPath current: ItemPath, toProposedItemPath proposed: ItemPath
  ) -> ItemPath {
    isAsked = true
    return target ?? proposed
  }
}

/// All that the app of a script is asked and told.
final class OutlineApp {
  /// The questions about expansions.
  var calls: [String] = []
  /// The items whose cells were filled.
  var filled: Set<Int> = []
  /// The moves by a user.
  var transactions: [(String, DiffableTransaction<Int, Int>)] = []
  /// The numbers of completions that were called.
  private var completed: [Int] = []
  /// Completions that have not been called, with the time at which they are due.
  private(set) var pending: [(number: Int, due: Double)] = []
  private var lastDue = 0.0
  private var lastNumber = 0

  func beginOperation() {
    calls = []
    filled = []
    transactions = []
    completed = []
  }

  /// Returns the next completion, and its number.
  func newCompletion() -> (number: Int, call: () -> Void) {
    lastNumber += 1
    let number = lastNumber
    return (number, { [weak self] in self?.completed.append(number) })
  }

  /// An update has begun whose completion waits for its animations, and for those before.
  func expectCompletion(_ number: Int, of view: CollectionView, isAnimated: Bool) {
    lastDue = max(view.clock.now + (isAnimated ? view.animationDuration : 0), lastDue)
    pending.append((number, lastDue))
  }

  /// Items move in an animation that no completion waits for; later ones do.
  func expectAnimation(of view: CollectionView) {
    lastDue = max(lastDue, view.clock.now + view.animationDuration)
  }

  /// A reload ends all animations.
  func expectEnd() {
    lastDue = 0
    for index in pending.indices { pending[index].due = 0 }
  }

  /// A completion is called at once.
  func expectAtOnce(_ number: Int) { pending.append((number, 0)) }

  /// Each completion is called once, when the animations have ended before which it was given.
  func checkCompletions(at now: Double, _ mutation: OutlineMutation?) throws(Mismatch) {
    for number in completed {
      guard let index = pending.firstIndex(where: { $0.number == number }) else {
        throw Mismatch(
          "completion \(number)", expected: "not called again or at all", found: "called")
      }
      let due = pending.remove(at: index).due
      try Mismatch.require(
        due <= now, "the time of completion \(number)", expected: "\(due) or later", found: "\(now)"
      )
    }
    completed = []
    for (number, due) in pending where due <= now || mutation == .completesEarly {
      throw Mismatch("completion \(number)", expected: "called by now", found: "not called")
    }
  }
}
