/// Builds a `SumTree` from entries in order, in O(*n*), with room left in every node.
@frozen
@usableFromInline
struct SumTreeBuilder<Payload: SumTreePayload> {
  /// The open node of each level, leaves first.
  @usableFromInline
  var open: [SumTreeNode] = []
  @usableFromInline
  let fanout: Int
  @usableFromInline
  let fill: Int

  @inlinable
  init(fanout: Int) {
    self.fanout = fanout
    fill = max(2, fanout - fanout / 16)
    open.append(.allocate(level: 0, hasPointers: Payload.hasPointers))
  }

  /// Adds an entry at the end, taking over the caller's reference to `pointer`.
  @inlinable
  mutating func append(size: Int, pointer: UnsafeMutableRawPointer?) {
    if open[0].count == fill { close(level: 0) }
    unsafe open[0].appendEntry(size: size, pointer: pointer)
  }

  /// Adds an entry that is only a size at the end.
  @inlinable
  mutating func append(size: Int) {
    unsafe append(size: size, pointer: nil)
  }

  /// Hands the full node of `level` to its parent and opens an empty one.
  @inlinable
  mutating func close(level: Int) {
    if level + 1 == open.count {
      open.append(.allocate(level: level + 1, hasPointers: true))
    } else if open[level + 1].count == fill {
      close(level: level + 1)
    }
    let node = open[level]
    node.refreshScales()
    SumTree<Payload>.insertChild(node, at: open[level + 1].count, of: open[level + 1])
    open[level] = .allocate(level: level, hasPointers: Payload.hasPointers)
  }

  /// The tree of everything appended; the builder is empty of nodes afterwards.
  @inlinable
  consuming func finish() -> SumTree<Payload> {
    var level = 0
    while level < open.count - 1 {
      let node = open[level]
      node.refreshScales()
      if node.count > 0 {
        if open[level + 1].count == fanout { close(level: level + 1) }
        SumTree<Payload>.insertChild(node, at: open[level + 1].count, of: open[level + 1])
      } else {
        node.deallocate()
      }
      level += 1
    }
    let root = open[open.count - 1]
    root.refreshScales()
    return SumTree(root: root, fanout: fanout)
  }
}
