extension TreeExtents {
  /// Puts `count` new sections in place of the sections `range`.
  ///
  /// O(range · log *n* + new sections + their items without a common extent).
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extent: (Int, Int) throws(LayoutError) -> ItemExtent
  ) throws(LayoutError) {
    var elements: [TreeSection] = []
    elements.reserveCapacity(count)
    for place in 0..<count {
      let content = try content(place)
      elements.append(try load(content, place, extent))
    }
    for _ in range { sections.replaceElement(at: range.lowerBound, with: []) }
    if !elements.isEmpty { sections.insert(elements, at: range.lowerBound) }
    work.placesMoved += count + range.count
  }

  private mutating func load(
    _ content: SectionContent, _ place: Int,
    _ extent: (Int, Int) throws(LayoutError) -> ItemExtent
  ) throws(LayoutError) -> TreeSection {
    let rule = shapes[content.shape].rule
    if var common = content.commonExtent {
      if rule.isSingleColumn { common.cross = 0 }
      return TreeSection(common, count: content.itemCount, shape: content.shape, shapes)
    }
    var builder = ChunkBuilder(rule)
    for item in 0..<content.itemCount { builder.append(try extent(place, item)) }
    builder.finish()
    work.add(builder.work)
    return TreeSection(builder.chunks, shape: content.shape, shapes)
  }

  /// Puts `newExtents` in place of the items `range` of `section`.
  ///
  /// O(log *n*) and the items whose lines change, in whole chunks; O(log sections) where the section
  /// is uniform and stays so.
  public mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    let shapes = self.shapes
    var work = self.work
    sections.updateElement(at: section) { element in
      element.replaceItems(range, with: newExtents, shapes[Int(element.shape)], &work)
    }
    self.work = work
  }
}

extension TreeSection {
  mutating func replaceItems(
    _ range: Range<Int>, with newExtents: [ItemExtent], _ shape: SectionShape,
    _ work: inout ExtentWork
  ) {
    let rule = shape.rule
    switch items {
    case .equal(let extent):
      let isSame: (ItemExtent) -> Bool = { new in
        new.main == extent.main && (rule.isSingleColumn || new.cross == extent.cross)
      }
      if newExtents.allSatisfy(isSame) && (itemCount > 0 || newExtents.isEmpty) {
        setItemCount(itemCount - range.count + newExtents.count)
        work.placesMoved += 1
      } else {
        var builder = ChunkBuilder(rule)
        builder.append(extent, count: range.lowerBound)
        for new in newExtents { builder.append(new) }
        builder.append(extent, count: itemCount - range.upperBound)
        builder.finish()
        work.add(builder.work)
        setItems(SummedTree(builder.chunks))
      }
    case .chunks:
      guard var tree = takeItems() else { return }
      var edit = ChunkEdit(tree, range, rule)
      edit.replace(with: newExtents, in: &tree, &work)
      setItems(tree)
    }
    updateExtent(shape)
  }
}

/// An edit of a tree of chunks: which chunks it replaces, and by what.
private struct ChunkEdit {
  private let range: Range<Int>
  private let rule: LineRule
  /// The first item of the first chunk that is replaced.
  private var first: Int
  /// How many chunks are replaced.
  private var chunkCount = 0
  /// The item behind the last chunk that is replaced.
  private var end: Int
  private var visited = 0

  init(_ tree: SummedTree<ItemChunk>, _ range: Range<Int>, _ rule: LineRule) {
    self.range = range
    self.rule = rule
    // An item at the beginning of a line may now fit on the line before.
    first = tree.place(at: max(range.lowerBound - 1, 0), visited: &visited).count
    end = first
  }

  mutating func replace(
    with newExtents: [ItemExtent], in tree: inout SummedTree<ItemChunk>, _ work: inout ExtentWork
  ) {
    var builder = ChunkBuilder(rule, target: target(newExtents.count, tree))
    feed(upTo: range.lowerBound, of: tree, to: &builder)
    for extent in newExtents { builder.append(extent) }
    skip(to: range.upperBound, of: tree)
    feed(upTo: end, from: range.upperBound, of: tree, to: &builder)
    feedWhatJoins(of: tree, to: &builder)
    builder.finish()
    var chunks = builder.chunks
    joinRunBefore(&chunks, in: tree)
    work.add(builder.work)
    work.placesMoved += chunks.count + chunkCount
    store(chunks, in: &tree)
  }

  /// The chunk that begins with item number `end`.
  private mutating func next(of tree: SummedTree<ItemChunk>) -> ItemChunk {
    tree.place(at: end, visited: &visited).element
  }

  /// The size at which chunks end: one that grows may become half as large again before it is two.
  private mutating func target(_ added: Int, _ tree: SummedTree<ItemChunk>) -> Int {
    let count = next(of: tree).count - range.count + added
    let most = ChunkBuilder.usualTarget * 3 / 2
    return count <= most ? most : ChunkBuilder.usualTarget * 3 / 4
  }

  /// Takes chunks until they hold item `limit`, and feeds the items before it.
  private mutating func feed(
    upTo limit: Int, of tree: SummedTree<ItemChunk>, to builder: inout ChunkBuilder
  ) {
    repeat {
      let chunk = next(of: tree)
      chunk.feed(0..<min(chunk.count, limit - end), to: &builder)
      end += chunk.count
      chunkCount += 1
    } while end < limit
  }

  /// Takes chunks until they hold everything that is removed.
  private mutating func skip(to limit: Int, of tree: SummedTree<ItemChunk>) {
    while end < limit {
      end += next(of: tree).count
      chunkCount += 1
    }
  }

  /// Feeds the items from `start` on that were taken with their chunk and not removed.
  private mutating func feed(
    upTo limit: Int, from start: Int, of tree: SummedTree<ItemChunk>,
    to builder: inout ChunkBuilder
  ) {
    guard start < limit else { return }
    let place = tree.place(at: start, visited: &visited)
    place.element.feed(start - place.count..<place.element.count, to: &builder)
  }

  /// Takes and feeds the chunks whose first item no longer begins a line, and small neighbours.
  private mutating func feedWhatJoins(
    of tree: SummedTree<ItemChunk>, to builder: inout ChunkBuilder
  ) {
    while end < tree.count {
      let chunk = next(of: tree)
      let extent = chunk.firstExtent(rule)
      var joins = !builder.startsLine(extent)
      if case .equal = chunk.items {
        joins = joins || builder.endsWithRun(of: extent)
      } else {
        let isSmall =
          builder.pendingCount > 0 && builder.pendingCount + chunk.count <= builder.target
        joins = joins || (isSmall && builder.pendingCount < ChunkBuilder.usualTarget / 4)
      }
      guard joins else { return }
      chunk.feed(0..<chunk.count, to: &builder)
      end += chunk.count
      chunkCount += 1
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
