import BasicAlgorithms
import Changesets

extension ViewOperationGenerator {
  /// An update of a sort for a collection as `model` has it; nil where there is none.
  mutating func update(_ kind: Kind, _ model: ViewModel) -> ViewUpdate? {
    var draft = UpdateDraft(model.counts)
    let editsItems = kind != .sectionUpdate
    let editsSections = kind == .sectionUpdate || (kind != .itemUpdate && chance(50))
    draft.draw(editsItems: editsItems, editsSections: editsSections, &self)
    var update = ViewUpdate(draft.changeset, newCounts: draft.newCounts)
    if chance(25) {
      update.reconfigured = (0..<2).compactMap { _ in path(model) }
      update.reconfigured = Array(Set(update.reconfigured)).sorted()
    }
    update.isReversed = chance(30)
    update.isDataFirst = chance(25)
    update.depth = pick([1, 1, 1, 2, 3])
    update.isReload = chance(4)
    switch kind {
    case .singleUpdate:
      update = single(update)
      update.depth = 0
    case .wrongUpdate: damage(&update, model)
    default: break
    }
    guard update.callCount > 0 || chance(10) else { return nil }
    return update
  }

  /// One operation of an update, by itself; the others are left out, so it may not add up to much.
  private mutating func single(_ update: ViewUpdate) -> ViewUpdate {
    let told = update.told
    var choices: [Changeset] = []
    func add(_ isThere: Bool, _ changeset: @autoclosure () -> Changeset) {
      if isThere { choices.append(changeset()) }
    }
    add(!told.deletedSections.isEmpty, Changeset(deletedSections: told.deletedSections))
    add(!told.reloadedSections.isEmpty, Changeset(reloadedSections: told.reloadedSections))
    add(!told.deletedItems.isEmpty, Changeset(deletedItems: told.deletedItems))
    add(!told.reloadedItems.isEmpty, Changeset(reloadedItems: told.reloadedItems))
    for item in told.insertedItems { choices.append(Changeset(insertedItems: [item])) }
    for section in told.insertedSections {
      choices.append(Changeset(insertedSections: [section]))
    }
    for move in told.movedItems { choices.append(Changeset(movedItems: [move])) }
    for move in told.movedSections { choices.append(Changeset(movedSections: [move])) }
    var single = ViewUpdate(
      choices.randomElement(using: &numbers) ?? Changeset(), newCounts: update.newCounts)
    if choices.isEmpty { single.reconfigured = update.reconfigured }
    return single
  }

  /// Makes an update contradict itself, or the data (b.5).
  private mutating func damage(_ update: inout ViewUpdate, _ model: ViewModel) {
    let told = update.told
    var (deleted, inserted) = (told.deletedItems, told.insertedItems)
    var (moved, reloaded) = (told.movedItems, told.reloadedItems)
    var deletedSections = told.deletedSections
    let any = path(model)
    switch numbers.number(in: 0...7) {
    case 0: deleted += [any, any].compactMap { $0 }
    case 1:
      if let move = moved.first { deleted.append(move.source) }
    case 2:
      if let move = moved.first { inserted.append(move.target) }
    case 3:
      if let any {
        deleted.append(any)
        reloaded.append(any)
      }
    case 4: deleted.append(ItemPath(section: 0, item: 9))
    case 5:
      if let move = moved.first {
        moved.append(Changeset.Move(from: move.source, to: ItemPath(section: 0, item: 0)))
      }
    case 6: deletedSections += [0, 0]
    default:
      // The data does what it was to do, and the view is told less, or more.
      update.done = told
      if inserted.isEmpty { inserted.append(ItemPath(section: 0, item: 0)) } else { inserted = [] }
    }
    update.told = told.with(
      deletedSections: deletedSections, deletedItems: deleted, insertedItems: inserted,
      movedItems: moved, reloadedItems: reloaded, reconfiguredItems: [])
  }
}

/// A legal update in the making: by names, from which its paths are read off at the end.
private struct UpdateDraft {
  /// A section with the places that its items had before; nil for new ones.
  private struct Section {
    var source: Int?
    var isReloaded = false
    var items: [ItemPath?] = []
  }

  private let counts: [Int]
  private var sections: [Section] = []
  private(set) var newCounts: [Int: Int] = [:]
  private var deletedSections: [Int] = []
  private var deletedItems: [ItemPath] = []
  private var reloadedItems: [ItemPath] = []
  private var movedSections: Set<Int> = []
  private var movedItems: Set<ItemPath> = []

  init(_ counts: [Int]) { self.counts = counts }

  mutating func draw(
    editsItems: Bool, editsSections: Bool, _ generator: inout ViewOperationGenerator
  ) {
    let itemRate = editsItems ? generator.pick([5, 15, 15, 40]) : 0
    let sectionRate = editsSections ? generator.pick([10, 30]) : 0
    takeOut(itemRate, sectionRate, &generator)
    putSections(sectionRate, &generator)
    putItems(itemRate, &generator)
  }

  /// Chooses what is deleted, moved and reloaded, by its place before the update.
  private mutating func takeOut(
    _ itemRate: Int, _ sectionRate: Int, _ generator: inout ViewOperationGenerator
  ) {
    // Now and then everything goes.
    let clears = generator.chance(4)
    for (number, count) in counts.enumerated() {
      var section = Section(source: number)
      let isDeleted = generator.chance(clears && sectionRate > 0 ? 100 : sectionRate)
      if !isDeleted, generator.chance(sectionRate) {
        if generator.chance(40) {
          section.isReloaded = true
        } else {
          movedSections.insert(number)
        }
      }
      for item in 0..<count {
        let path = ItemPath(section: number, item: item)
        let isEdited = generator.chance(clears ? max(itemRate, 70) : itemRate)
        guard isEdited, itemRate > 0 else {
          section.items.append(path)
          continue
        }
        switch clears ? 0 : generator.numbers.number(in: 0...3) {
        case 0: deletedItems.append(path)
        case 1:
          reloadedItems.append(path)
          section.items.append(path)
        default:
          if section.isReloaded { section.items.append(path) } else { movedItems.insert(path) }
        }
      }
      if isDeleted { deletedSections.append(number) } else { sections.append(section) }
    }
  }

  /// Moved and new sections go anywhere.
  private mutating func putSections(_ rate: Int, _ generator: inout ViewOperationGenerator) {
    var added = sections.filter { section in
      section.source.map(movedSections.contains) ?? false
    }
    sections.removeAll { section in section.source.map(movedSections.contains) ?? false }
    let room = ViewOperationGenerator.maxSections - sections.count - added.count
    if rate > 0, room > 0, generator.chance(60) {
      for _ in 0..<generator.pick([1, 1, min(2, room)]) { added.append(Section(source: nil)) }
    }
    for section in added {
      sections.insert(section, at: generator.place(sections.count + 1) ?? 0)
    }
    let open = sections.contains { !$0.isReloaded }
    // What was to move and has nowhere to go is deleted.
    if !open {
      deletedItems += movedItems.sorted()
      movedItems = []
    }
  }

  /// Moved and new items go anywhere but into reloaded sections.
  private mutating func putItems(_ rate: Int, _ generator: inout ViewOperationGenerator) {
    let open = sections.indices.filter { !sections[$0].isReloaded }
    for (index, section) in sections.enumerated() where section.isReloaded || section.source == nil
    {
      newCounts[index] = generator.itemCount()
    }
    for path in movedItems.sorted() {
      guard let index = generator.place(open.count) else { continue }
      let section = open[index]
      let place = generator.place(sections[section].items.count + 1) ?? 0
      sections[section].items.insert(path, at: place)
    }
    guard rate > 0 else { return }
    for _ in 0..<generator.pick([0, 1, 1, 2, 4]) {
      guard let index = generator.place(open.count) else { return }
      let section = open[index]
      guard sections[section].source != nil,
        sections[section].items.count < ViewOperationGenerator.maxItems
      else { continue }
      let place = generator.place(sections[section].items.count + 1) ?? 0
      sections[section].items.insert(nil, at: place)
    }
  }

  var changeset: Changeset {
    var (insertedSections, reloadedSections) = ([Int](), [Int]())
    var (sectionMoves, itemMoves) = ([Changeset.Move<Int>](), [Changeset.Move<ItemPath>]())
    var insertedItems: [ItemPath] = []
    for (target, section) in sections.enumerated() {
      guard let source = section.source else {
        insertedSections.append(target)
        readMoves(section, target, &itemMoves)
        continue
      }
      if section.isReloaded { reloadedSections.append(source) }
      if movedSections.contains(source) {
        sectionMoves.append(Changeset.Move(from: source, to: target))
      }
      readMoves(section, target, &itemMoves)
      for (item, place) in section.items.enumerated() where place == nil {
        insertedItems.append(ItemPath(section: target, item: item))
      }
    }
    return Changeset(
      deletedSections: deletedSections, insertedSections: insertedSections,
      movedSections: sectionMoves, reloadedSections: reloadedSections,
      deletedItems: deletedItems, insertedItems: insertedItems, movedItems: itemMoves,
      reloadedItems: reloadedItems)
  }

  private func readMoves(
    _ section: Section, _ target: Int, _ moves: inout [Changeset.Move<ItemPath>]
  ) {
    for (item, place) in section.items.enumerated() {
      guard let place, movedItems.contains(place) else { continue }
      moves.append(Changeset.Move(from: place, to: ItemPath(section: target, item: item)))
    }
  }
}
