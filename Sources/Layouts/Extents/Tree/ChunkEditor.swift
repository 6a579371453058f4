/// An edit of a tree of chunks: which chunks it replaces, and by what.
struct ChunkEditor {
  private let rule: LineRule
  /// The first item of the first chunk that is replaced.
  private var first: Int
  /// How many chunks are replaced.
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
    feedWhatJoins(of: tree, to: &builder)
    builder.finish()
    var chunks = builder.chunks
    joinRunBefore(&chunks, in: tree)
    work.add(builder.work)
    work.placesMoved += chunks.count + chunkCount
    // So that the tree is the only owner of its leaves.
    next = nil
    store(chunks, in: &tree)
  }

  /// Goes on behind `chunk`, which is replaced.
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
  private mutating func feedWhatJoins(
    of tree: ExtentTree<ExtentChunk>, to builder: inout ChunkBuilder
  ) {
    while let chunk = next?.element,
      builder.takesIn(chunk, beginningWith: chunk.firstExtent(rule))
    {
      chunk.feed(0..<chunk.count, storedBy: rule, to: &builder)
      take(chunk, of: tree)
    }
  }

  /// Joins a run with an equal one in front of it, which then ends with a full line.
  private mutating func joinRunBefore(
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

/// Writes the tree of a section's chunks anew in one pass: leaves that edits leave alone are kept as
/// they are, and so are chunks of other leaves; a chunk that is edited is made once, whatever the
/// number of its edits.
struct BatchChunkEditor {
  private let rule: LineRule
  private let edits: ItemSplices
  private var builder: ChunkBuilder
  /// Leaves that are done; the chunks behind them are in the builder.
  private var leaves: [ExtentTreeNode<ExtentChunk>] = []
  /// The first edit that has not been carried out.
  private var next = 0
  /// The first item of the chunk at hand, before all edits.
  private var first = 0
  /// The item behind those that edits so far have taken.
  private var takenEnd = 0
  /// What the last line takes of the last chunk made; nil where the chunk behind it is known to
  /// begin a line, or the builder is to be asked.
  private var lastUsed: Double?

  /// Whether to carry `count` edits out one by one costs less, in a tree of so many chunks.
  static func isDearer(for count: Int, of chunks: Int) -> Bool { count * chunksPerEdit < chunks }

  /// How many chunks are passed over in the time that one edit by itself takes.
  private static var chunksPerEdit: Int { 8 }

  private init(_ edits: ItemSplices, _ rule: LineRule) {
    self.edits = edits
    self.rule = rule
    builder = ChunkBuilder(rule)
  }

  /// What edits make of `tree`. O(its leaves + chunks of leaves that are edited + items of chunks
  /// that are edited).
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

  private mutating func storeLeaves() {
    leaves += ExtentTree.leaves(of: builder.takeChunks())
  }

  /// Goes on to the next leaf.
  private mutating func add(_ leaf: ExtentTreeNode<ExtentChunk>) {
    let end = first + leaf.count
    let isNext = next < edits.splices.count && edits.splices[next].range.lowerBound <= end
    guard isNext || takenEnd > first || !mayEnd(before: leaf) else {
      storeLeaves()
      leaves.append(leaf)
      first = end
      return
    }
    // What becomes of this leaf's first items may be a run with what is there.
    if builder.chunks.isEmpty, leaves.last?.elements.last?.isRun == true {
      for chunk in leaves.removeLast().elements { builder.append(chunk) }
    }
    for chunk in leaf.elements { add(chunk) }
  }

  /// Whether what has been made so far needs nothing of `leaf`, and is enough for a leaf or nothing.
  private func mayEnd(before leaf: ExtentTreeNode<ExtentChunk>) -> Bool {
    guard builder.isFinished, lastUsed == nil else { return false }
    let count = builder.chunks.count
    guard count == 0 || count >= ExtentTree<ExtentChunk>.leafCapacity / 3 else { return false }
    return !(builder.chunks.last?.isRun == true && leaf.elements.first?.isRun == true)
  }

  /// Goes on to the next chunk.
  private mutating func add(_ chunk: ExtentChunk) {
    let end = first + chunk.count
    // An item at the beginning of a line may now fit on the line before: what is edited there is
    // the business of the chunk before.
    let start = next
    while next < edits.splices.count, edits.splices[next].range.lowerBound <= end { next += 1 }
    let own = edits.splices[start..<next]
    let isTouched = !own.isEmpty || takenEnd > first
    if takenEnd < end, !builder.isFinished || lastUsed != nil || chunk.isRun {
      joinOrFinish(chunk)
    }
    if !isTouched, builder.isFinished {
      builder.append(chunk)
      lastUsed = nil
    } else if !replace(chunk, own) {
      if builder.isFinished {
        builder.target = ChunkBuilder.target(
          forCount: own.reduce(chunk.count) { $0 + $1.growth })
      }
      feed(own, of: chunk)
    }
    first = end
  }

  /// Takes what came before out again if the first item of `chunk` that stays joins it; else makes
  /// chunks of it.
  private mutating func joinOrFinish(_ chunk: ExtentChunk) {
    let extent = chunk.extent(at: max(takenEnd - first, 0), rule)
    if builder.isFinished {
      var joins = lastUsed.map { rule.fits(extent.cross, after: $0) } ?? false
      if case .equal(let run) = chunk.items, case .equal(run) = builder.chunks.last?.items {
        joins = true
      }
      if joins { builder.reopen() }
    } else if !builder.takesIn(chunk, beginningWith: extent) {
      builder.finish()
    }
    lastUsed = nil
  }

  /// Puts the chunk there that edits within `chunk` make of it; false, and nothing done, where they
  /// reach further, or it is to be a run or more than one chunk.
  private mutating func replace(_ chunk: ExtentChunk, _ own: ArraySlice<ItemSplice>) -> Bool {
    guard builder.isFinished, takenEnd <= first, let last = own.last,
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
    var item = min(max(takenEnd - first, 0), count)
    for splice in own {
      let end = splice.range.lowerBound - first
      if item < end { chunk?.feed(item..<end, storedBy: rule, to: &builder) }
      for place in splice.added { builder.append(edits.extents[place]) }
      takenEnd = splice.range.upperBound
      item = min(takenEnd - first, count)
    }
    chunk?.feed(item..<count, storedBy: rule, to: &builder)
  }
}

extension ExtentChunk {
  /// Whether it is a run of equal items.
  fileprivate var isRun: Bool {
    if case .equal = items { true } else { false }
  }
}
