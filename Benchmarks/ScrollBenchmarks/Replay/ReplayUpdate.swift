import Changesets

/// An update before a frame, with the inserted items.
struct ReplayUpdate {
  let changeset: Changeset
  /// The ids of items that are inserted or have fresh content, by path after.
  private(set) var items: [ItemPath: UInt64] = [:]
  /// The ids of the items of sections that are inserted or reloaded, by index after.
  private(set) var sections: [Int: [UInt64]] = [:]

  /// An update as a trace has it. Its insertions get new ids.
  ///
  /// A trace does not say what an inserted section holds: it is the items that are said to be
  /// inserted there. A reloaded one holds as many as before.
  ///
  /// - Parameters:
  ///   - changeset: The update.
  ///   - rows: The collection before; becomes that after.
  ///   - newID: Gives an id that no item has.
  /// - Throws: `ChangesetError`, where the collection cannot be updated so.
  init(
    _ changeset: Changeset, _ rows: inout ReplayRows, newID: () -> UInt64
  ) throws(ChangesetError) {
    self.changeset = changeset
    let before = rows.sections.map(\.count)
    var after = try changeset.legalSectionCounts(after: before)
    let map = ChangesetMap(changeset)
    for section in changeset.insertedSections {
      let count = changeset.insertedItems.count { $0.section == section }
      sections[section] = (0..<count).map { _ in newID() }
      after[section] += count
    }
    for source in changeset.reloadedSections {
      guard let section = map.section(source) else { continue }
      sections[section] = (0..<before[source]).map { _ in newID() }
      after[section] += before[source]
    }
    try changeset.validate(sectionCountsBefore: before, sectionCountsAfter: after)
    var items: [ItemPath: UInt64] = [:]
    let updated = rows.sections.applying(changeset) { path in
      let id = newID()
      items[path] = id
      return id
    } newSection: {
      sections[$0] ?? []
    }
    self.items = items
    rows = ReplayRows(updated)
  }

  /// The update that takes `update` back, on the collection that was `rows` before it.
  init(takingBack update: ReplayUpdate, to rows: ReplayRows) {
    let forth = update.changeset
    let map = ChangesetMap(forth)
    let goneSections = Set(forth.deletedSections)
    let newSections = Set(forth.insertedSections)
    let (gone, fresh) = (forth.deletedItems, forth.reloadedItems)
    // Operations on items of deleted, inserted or reloaded sections add nothing.
    let inserted = gone.filter {
      !goneSections.contains($0.section) && !map.isReloaded($0.section)
    }
    changeset = Changeset(
      deletedSections: forth.insertedSections, insertedSections: forth.deletedSections,
      movedSections: forth.movedSections.map { Changeset.Move(from: $0.target, to: $0.source) },
      reloadedSections: forth.reloadedSections.compactMap { map.section($0) },
      deletedItems: forth.insertedItems.filter { !newSections.contains($0.section) },
      insertedItems: inserted,
      movedItems: forth.movedItems.map { Changeset.Move(from: $0.target, to: $0.source) },
      reloadedItems: fresh.filter { map.isReloaded($0) }.compactMap { map.item($0) })
    for path in inserted + fresh { items[path] = rows[path] }
    // What moves back into a section is not among its own.
    let moved = Set(forth.movedItems.map(\.source))
    for section in forth.deletedSections + forth.reloadedSections {
      sections[section] = rows.sections[section].indices
        .map { ItemPath(section: section, item: $0) }.filter { !moved.contains($0) }
        .map { rows[$0] }
    }
  }
}
