import BasicAlgorithms
import Changesets
import TestSupport

/// A legal update of random sections, with the counts that it leads to.
struct Batch {
  var before: [Int] = []
  var after: [Int] = []
  /// The number of items an inserted or reloaded section has besides those that move into it.
  var newSections: [Int: Int] = [:]
  var changeset = Changeset()
}

/// Draws legal updates by writing every place before and after into a list.
///
/// Any mix of operations: items moved out of deleted sections, into inserted ones, within and
/// between sections that move; deletes, reloads, reconfigurations and inserts that have no effect
/// among them.
struct BatchGenerator {
  private var numbers: SplitMix64
  private let maxSections: Int
  private let maxItems: Int
  /// How many out of ten places are edited.
  private var editRate = 3

  private var before: [Int] = []
  /// What each section after is: one of before, or inserted.
  private var origins: [Int?] = []
  private var reloadedSections: Set<Int> = []
  private var deletedItems: [ItemPath] = []
  private var reloadedItems: [ItemPath] = []
  private var reconfiguredItems: [ItemPath] = []
  private var itemSources: [ItemPath] = []

  init(seed: UInt64, maxSections: Int = 4, maxItems: Int = 4) {
    numbers = SplitMix64(seed: seed)
    self.maxSections = maxSections
    self.maxItems = maxItems
  }

  /// The next update, of sections of any counts.
  mutating func next() -> Batch {
    var counts: [Int] = []
    // Of two counts the larger, so that few updates have nothing to edit.
    let sectionCount = max(numbers.number(in: 0...maxSections), numbers.number(in: 0...maxSections))
    for _ in 0..<sectionCount { counts.append(numbers.number(in: 0...maxItems)) }
    return next(of: counts)
  }

  /// The next update, of sections that have as many items as `counts` says.
  mutating func next(of counts: [Int]) -> Batch {
    editRate = numbers.number(in: 1...8)
    before = counts
    let (deleted, inserted, moved) = drawSections()
    drawSources()
    let targets = drawTargetSections()
    return drawTargets(targets, deleted, inserted, moved)
  }

  private mutating func isEdited() -> Bool { numbers.number(in: 0...9) < editRate }

  /// Which sections go, come and move; `origins` then has all sections after.
  private mutating func drawSections() -> ([Int], [Int], [Changeset.Move<Int>]) {
    let editsSections = numbers.number(in: 0...3) > 0
    var (deleted, sources, staying) = ([Int](), [Int](), [Int]())
    reloadedSections = []
    for section in before.indices {
      guard editsSections, isEdited() else {
        staying.append(section)
        continue
      }
      switch numbers.number(in: 0...2) {
      case 0: deleted.append(section)
      case 1: sources.append(section)
      default:
        staying.append(section)
        reloadedSections.insert(section)
      }
    }
    let insertedCount = editsSections && isEdited() ? numbers.number(in: 1...2) : 0
    let placed = sources.map(Optional.some) + [Int?](repeating: nil, count: insertedCount)
    let count = staying.count + placed.count
    let places = Array((0..<count).shuffled(using: &numbers).prefix(placed.count))
    origins = [Int?](repeating: nil, count: count)
    for (place, origin) in zip(places, placed) { origins[place] = origin }
    let fixed = Set(places)
    for (place, origin) in zip((0..<count).filter { !fixed.contains($0) }, staying) {
      origins[place] = origin
    }
    let moves = zip(sources, places).map { move($0, $1) }
    return (deleted, Array(places.dropFirst(sources.count)), moves)
  }

  /// Which items go, move, are reloaded and reconfigured, in any section; none moves out of a reloaded one.
  private mutating func drawSources() {
    (deletedItems, reloadedItems, itemSources, reconfiguredItems) = ([], [], [], [])
    let reconfigures = isEdited()
    for section in before.indices {
      for item in 0..<before[section] {
        // Of what is done to the item otherwise nothing is asked: all of it is legal.
        if reconfigures, isEdited() { reconfiguredItems.append(at(section, item)) }
        guard isEdited() else { continue }
        switch numbers.number(in: 0...2) {
        case 0: deletedItems.append(at(section, item))
        case 1: reloadedItems.append(at(section, item))
        default:
          if !reloadedSections.contains(section) { itemSources.append(at(section, item)) }
        }
      }
    }
  }

  /// A section after for each item that moves; one that has nowhere to go stays.
  private mutating func drawTargetSections() -> [Int] {
    let open = origins.indices.filter { !isReloaded($0) }
    if open.isEmpty { itemSources = [] }
    return itemSources.compactMap { _ in open.randomElement(using: &numbers) }
  }

  private func isReloaded(_ target: Int) -> Bool {
    origins[target].map(reloadedSections.contains) ?? false
  }

  /// The places after, and the update of it all.
  private mutating func drawTargets(
    _ targetSections: [Int], _ deleted: [Int], _ inserted: [Int],
    _ movedSections: [Changeset.Move<Int>]
  ) -> Batch {
    var batch = Batch()
    batch.before = before
    var (insertedItems, movedItems) = ([ItemPath](), [Changeset.Move<ItemPath>]())
    let taken = Dictionary(grouping: deletedItems + itemSources, by: \.section)
    for (target, origin) in origins.enumerated() {
      let sources = zip(itemSources, targetSections).filter { $0.1 == target }.map(\.0)
      if isReloaded(target) {
        batch.newSections[target] = numbers.number(in: 0...maxItems)
        batch.after.append(batch.newSections[target] ?? 0)
        continue
      }
      var count = sources.count
      var insertCount = isEdited() ? numbers.number(in: 0...2) : 0
      if let origin {
        count += before[origin] - (taken[origin]?.count ?? 0) + insertCount
      } else {
        let own = numbers.number(in: 0...maxItems)
        batch.newSections[target] = own
        count += own
        insertCount = min(insertCount, own)
      }
      let places = (0..<count).shuffled(using: &numbers).prefix(sources.count + insertCount)
      movedItems += zip(sources, places).map { move($0, at(target, $1)) }
      insertedItems += places.dropFirst(sources.count).map { at(target, $0) }
      batch.after.append(count)
    }
    batch.changeset = Changeset(
      deletedSections: deleted, insertedSections: inserted,
      movedSections: movedSections.shuffled(using: &numbers),
      reloadedSections: Array(reloadedSections),
      deletedItems: deletedItems.shuffled(using: &numbers),
      insertedItems: insertedItems, movedItems: movedItems, reloadedItems: reloadedItems,
      reconfiguredItems: reconfiguredItems)
    return batch
  }
}

extension Batch: CustomStringConvertible {
  /// Both counts and the operations, one sort after the other.
  var description: String { "\(before) to \(after): \(changeset.operations)" }
}

extension Changeset {
  /// The operations, for messages.
  var operations: String {
    func text(_ name: String, _ places: [some CustomStringConvertible]) -> [String] {
      places.isEmpty ? [] : ["\(name) \(places.map(\.description).joined(separator: " "))"]
    }
    let sections =
      text("delete sections", deletedSections) + text("insert sections", insertedSections)
      + text("move sections", movedSections) + text("reload sections", reloadedSections)
    let items =
      text("delete", deletedItems) + text("insert", insertedItems) + text("move", movedItems)
      + text("reload", reloadedItems) + text("reconfigure", reconfiguredItems)
    return (sections + items).joined(separator: ", ")
  }
}
