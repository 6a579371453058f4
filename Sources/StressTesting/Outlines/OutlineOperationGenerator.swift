import BasicAlgorithms

/// A generator of operations on section snapshots: few sections, few items, often the first or the last.
struct OutlineOperationGenerator: ScriptGenerator {
  /// The kinds of operations; a run leaves about half of them out.
  private enum Kind: CaseIterable {
    case apply, deepApply, applyAll, reload, expand, collapse, movement, select, scroll, tick,
      layout
  }

  /// The number of operations in a run.
  static let operationCount = 50

  private var numbers: SplitMix64
  private let kinds: [Kind]
  /// Operations that belong together and are still to come.
  private var waiting: [OutlineOperation] = []

  /// A generator with about half of all kinds of operations (swarm testing).
  init(seed: UInt64) {
    numbers = SplitMix64(seed: seed)
    var kinds = Kind.allCases.shuffled(using: &numbers)
    kinds.removeLast(numbers.number(in: 0...kinds.count - 4))
    self.kinds = kinds
  }

  /// An operation for sections as the model has them.
  mutating func next(_ step: Int, for performer: OutlinePerformer) -> OutlineOperation {
    let model = performer.model
    if !waiting.isEmpty { return waiting.removeFirst() }
    if !performer.isSettled, chance(50) { return .layOut }
    // Without items there is nothing to do; with many, nothing that would be seen.
    let count = model.sections.reduce(0) { $0 + $1.outline.all.count }
    if count < 4 { return .apply(section: number(4), edits: growth(), isAnimated: chance(50)) }
    if count > 60 {
      return .apply(section: number(4), edits: [.deleteAll], isAnimated: chance(50))
    }
    guard let kind = kinds.randomElement(using: &numbers) else { return .layOut }
    return draw(kind, model)
  }

  private mutating func draw(_ kind: Kind, _ model: OutlineSections) -> OutlineOperation {
    switch kind {
    case .apply:
      let edits = (0..<number(4)).map { _ in edit() }
      return .apply(
        section: chance(10) ? model.sections.count : number(4), edits: edits,
        isAnimated: chance(60))
    case .deepApply: return .apply(section: number(4), edits: growth(), isAnimated: chance(60))
    case .applyAll:
      let edits = (0..<number(5)).map { _ in snapshotEdit() }
      return .applyAll(edits: edits, isReload: false, isAnimated: chance(60))
    case .reload:
      let edits = (0..<number(3)).map { _ in snapshotEdit() }
      return .applyAll(edits: edits, isReload: chance(40), isAnimated: true)
    case .expand, .collapse:
      let answer: ExpansionAnswer =
        chance(80) ? .allowed : pick(ExpansionAnswer.allCases)
      return .setExpanded(
        section: number(4), place: place(), isExpanded: kind == .expand, answer: answer,
        isAnimated: chance(60))
    case .movement: return movement(model)
    case .select: return .select(section: number(4), row: place())
    case .scroll: return .scroll(y: Double(pick([0, -20, 15, 35, 60, 140, 400])))
    case .tick: return .tick(seconds: pick([0, 0.1, 0.3, 1]))
    case .layout: return .changeLayout(layout: pick(ViewLayoutName.allCases))
    }
  }

  /// A movement, mostly from its beginning to its end, and now and then with a change in between.
  private mutating func movement(_ model: OutlineSections) -> OutlineOperation {
    if model.movement == nil {
      let (section, row) = (number(4), place())
      if chance(80) { waiting.append(.holdItem(section: number(4), row: place())) }
      if chance(15) { waiting.append(draw(pick([.expand, .collapse, .apply, .applyAll]), model)) }
      if chance(15), let touch = expansion(section, row, model) { waiting.append(touch) }
      if chance(40) { waiting.append(.holdItem(section: number(4), row: place())) }
      if chance(70) { waiting.append(chance(80) ? .endMovement : .cancelMovement) }
      return .beginMovement(section: section, row: row, isAllowed: chance(90))
    }
    return switch number(5) {
    case 0: .cancelMovement
    case 1: .endMovement
    default: .holdItem(section: number(4), row: place())
    }
  }

  /// A touch that expands the item of a row, which a user may hold; nil if there is none.
  private func expansion(
    _ section: Int, _ row: Int, _ model: OutlineSections
  ) -> OutlineOperation? {
    guard let index = model.index(section) else { return nil }
    let outline = model.sections[index].outline
    guard let item = OutlineSections.element(row, of: outline.visible.indices),
      let place = outline.all.firstIndex(of: outline.visible[item])
    else { return nil }
    return .setExpanded(
      section: section, place: place, isExpanded: true, answer: .allowed, isAnimated: false)
  }

  /// Items with children and grandchildren, some of them expanded.
  private mutating func growth() -> [OutlineEdit] {
    [.append(count: 1 + number(3)), .appendTo(place: place(), count: 1 + number(3))]
      + (0..<number(4)).map { _ in
        chance(50)
          ? .expand(place: place()) : .appendTo(place: place(), count: 1 + number(2))
      }
  }

  private mutating func edit() -> OutlineEdit {
    let (place, count) = (place(), number(4))
    return switch number(16) {
    case 0, 1: .append(count: count)
    case 2, 3: .appendTo(place: place, count: count)
    case 4: .insertBefore(place: place, count: count)
    case 5: .insertAfter(place: place, count: count)
    case 6, 7: .delete(place: place)
    case 8...10: .expand(place: place)
    case 11, 12: .collapse(place: place)
    case 13: .replaceChildren(place: place, count: count)
    case 14: .appendOther(section: number(4), place: place)
    default: chance(30) ? .deleteAll : .expand(place: place)
    }
  }

  private mutating func snapshotEdit() -> SnapshotEdit {
    let (section, row, count) = (number(4), place(), number(4))
    return switch number(14) {
    case 0: .insertSection(section: section, count: count)
    case 1: .deleteSection(section: section)
    case 2: .moveSection(section: section, before: number(4))
    case 3: .append(section: section, count: count)
    case 4: .insertBefore(section: section, row: row, count: count)
    case 5, 6: .delete(section: section, row: row)
    case 7, 8: .move(section: section, row: row, toSection: number(4), before: place())
    case 9, 10: .reload(section: section, row: row)
    default: .reconfigure(section: section, row: row)
    }
  }

  // MARK: Draws

  private mutating func chance(_ percent: Int) -> Bool { numbers.number(in: 0...99) < percent }

  private mutating func number(_ count: Int) -> Int { numbers.number(in: 0...count - 1) }

  /// A number that stands for the first or the last as often as for any other.
  private mutating func place() -> Int { chance(40) ? pick([0, -1]) : number(12) }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[numbers.number(in: 0...values.count - 1)]
  }
}
