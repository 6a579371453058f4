import BasicAlgorithms
import Changesets

/// A generator of operations for a collection view: small collections, a window of a few items, and
/// often what is first, last or empty.
struct ViewOperationGenerator: ScriptGenerator {
  /// The kinds of operations; a run leaves about half of them out.
  enum Kind: CaseIterable {
    case scroll, scrollToItem, drag, tick, resize, inset
    case reload, replaceSource, selfSize, resizeCell
    case itemUpdate, sectionUpdate, mixedUpdate, singleUpdate, wrongUpdate, severalUpdates
    case select, deselect, tap, touch, menu, multipleSelection
    case movement, edgeScrolling, spareTime, reuseViews, direction
    case changeLayout, transition, disorderlyTransition
    case prefetching, reusePolicy, animations, invalidateLayout, scrollSection
    case fault, misreport, changeSilently, loseSource
    case callBackInRequests, callBackInDisplay, callBackInTouches, callBackInCompletions
    case callBackInViews, callBackInMovement
  }

  static let maxSections = 6
  static let maxItems = 8
  var numbers: SplitMix64
  private let kinds: [Kind]
  /// Operations that belong together and are still to come.
  private var waiting: [ViewOperation] = []

  /// A generator with about half of all kinds of operations (swarm testing).
  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    var kinds = Kind.allCases.shuffled(using: &numbers)
    kinds.removeLast(numbers.number(in: 0...kinds.count - 3))
    self.kinds = kinds
  }

  /// The number of operations in a run.
  static let operationCount = 60

  /// The data that a run starts with.
  mutating func load() -> ViewOperation { .reload(counts: sectionCounts()) }

  /// The data at first, and then an operation for a collection as the model has it.
  mutating func next(_ step: Int, for performer: ViewPerformer) -> ViewOperation {
    step == 0
      ? load() : next(performer.model, isInTransition: performer.transition != nil)
  }

  /// An operation for a collection as `model` has it.
  mutating func next(_ model: ViewModel, isInTransition: Bool) -> ViewOperation {
    if !waiting.isEmpty { return waiting.removeFirst() }
    if !model.hasSource, chance(40) { return .replaceSource(counts: sectionCounts()) }
    // Half of all operations are seen at once.
    if !model.isSettled, chance(50) { return .layOut }
    for _ in 0..<20 {
      guard let kind = kinds.randomElement(using: &numbers) else { break }
      if let drawn = draw(kind, model, isInTransition) { return drawn }
    }
    return .layOut
  }

  private mutating func draw(
    _ kind: Kind, _ model: ViewModel, _ isInTransition: Bool
  ) -> ViewOperation? {
    switch kind {
    case .scroll, .scrollToItem, .drag, .tick, .resize, .inset: move(kind, model)
    case .reload: .reload(counts: chance(60) ? sectionCounts() : nil)
    case .replaceSource:
      chance(40) ? .replaceSource(counts: chance(60) ? sectionCounts() : nil) : nil
    case .selfSize: path(model).map { .selfSize(path: $0, extent: Double(pick([5, 12, 30, 55]))) }
    case .resizeCell:
      path(model).map { .resizeCell(path: $0, extent: Double(pick([5, 12, 30, 55]))) }
    case .movement: movement(model)
    case .edgeScrolling: edgeScrolling(model)
    case .spareTime: spareTime()
    case .reuseViews: chance(50) ? .reuseViews(isOn: chance(50)) : .flushQueues
    case .direction: .direction(isRightToLeft: chance(60))
    case .itemUpdate, .sectionUpdate, .mixedUpdate, .singleUpdate, .wrongUpdate:
      update(kind, model).map { .update(batch: $0) }
    case .severalUpdates: severalUpdates(model)
    case .select, .deselect, .tap, .touch, .multipleSelection: touch(kind, model)
    case .changeLayout: .changeLayout(layout: layoutName(), isAnimated: chance(50))
    case .menu: menu(model)
    case .transition: transition(isInTransition)
    case .disorderlyTransition: disorderlyTransition()
    case .prefetching: .prefetching(isOn: chance(60))
    case .reusePolicy: .reusePolicy(name: pick(ViewOperation.Policy.allCases))
    case .animations: .animations(isOn: chance(60))
    case .invalidateLayout: .invalidateLayout(isEverything: chance(50))
    case .scrollSection: scrollSection(model)
    case .fault, .misreport, .changeSilently, .loseSource: misbehave(kind, model)
    case .callBackInRequests: callBack(CallbackMoment.requests)
    case .callBackInDisplay: callBack(CallbackMoment.display)
    case .callBackInTouches: callBack(CallbackMoment.touches)
    case .callBackInCompletions: callBack([.completion])
    case .callBackInViews: callBack(CallbackMoment.views)
    case .callBackInMovement: callBack(CallbackMoment.movement)
    }
  }

  /// Steps of a movement; now and then one that comes without a beginning, or too often.
  private mutating func movement(_ model: ViewModel) -> ViewOperation? {
    if model.movement == nil, chance(90) {
      guard let path = path(model) else { return nil }
      if chance(70) { waiting.append(hold()) }
      return .beginMovement(path: path)
    }
    return switch numbers.number(in: 0...9) {
    case 0: path(model).map { .beginMovement(path: $0) }
    case 1, 2: .endMovement(isMade: chance(80))
    case 3: .cancelMovement
    default: hold()
    }
  }

  private mutating func hold() -> ViewOperation {
    .holdItem(
      x: Double(pick([5, 25, 50, 70, 95])),
      y: Double(pick([-10, 5, 15, 30, 45, 60, 90, 140, 220, 400])),
      choice: chance(80) ? .proposed : pick(ViewOperation.MoveChoice.allCases))
  }

  /// An item is held at an edge, by a movement that may have to begin.
  private mutating func edgeScrolling(_ model: ViewModel) -> ViewOperation? {
    let hold = ViewOperation.holdAtEdge(
      edge: pick(ViewOperation.Edge.allCases), distance: Double(pick([-15, 0, 4, 11, 18, 30])),
      zone: Double(pick([0, 10, 20, 40])), pointsPerSecond: Double(pick([0, 150, 600, 2_000])),
      frames: numbers.number(in: 1...6), seconds: pick([0, 1.0 / 60, 0.1, 0.4]))
    // A finger that drags the content keeps the edges from scrolling it.
    let steps = chance(15) ? [.drag(x: 0, y: 7), hold] : [hold]
    if model.movement != nil {
      waiting += steps.dropFirst()
      return steps[0]
    }
    guard let path = path(model) else { return nil }
    waiting += steps
    return .beginMovement(path: path)
  }

  private mutating func spareTime() -> ViewOperation {
    switch numbers.number(in: 0...9) {
    case 0: .measureWork(isOn: false)
    case 1, 2: .measureWork(isOn: true)
    case 3: .reusePolicy(name: pick([.spareTime, .recyclerView]))
    default: .prepareAhead(nanoseconds: pick([-1, 0, 1_500, 4_000, 100_000]))
    }
  }

  private mutating func move(_ kind: Kind, _ model: ViewModel) -> ViewOperation? {
    switch kind {
    case .scroll:
      // To the edges and beyond them, by a row, by much.
      .scroll(
        x: 0, y: Double(pick([0, -50, 10_000, 20, 35, 60, 110, 300])), isAnimated: chance(25))
    case .scrollToItem:
      (chance(5) ? ItemPath(section: 7, item: 0) : path(model)).map {
        .scrollToItem(
          path: $0, position: pick(ViewOperation.Position.allCases), isAnimated: chance(25))
      }
    case .drag:
      chance(50)
        ? .drag(x: 0, y: Double(pick([-300, -30, -7, 7, 30, 90, 500])))
        : .endDrag(x: 0, y: Double(pick([0, 0, -2_000, -200, 200, 900, 4_000])))
    case .tick: .tick(seconds: pick([0, 0.05, 0.1, 0.3, 0.31, 1, 5]))
    case .resize:
      .resize(
        width: chance(80) ? ViewLayoutName.usualWidth : Double(pick([46, 60, 140])),
        height: Double(pick([40, 55, 70, 100, 100, 0])))
    case .inset: .inset(top: Double(pick([0, 0, 10])), bottom: Double(pick([0, 25])))
    default: nil
    }
  }

  private mutating func touch(_ kind: Kind, _ model: ViewModel) -> ViewOperation? {
    switch kind {
    case .select:
      (chance(5) ? ItemPath(section: 0, item: 9) : path(model)).map { .select(path: $0) }
    case .deselect:
      chance(20)
        ? .deselectAll
        : (model.selectedPaths.randomElement(using: &numbers) ?? path(model)).map {
          .deselect(path: $0)
        }
    case .tap: path(model).map { .tap(path: $0) }
    case .touch:
      switch numbers.number(in: 0...2) {
      case 0: path(model).map { .touchDown(path: $0) }
      case 1: .touchUp
      default: .touchCancel
      }
    case .multipleSelection: .multipleSelection(isOn: chance(60))
    default: nil
    }
  }

  private mutating func transition(_ isRunning: Bool) -> ViewOperation {
    guard isRunning else {
      return chance(90)
        ? .startTransition(layout: layoutName()) : pick([.finishTransition, .cancelTransition])
    }
    return switch numbers.number(in: 0...9) {
    case 0: .startTransition(layout: layoutName())
    case 1, 2: .finishTransition
    case 3, 4: .cancelTransition
    default: .progress(value: pick([0, 0.25, 0.5, 0.9, 1, 1.2]))
    }
  }

  /// Steps that are not allowed, and those that come too late (BUG-25).
  private mutating func disorderlyTransition() -> ViewOperation {
    let end = pick([ViewOperation.finishTransition, .cancelTransition])
    let start = ViewOperation.startTransition(layout: layoutName())
    let late = ViewOperation.lateProgress(value: pick([0, 0.5, 1, 1.5]))
    waiting += pick([
      [end, end], [start, start, end], [start, end, end, .tick(seconds: 1), late, .layOut],
      [start, .progress(value: 0.5), end, start, .progress(value: 0.2), .tick(seconds: 0.1), end],
      [start, .changeLayout(layout: layoutName(), isAnimated: chance(50)), late, end], [late],
    ])
    return waiting.removeFirst()
  }

  /// Long presses, and what becomes of the menus.
  private mutating func menu(_ model: ViewModel) -> ViewOperation? {
    if model.menu != nil, chance(60) { return afterMenu() }
    guard let path = path(model) else { return nil }
    let actions = ViewMenuAction.allCases.filter { _ in chance(60) }
    if chance(50) { waiting.append(afterMenu()) }
    return .longPress(
      path: path, isHighlightable: chance(90), hasMenu: chance(85), actions: actions)
  }

  private mutating func afterMenu() -> ViewOperation {
    switch numbers.number(in: 0...6) {
    case 0: .dismissMenu
    case 1: .touchUp
    case 2: .touchCancel
    case 3: .scroll(x: 0, y: Double(pick([0, 15, 40])), isAnimated: false)
    case 4: .invalidateLayout(isEverything: true)
    default: .chooseMenuAction(action: pick(ViewMenuAction.allCases))
    }
  }

  /// Draws a mistake of the data source.
  private mutating func misbehave(_ kind: Kind, _ model: ViewModel) -> ViewOperation? {
    switch kind {
    case .fault: return .fault(kind: pick(ViewFault.allCases), isOfCell: chance(75))
    case .misreport:
      let section = chance(25) ? nil : place(model.counts.count)
      return .misreport(section: section, by: pick([-9, -1, 1, 2]))
    case .changeSilently:
      return .changeSilently(counts: sectionCounts(), isTakenBack: chance(50))
    case .loseSource: return chance(40) ? .loseSource(isSilent: chance(50)) : nil
    default: return nil
    }
  }

  private mutating func callBack(_ moments: [CallbackMoment]) -> ViewOperation {
    .meddle(moment: pick(moments), action: pick(ReentrantCall.allCases))
  }

  /// Updates, reloads and changes of the data in quick succession, without a layout pass (BUG-23).
  private mutating func severalUpdates(_ model: ViewModel) -> ViewOperation? {
    var copy = model
    for _ in 0..<numbers.number(in: 2...3) {
      guard chance(75) else {
        waiting.append(.reload(counts: nil))
        continue
      }
      guard let update = update(.mixedUpdate, copy) else { continue }
      copy.apply(update.told, newCounts: update.newCounts)
      waiting.append(.update(batch: update))
    }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }
}

// MARK: - Draws

extension ViewOperationGenerator {
  mutating func chance(_ percent: Int) -> Bool { numbers.number(in: 0...99) < percent }

  /// One of `values`, which are not empty.
  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[numbers.number(in: 0...values.count - 1)]
  }

  private mutating func layoutName() -> ViewLayoutName { pick(ViewLayoutName.allCases) }

  /// A number in `0..<count`, often the first or the last; nil where there is none.
  mutating func place(_ count: Int) -> Int? {
    guard count > 0 else { return nil }
    return chance(40) ? pick([0, count - 1]) : numbers.number(in: 0...count - 1)
  }

  /// Another offset of some section; nil where there is none.
  mutating func scrollSection(_ model: ViewModel) -> ViewOperation? {
    place(model.counts.count).map {
      .scrollSection(section: $0, offset: Double(pick([0, 10, 33, 120, 900])))
    }
  }

  /// A number of items, often none or one.
  mutating func itemCount() -> Int {
    chance(40) ? pick([0, 0, 1, Self.maxItems]) : numbers.number(in: 0...Self.maxItems)
  }

  mutating func sectionCounts() -> [Int] {
    let count = chance(30) ? pick([0, 1]) : numbers.number(in: 0...Self.maxSections)
    return (0..<count).map { _ in itemCount() }
  }

  /// The path of an item, often the first or last of the first or last section.
  mutating func path(_ model: ViewModel) -> ItemPath? {
    let filled = model.counts.indices.filter { model.counts[$0] > 0 }
    guard let index = place(filled.count), let item = place(model.counts[filled[index]]) else {
      return nil
    }
    return ItemPath(section: filled[index], item: item)
  }
}
