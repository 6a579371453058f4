extension BTreeStore {
  /// What another state does not share in memory; found by the nodes that both have.
  ///
  /// - Parameter target: A copy of this store that has been edited since, or that this is one of. Any
  ///   other store shares nothing, and all of it has changed.
  /// - Returns: The changes; never nil.
  /// - Complexity: O(*k* log *n*) for states that are *k* edits apart.
  @inlinable
  public func memoryChanges(to target: BTreeStore) -> MemoryChanges? {
    let items = SumTreeDifference(storage.chunks, target.storage.chunks)
    let sections = SumTreeDifference(storage.sections, target.storage.sections)
    return MemoryChanges(
      items: items.offsets, sections: sections.entries,
      visitedNodes: items.visitedNodes + sections.visitedNodes)
  }
}
