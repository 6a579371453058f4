import Changesets
import Datasets
import Geometry
import Layouts

extension FlowCaseGenerator {
  /// Returns a changeset for `flow` with any kind of operation, and applies it to `flow`.
  ///
  /// It works by ids instead of the order of batch updates: surviving elements keep their order,
  /// others go anywhere, and the paths follow from the collections before and after.
  mutating func changeset(for flow: inout FlowCase) -> Changeset {
    var edit = GeneratedChangeset(flow)
    edit.chooseSources(&self)
    edit.putSections(&self)
    edit.putItems(&self)
    flow = edit.flow
    return edit.changeset
  }

  /// The members of `values` that a throw of dice picks, each with `percent` per cent.
  mutating func some<Value>(of values: [Value], _ percent: Int) -> [Value] {
    var chosen: [Value] = []
    for value in values where chance(percent) { chosen.append(value) }
    return chosen
  }
}

/// A changeset in the making.
private struct GeneratedChangeset {
  var flow: FlowCase
  private let before: FlowCase
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var reloadedNumbers: [Int] = []
  private var sectionMoves: [Changeset.Move<Int>] = []
  private var deletedItems: [ItemPath] = []
  private var insertedItems: [ItemPath] = []
  private var reloadedItems: [ItemPath] = []
  private var itemMoves: [Changeset.Move<ItemPath>] = []
  private var movedSections: [FlowCase.Section] = []
  private var movedItems: [Int] = []
  private var freshSections: Set<Int> = []
  private var reloadedSections: Set<Int> = []
  private let paths: [Int: ItemPath]
  private let numbers: [Int: Int]

  init(_ flow: FlowCase) {
    self.flow = flow
    before = flow
    paths = Self.paths(flow)
    numbers = Self.numbers(flow)
  }

  var changeset: Changeset {
    Changeset(
      deletedSections: deletedSections, insertedSections: insertedSections,
      movedSections: sectionMoves, reloadedSections: reloadedNumbers, deletedItems: deletedItems,
      insertedItems: insertedItems, movedItems: itemMoves, reloadedItems: reloadedItems)
  }

  private static func paths(_ flow: FlowCase) -> [Int: ItemPath] {
    var paths: [Int: ItemPath] = [:]
    for (section, content) in flow.sections.enumerated() {
      for (item, id) in content.items.enumerated() {
        paths[id] = ItemPath(section: section, item: item)
      }
    }
    return paths
  }

  private static func numbers(_ flow: FlowCase) -> [Int: Int] {
    Dictionary(uniqueKeysWithValues: flow.sections.enumerated().map { ($1.id, $0) })
  }

  /// Chooses the elements to delete, move and reload, by their paths before, and removes them from
  /// the collection.
  mutating func chooseSources(_ generator: inout FlowCaseGenerator) {
    let (sectionRate, itemRate) = (generator.pick([0, 10, 30]), generator.pick([0, 8, 25]))
    var kept: [FlowCase.Section] = []
    for (number, section) in before.sections.enumerated() {
      var section = section
      if generator.chance(sectionRate) {
        deletedSections.append(number)
        continue
      }
      let moves = generator.chance(sectionRate)
      if !moves, generator.chance(sectionRate / 2) {
        reloadedNumbers.append(number)
        reloadedSections.insert(section.id)
        let fresh = generator.section(in: &flow)
        section.items = fresh.items
        flow.metrics[section.id] = flow.metrics[fresh.id]
        kept.append(section)
        continue
      }
      takeItems(&section, number, itemRate, &generator)
      if moves { movedSections.append(section) } else { kept.append(section) }
    }
    flow.sections = kept
  }

  private mutating func takeItems(
    _ section: inout FlowCase.Section, _ number: Int, _ rate: Int,
    _ generator: inout FlowCaseGenerator
  ) {
    var kept: [Int] = []
    for (item, id) in section.items.enumerated() {
      let path = ItemPath(section: number, item: item)
      if generator.chance(rate) {
        deletedItems.append(path)
      } else if generator.chance(rate) {
        movedItems.append(id)
      } else {
        if generator.chance(rate / 2) {
          reloadedItems.append(path)
          flow.sizes[id] = generator.size(for: flow, section)
          flow.preferred[id] = nil
        }
        kept.append(id)
      }
    }
    section.items = kept
  }

  /// Inserts moved and new sections anywhere.
  mutating func putSections(_ generator: inout FlowCaseGenerator) {
    var added = movedSections
    for _ in 0..<generator.pick([0, 0, 1, 2])
    where generator.isLarge || flow.sections.count + added.count < 8 {
      let section = generator.section(in: &flow)
      freshSections.insert(section.id)
      added.append(section)
    }
    if !movedItems.isEmpty, flow.sections.isEmpty, added.isEmpty {
      let section = generator.section(in: &flow)
      freshSections.insert(section.id)
      added.append(section)
    }
    for section in added {
      flow.sections.insert(section, at: generator.random.next(below: flow.sections.count + 1))
    }
    let after = Self.numbers(flow)
    for section in freshSections {
      if let target = after[section] { insertedSections.append(target) }
    }
    for section in movedSections {
      if let source = numbers[section.id], let target = after[section.id] {
        sectionMoves.append(Changeset.Move(from: source, to: target))
      }
    }
  }

  /// Inserts moved and new items anywhere except in reloaded sections.
  mutating func putItems(_ generator: inout FlowCaseGenerator) {
    var open = flow.sections.indices.filter { !reloadedSections.contains(flow.sections[$0].id) }
    if open.isEmpty, !movedItems.isEmpty {
      let section = generator.section(in: &flow)
      insertedSections.append(flow.sections.count)
      freshSections.insert(section.id)
      flow.sections.append(section)
      open = [flow.sections.count - 1]
    }
    guard !open.isEmpty else { return }
    var inserted: Set<Int> = []
    for _ in 0..<generator.pick([0, 1, 1, 3, 6]) {
      let section = generator.pick(open)
      let id = generator.item(in: &flow, flow.sections[section])
      put(id, section, &generator)
      if !freshSections.contains(flow.sections[section].id) { inserted.insert(id) }
    }
    for id in movedItems { put(id, generator.pick(open), &generator) }
    let after = Self.paths(flow)
    insertedItems = inserted.compactMap { after[$0] }.sorted()
    for id in movedItems {
      if let source = paths[id], let target = after[id] {
        itemMoves.append(Changeset.Move(from: source, to: target))
      }
    }
  }

  private mutating func put(_ id: Int, _ section: Int, _ generator: inout FlowCaseGenerator) {
    let count = flow.sections[section].items.count
    let item =
      generator.chance(40) ? generator.pick([0, count]) : generator.random.next(below: count + 1)
    flow.sections[section].items.insert(id, at: item)
  }
}
