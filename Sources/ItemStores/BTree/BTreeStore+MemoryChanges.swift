extension BTreeStore {
  /// What another state does not share in memory; found by the nodes that both have.
  ///
  /// - Parameter target: A copy of this store that has been edited since, or that this is one of. Any
  ///   other store shares nothing, and all of it has changed.
  /// - Returns: The changes; never nil.
  /// - Complexity: O(*k* log *n*) for states that are *k* edits apart, of items or of sections.
  @inlinable
  public func memoryChanges(to target: BTreeStore) -> MemoryChanges? {
    var difference = SumTreeDifference()
    let items = difference.changes(from: storage.chunks, to: target.storage.chunks)
    let sections = difference.changes(from: storage.sections, to: target.storage.sections)
    return MemoryChanges(
      items: items, sections: sections, visitedNodes: difference.visitedNodes)
  }
}
