/// An edit of a tree of chunks: which chunks it replaces, and by what.
struct ChunkEdit {
  private let rule: LineRule
  /// The first item of the first chunk that is replaced.
  private var first: Int
  /// How many chunks are replaced.
  private var chunkCount = 0
  /// The item behind the last chunk that is replaced.
  private var end: Int
  /// The chunk that begins with item `end`; nil behind the last.
  private var next: SummedPlace<ItemChunk>?
  private var visited = 0

  init(_ tree: SummedTree<ItemChunk>, _ range: Range<Int>, _ rule: LineRule) {
    self.rule = rule
    // An item at the beginning of a line may now fit on the line before.
    let place = tree.place(at: max(range.lowerBound - 1, 0), visited: &visited)
    first = place.count
    end = first
    next = place
  }

  mutating func replace(
    _ range: Range<Int>, with newExtents: ArraySlice<ItemExtent>,
    in tree: inout SummedTree<ItemChunk>, _ work: inout ExtentWork
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
  private mutating func take(_ chunk: ItemChunk, of tree: SummedTree<ItemChunk>) {
    end += chunk.count
    chunkCount += 1
    if next?.advance() != true {
      next = end < tree.count ? tree.place(at: end, visited: &visited) : nil
    }
  }

  /// Feeds the items of `chunk`, which begins with item `end`, from item `start` on.
  private func feedBehind(_ start: Int, of chunk: ItemChunk, to builder: inout ChunkBuilder) {
    let kept = min(max(start - end, 0), chunk.count)
    chunk.feed(kept..<chunk.count, storedBy: rule, to: &builder)
  }

  /// Takes and feeds the chunks whose first item no longer begins a line, and small neighbours.
  private mutating func feedWhatJoins(
    of tree: SummedTree<ItemChunk>, to builder: inout ChunkBuilder
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
    _ chunks: inout [ItemChunk], in tree: SummedTree<ItemChunk>
  ) {
    guard first > 0, let run = chunks.first, case .equal(let extent) = run.items else { return }
    let before = tree.place(at: first - 1, visited: &visited).element
    guard case .equal(extent) = before.items else { return }
    chunks[0] = ItemChunk(equal: EqualLines(extent, count: before.count + run.count, rule))
    first -= before.count
    chunkCount += 1
  }

  private func store(_ chunks: [ItemChunk], in tree: inout SummedTree<ItemChunk>) {
    tree.replaceElement(at: first, with: chunks)
    let next = first + chunks.reduce(0) { $0 + $1.count }
    for _ in 1..<chunkCount { tree.replaceElement(at: next, with: []) }
  }
}
