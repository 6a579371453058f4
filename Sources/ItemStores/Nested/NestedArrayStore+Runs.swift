public import Changesets

extension NestedArrayStore {
  /// Inserts `items[k]` so that it ends up at `paths[k]`: one pass over each section with eight of them
  /// or more, one by one into the others.
  ///
  /// O(*m* + *k* log *s*) for *m* items in those sections.
  @inlinable
  public mutating func insert(_ items: [Item], atSorted paths: [ItemPath]) {
    checkCounts(items.count, paths.count, "insert(_:atSorted:)")
    checkAscending(paths, "insert(_:atSorted:)")
    forEachSection(of: paths) { store, section, run in
      store.checkSection(section, "insert(_:atSorted:)")
      if run.count < Self.leastForAPass {
        for index in run {
          let path = paths[index]
          store.checkInsertion(path, count: store.count(of: section), "insert(_:atSorted:)")
          store.insert(items[index], at: path)
        }
        return
      }
      let source = store.sections[section]
      var target: [Item] = []
      target.reserveCapacity(source.count + run.count)
      var taken = 0
      for index in run {
        let path = paths[index]
        store.checkInsertion(
          path, count: source.count + index - run.lowerBound, "insert(_:atSorted:)")
        let gap = path.item - target.count
        target.append(contentsOf: source[taken..<(taken + gap)])
        taken += gap
        target.append(items[index])
      }
      target.append(contentsOf: source[taken...])
      store.sections[section] = target
      store.grow(section, by: run.count)
    }
    checkInvariantsIfWanted()
  }

  /// Takes out the items at `paths` and returns them: one pass over each section with eight of them or
  /// more, one by one from the others.
  ///
  /// O(*m* + *k* log *s*) for *m* items in those sections.
  @inlinable
  @discardableResult
  public mutating func remove(atSorted paths: [ItemPath]) -> [Item] {
    checkAscending(paths, "remove(atSorted:)")
    var removed: [Item] = []
    removed.reserveCapacity(paths.count)
    forEachSection(of: paths) { store, section, run in
      store.checkSection(section, "remove(atSorted:)")
      if run.count < Self.leastForAPass {
        let first = removed.count
        for path in paths[run].reversed() {
          store.checkItem(path, count: store.count(of: section), "remove(atSorted:)")
          removed.append(store.remove(at: path))
        }
        return removed[first...].reverse()
      }
      let source = store.sections[section]
      var target: [Item] = []
      target.reserveCapacity(source.count - run.count)
      var taken = 0
      for index in run {
        let position = paths[index].item
        store.checkItem(paths[index], count: source.count, "remove(atSorted:)")
        target.append(contentsOf: source[taken..<position])
        removed.append(source[position])
        taken = position + 1
      }
      target.append(contentsOf: source[taken...])
      store.sections[section] = target
      store.grow(section, by: -run.count)
    }
    checkInvariantsIfWanted()
    return removed
  }

  /// Returns a Boolean value that indicates whether no section has as many of `paths`, ascending,
  /// as a pass over it needs.
  @inlinable
  public func prefersSingleEdits(atSorted paths: [ItemPath]) -> Bool {
    let distance = Self.leastForAPass - 1
    var last = distance
    while last < paths.count {
      if paths[last].section == paths[last - distance].section { return false }
      last += 1
    }
    return true
  }

  /// The edits of one section from which a pass, which writes all its items to a new array, costs less
  /// than to move half of them for each edit: with sections of 1,000 items of 8 bytes.
  @inlinable
  static var leastForAPass: Int { 8 }

  /// Calls `body` with each section that `paths` name, and which of them name it.
  @inlinable
  mutating func forEachSection(
    of paths: [ItemPath], _ body: (inout NestedArrayStore, Int, Range<Int>) -> Void
  ) {
    var first = 0
    while first < paths.count {
      let section = paths[first].section
      var end = first + 1
      while end < paths.count, paths[end].section == section { end += 1 }
      body(&self, section, first..<end)
      first = end
    }
  }
}
