extension Changeset {
  /// The update that leads back: what this one deletes it inserts, what moves turns round.
  ///
  /// Reloads and reconfigurations are there under their places after: content that has changed changes
  /// back. Every item and section that this update keeps is taken back to where it was. What has no
  /// effect, as deletes in a section that is deleted, is left out. No counts are needed.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations.
  /// - Precondition: The update is legal; else the result means nothing.
  public var inverted: Changeset {
    let map = ChangesetMap(self)
    let isOpen = { (source: Int) in map.section(source) != nil && !map.isReloaded(source) }
    return Changeset(
      deletedSections: insertedSections, insertedSections: deletedSections,
      movedSections: movedSections.map { Move(from: $0.target, to: $0.source) },
      reloadedSections: reloadedSections.compactMap(map.section),
      deletedItems: insertedItems.filter { map.sourceSection($0.section) != nil },
      insertedItems: deletedItems.filter { isOpen($0.section) },
      movedItems: movedItems.map { Move(from: $0.target, to: $0.source) },
      reloadedItems: reloadedItems.compactMap(map.item),
      reconfiguredItems: reconfiguredItems.filter(map.isReconfigured).compactMap(map.item))
  }
}
