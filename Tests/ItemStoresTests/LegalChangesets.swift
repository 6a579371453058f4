import BasicAlgorithms
import Changesets
import Datasets

/// How much of everything a generated update does: shares of 100.
struct ChangesetMix {
  var sections = 0...12
  var items = 0...6
  var deletedSections = 10
  var insertedSections = 10
  var movedSections = 10
  var reloadedSections = 10
  var takenItems = 15
  var insertedItems = 15
  var replacedItems = 10

  /// Any mix, with each kind of operation left out often, and done to everything now and then.
  init(_ numbers: inout SplitMix64) {
    let isLarge = numbers.next(below: 8) == 0
    sections = isLarge ? 20...40 : 0...numbers.next(below: 12)
    items = isLarge ? 0...20 : 0...numbers.next(below: 8)
    func share() -> Int { [0, 0, 3, 15, 50, 100][numbers.next(below: 6)] }
    deletedSections = share()
    insertedSections = share()
    movedSections = share()
    reloadedSections = share()
    takenItems = share()
    insertedItems = share()
    replacedItems = share()
  }
}

/// Sections, a legal update of them, and the items of each section that it inserts or reloads.
struct LegalChangeset {
  private(set) var before: [[Int]] = []
  private(set) var changeset = Changeset()
  private(set) var newSections: [Int: [Int]] = [:]

  private enum Fate { case stays, goes, moves, isReloaded }

  init(_ mix: ChangesetMix, _ numbers: inout SplitMix64) {
    func happens(_ share: Int) -> Bool { numbers.next(below: 100) < share }
    func number(_ range: ClosedRange<Int>) -> Int {
      range.lowerBound + numbers.next(below: range.count)
    }
    before = (0..<number(mix.sections)).map { section in
      (0..<number(mix.items)).map { 1_000 * section + $0 }
    }
    let fates = before.map { _ -> Fate in
      if happens(mix.deletedSections) { return .goes }
      if happens(mix.movedSections) { return .moves }
      return happens(mix.reloadedSections) ? .isReloaded : .stays
    }
    let moving = before.indices.filter { fates[$0] == .moves }.shuffled(using: &numbers)
    let inserted = (0...before.count).filter { _ in happens(mix.insertedSections) }.count
    let deleted = before.indices.filter { fates[$0] == .goes }
    let slots = numbers.places(
      moving.count + inserted, of: before.count - deleted.count + inserted)
    let shuffled = slots.shuffled(using: &numbers)
    let sectionMoves = zip(moving, shuffled).map { Changeset.Move(from: $0, to: $1) }
    let insertedSections = Array(shuffled.dropFirst(moving.count))
    // Where each section after is from.
    var sources = [Int?](repeating: nil, count: before.count - deleted.count + inserted)
    for move in sectionMoves { sources[move.target] = move.source }
    let open = sources.indices.filter { !slots.contains($0) }
    let staying = before.indices.filter { fates[$0] == .stays || fates[$0] == .isReloaded }
    for (target, source) in zip(open, staying) { sources[target] = source }

    var counts = sources.indices.map { target -> Int in
      guard let source = sources[target], fates[source] != .isReloaded else {
        newSections[target] = (0..<number(mix.items)).map { 1_000_000 + 1_000 * target + $0 }
        return newSections[target]?.count ?? 0
      }
      return before[source].count
    }
    let targets = sources.indices.filter { sources[$0].map { fates[$0] != .isReloaded } ?? true }

    var (deletedItems, movingItems, replaced) = ([ItemPath](), [ItemPath](), [ItemPath]())
    for section in before.indices {
      let after = sources.firstIndex(of: section)
      for item in before[section].indices {
        let path = ItemPath(section: section, item: item)
        if happens(mix.replacedItems) { replaced.append(path) }
        guard happens(mix.takenItems) else { continue }
        if fates[section] != .isReloaded, !targets.isEmpty, happens(50) {
          movingItems.append(path)
        } else {
          deletedItems.append(path)
        }
        if let after, fates[section] != .isReloaded { counts[after] -= 1 }
      }
    }
    // The arrivals of each section: items that move, then new ones.
    var coming = [[ItemPath?]](repeating: [], count: counts.count)
    for path in movingItems {
      coming[targets[numbers.next(below: targets.count)]].append(path)
    }
    for target in targets where sources[target] != nil {
      for _ in 0...counts[target] where happens(mix.insertedItems) { coming[target].append(nil) }
    }
    let (insertedItems, moves) = Self.placed(
      coming, among: counts, isNew: sources.map { $0 == nil }, &numbers)
    let taken = Set(deletedItems + movingItems)
    changeset = Changeset(
      deletedSections: deleted, insertedSections: insertedSections, movedSections: sectionMoves,
      reloadedSections: before.indices.filter { fates[$0] == .isReloaded },
      deletedItems: deletedItems, insertedItems: insertedItems, movedItems: moves,
      reloadedItems: replaced.filter { $0.item % 2 == 0 && !taken.contains($0) },
      reconfiguredItems: replaced.filter { $0.item % 3 != 0 })
  }

  /// The places of the arrivals of each section among the `counts` of its items that stay.
  private static func placed(
    _ coming: [[ItemPath?]], among counts: [Int], isNew: [Bool], _ numbers: inout SplitMix64
  ) -> (inserted: [ItemPath], moves: [Changeset.Move<ItemPath>]) {
    var (inserted, moves) = ([ItemPath](), [Changeset.Move<ItemPath>]())
    for target in coming.indices {
      let all = coming[target].shuffled(using: &numbers)
      let places = numbers.places(all.count, of: counts[target] + all.count)
      for (item, source) in zip(places, all) {
        let path = ItemPath(section: target, item: item)
        if let source { moves.append(.init(from: source, to: path)) }
        if source == nil { inserted.append(path) }
      }
      if isNew[target], counts[target] > 0, numbers.next(below: 100) < 20 {
        // Says of one of a new section's items that it is new.
        let free = (0..<counts[target] + all.count).first { !places.contains($0) }
        if let free { inserted.append(ItemPath(section: target, item: free)) }
      }
    }
    return (inserted, moves)
  }

  /// The item inserted at `path`.
  func newItem(_ path: ItemPath) -> Int { -1_000 * path.section - path.item - 1 }

  /// The items of new section `section`.
  func newSection(_ section: Int) -> [Int] { newSections[section] ?? [] }

  /// The sections after, as the plain program makes them.
  var after: [[Int]] {
    before.applying(changeset, newItem: newItem, newSection: newSection)
  }
}

extension SplitMix64 {
  /// `count` of the numbers below `bound`, ascending.
  fileprivate mutating func places(_ count: Int, of bound: Int) -> [Int] {
    Array((0..<bound).shuffled(using: &self).prefix(count)).sorted()
  }
}
