import Changesets

/// An extent index of counted and summed trees: one tree of sections, and one of the items of each
/// section that is not uniform.
///
/// A uniform section is arithmetic and takes less than 64 bytes for any number of items; a run of
/// equal items is one entry. Other items take 4 bytes in lists and 8 in flows if `Float` represents
/// their lengths exactly, otherwise twice that, and about one byte more for the tree. Queries break
/// lines; the tree stores none.
///
/// A query costs O(log *n* + answer). An edit costs O(log *n*) and the items whose lines change, in
/// chunks of some hundred. A copy is O(1) and shares everything that is not edited.
///
///     var index = TreeExtents()
///     index.appendShape(SectionShape(leading: 0, trailing: 0, rule: rule))
///     try index.replaceSections(0..<0, count: 1) { _ in
///       SectionContent(shape: 0, itemCount: 1_000_000, commonExtent: extent)
///     } extents: { _, _, _ in
///     }
///     index.collect(from: 5_000, to: 5_844, into: &buffer)
public struct TreeExtents: ExtentIndex {
  /// The shapes that sections refer to by number.
  public private(set) var shapes: [SectionShape] = []
  /// The work that edits have done so far.
  public var work = ExtentWork()
  var sections = ExtentTree<TreeSection>()
  /// The array that an edit of one item is handed on in; a new array would be allocated.
  var oneExtent = [ItemExtent(cross: 0, main: 0)]

  /// Creates an index of no sections and no shapes.
  public init() {}

  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// The extent of all sections together, in points.
  public var extent: Double { sections.extent }

  /// Adds a shape; its number is the count of shapes before. O(1) amortised.
  public mutating func appendShape(_ shape: SectionShape) { shapes.append(shape) }

  /// Puts another shape in the place of one that no section has. O(1).
  public mutating func replaceUnusedShape(_ number: Int, with shape: SectionShape) {
    shapes[number] = shape
  }

  /// Replaces all shapes.
  ///
  /// O(uniform sections), and O(items) for every other section whose rule changes.
  public mutating func replaceShapes(with newShapes: [SectionShape]) {
    checkShapeCount(newShapes.count)
    let old = shapes
    shapes = newShapes
    var work = self.work
    sections.updateAll { section in
      let shape = Int(section.shape)
      section.setShape(shape, from: old[shape], to: newShapes[shape], &work)
    }
    self.work = work
  }

  /// Gives section `section` another shape.
  public mutating func setShape(_ shape: Int, ofSection section: Int) {
    checkSection(section, "setShape(_:ofSection:)")
    checkShape(shape, "setShape(_:ofSection:)")
    let shapes = self.shapes
    var work = self.work
    sections.updateElement(at: section) { element, _ in
      element.setShape(shape, from: shapes[Int(element.shape)], to: shapes[shape], &work)
      return true
    }
    self.work = work
  }
}

// MARK: Queries

extension TreeExtents {
  /// Appends the sections and lines that overlap `start`..<`end`. O(log *n* + answer); it allocates
  /// nothing if `buffer` has room.
  public func collect(from start: Double, to end: Double, into buffer: inout ExtentBuffer) {
    guard end > start else { return }
    var found = sections.place(endingAfter: start, visited: &buffer.placesVisited)
    while var place = found {
      var isMore = true
      while isMore, place.start < end {
        if place.element.extent > 0 {
          append(place, from: start, to: end, into: &buffer)
        }
        isMore = place.advance()
      }
      guard !isMore, place.count < sections.count else { return }
      // Past a leaf's end: what has no extent is passed over, however much of it there is.
      found = sections.place(endingAfter: max(place.start, start), visited: &buffer.placesVisited)
      if let next = found, next.count < place.count { return }
    }
  }

  private func append(
    _ place: ExtentTreePlace<TreeSection>, from start: Double, to end: Double,
    into buffer: inout ExtentBuffer
  ) {
    let section = place.element
    let rule = shapes[Int(section.shape)].rule
    var answer = answer(place, rule)
    answer.firstLine = buffer.lines.count
    buffer.placesVisited += 1
    let itemsStart = place.start + shapes[Int(section.shape)].leading
    let origin = LinesOrigin(firstItem: 0, start: 0, itemCount: section.itemCount)
    let (first, last) = (start - itemsStart, end - itemsStart)
    switch section.items {
    case .equal(let extent):
      if section.itemCount > 0 {
        EqualLines(extent, count: section.itemCount, rule).append(
          from: first, to: last, origin, into: &buffer)
      }
    case .chunks(let root, _):
      Self.append(root, from: first, to: last, origin, rule, into: &buffer)
    }
    answer.lineCount = buffer.lines.count - answer.firstLine
    buffer.sections.append(answer)
  }

  /// Appends the lines of a tree of chunks that overlap `start`..<`end`, counted from the first.
  private static func append(
    _ root: ExtentTreeNode<ExtentChunk>, from start: Double, to end: Double, _ section: LinesOrigin,
    _ rule: LineRule, into buffer: inout ExtentBuffer
  ) {
    let tree = ExtentTree(root: root)
    var found = tree.place(endingAfter: start, visited: &buffer.placesVisited)
    while var place = found {
      var isMore = true
      while isMore, place.start < end {
        let origin = LinesOrigin(
          firstItem: place.count, start: place.start, itemCount: section.itemCount)
        if place.element.extent > 0 {
          place.element.append(from: start, to: end, origin, rule, into: &buffer)
        }
        isMore = place.advance()
      }
      guard !isMore, place.count < tree.count else { return }
      found = tree.place(endingAfter: max(place.start, start), visited: &buffer.placesVisited)
      if let next = found, next.count < place.count { return }
    }
  }

  private func answer(
    _ place: ExtentTreePlace<TreeSection>, _ rule: LineRule
  ) -> ExtentBuffer.Section {
    let section = place.element
    return ExtentBuffer.Section(
      index: place.count, start: place.start, itemsExtent: section.itemsExtent(rule),
      itemCount: section.itemCount, shape: Int(section.shape), isUniform: section.isUniform)
  }

  /// Returns section `section` without lines. O(log *n*).
  public func section(at section: Int) -> ExtentBuffer.Section {
    checkSection(section, "section(at:)")
    var visited = 0
    let place = sections.place(at: section, visited: &visited)
    return answer(place, shapes[Int(place.element.shape)].rule)
  }

  /// Appends section `section` with the one line that holds `item`. O(log *n*).
  public func collect(item: Int, inSection section: Int, into buffer: inout ExtentBuffer) {
    checkSection(section, "collect(item:inSection:into:)")
    let place = sections.place(at: section, visited: &buffer.placesVisited)
    Self.check(item, place, "collect(item:inSection:into:)")
    let rule = shapes[Int(place.element.shape)].rule
    var answer = answer(place, rule)
    answer.firstLine = buffer.lines.count
    answer.lineCount = 1
    let itemCount = place.element.itemCount
    switch place.element.items {
    case .equal(let extent):
      let lines = EqualLines(extent, count: itemCount, rule)
      lines.append(
        line: item / lines.itemsPerLine,
        LinesOrigin(firstItem: 0, start: 0, itemCount: itemCount), into: &buffer)
    case .chunks(let root, _):
      let chunk = ExtentTree(root: root).place(at: item, visited: &buffer.placesVisited)
      let origin = LinesOrigin(firstItem: chunk.count, start: chunk.start, itemCount: itemCount)
      chunk.element.append(lineOf: item - chunk.count, origin, rule, into: &buffer)
    }
    buffer.sections.append(answer)
  }

  private static func check(
    _ item: Int, _ place: ExtentTreePlace<TreeSection>, _ member: StaticString
  ) {
    let count = place.element.itemCount
    require(
      item >= 0 && item < count,
      "TreeExtents.\(member): item is \(item), valid in section \(place.count) are 0..<\(count)")
  }

  /// Returns the extent of one item. O(log *n*).
  public func itemExtent(_ item: Int, inSection section: Int) -> ItemExtent {
    checkSection(section, "itemExtent(_:inSection:)")
    var visited = 0
    let place = sections.place(at: section, visited: &visited)
    Self.check(item, place, "itemExtent(_:inSection:)")
    let rule = shapes[Int(place.element.shape)].rule
    var extent: ItemExtent
    switch place.element.items {
    case .equal(let common): extent = common
    case .chunks(let root, _):
      let chunk = ExtentTree(root: root).place(at: item, visited: &visited)
      extent = chunk.elements[chunk.slot].extent(at: item - chunk.count, rule)
    }
    if rule.isSingleColumn { extent.cross = rule.available }
    return extent
  }
}

extension TreeExtents {
  /// Stops the program if the structure contradicts itself; O(*n*), for tests.
  public func checkInvariants() {
    Self.check(sections.root, isRoot: true)
    sections.forEach { section in
      let shape = shapes[Int(section.shape)]
      precondition(section.itemCount >= 0, "TreeExtents: a section has a negative count")
      guard case .chunks(let root, _) = section.items else { return }
      Self.check(root, isRoot: true)
      precondition(root.count == section.itemCount, "TreeExtents: counts of a section differ")
      precondition(root.slotCount > 0, "TreeExtents: a section has an empty tree")
      Self.checkChunks(ExtentTree(root: root), shape.rule)
    }
  }

  private static func check<Element>(_ node: ExtentTreeNode<Element>, isRoot: Bool) {
    precondition(isRoot || node.slotCount > 0, "TreeExtents: an empty node")
    if node.level == 0 {
      precondition(
        node.elements.count <= ExtentTree<Element>.leafCapacity && node.children.isEmpty,
        "TreeExtents: a leaf is too large")
      precondition(
        node.count == node.elements.reduce(0) { $0 + $1.count }
          && node.extent == node.elements.reduce(0) { $0 + $1.extent },
        "TreeExtents: a leaf's sums are wrong")
      return
    }
    precondition(
      node.children.count <= ExtentTree<Element>.innerCapacity
        && node.children.count == node.sums.count,
      "TreeExtents: a node is too large")
    precondition(node.count == node.children.reduce(0) { $0 + $1.count }, "TreeExtents: counts")
    for (child, sum) in zip(node.children, node.sums) {
      precondition(
        child.level == node.level - 1 && child.count == sum.count && child.extent == sum.extent,
        "TreeExtents: a child differs from what its parent says")
      check(child, isRoot: false)
    }
  }

  /// Breaks all lines of a section from its first item on, and holds the chunks against them.
  private static func checkChunks(_ tree: ExtentTree<ExtentChunk>, _ rule: LineRule) {
    var used: Double?
    var runBefore: ItemExtent?
    tree.forEach { chunk in
      precondition(chunk.count > 0, "TreeExtents: an empty chunk")
      if let used {
        precondition(
          !rule.fits(chunk.firstExtent(rule).cross, after: used),
          "TreeExtents: a chunk begins in the middle of a line")
      }
      var run: ItemExtent?
      if case .equal(let extent) = chunk.items {
        run = extent
        precondition(runBefore != extent, "TreeExtents: two equal runs follow each other")
        used = EqualLines(extent, count: chunk.count, rule).lastLineUsed
      } else {
        used = checkStored(chunk, rule)
      }
      runBefore = run
    }
  }

  /// Checks a chunk of different items; what its last line takes.
  private static func checkStored(_ chunk: ExtentChunk, _ rule: LineRule) -> Double {
    var used = 0.0
    var position = 0.0
    var thickness = 0.0
    for item in 0..<chunk.count {
      let extent = chunk.extent(at: item, rule)
      if item > 0, rule.fits(extent.cross, after: used) {
        used = used + rule.interitemSpacing + extent.cross
        thickness = max(thickness, extent.main)
      } else {
        if item > 0 { position += thickness + rule.lineSpacing }
        used = extent.cross
        thickness = extent.main
      }
    }
    precondition(
      position + (thickness + rule.lineSpacing) == chunk.extent,
      "TreeExtents: a chunk's extent is wrong")
    return used
  }
}
