import BasicAlgorithms
package import Changesets

/// The sections whose numbers of items an update changes or may change, and by how much: what has to
/// be looked at of the counts, however many sections there are.
package struct ChangedSections {
  /// The map of the update.
  package let map: ChangesetMap
  /// Ascending by `after`.
  package let sections: [Section]

  /// One of them.
  package struct Section {
    /// Its index before the update; nil if it is inserted.
    package let before: Int?
    /// Its index after the update.
    package let after: Int
    /// The number of items that come, less those that go. In an inserted section, only items that
    /// move into it count; for a reloaded section it is 0.
    package let change: Int
    /// A Boolean value that indicates whether all items of the section are new: it is inserted or
    /// reloaded.
    package let isNew: Bool
  }

  /// The sections that the update of `map` names. O(*e* log *e*) for *e* operations; O(*e*) where
  /// none is on a section.
  package init(_ map: ChangesetMap) {
    self.map = map
    sections = map.changeset.changesSections ? Self.found(map) : Self.merged(map)
  }

  /// Returns the changed sections of an update in which every section keeps its index.
  private static func merged(_ map: ChangesetMap) -> [Section] {
    let (taken, put) = (map.takenItems, map.putItems)
    var sections: [Section] = []
    sections.reserveCapacity(min(taken.count + put.count, 256))
    var (nextTaken, nextPut) = (0, 0)
    while nextTaken < taken.count || nextPut < put.count {
      var section = nextPut < put.count ? put[nextPut].section : Int.max
      if nextTaken < taken.count { section = min(section, taken[nextTaken].section) }
      var change = 0
      while nextTaken < taken.count, taken[nextTaken].section == section {
        change -= 1
        nextTaken += 1
      }
      while nextPut < put.count, put[nextPut].section == section {
        change += 1
        nextPut += 1
      }
      sections.append(Section(before: section, after: section, change: change, isNew: false))
    }
    return sections
  }

  private static func found(_ map: ChangesetMap) -> [Section] {
    let changeset = map.changeset
    var targets = Set(changeset.insertedSections)
    for path in map.putItems { targets.insert(path.section) }
    let changed = map.takenItems.lazy.map(\.section)
    targets.formUnion(changed.compactMap { map.section($0) })
    targets.formUnion(changeset.reloadedSections.compactMap { map.section($0) })
    return targets.sorted().map { target in
      let put = map.putItems.range(ofSection: target).count
      guard let source = map.sourceSection(target) else {
        // What is inserted into a section that is inserted is among its own.
        let own = changeset.insertedItems.range(ofSection: target).count
        return Section(before: nil, after: target, change: put - own, isNew: true)
      }
      guard !map.isReloaded(source) else {
        return Section(before: source, after: target, change: 0, isNew: true)
      }
      let taken = map.takenItems.range(ofSection: source).count
      return Section(before: source, after: target, change: put - taken, isNew: false)
    }
  }

  /// Returns the entry of the section whose index after the update is `target`, or nil. O(log *e*).
  package func section(_ target: Int) -> Section? {
    let low = sections.partitioningIndex { $0.after >= target }
    return low < sections.count && sections[low].after == target ? sections[low] : nil
  }
}

/// Updates by a data source that says all that it has done: what they cost does not depend on the
/// number of sections.
extension CollectionView {
  /// Adopts the counts of the sections that an update names, which the data source has checked.
  ///
  /// Asks for all counts and checks everything under a lenient rule or an audit, and if a count is not
  /// the one that the update leads to.
  ///
  /// - Throws: As `check(_:)`.
  func acceptCounts(_ named: ChangedSections) throws(CollectionViewError) -> UpdateCommit {
    guard updateValidation == .strict, !updates.auditsItemIdentities, !isMovingItem,
      counts.isValid, let dataSource, try acceptChangedCounts(of: named, dataSource)
    else { return try check(named.map.changeset) }
    return UpdateCommit(named.map)
  }

  /// - Returns: Whether the counts are what the update leads to; if not, they are as before.
  private func acceptChangedCounts(
    of named: ChangedSections, _ dataSource: any CollectionViewDataSource
  ) throws(CollectionViewError) -> Bool {
    let changeset = named.map.changeset
    request.begin(.counts)
    defer { endRequest() }
    work.countCalls += 1 + named.sections.count
    let sections = dataSource.numberOfSections(in: self)
    let change = changeset.insertedSections.count - changeset.deletedSections.count
    guard sections == counts.counts.count + change else { return false }
    var asked: [CountCache.Count] = []
    asked.reserveCapacity(named.sections.count)
    for section in named.sections {
      guard section.after < sections else { return false }
      let count = dataSource.collectionView(self, numberOfItemsInSection: section.after)
      if let source = section.before, !section.isNew {
        guard source < counts.counts.count, count == counts.counts[source] + section.change else {
          return false
        }
      }
      guard ItemPath.isCount(count) else { throw .count(section: section.after, count) }
      asked.append(CountCache.Count(section: section.after, items: count))
    }
    guard changeset.changesSections else {
      counts.patch(asked)
      return true
    }
    return counts.moveSections(by: named.map, asked)
  }
}
