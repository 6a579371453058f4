import Changesets

/// Updates by a data source that says all that it has done: what they cost does not depend on the
/// number of sections.
extension CollectionView {
  /// Adopts the counts of the sections that an update names, which the data source has checked.
  ///
  /// Where that is not enough all counts are asked, and everything is checked: under a lenient rule or
  /// an audit, and where a count is not what the update leads to.
  ///
  /// - Returns: The map of the update.
  /// - Throws: As `check(_:)`.
  func acceptCounts(_ named: ChangedSections) throws(CollectionViewError) -> ChangesetMap {
    guard updateValidation == .strict, !updateSettings.auditsItemIdentities, counts.isValid,
      let dataSource, try acceptChangedCounts(of: named, dataSource)
    else { return try check(named.map.changeset) }
    return named.map
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
        let before = source < counts.counts.count ? counts.counts[source] : -1
        guard count == before + section.change else { return false }
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
