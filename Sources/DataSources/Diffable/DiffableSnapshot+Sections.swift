public import Changesets
public import ItemStores

// MARK: Edits of sections

extension DiffableSnapshot {
  /// Adds empty sections at the end.
  ///
  /// - Parameter sections: Identifiers that are not there yet.
  /// - Throws: `.repeated`, `.alreadyThere`.
  /// - Complexity: O(new sections), amortised.
  @inlinable
  public mutating func appendSections(_ sections: [SectionID]) throws(DiffableSnapshotError) {
    try insert(sections, at: numberOfSections)
  }

  /// Adds empty sections in front of another.
  ///
  /// - Parameters:
  ///   - sections: Identifiers that are not there yet.
  ///   - section: A section that is there.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable
  public mutating func insertSections(
    _ sections: [SectionID], beforeSection section: SectionID
  ) throws(DiffableSnapshotError) {
    try insert(sections, at: try knownSection(section))
  }

  /// Adds empty sections behind another.
  ///
  /// - Parameters:
  ///   - sections: Identifiers that are not there yet.
  ///   - section: A section that is there.
  /// - Throws: `.repeated`, `.alreadyThere`, `.unknown`.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable
  public mutating func insertSections(
    _ sections: [SectionID], afterSection section: SectionID
  ) throws(DiffableSnapshotError) {
    try insert(sections, at: try knownSection(section) + 1)
  }

  /// Takes sections away, with their items.
  ///
  /// - Parameter sections: Sections that are there.
  /// - Throws: `.unknown`.
  /// - Complexity: O(*s*) for *s* sections, and what the edit costs the store.
  @inlinable
  public mutating func deleteSections(_ sections: [SectionID]) throws(DiffableSnapshotError) {
    var indexes: [Int] = []
    var gone: Set<SectionID> = []
    // In the order given, so that an error names the first.
    for section in sections {
      let index = try knownSection(section)
      if gone.insert(section).inserted { indexes.append(index) }
    }
    guard !gone.isEmpty else { return }
    indexes.sort()
    if marks.marksItems {
      for index in indexes {
        let items = itemIdentifiers(inGlobalRange: store.globalRange(ofSection: index))
        marks.reloadedItems.subtract(items)
        marks.reconfiguredItems.subtract(items)
      }
    }
    marks.reloadedSections.subtract(gone)
    store.removeSections(atSorted: indexes)
    names.remove(gone)
    paths.record(size: indexes.count, store, { Changeset(deletedSections: indexes) })
  }

  /// Puts a section in front of another, with its items; nothing where the two are one.
  ///
  /// - Parameters:
  ///   - section: The section that moves.
  ///   - other: The section that is to come after it.
  /// - Throws: `.unknown`.
  /// - Complexity: O(*s*) for *s* sections, and what the edit costs the store.
  @inlinable
  public mutating func moveSection(
    _ section: SectionID, beforeSection other: SectionID
  ) throws(DiffableSnapshotError) {
    let (source, anchor) = (try knownSection(section), try knownSection(other))
    moveSection(from: source, to: source < anchor ? anchor - 1 : anchor)
  }

  /// Puts a section behind another, with its items; nothing where the two are one.
  ///
  /// - Parameters:
  ///   - section: The section that moves.
  ///   - other: The section that is to come before it.
  /// - Throws: `.unknown`.
  /// - Complexity: O(*s*) for *s* sections, and what the edit costs the store.
  @inlinable
  public mutating func moveSection(
    _ section: SectionID, afterSection other: SectionID
  ) throws(DiffableSnapshotError) {
    let (source, anchor) = (try knownSection(section), try knownSection(other))
    moveSection(from: source, to: source <= anchor ? anchor : anchor + 1)
  }

  @inlinable
  mutating func insert(_ sections: [SectionID], at index: Int) throws(DiffableSnapshotError) {
    var new: Set<SectionID> = []
    for section in sections {
      if names.indexes[section] != nil { throw .alreadyThere(.section, "\(section)") }
      if !new.insert(section).inserted { throw .repeated(.section, "\(section)") }
    }
    guard !sections.isEmpty else { return }
    let range = index..<index + sections.count
    store.insertSections(Array(repeating: [], count: sections.count), atSorted: Array(range))
    names.insert(sections, at: index)
    // At the end they change no path.
    guard range.upperBound < numberOfSections else { return }
    paths.record(size: sections.count, store, { Changeset(insertedSections: Array(range)) })
  }

  @inlinable
  mutating func moveSection(from source: Int, to target: Int) {
    guard source != target else { return }
    store.moveSection(from: source, to: target)
    names.move(from: source, to: target)
    let move = Changeset.Move(from: source, to: target)
    paths.record(size: 1, store, { Changeset(movedSections: [move]) })
  }
}
