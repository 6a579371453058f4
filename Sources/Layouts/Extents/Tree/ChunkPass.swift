/// Writes the tree of a section's chunks anew in one pass: leaves that edits leave alone are kept as
/// they are, and so are chunks of other leaves; a chunk that is edited is made once, whatever the
/// number of its edits.
struct ChunkPass {
  private let rule: LineRule
  private let edits: ItemSplices
  private var builder: ChunkBuilder
  /// Leaves that are done; the chunks behind them are in the builder.
  private var leaves: [SummedNode<ItemChunk>] = []
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
    _ tree: SummedTree<ItemChunk>, by edits: ItemSplices, _ rule: LineRule,
    _ work: inout ExtentWork
  ) -> SummedTree<ItemChunk> {
    var pass = ChunkPass(edits, rule)
    if tree.count == 0 {
      pass.feed(edits.splices[...], of: nil)
    } else {
      tree.forEachLeaf { pass.add($0) }
    }
    pass.builder.finish()
    pass.storeLeaves()
    work.add(pass.builder.work)
    work.placesMoved += pass.leaves.count
    return SummedTree(leaves: pass.leaves)
  }

  private mutating func storeLeaves() {
    leaves += SummedTree.leaves(of: builder.takeChunks())
  }

  /// Goes on to the next leaf.
  private mutating func add(_ leaf: SummedNode<ItemChunk>) {
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
  private func mayEnd(before leaf: SummedNode<ItemChunk>) -> Bool {
    guard builder.isFinished, lastUsed == nil else { return false }
    let count = builder.chunks.count
    guard count == 0 || count >= SummedTree<ItemChunk>.leafCapacity / 3 else { return false }
    return !(builder.chunks.last?.isRun == true && leaf.elements.first?.isRun == true)
  }

  /// Goes on to the next chunk.
  private mutating func add(_ chunk: ItemChunk) {
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
  private mutating func joinOrFinish(_ chunk: ItemChunk) {
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
  private mutating func replace(_ chunk: ItemChunk, _ own: ArraySlice<ItemSplice>) -> Bool {
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
  private mutating func feed(_ own: ArraySlice<ItemSplice>, of chunk: ItemChunk?) {
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

extension ItemChunk {
  /// Whether it is a run of equal items.
  fileprivate var isRun: Bool {
    if case .equal = items { true } else { false }
  }
}
