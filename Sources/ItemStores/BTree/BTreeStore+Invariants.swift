public import Changesets

extension BTreeStore {
  /// Stops the program unless sums, counts and node sizes are what they should be. O(*n*).
  @inlinable
  public func checkInvariants() {
    storage.chunks.checkInvariants()
    storage.sections.checkInvariants()
    require(
      storage.chunks.total == storage.sections.total,
      "BTreeStore: \(storage.chunks.total) items, but sections add up to \(storage.sections.total)")
    var (offset, chunkCount) = (0, 0)
    while offset < storage.chunks.total {
      let place = storage.chunks.place(of: offset)
      let count = place.leaf.chunk(place.slot, of: Item.self).count
      require(
        place.remainder == 0 && count == place.leaf.size(place.slot) && count > 0
          && count <= storage.capacity,
        "BTreeStore: the chunk at \(offset) has \(count) items, its entry \(place.leaf.size(place.slot))"
      )
      offset += count
      chunkCount += 1
    }
    require(
      chunkCount == storage.chunks.entryCount,
      "BTreeStore: \(chunkCount) chunks with items of \(storage.chunks.entryCount)")
  }
}

extension SumTree {
  @inlinable
  func checkInvariants() { Self.check(root, isRoot: true, fanout: fanout) }

  /// Checks a node and all below it.
  @inlinable
  static func check(_ node: SumTreeNode, isRoot: Bool, fanout: Int) {
    require(node.count <= fanout, "SumTree: a node has \(node.count) entries of \(fanout)")
    require(isRoot || node.count > 0, "SumTree: an empty node below the root")
    require(
      !isRoot || node.level == 0 || node.count > 1, "SumTree: a root with only \(node.count) child")
    require(node.start(0) == 0 && node.first(0) == 0, "SumTree: sums do not start at 0")
    for slot in 0..<node.count {
      require(node.size(slot) >= 0, "SumTree: entry \(slot) has the size \(node.size(slot))")
      guard node.level > 0 else { continue }
      let child = node.child(slot)
      require(child.level == node.level - 1, "SumTree: a child of level \(child.level)")
      require(
        child.total == node.size(slot), "SumTree: \(child.total) below a sum of \(node.size(slot))")
      require(
        child.entryCount == node.first(slot + 1) - node.first(slot),
        "SumTree: \(child.entryCount) entries below a count of \(node.first(slot + 1) - node.first(slot))"
      )
      check(child, isRoot: false, fanout: fanout)
    }
    node.checkPadding()
  }
}
