public import Changesets

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
    let edited: (position: Int, chunk: ExtentChunk, lines: LineSums, splices: Int)? = {
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
    var edit = ChunkEditor(self, splice.range, rule)
    edit.replace(splice.range, with: extents[splice.added], in: &self, &work)
  }
}

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
    var edits = ItemEdits(taken: taken, put: put, resized: resized)
    while let edited = edits.next() {
      if edited.count < Self.leastTogether {
        exchangeOneByOne(taken: edited.taken, put: edited.put, resized: edited.resized)
      } else {
        exchangeTogether(edited)
      }
    }
  }

  private mutating func exchangeTogether(_ edited: ItemEdits.Section) {
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
        chunks += ExtentTree(root: root).elementCountEstimate
      }
    }
    return !BatchChunkEditor.isDearer(for: count, of: chunks)
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
        let run = ExtentChunk(equal: EqualLines(extent, count: itemCount, rule))
        let tree = ExtentTree(itemCount > 0 ? [run] : [])
        setItems(BatchChunkEditor.edited(tree, by: edits, rule, &work), rule)
      }
    case .chunks:
      guard var tree = takeItems() else { return }
      if BatchChunkEditor.isDearer(for: edits.splices.count, of: tree.elementCountEstimate) {
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

extension TreeExtents {
  /// Takes sections out and puts others in; of those that move, no item is looked at.
  ///
  /// - Parameters:
  ///   - taken: The sections that go, strictly ascending, by their numbers before.
  ///   - put: The sections that come, strictly ascending, by their numbers after; with a source, the
  ///     one of `taken` that it was, whose shape and items it keeps.
  ///   - content: Gives section k of `put`, asked ascending, once for each without a source.
  ///   - extents: Appends the extents of some items of section k of `put`, in order; asked for each
  ///     item of such a section without a common extent once, ascending, in parts of any length.
  /// - Complexity: O(*k* · log sections) for *k* sections that go or come, O(sections) where that is
  ///   less; and O(items that come without a common extent).
  /// - Precondition: The sections exist, the places are among those that stay, and no source is one
  ///   of two.
  /// - Throws: What the closures throw; the index is then good for nothing but being dropped.
  public mutating func exchangeSections(
    taken: [Int], put: [(section: Int, source: Int?)],
    content: (Int) throws(LayoutError) -> SectionContent,
    extents: (Int, Range<Int>, inout [ItemExtent]) throws(LayoutError) -> Void
  ) throws(LayoutError) {
    let pieces = SectionRuns(taken: taken, put: put, of: sectionCount, "TreeExtents")
    var added: [TreeSection] = []
    added.reserveCapacity(put.count)
    var visited = 0
    for (place, (_, source)) in put.enumerated() {
      if let source {
        added.append(sections.place(at: source, visited: &visited).element)
      } else {
        let given = try content(place)
        checkShape(given.shape, "exchangeSections(taken:put:content:extents:)")
        added.append(try load(given, place, extents))
      }
    }
    work.placesMoved += taken.count + put.count
    if (taken.count + put.count) * Self.sectionsPerEdit < sectionCount {
      for section in taken.reversed() { sections.replaceElement(at: section, with: []) }
      for run in put.runs(by: { $0.section }) {
        sections.insert(Array(added[run]), at: put[run.lowerBound].section)
      }
    } else {
      writeAnew(pieces, added)
    }
  }

  /// How many sections are passed over in the time that one edit of them takes.
  private static var sectionsPerEdit: Int { 16 }

  private mutating func writeAnew(_ pieces: SectionRuns, _ added: [TreeSection]) {
    var before: [TreeSection] = []
    before.reserveCapacity(sectionCount)
    sections.forEach { before.append($0) }
    var after: [TreeSection] = []
    after.reserveCapacity(pieces.sectionCount)
    for piece in pieces.all {
      switch piece {
      case .kept(let range): after += before[range]
      case .new(let place): after.append(added[place])
      }
    }
    sections = ExtentTree(after)
  }
}
