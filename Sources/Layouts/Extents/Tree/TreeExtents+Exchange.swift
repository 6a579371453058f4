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
  ///   O(leaves of the section's tree and the chunks that are edited) where that is less. O(log
  ///   sections) for each section that is uniform and stays so.
  /// - Precondition: The items exist, and the places are in their sections.
  public mutating func exchangeItems(
    taken: [ItemPath], put: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    let count = taken.count + put.count + resized.count
    // Where sections have few edits each, to gather them gains nothing.
    guard count >= Self.leastTogether,
      count / Self.leastTogether >= Self.span(taken, put, resized)
    else {
      return exchangeOneByOne(taken: taken, put: put, resized: resized)
    }
    var edits = SectionEdits(taken: taken, put: put, resized: resized)
    while let edited = edits.next() {
      if edited.count < Self.leastTogether {
        exchangeOneByOne(taken: edited.taken, put: edited.put, resized: edited.resized)
      } else {
        exchangeTogether(edited)
      }
    }
  }

  private mutating func exchangeTogether(_ edited: SectionEdits.Section) {
    checkSection(edited.section, "exchangeItems(taken:put:resized:)")
    let splices = ItemSplices(edited)
    let shapes = self.shapes
    var work = self.work
    sections.updateElement(at: edited.section) { element in
      let end = splices.splices.last?.range.upperBound ?? 0
      require(
        end <= element.itemCount,
        "TreeExtents.exchangeItems(taken:put:resized:): an edit ends at item \(end), valid in "
          + "section \(edited.section) are 0...\(element.itemCount)")
      element.exchangeItems(splices, shapes[Int(element.shape)], &work)
    }
    self.work = work
  }

  /// Whether there are so many edits beside the chunks that most leaves are made anew, if they fall
  /// into all sections alike. O(sections) where there are at most `count`, O(1) elsewhere.
  public func writesAnew(forEdits count: Int) -> Bool {
    guard count >= Self.leastTogether * sectionCount else { return false }
    var chunks = 0
    sections.forEach { section in
      if case .chunks(let root, _) = section.items {
        chunks += SummedTree(root: root).elementCountEstimate
      }
    }
    return !ChunkPass.isDearer(for: count, of: chunks)
  }

  /// From the first section that is edited to the last one, both counted.
  private static func span(
    _ taken: [ItemPath], _ put: [(path: ItemPath, extent: ItemExtent)],
    _ resized: [(path: ItemPath, extent: ItemExtent)]
  ) -> Int {
    var (first, last) = (Int.max, 0)
    for section in [taken.first?.section, put.first?.path.section].compactMap({ $0 }) {
      first = min(first, section)
    }
    for section in [taken.last?.section, put.last?.path.section].compactMap({ $0 }) {
      last = max(last, section)
    }
    for (path, _) in resized {
      first = min(first, path.section)
      last = max(last, path.section)
    }
    return last - first + 1
  }

  /// The edits of a section from which to gather them costs less than it saves.
  private static var leastTogether: Int { 8 }
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
      if ChunkPass.isDearer(for: edits.splices.count, of: tree.elementCountEstimate) {
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
