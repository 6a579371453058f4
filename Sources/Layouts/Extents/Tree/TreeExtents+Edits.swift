public import Changesets

extension TreeExtents {
  /// Puts `count` new sections in place of the sections `range`.
  ///
  /// O(range · log *n* + new sections + their items without a common extent).
  public mutating func replaceSections(
    _ range: Range<Int>, count: Int, content: SectionContentSource, extents: ItemExtentsSource
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
    _ extents: ItemExtentsSource
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

  /// The number of items requested at once; their extents stay in the nearest cache.
  private static var partLength: Int { 512 }

  /// Replaces the items `range` of `section` with `newExtents`.
  ///
  /// O(log *n*) and the items whose lines change, in whole chunks; O(log sections) if the section
  /// is uniform and stays so.
  public mutating func replaceItems(
    _ range: Range<Int>, inSection section: Int, with newExtents: [ItemExtent]
  ) {
    checkSection(section, "replaceItems(_:inSection:with:)")
    let shapes = self.shapes
    var work = self.work
    sections.updateElement(at: section) { element, _ in
      let count = element.itemCount
      require(
        range.lowerBound >= 0 && range.upperBound <= count,
        "TreeExtents.replaceItems(_:inSection:with:): range is \(range), valid in section "
          + "\(section) are those in 0..<\(count)")
      element.replaceItems(range, with: newExtents, shapes[Int(element.shape)], &work)
      return true
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
      if newExtents.allSatisfy(isSame) {
        setItemCount(itemCount - range.count + newExtents.count)
        work.placesMoved += 1
      } else {
        var builder = ChunkBuilder(rule)
        builder.append(extent, count: range.lowerBound)
        for new in newExtents { builder.append(new) }
        builder.append(extent, count: itemCount - range.upperBound)
        builder.finish()
        work.add(builder.work)
        setItems(ExtentTree(builder.chunks), rule)
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

extension ExtentTree where Element == ExtentChunk {
  /// Puts `extents` in place of the items of `splice`. O(log *n*) and the chunks whose lines change.
  mutating func replace(
    _ splice: ItemSplice, with extents: [ItemExtent], _ rule: LineRule, _ work: inout ExtentWork
  ) {
    guard !replaceInColumn(splice.range, with: extents, rule, &work) else { return }
    let done = replaceInOneChunk(CollectionOfOne(splice), with: extents, rule, &work)
    if done == 0 { replaceInChunks(splice, with: extents, rule, &work) }
  }

  /// Puts `extents` in place of the items `range` of a single column, if they stay within one chunk
  /// and its memory.
  ///
  /// - Returns: False, and nothing has changed, if more is needed.
  private mutating func replaceInColumn(
    _ range: Range<Int>, with extents: [ItemExtent], _ rule: LineRule, _ work: inout ExtentWork
  ) -> Bool {
    guard rule.isSingleColumn else { return false }
    var items = 0
    let isDone = updateElement(at: max(range.lowerBound - 1, 0)) { chunk, first in
      guard range.upperBound <= first + chunk.count else { return false }
      let own = range.lowerBound - first..<range.upperBound - first
      guard chunk.replace(own, with: extents, rule) else { return false }
      items = chunk.count
      return true
    }
    guard isDone else { return false }
    work.itemsRebroken += items
    work.linesRebroken += items
    work.placesMoved += 1
    return true
  }

  /// Applies the last of `splices`, with earlier ones in the same chunk, if one chunk takes them
  /// all and the next chunk still begins a line.
  ///
  /// - Returns: The number of applied splices; 0, and nothing has changed, if more is needed.
  mutating func replaceInOneChunk(
    _ splices: some RandomAccessCollection<ItemSplice>, with extents: [ItemExtent],
    _ rule: LineRule, _ work: inout ExtentWork
  ) -> Int {
    guard let last = splices.last else { return 0 }
    let edited: (position: Int, chunk: ExtentChunk, lines: LineSums, splices: Int)? = {
      var visited = 0
      var place = place(at: max(last.range.lowerBound - 1, 0), visited: &visited)
      let first = place.count
      if case .equal = place.element.items { return nil }
      guard last.range.upperBound <= first + place.element.count else { return nil }
      let start = splices.lastIndex { first > 0 && $0.range.lowerBound <= first }
      let within = splices[(start.map { splices.index(after: $0) } ?? splices.startIndex)...]
      guard let (chunk, lines) = place.element.replacing(within, from: first, with: extents, rule)
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
    updateElement(at: edited.position) { chunk, _ in
      chunk = edited.chunk
      return true
    }
    work.itemsRebroken += edited.chunk.count
    work.linesRebroken += edited.lines.count
    work.placesMoved += 1
    return edited.splices
  }

  /// Applies `splice`, across as many chunks as that takes.
  mutating func replaceInChunks(
    _ splice: ItemSplice, with extents: [ItemExtent], _ rule: LineRule, _ work: inout ExtentWork
  ) {
    var edit = ChunkEditor(self, splice.range, rule)
    edit.replace(splice.range, with: extents[splice.added], in: &self, &work)
  }
}

extension TreeExtents {
  /// Applies edits of single items. It makes each edited chunk of a section once and, for many
  /// edits, the section's tree too.
  ///
  /// - Complexity: O(*k* · log *n*) for *k* edits and the items whose lines change, in whole
  ///   chunks. O(leaves of the section's tree + edited chunks) if that is less. O(log sections) for
  ///   each section that is uniform and stays so.
  public mutating func exchangeItems(
    removed: [ItemPath], inserted: [(path: ItemPath, extent: ItemExtent)],
    resized: [(path: ItemPath, extent: ItemExtent)]
  ) {
    let count = removed.count + inserted.count + resized.count
    // Gathering the edits gains nothing if sections have few edits each.
    guard count >= Self.minimumBatch,
      count / Self.minimumBatch >= Self.span(removed, inserted, resized)
    else {
      return exchangeOneByOne(removed, inserted, resized)
    }
    var edits = ItemEdits(removed: removed, inserted: inserted, resized: resized)
    while let edited = edits.next() {
      if edited.count < Self.minimumBatch {
        exchangeOneByOne(edited.removed, edited.inserted, edited.resized)
      } else {
        exchangeInBatch(edited)
      }
    }
  }

  private mutating func exchangeOneByOne(
    _ removed: some BidirectionalCollection<ItemPath>,
    _ inserted: some Sequence<(path: ItemPath, extent: ItemExtent)>,
    _ resized: some Sequence<(path: ItemPath, extent: ItemExtent)>
  ) {
    // Taken out, so that the array has one owner.
    var one = oneExtent
    oneExtent = []
    exchangeOneByOne(removed: removed, inserted: inserted, resized: resized, &one)
    oneExtent = one
  }

  private mutating func exchangeInBatch(_ edited: ItemEdits.Section) {
    checkSection(edited.section, "exchangeItems(removed:inserted:resized:)")
    let splices = ItemSplices(edited)
    let shapes = self.shapes
    var work = self.work
    sections.updateElement(at: edited.section) { element, _ in
      let end = splices.splices.last?.range.upperBound ?? 0
      require(
        end <= element.itemCount,
        "TreeExtents.exchangeItems(removed:inserted:resized:): an edit ends at item \(end), valid in "
          + "section \(edited.section) are 0...\(element.itemCount)")
      element.exchangeItems(splices, shapes[Int(element.shape)], &work)
      return true
    }
    self.work = work
  }

  /// Returns a Boolean value that indicates whether most leaves are made again if `count` edits
  /// fall evenly into all sections. O(sections) if there are at most `count`, otherwise O(1).
  public func rewritesEverything(forEdits count: Int) -> Bool {
    guard count >= Self.minimumBatch * sectionCount else { return false }
    var chunks = 0
    sections.forEach { section in
      if case .chunks(let root, _) = section.items {
        chunks += ExtentTree(root: root).elementCountEstimate
      }
    }
    return !BatchChunkEditor.costsMoreThanSingleEdits(for: count, of: chunks)
  }

  /// Returns the number of sections from the first edited one to the last.
  private static func span(
    _ removed: [ItemPath], _ inserted: [(path: ItemPath, extent: ItemExtent)],
    _ resized: [(path: ItemPath, extent: ItemExtent)]
  ) -> Int {
    var (first, last) = (Int.max, 0)
    for section in [removed.first?.section, inserted.first?.path.section].compactMap({ $0 }) {
      first = min(first, section)
    }
    for section in [removed.last?.section, inserted.last?.path.section].compactMap({ $0 }) {
      last = max(last, section)
    }
    for (path, _) in resized {
      first = min(first, path.section)
      last = max(last, path.section)
    }
    return last - first + 1
  }

  /// The edits of a section from which to gather them costs less than it saves.
  private static var minimumBatch: Int { 8 }
}

extension TreeSection {
  /// Applies edits, all of which are in the section.
  mutating func exchangeItems(
    _ edits: ItemSplices, _ shape: SectionShape, _ work: inout ExtentWork
  ) {
    let rule = shape.rule
    switch items {
    case .equal(let extent):
      let isSame: (ItemExtent) -> Bool = { new in
        new.main == extent.main && (rule.isSingleColumn || new.cross == extent.cross)
      }
      if edits.extents.allSatisfy(isSame) {
        setItemCount(itemCount + edits.growth)
        work.placesMoved += 1
      } else {
        let run = ExtentChunk(equal: EqualLines(extent, count: itemCount, rule))
        let tree = ExtentTree(itemCount > 0 ? [run] : [])
        setItems(BatchChunkEditor.edited(tree, by: edits, rule, &work), rule)
      }
    case .chunks:
      guard var tree = takeItems() else { return }
      if BatchChunkEditor.costsMoreThanSingleEdits(
        for: edits.splices.count, of: tree.elementCountEstimate)
      {
        tree.exchange(edits, rule, &work)
      } else {
        tree = BatchChunkEditor.edited(tree, by: edits, rule, &work)
      }
      setItems(tree, rule)
    }
    updateExtent(shape)
  }
}

extension ExtentTree where Element == ExtentChunk {
  /// Applies edits from the last on, those within one chunk together.
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

extension TreeExtents {
  /// Removes and inserts sections without reading the items of those that move.
  ///
  /// - Complexity: O(*k* · log sections) for *k* removed and inserted sections, O(sections) if that
  ///   is less; and O(new items without a common extent).
  public mutating func exchangeSections(
    removed: [Int], inserted: [(section: Int, source: Int?)],
    content: SectionContentSource, extents: ItemExtentsSource
  ) throws(LayoutError) {
    let runs = SectionRuns(removed: removed, inserted: inserted, of: sectionCount, "TreeExtents")
    var added: [TreeSection] = []
    added.reserveCapacity(inserted.count)
    var visited = 0
    for (place, (_, source)) in inserted.enumerated() {
      if let source {
        added.append(sections.place(at: source, visited: &visited).element)
      } else {
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(removed:inserted:content:extents:)")
        added.append(try load(given, place, extents))
      }
    }
    work.placesMoved += removed.count + inserted.count
    if (removed.count + inserted.count) * Self.sectionsPerEdit < sectionCount {
      for section in removed.reversed() { sections.replaceElement(at: section, with: []) }
      for run in inserted.runs(by: { $0.section }) {
        sections.insert(Array(added[run]), at: inserted[run.lowerBound].section)
      }
    } else {
      rewrite(runs, added)
    }
  }

  /// The number of sections that a pass visits in the time of one edit.
  private static var sectionsPerEdit: Int { 16 }

  private mutating func rewrite(_ runs: SectionRuns, _ added: [TreeSection]) {
    var before: [TreeSection] = []
    before.reserveCapacity(sectionCount)
    sections.forEach { before.append($0) }
    var after: [TreeSection] = []
    after.reserveCapacity(runs.sectionCount)
    for run in runs.all {
      switch run {
      case .kept(let range): after += before[range]
      case .new(let place): after.append(added[place])
      }
    }
    sections = ExtentTree(after)
  }
}
