extension TreeExtents {
  /// Stops the program where a structure contradicts itself; O(*n*), for tests.
  public func checkInvariants() {
    Self.check(sections.root, isRoot: true)
    sections.forEach { section in
      let shape = shapes[Int(section.shape)]
      precondition(section.itemCount >= 0, "TreeExtents: a section has a negative count")
      guard case .chunks(let root, _) = section.items else { return }
      Self.check(root, isRoot: true)
      precondition(root.count == section.itemCount, "TreeExtents: counts of a section differ")
      precondition(root.slotCount > 0, "TreeExtents: a section has an empty tree")
      Self.checkChunks(SummedTree(root: root), shape.rule)
    }
  }

  private static func check<Element>(_ node: SummedNode<Element>, isRoot: Bool) {
    precondition(isRoot || node.slotCount > 0, "TreeExtents: an empty node")
    if node.level == 0 {
      precondition(
        node.elements.count <= SummedTree<Element>.leafCapacity && node.children.isEmpty,
        "TreeExtents: a leaf is too large")
      precondition(
        node.count == node.elements.reduce(0) { $0 + $1.count }
          && node.extent == node.elements.reduce(0) { $0 + $1.extent },
        "TreeExtents: a leaf's sums are wrong")
      return
    }
    precondition(
      node.children.count <= SummedTree<Element>.innerCapacity
        && node.children.count == node.sums.count,
      "TreeExtents: a node is too large")
    precondition(node.count == node.children.reduce(0) { $0 + $1.count }, "TreeExtents: counts")
    for (child, sum) in zip(node.children, node.sums) {
      precondition(
        child.level == node.level - 1 && child.count == sum.count && child.extent == sum.extent,
        "TreeExtents: a child differs from what its parent says")
      check(child, isRoot: false)
    }
  }

  /// Breaks all lines of a section from its first item on, and holds the chunks against them.
  private static func checkChunks(_ tree: SummedTree<ItemChunk>, _ rule: LineRule) {
    var used: Double?
    var runBefore: ItemExtent?
    tree.forEach { chunk in
      precondition(chunk.count > 0, "TreeExtents: an empty chunk")
      if let used {
        precondition(
          !rule.fits(chunk.firstExtent(rule).cross, after: used),
          "TreeExtents: a chunk begins in the middle of a line")
      }
      var run: ItemExtent?
      if case .equal(let extent) = chunk.items {
        run = extent
        precondition(runBefore != extent, "TreeExtents: two equal runs follow each other")
        used = EqualLines(extent, count: chunk.count, rule).lastLineUsed
      } else {
        used = checkStored(chunk, rule)
      }
      runBefore = run
    }
  }

  /// Checks a chunk of different items; what its last line takes.
  private static func checkStored(_ chunk: ItemChunk, _ rule: LineRule) -> Double {
    var used = 0.0
    var position = 0.0
    var thickness = 0.0
    for item in 0..<chunk.count {
      let extent = chunk.extent(at: item, rule)
      if item > 0, rule.fits(extent.cross, after: used) {
        used = used + rule.interitemSpacing + extent.cross
        thickness = max(thickness, extent.main)
      } else {
        if item > 0 { position += thickness + rule.lineSpacing }
        used = extent.cross
        thickness = extent.main
      }
    }
    precondition(
      position + (thickness + rule.lineSpacing) == chunk.extent,
      "TreeExtents: a chunk's extent is wrong")
    return used
  }
}
