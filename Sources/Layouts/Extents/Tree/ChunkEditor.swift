/// An edit of a tree of chunks: which chunks it replaces, and by what.
struct ChunkEditor {
  private let rule: LineRule
  /// The first item of the first chunk that is replaced.
  private var first: Int
  /// The number of replaced chunks.
  private var chunkCount = 0
  /// The item behind the last chunk that is replaced.
  private var end: Int
  /// The chunk that begins with item `end`; nil behind the last.
  private var next: ExtentTreePlace<ExtentChunk>?
  private var visited = 0

  init(_ tree: ExtentTree<ExtentChunk>, _ range: Range<Int>, _ rule: LineRule) {
    self.rule = rule
    // An item at the beginning of a line may now fit on the line before.
    let place = tree.place(at: max(range.lowerBound - 1, 0), visited: &visited)
    first = place.count
    end = first
    next = place
  }

  mutating func replace(
    _ range: Range<Int>, with newExtents: ArraySlice<ItemExtent>,
    in tree: inout ExtentTree<ExtentChunk>, _ work: inout ExtentWork
  ) {
    let count = (next?.element.count ?? 0) - range.count + newExtents.count
    var builder = ChunkBuilder(rule, target: ChunkBuilder.target(forCount: count))
    // The chunk that holds the range's beginning, or the one before it and that one.
    var isFed = false
    while let chunk = next?.element, !isFed {
      let before = min(chunk.count, range.lowerBound - end)
      chunk.feed(0..<before, storedBy: rule, to: &builder)
      isFed = end + chunk.count > range.lowerBound || end + chunk.count == tree.count
      if isFed {
        for extent in newExtents { builder.append(extent) }
        feedBehind(range.upperBound, of: chunk, to: &builder)
      }
      take(chunk, of: tree)
    }
    while end < range.upperBound, let chunk = next?.element {
      feedBehind(range.upperBound, of: chunk, to: &builder)
      take(chunk, of: tree)
    }
    feedJoiningChunks(of: tree, to: &builder)
    builder.finish()
    var chunks = builder.chunks
    joinPrecedingRun(&chunks, in: tree)
    work.add(builder.work)
    work.placesMoved += chunks.count + chunkCount
    // Releases the leaf, so that the tree is its only owner.
    next = nil
    store(chunks, in: &tree)
  }

  /// Steps behind `chunk`, which is replaced.
  private mutating func take(_ chunk: ExtentChunk, of tree: ExtentTree<ExtentChunk>) {
    end += chunk.count
    chunkCount += 1
    if next?.advance() != true {
      next = end < tree.count ? tree.place(at: end, visited: &visited) : nil
    }
  }

  /// Feeds the items of `chunk`, which begins with item `end`, from item `start` on.
  private func feedBehind(_ start: Int, of chunk: ExtentChunk, to builder: inout ChunkBuilder) {
    let kept = min(max(start - end, 0), chunk.count)
    chunk.feed(kept..<chunk.count, storedBy: rule, to: &builder)
  }

  /// Takes and feeds the chunks whose first item no longer begins a line, and small neighbours.
  private mutating func feedJoiningChunks(
    of tree: ExtentTree<ExtentChunk>, to builder: inout ChunkBuilder
  ) {
    while let chunk = next?.element, builder.takesIn(chunk, beginningWith: chunk.firstExtent(rule))
    {
      chunk.feed(0..<chunk.count, storedBy: rule, to: &builder)
      take(chunk, of: tree)
    }
  }

  /// Joins a run with an equal one in front of it, which then ends with a full line.
  private mutating func joinPrecedingRun(
    _ chunks: inout [ExtentChunk], in tree: ExtentTree<ExtentChunk>
  ) {
    guard first > 0, let run = chunks.first, case .equal(let extent) = run.items else { return }
    let before = tree.place(at: first - 1, visited: &visited).element
    guard case .equal(extent) = before.items else { return }
    chunks[0] = ExtentChunk(equal: EqualLines(extent, count: before.count + run.count, rule))
    first -= before.count
    chunkCount += 1
  }

  private func store(_ chunks: [ExtentChunk], in tree: inout ExtentTree<ExtentChunk>) {
    tree.replaceElement(at: first, with: chunks)
    let next = first + chunks.reduce(0) { $0 + $1.count }
    for _ in 1..<chunkCount { tree.replaceElement(at: next, with: []) }
  }
}

/// An editor that applies many edits to the tree of a section's chunks in one pass.
///
/// It keeps leaves that no edit touches, and untouched chunks of other leaves. It makes an edited
/// chunk once, whatever the number of its edits.
struct BatchChunkEditor {
  private let rule: LineRule
  private let edits: ItemSplices
  private var builder: ChunkBuilder
  /// Leaves that are done; the chunks behind them are in the builder.
  private var leaves: [ExtentTreeNode<ExtentChunk>] = []
  /// The first edit that has not been applied.
  private var next = 0
  /// The first item of the chunk at hand, before all edits.
  private var first = 0
  /// The item behind those that the applied edits remove.
  private var removedEnd = 0
  /// The length that the last line of the last chunk takes; nil if the next chunk is known to begin
  /// a line, or if the builder knows.
  private var lastUsed: Double?

  /// Returns a Boolean value that indicates whether `count` single edits of a tree of so many
  /// chunks cost less than a pass.
  static func costsMoreThanSingleEdits(for count: Int, of chunks: Int) -> Bool {
    count * chunksPerEdit < chunks
  }

  /// The number of chunks that a pass visits in the time of one single edit.
  private static var chunksPerEdit: Int { 8 }

  private init(_ edits: ItemSplices, _ rule: LineRule) {
    self.edits = edits
    self.rule = rule
    builder = ChunkBuilder(rule)
  }

  /// Returns `tree` with `edits` applied. O(leaves + chunks of edited leaves + items of edited
  /// chunks).
  static func edited(
    _ tree: ExtentTree<ExtentChunk>, by edits: ItemSplices, _ rule: LineRule,
    _ work: inout ExtentWork
  ) -> ExtentTree<ExtentChunk> {
    var pass = BatchChunkEditor(edits, rule)
    if tree.count == 0 {
      pass.feed(edits.splices[...], of: nil)
    } else {
      tree.forEachLeaf { pass.add($0) }
    }
    pass.builder.finish()
    pass.storeLeaves()
    work.add(pass.builder.work)
    work.placesMoved += pass.leaves.count
    return ExtentTree(leaves: pass.leaves)
  }

  private mutating func storeLeaves() { leaves += ExtentTree.leaves(of: builder.takeChunks()) }

  /// Goes on to the next leaf.
  private mutating func add(_ leaf: ExtentTreeNode<ExtentChunk>) {
    let end = first + leaf.count
    let isNext = next < edits.splices.count && edits.splices[next].range.lowerBound <= end
    guard isNext || removedEnd > first || !mayEndLeaf else {
      storeLeaves()
      leaves.append(leaf)
      first = end
      return
    }
    // The first items of this leaf may now continue the run before it.
    if builder.chunks.isEmpty, leaves.last?.elements.last?.isRun == true {
      for chunk in leaves.removeLast().elements { builder.append(chunk) }
    }
    for chunk in leaf.elements { add(chunk) }
  }

  /// A Boolean value that indicates whether the chunks so far need nothing of the next leaf, and are
  /// none or enough for a leaf.
  private var mayEndLeaf: Bool {
    guard builder.isFinished, lastUsed == nil else { return false }
    let count = builder.chunks.count
    return count == 0 || count >= ExtentTree<ExtentChunk>.leafCapacity / 3
  }

  /// Goes on to the next chunk.
  private mutating func add(_ chunk: ExtentChunk) {
    let end = first + chunk.count
    // An item at the beginning of a line may now fit on the line before: what is edited there is
    // the business of the chunk before.
    let start = next
    while next < edits.splices.count, edits.splices[next].range.lowerBound <= end { next += 1 }
    let own = edits.splices[start..<next]
    let isTouched = !own.isEmpty || removedEnd > first
    if removedEnd < end, !builder.isFinished || lastUsed != nil { joinOrFinish(chunk) }
    if !isTouched, builder.isFinished {
      builder.append(chunk)
    } else if !replace(chunk, own) {
      if builder.isFinished {
        builder.target = ChunkBuilder.target(forCount: own.reduce(chunk.count) { $0 + $1.growth })
      }
      feed(own, of: chunk)
    }
    first = end
  }

  /// Reopens the last chunk if the first remaining item of `chunk` joins it; otherwise finishes the
  /// pending items.
  private mutating func joinOrFinish(_ chunk: ExtentChunk) {
    let extent = chunk.extent(at: max(removedEnd - first, 0), rule)
    if let lastUsed {
      if rule.fits(extent.cross, after: lastUsed) { builder.reopen() }
    } else if !builder.takesIn(chunk, beginningWith: extent) {
      builder.finish()
    }
    lastUsed = nil
  }

  /// Appends the edited chunk if the edits stay within `chunk` and leave one chunk that is not a
  /// run.
  ///
  /// - Returns: False if they do not; nothing has changed then.
  private mutating func replace(_ chunk: ExtentChunk, _ own: ArraySlice<ItemSplice>) -> Bool {
    guard builder.isFinished, removedEnd <= first, let last = own.last,
      last.range.upperBound <= first + chunk.count,
      let (made, lines) = chunk.replacing(own, from: first, with: edits.extents, rule)
    else { return false }
    builder.append(made)
    builder.work.itemsRebroken += made.count
    builder.work.linesRebroken += lines.count
    lastUsed = lines.lastUsed
    return true
  }

  /// Feeds what edits make of `chunk` to the builder.
  private mutating func feed(_ own: ArraySlice<ItemSplice>, of chunk: ExtentChunk?) {
    let count = chunk?.count ?? 0
    var item = min(max(removedEnd - first, 0), count)
    for splice in own {
      let end = splice.range.lowerBound - first
      if item < end { chunk?.feed(item..<end, storedBy: rule, to: &builder) }
      for place in splice.added { builder.append(edits.extents[place]) }
      removedEnd = splice.range.upperBound
      item = min(removedEnd - first, count)
    }
    chunk?.feed(item..<count, storedBy: rule, to: &builder)
  }
}

extension ExtentChunk {
  /// A Boolean value that indicates whether it is a run of equal items.
  fileprivate var isRun: Bool {
    if case .equal = items { true } else { false }
  }
}
