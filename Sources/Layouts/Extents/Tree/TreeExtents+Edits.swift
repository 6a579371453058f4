internal import Changesets

extension TreeExtents {
  /// Puts `count` new sections in place of the sections `range`.
  ///
  /// O(range · log *n* + new sections + their items without a common extent).
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int,
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    checkSections(range, "replaceSections(_:count:content:extents:)")
    var elements: [TreeSection] = []
    elements.reserveCapacity(count)
    for place in 0..<count {
      let content = try content(place)
      checkShape(content.shape, "replaceSections(_:count:content:extents:)")
      elements.append(try load(content, place, extents))
    }
    for _ in range { sections.replaceElement(at: range.lowerBound, with: []) }
    if !elements.isEmpty { sections.insert(elements, at: range.lowerBound) }
    work.placesMoved += count + range.count
  }

  mutating func load(
    _ content: SectionContent, _ place: Int,
    _ extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) -> TreeSection {
    let rule = shapes[content.shape].rule
    if var common = content.commonExtent {
      if rule.isSingleColumn { common.cross = 0 }
      return TreeSection(common, count: content.itemCount, shape: content.shape, shapes)
    }
    var builder = ChunkBuilder(rule)
    var part: [ItemExtent] = []
    part.reserveCapacity(min(content.itemCount, Self.partLength))
    for start in stride(from: 0, to: content.itemCount, by: Self.partLength) {
      let items = start..<min(start + Self.partLength, content.itemCount)
      part.removeAll(keepingCapacity: true)
      try extents(place, items, &part)
      content.checkCount(part.count, of: items.count, place)
      builder.append(contentsOf: part)
    }
    builder.finish()
    work.add(builder.work)
    return TreeSection(builder.chunks, shape: content.shape, shapes)
  }

  /// How many items are asked for at once; what they take stays in the nearest cache.
  private static var partLength: Int { 512 }

  /// Puts `newExtents` in place of the items `range` of `section`.
  ///
  /// O(log *n*) and the items whose lines change, in whole chunks; O(log sections) where the section
  /// is uniform and stays so.
  public mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    checkSection(section, "replaceItems(_:inSection:with:)")
    let shapes = self.shapes
    var work = self.work
    sections.updateElement(at: section) { element in
      let count = element.itemCount
      require(
        range.lowerBound >= 0 && range.upperBound <= count,
        "TreeExtents.replaceItems(_:inSection:with:): range is \(range), valid in section "
          + "\(section) are those in 0..<\(count)")
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
        setItems(SummedTree(builder.chunks), rule)
      }
    case .chunks:
      guard var tree = takeItems() else { return }
      let splice = ItemSplice(range: range, added: newExtents.indices)
      tree.replace(splice, with: newExtents, rule, &work)
      setItems(tree, rule)
    }
    updateExtent(shape)
  }
}

extension SummedTree where Element == ItemChunk {
  /// Puts `extents` in place of the items of `splice`. O(log *n*) and the chunks whose lines change.
  mutating func replace(
    _ splice: ItemSplice, with extents: [ItemExtent], _ rule: LineRule, _ work: inout ExtentWork
  ) {
    let done = replaceInOneChunk(CollectionOfOne(splice), with: extents, rule, &work)
    if done == 0 { replaceInChunks(splice, with: extents, rule, &work) }
  }

  /// Carries the last of `splices` out, with those before it that fall into the same chunk, where
  /// one chunk takes it all and the next one still begins a line.
  ///
  /// - Returns: How many it has carried out; 0, and nothing done, where more is needed.
  mutating func replaceInOneChunk(
    _ splices: some RandomAccessCollection<ItemSplice>, with extents: [ItemExtent],
    _ rule: LineRule, _ work: inout ExtentWork
  ) -> Int {
    guard let last = splices.last else { return 0 }
    let edited: (position: Int, chunk: ItemChunk, lines: LineSums, splices: Int)? = {
      var visited = 0
      var place = place(at: max(last.range.lowerBound - 1, 0), visited: &visited)
      let first = place.count
      if case .equal = place.element.items { return nil }
      guard last.range.upperBound <= first + place.element.count else { return nil }
      let start = splices.lastIndex { first > 0 && $0.range.lowerBound <= first }
      let within = splices[(start.map { splices.index(after: $0) } ?? splices.startIndex)...]
      guard
        let (chunk, lines) = place.element.replacing(within, from: first, with: extents, rule)
      else { return nil }
      if place.advance() {
        guard !rule.fits(place.element.firstExtent(rule).cross, after: lines.lastUsed) else {
          return nil
        }
      } else if place.count < count {
        let next = self.place(at: place.count, visited: &visited).element
        guard !rule.fits(next.firstExtent(rule).cross, after: lines.lastUsed) else { return nil }
      }
      return (first, chunk, lines, within.count)
    }()
    guard let edited else { return 0 }
    updateElement(at: edited.position) { $0 = edited.chunk }
    work.itemsRebroken += edited.chunk.count
    work.linesRebroken += edited.lines.count
    work.placesMoved += 1
    return edited.splices
  }

  /// Carries `splice` out, whatever chunks that takes.
  mutating func replaceInChunks(
    _ splice: ItemSplice, with extents: [ItemExtent], _ rule: LineRule, _ work: inout ExtentWork
  ) {
    var edit = ChunkEdit(self, splice.range, rule)
    edit.replace(splice.range, with: extents[splice.added], in: &self, &work)
  }
}
