import BasicAlgorithms

extension Changeset {
  /// Throws unless the update is legal and leads from the one set of counts to the other.
  ///
  /// Indexes are checked first, then operations that contradict each other, then counts; of several
  /// mistakes one is named. Deletes, reloads and reconfigurations of items in a section that is
  /// deleted or reloaded, reconfigurations of items that are deleted or reloaded themselves, and
  /// inserts into a section that is inserted have no effect beyond the check of their indexes.
  /// Source: b.3, b.4, b.5.
  ///
  /// - Parameters:
  ///   - before: The number of items of each section before the update; none is negative.
  ///   - after: The number of items of each section after it; none is negative.
  /// - Throws: A `ChangesetError` with the figures found.
  /// - Complexity: O(*e* log *e* + *s*) for *e* operations and *s* sections.
  public func validate(
    sectionCountsBefore before: [Int], sectionCountsAfter after: [Int]
  ) throws(ChangesetError) {
    let map = try validateOperations(before: SectionCounts(before), after: SectionCounts(after))
    try checkItemCounts(before, after, map)
  }

  /// Throws as `validate(sectionCountsBefore:sectionCountsAfter:)` does, but holds the counts of
  /// those sections only whose items the update names, and so costs nothing per section.
  ///
  /// - Parameters:
  ///   - before: The counts before the update.
  ///   - after: The counts after it.
  /// - Returns: The map of the update, which the checks needed.
  /// - Throws: A `ChangesetError` with the figures found.
  /// - Complexity: O(*e* log *e*) for *e* operations, and as many counts asked for.
  package func validateNamedSections(
    before: SectionCounts, after: SectionCounts
  ) throws(ChangesetError) -> ChangesetMap {
    let map = try validateOperations(before: before, after: after)
    let filled = (reloadedItems + reconfiguredItems).compactMap { map.section($0.section) }
    for target in touchedSections(map).merged(with: filled.inOrder()) {
      guard let source = map.sourceSection(target), !map.isReloaded(source) else { continue }
      let (before, after) = (before.itemCount(source), after.itemCount(target))
      try checkItemCount(of: target, from: source, before, after, map)
    }
    return map
  }

  /// The counts after the update, where inserted and reloaded sections have no items but those that
  /// it moves there.
  ///
  /// - Parameter before: The number of items of each section before it.
  /// - Returns: One count for each section after.
  /// - Throws: A `ChangesetError` where the operations have no meaning for these counts.
  /// - Complexity: O(*e* log *e* + *s* log *e*) for *e* operations and *s* sections.
  package func legalSectionCounts(after before: [Int]) throws(ChangesetError) -> [Int] {
    try checkSources(before.count) { before[$0] }
    try checkSectionConflicts()
    try checkItemConflicts()
    let count = before.count + insertedSections.count - deletedSections.count
    try checkTargets(count) { _ in .max }
    return sectionCounts(after: before)
  }

  /// Makes every check except for item counts: enough for a caller who derives the counts after the
  /// update from this changeset.
  ///
  /// - Parameters:
  ///   - before: The counts before the update.
  ///   - after: The counts after it.
  /// - Returns: The map of the update, which the checks needed.
  /// - Throws: A `ChangesetError` with the figures found.
  /// - Complexity: O(*e* log *e*) for *e* operations, and as many counts asked for.
  @discardableResult
  package func validateOperations(
    before: SectionCounts, after: SectionCounts
  ) throws(ChangesetError) -> ChangesetMap {
    let map = ChangesetMap(self)
    try validateOperations(
      map, sectionsBefore: before.count, itemCountBefore: before.itemCount,
      sectionsAfter: after.count, itemCountAfter: after.itemCount)
    return map
  }

  /// Throws as `validateOperations(before:after:)` does. No allocation without moves.
  ///
  /// - Parameters:
  ///   - map: The map of this update.
  ///   - sectionsBefore: The number of sections before the update.
  ///   - itemCountBefore: Returns the number of items of a section before it.
  ///   - sectionsAfter: The number of sections after the update.
  ///   - itemCountAfter: Returns the number of items of a section after it.
  /// - Throws: A `ChangesetError` with the figures found.
  package func validateOperations(
    _ map: ChangesetMap, sectionsBefore: Int, itemCountBefore: (Int) -> Int, sectionsAfter: Int,
    itemCountAfter: (Int) -> Int
  ) throws(ChangesetError) {
    try checkSources(sectionsBefore, itemCountBefore)
    try checkTargets(sectionsAfter, itemCountAfter)
    try checkSectionConflicts()
    try checkItemConflicts()
    try checkReloadedSections(map)
    try checkSectionCount(sectionsBefore, sectionsAfter)
  }
}

// MARK: Indexes

extension Changeset {
  private func checkSources(
    _ count: Int, _ itemCount: (Int) -> Int
  ) throws(ChangesetError) {
    let places = PlaceCheck(sectionCount: count, isBefore: true)
    try places.check(.delete, deletedSections)
    try places.check(.move, movedSections.map(\.source))
    try places.check(.reload, reloadedSections)
    try places.check(.delete, deletedItems, itemCount)
    try places.check(.move, movedItems.map(\.source), itemCount)
    try places.check(.reload, reloadedItems, itemCount)
    try places.check(.reconfigure, reconfiguredItems, itemCount)
  }

  private func checkTargets(
    _ count: Int, _ itemCount: (Int) -> Int
  ) throws(ChangesetError) {
    let places = PlaceCheck(sectionCount: count, isBefore: false)
    try places.check(.insert, insertedSections)
    try places.check(.move, movedSections.map(\.target))
    try places.check(.insert, insertedItems, itemCount)
    try places.check(.move, movedItems.map(\.target), itemCount)
  }
}

/// A check that the places of operations exist, before an update or after it.
private struct PlaceCheck {
  let sectionCount: Int
  let isBefore: Bool

  private func has(_ section: Int) -> Bool { section >= 0 && section < sectionCount }

  func check(_ operation: ChangesetError.Operation, _ sections: [Int]) throws(ChangesetError) {
    for section in sections where !has(section) {
      throw missingSection(operation, .section(section))
    }
  }

  func check(
    _ operation: ChangesetError.Operation, _ items: [ItemPath], _ itemCount: (Int) -> Int
  ) throws(ChangesetError) {
    for path in items {
      guard has(path.section) else { throw missingSection(operation, .item(path)) }
      let count = itemCount(path.section)
      guard path.item >= 0, path.item < count else {
        throw isBefore
          ? .sourceItemOutOfRange(operation, path, itemCountBefore: count)
          : .targetItemOutOfRange(operation, path, itemCountAfter: count)
      }
    }
  }

  private func missingSection(
    _ operation: ChangesetError.Operation, _ place: ChangesetError.Place
  ) -> ChangesetError {
    isBefore
      ? .sourceSectionOutOfRange(operation, place, sectionCountBefore: sectionCount)
      : .targetSectionOutOfRange(operation, place, sectionCountAfter: sectionCount)
  }
}

// MARK: Operations that contradict each other

extension Changeset {
  private func checkSectionConflicts() throws(ChangesetError) {
    try checkConflicts(
      deletedSections, insertedSections, movedSections, reloadedSections,
      place: ChangesetError.Place.section)
  }

  private func checkItemConflicts() throws(ChangesetError) {
    try checkConflicts(
      deletedItems, insertedItems, movedItems, reloadedItems, place: ChangesetError.Place.item)
  }

  private func checkConflicts<Index: Comparable>(
    _ deleted: [Index], _ inserted: [Index], _ moved: [Move<Index>], _ reloaded: [Index],
    place: (Index) -> ChangesetError.Place
  ) throws(ChangesetError) {
    guard deleted.count + inserted.count + moved.count + reloaded.count > 1 else { return }
    let sources = moved.map(\.source)
    let targets = moved.map(\.target).sorted()
    if let twice = deleted.firstRepeat() { throw .duplicate(.delete, place(twice)) }
    if let twice = inserted.firstRepeat() { throw .duplicate(.insert, place(twice)) }
    if let twice = sources.firstRepeat() { throw .duplicate(.move, place(twice)) }
    if let twice = targets.firstRepeat() { throw .duplicateMoveTarget(place(twice)) }
    if let both = deleted.firstShared(with: sources) { throw .deleteAndMove(place(both)) }
    if let both = inserted.firstShared(with: targets) { throw .insertAndMove(place(both)) }
    if let both = deleted.firstShared(with: reloaded) { throw .deleteAndReload(place(both)) }
    if let both = reloaded.firstShared(with: sources) { throw .reloadAndMove(place(both)) }
  }

  private func checkReloadedSections(_ map: ChangesetMap) throws(ChangesetError) {
    guard !reloadedSections.isEmpty else { return }
    for move in movedItems where map.isReloaded(move.source.section) {
      throw .moveOutOfReloadedSection(move.source)
    }
    let isReloaded = { (target: Int) in map.sourceSection(target).map(map.isReloaded) ?? false }
    for path in insertedItems where isReloaded(path.section) {
      throw .changeInReloadedSection(.insert, path)
    }
    for move in movedItems where isReloaded(move.target.section) {
      throw .changeInReloadedSection(.move, move.target)
    }
  }
}

// MARK: Counts

extension Changeset {
  private func checkSectionCount(_ before: Int, _ after: Int) throws(ChangesetError) {
    guard after == before + insertedSections.count - deletedSections.count else {
      throw .sectionCountMismatch(
        after: after, before: before, inserted: insertedSections.count,
        deleted: deletedSections.count)
    }
  }

  /// Holds the counts of all sections that go on against the operations, in the order after.
  ///
  /// One walk over the sections; only those that an operation names cost more than two compares.
  private func checkItemCounts(
    _ before: [Int], _ after: [Int], _ map: ChangesetMap
  ) throws(ChangesetError) {
    let touched = touchedSections(map)
    var (nextTouched, nextPut, nextTaken, nextStaying) = (0, 0, 0, 0)
    for target in after.indices {
      let isTouched = nextTouched < touched.count && touched[nextTouched] == target
      if isTouched { nextTouched += 1 }
      let source: Int
      if nextPut < map.putSections.count, map.putSections[nextPut] == target {
        nextPut += 1
        guard let moved = map.sourceSection(target) else { continue }
        source = moved
      } else {
        while nextTaken < map.takenSections.count, map.takenSections[nextTaken] == nextStaying {
          nextTaken += 1
          nextStaying += 1
        }
        source = nextStaying
        nextStaying += 1
      }
      guard isTouched || before[source] != after[target] else { continue }
      guard !map.isReloaded(source) else { continue }
      try checkItemCount(of: target, from: source, before[source], after[target], map)
    }
  }

  /// The sections after in which items come or go; ascending, each once.
  private func touchedSections(_ map: ChangesetMap) -> [Int] {
    var sections: [Int] = []
    var last: Int?
    for path in map.takenItems where path.section != last {
      last = path.section
      if let section = map.section(path.section) { sections.append(section) }
    }
    for path in map.putItems where path.section != sections.last { sections.append(path.section) }
    return sections.inOrder().withoutRepeats()
  }

  private func checkItemCount(
    of target: Int, from source: Int, _ before: Int, _ after: Int, _ map: ChangesetMap
  ) throws(ChangesetError) {
    let put = map.putItems.range(ofSection: target).count
    let taken = map.takenItems.range(ofSection: source).count
    guard after != before + put - taken else { return }
    let inserted = insertedItems.range(ofSection: target).count
    let deleted = deletedItems.range(ofSection: source).count
    throw .itemCountMismatch(
      section: target, after: after, before: before, inserted: inserted, deleted: deleted,
      movedIn: put - inserted, movedOut: taken - deleted)
  }
}
