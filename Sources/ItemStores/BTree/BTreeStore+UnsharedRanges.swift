extension BTreeStore {
  /// Returns the ranges that do not share memory with `source`, found by the nodes that both have.
  ///
  /// - Parameter source: A state of this store before or after. Any other store shares nothing, and
  ///   all of it counts as changed.
  /// - Returns: The ranges; never nil.
  /// - Complexity: O(*k* log *n*) for states that are *k* edits apart, of items or of sections.
  @inlinable
  public func unsharedRanges(from source: BTreeStore) -> UnsharedRanges? {
    var difference = SumTreeDifference()
    let items = difference.changes(from: source.storage.chunks, to: storage.chunks)
    let sections = difference.changes(from: source.storage.sections, to: storage.sections)
    return UnsharedRanges(
      items: items, sections: sections, visitedNodes: difference.visitedNodes)
  }
}
