public import Changesets

extension TreeExtents {
  /// Carries out edits of single items: each chunk of a section that is edited is made anew once,
  /// and where many are, the tree of them too.
  ///
  /// - Parameters:
  ///   - taken: The items that go, strictly ascending, by their paths before.
  ///   - put: The items that come, strictly ascending, by their paths after.
  ///   - resized: Items that have another extent, none of them in `put`, by their paths after.
  /// - Complexity: O(*k* · log *n*) for *k* edits and the items whose lines change, in whole chunks;
  ///   O(leaves of the section's tree and the chunks that are edited) where that is less. O(log sections) for each section that is uniform
  ///   and stays so.
  /// - Precondition: The items exist, and the places are in their sections.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    guard taken.count + put.count + resized.count >= Self.leastTogether else {
      return exchangeOneByOne(taken: taken, put: put, resized: resized)
    }
    let shapes = self.shapes
    var work = self.work
    var edits = SectionEdits(taken: taken, put: put, resized: resized)
    while let edited = edits.next() {
      checkSection(edited.section, "exchangeItems(taken:put:resized:)")
      let splices = ItemSplices(edited)
      sections.updateElement(at: edited.section) { element in
        let end = splices.splices.last?.range.upperBound ?? 0
        require(
          end <= element.itemCount,
          "TreeExtents.exchangeItems(taken:put:resized:): an edit ends at item \(end), valid in "
            + "section \(edited.section) are 0...\(element.itemCount)")
        element.exchangeItems(splices, shapes[Int(element.shape)], &work)
      }
    }
    self.work = work
  }

  /// The edits from which to gather them costs less than it saves.
  static var leastTogether: Int { 4 }
}

extension TreeSection {
  /// Carries edits out, all of which are in the section.
  mutating func exchangeItems(
    _ edits: ItemSplices, _ shape: SectionShape, _ work: inout ExtentWork
  ) {
    let rule = shape.rule
    switch items {
    case .equal(let extent):
      let isSame: (ItemExtent) -> Bool = { new in
        new.main == extent.main && (rule.isSingleColumn || new.cross == extent.cross)
      }
      if edits.extents.allSatisfy(isSame) && (itemCount > 0 || edits.extents.isEmpty) {
        setItemCount(itemCount + edits.growth)
        work.placesMoved += 1
      } else {
        let run = ItemChunk(equal: EqualLines(extent, count: itemCount, rule))
        let tree = SummedTree(itemCount > 0 ? [run] : [])
        setItems(ChunkPass.edited(tree, by: edits, rule, &work), rule)
      }
    case .chunks:
      guard var tree = takeItems() else { return }
      if ChunkPass.isDearer(for: edits.splices.count, of: tree) {
        tree.exchange(edits, rule, &work)
      } else {
        tree = ChunkPass.edited(tree, by: edits, rule, &work)
      }
      setItems(tree, rule)
    }
    updateExtent(shape)
  }
}

extension SummedTree where Element == ItemChunk {
  /// Carries edits out from the last on, those within one chunk together.
  fileprivate mutating func exchange(
    _ edits: ItemSplices, _ rule: LineRule, _ work: inout ExtentWork
  ) {
    var left = edits.splices[...]
    while let last = left.last {
      let done = replaceInOneChunk(left, with: edits.extents, rule, &work)
      if done == 0 { replaceInChunks(last, with: edits.extents, rule, &work) }
      left.removeLast(max(done, 1))
    }
  }
}
