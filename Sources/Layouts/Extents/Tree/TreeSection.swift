/// One section of a `TreeExtents`: arithmetic if all items are equal, otherwise a tree of chunks.
struct TreeSection: ExtentTreeElement, Sendable {
  /// The extents of the items.
  enum Items: Sendable {
    /// One extent for all items; any extent if there are none.
    case equal(ItemExtent)
    /// A tree, and what its lines take without the spacing behind the last, in points.
    case chunks(ExtentTreeNode<ExtentChunk>, extent: Double)
  }

  /// The extent of the whole section, in points.
  private(set) var extent: Double
  private(set) var itemCount: Int
  private(set) var items: Items
  private(set) var shape: Int32

  /// Sections are counted, not their items.
  var count: Int { 1 }

  /// True: an element is one section.
  static var isSingle: Bool { true }

  /// Creates a section of equal items.
  init(_ extent: ItemExtent, count: Int, shape: Int, _ shapes: [SectionShape]) {
    items = .equal(extent)
    itemCount = count
    self.shape = Int32(shape)
    self.extent = 0
    updateExtent(shapes[shape])
  }

  /// Creates a section of a builder's chunks.
  init(_ chunks: [ExtentChunk], shape: Int, _ shapes: [SectionShape]) {
    items = .equal(ItemExtent(cross: 0, main: 0))
    itemCount = 0
    self.shape = Int32(shape)
    extent = 0
    setItems(ExtentTree(chunks), shapes[shape].rule)
    updateExtent(shapes[shape])
  }

  /// Returns the extent of the lines and the spacing between them, in points.
  func itemsExtent(_ rule: LineRule) -> Double {
    guard itemCount > 0 else { return 0 }
    switch items {
    case .equal(let extent):
      let lines = EqualLines(extent, count: itemCount, rule)
      return lines.start(ofLine: lines.lineCount - 1) + extent.main
    case .chunks(_, let extent): return extent
    }
  }

  /// A Boolean value that indicates whether all items are equal.
  var isUniform: Bool {
    if case .equal = items { true } else { false }
  }

  mutating func updateExtent(_ shape: SectionShape) {
    extent = shape.leading + itemsExtent(shape.rule) + shape.trailing
  }

  /// Takes over the items of `tree`; as arithmetic if they are one run.
  mutating func setItems(_ tree: ExtentTree<ExtentChunk>, _ rule: LineRule) {
    itemCount = tree.count
    if tree.root.level == 0, tree.root.elements.count <= 1 {
      guard let chunk = tree.root.elements.first else { return }
      if case .equal(let extent) = chunk.items {
        items = .equal(extent)
        return
      }
    }
    items = .chunks(tree.root, extent: Self.extent(of: tree, rule))
  }

  /// Returns the extent of the lines of `tree`, which is not empty, and the spacing between them,
  /// in points.
  ///
  /// O(log *n*) if the spacing is much longer than the lines, otherwise O(1).
  private static func extent(of tree: ExtentTree<ExtentChunk>, _ rule: LineRule) -> Double {
    let extent = tree.extent - rule.lineSpacing
    // The difference rounds by what the sum did. Of a sum that is mostly the last spacing, there
    // might be nothing left of the lines: there are few then.
    if rule.lineSpacing <= 16 * extent, extent < .infinity { return extent }
    var visited = 0
    var buffer = ExtentBuffer()
    let last = tree.count - 1
    let chunk = tree.place(at: last, visited: &visited)
    let origin = LinesOrigin(firstItem: chunk.count, start: chunk.start, itemCount: tree.count)
    chunk.element.append(lineOf: last - chunk.count, origin, rule, into: &buffer)
    return buffer.lines[0].start + buffer.lines[0].thickness
  }

  mutating func setItemCount(_ count: Int) { itemCount = count }

  /// Moves the items out and leaves none, so that the caller is their only owner.
  mutating func takeItems() -> ExtentTree<ExtentChunk>? {
    guard case .chunks(let root, _) = items else { return nil }
    items = .equal(ItemExtent(cross: 0, main: 0))
    return ExtentTree(root: root)
  }

  /// Breaks the lines by another shape, if its rule differs.
  mutating func setShape(
    _ newShape: Int, from old: SectionShape, to new: SectionShape, _ work: inout ExtentWork
  ) {
    shape = Int32(newShape)
    if case .equal(var extent) = items, old.rule.isSingleColumn != new.rule.isSingleColumn {
      // A list stores no lengths; its items are as long as its lines.
      extent.cross = new.rule.isSingleColumn ? 0 : old.rule.available
      items = .equal(extent)
    }
    if old.rule != new.rule, let tree = takeItems() {
      var builder = ChunkBuilder(new.rule)
      tree.forEach { $0.feed(0..<$0.count, storedBy: old.rule, to: &builder) }
      builder.finish()
      work.add(builder.work)
      setItems(ExtentTree(builder.chunks), new.rule)
    }
    updateExtent(new)
  }
}

extension ExtentWork {
  mutating func add(_ other: ExtentWork) {
    itemsRebroken += other.itemsRebroken
    linesRebroken += other.linesRebroken
    placesMoved += other.placesMoved
  }
}
