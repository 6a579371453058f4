extension SumTree {
  /// Adds a reference to each payload of a leaf.
  ///
  /// Their counts are read first, in a loop that the processor overlaps: an atomic addition waits
  /// for its cache line, and most of the sixty are not at hand.
  @inlinable
  static func retainPayloads(_ node: SumTreeNode) {
    for slot in 0..<node.count { unsafe Payload.touch(node.payload(slot)) }
    for slot in 0..<node.count { unsafe Payload.retain(node.payload(slot)) }
  }

  @inlinable
  static func releasePayload(_ node: SumTreeNode, _ slot: Int) {
    unsafe Payload.release(node.payload(slot))
  }

  @inlinable
  static func setChild(_ child: SumTreeNode, _ slot: Int, of node: SumTreeNode) {
    unsafe node.setPointer(slot, to: child.address)
  }

  @inlinable
  static func insertChild(_ child: SumTreeNode, at slot: Int, of node: SumTreeNode) {
    unsafe node.insertEntry(
      size: child.total, entries: child.entryCount, pointer: child.address, at: slot)
  }
}
