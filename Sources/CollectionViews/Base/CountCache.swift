import Changesets

/// The data source's counts, asked when they may have changed and kept otherwise.
struct CountCache {
  /// The number of items in each section, as last asked; empty before.
  private(set) var counts: [Int] = []
  /// A Boolean value that indicates whether the counts are up to date.
  private(set) var isValid = false
  /// The number of calls of `invalidate()`. Work that began earlier compares this number, because
  /// the counts may be valid again by then.
  private(set) var invalidations = 0
  /// The counts that the data source is saying; keeps its memory.
  var answer: [Int] = []
  /// The identifiers of the items, where updates are audited.
  var identities = ItemIdentities()
  /// The counts before the last change, for `rollBack()`; keeps its memory.
  private var before: [Int] = []
  /// The counts that `patch(_:)` overwrote, by section; nil if `before` holds the earlier counts.
  private var patched: [Count]?

  /// The number of items of one section.
  struct Count {
    let section: Int
    var items: Int
  }

  /// Says that they may have changed; they are asked again when they are needed.
  mutating func invalidate() {
    isValid = false
    invalidations += 1
  }

  /// Begins an answer of the data source, whose counts are appended to `answer`.
  mutating func beginAnswer(sections: Int) {
    answer.removeAll(keepingCapacity: true)
    answer.reserveCapacity(sections)
  }

  /// Puts the whole answer in the place of the counts, which `rollBack()` can return to.
  mutating func takeAnswer() {
    swap(&counts, &before)
    swap(&counts, &answer)
    patched = nil
    isValid = true
  }

  /// Puts the counts of some sections, ascending, in the place of theirs; `rollBack()` can return.
  /// O(*k*) for *k* sections.
  mutating func patch(_ newCounts: [Count]) {
    var overwritten = newCounts
    for place in overwritten.indices {
      let section = overwritten[place].section
      overwritten[place].items = counts[section]
      counts[section] = newCounts[place].items
    }
    patched = overwritten
  }

  /// Moves the counts to where the sections of an update go, and takes those of `known`, ascending,
  /// from there; `rollBack()` can return.
  ///
  /// - Returns: False, and nothing done, where the map is of no legal update.
  /// - Complexity: O(sections).
  mutating func moveSections(by map: ChangesetMap, _ known: [Count]) -> Bool {
    let (taken, put) = (map.takenSections, map.putSections)
    guard counts.count >= taken.count else { return false }
    let count = counts.count - taken.count + put.count
    before.removeAll(keepingCapacity: true)
    before.reserveCapacity(count)
    var walk = EditWalk(over: counts.count, removals: taken.indices, insertions: put.indices)
    while let run = walk.next(removal: { taken[$0] }, insertion: { put[$0] }) {
      switch run {
      case .remove: break
      case .keep(let sections, _): before += counts[sections]
      case .insert(let number):
        let moved = map.sourceSection(put[number])
        before.append(moved.map { counts.indices.contains($0) ? counts[$0] : 0 } ?? 0)
      }
    }
    guard walk.isComplete else { return false }
    for new in known { before[new.section] = new.items }
    swap(&counts, &before)
    patched = nil
    return true
  }

  /// Returns to the counts before the last `takeAnswer()`, `patch(_:)` or `moveSections(by:_:)`, and
  /// to who the items were; a patch has not asked who they are.
  mutating func rollBack() {
    guard let overwritten = patched.take() else {
      identities.rollBack()
      return swap(&counts, &before)
    }
    for count in overwritten { counts[count.section] = count.items }
  }

  /// The counts before the last `takeAnswer()`; not after others.
  var countsBefore: [Int] { before }

  /// No sections, as without a data source.
  mutating func clear() {
    swap(&counts, &before)
    counts.removeAll(keepingCapacity: true)
    patched = nil
    isValid = true
  }

  @inline(__always)
  func has(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < counts.count && path.item >= 0
      && path.item < counts[path.section]
  }
}
