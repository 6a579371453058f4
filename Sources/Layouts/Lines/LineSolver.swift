import Changesets
import Geometry

/// The engine of the line-based layouts: prepares a state from a source, and answers from it.
final class LineSolver {
  var current: LineState
  /// The state before the update that is being prepared; nil outside of one.
  private(set) var before: LineState?
  /// The first item found longer than its line in the last preparation (FL-21).
  private(set) var oversizeItem: ItemPath?
  /// How many item sizes have been asked for so far.
  private(set) var sizesAsked = 0
  private let strategy: ExtentStrategy
  private var scratch = ExtentBuffer()
  private var shown: [LayoutAttributes] = []

  init(_ strategy: ExtentStrategy) {
    self.strategy = strategy
    current = LineState(index: strategy.makeIndex())
  }

  // MARK: Preparing

  /// Prepares everything anew. On an error the state is as before.
  func reload(
    from source: some LineSource, style: LineStyle, crossExtent: Double, host: any LayoutHost
  ) throws(LayoutError) {
    var state = LineState(index: strategy.makeIndex())
    state.style = style
    state.crossExtent = crossExtent
    state.index.work = current.index.work
    oversizeItem = nil
    let sections = host.numberOfSections
    guard sections >= 0 else { throw .count(section: nil, sections) }
    try load(0..<0, count: sections, from: source, host, into: &state)
    current = state
    before = nil
  }

  /// The same sections and items in another style or on lines of another length.
  func relay(style: LineStyle, crossExtent: Double) {
    current.style = style
    if crossExtent != current.crossExtent { current.setCrossExtent(crossExtent) }
  }

  /// Forgets the state before the last update.
  func forgetStateBefore() { before = nil }

  /// Keeps `state` as the one before the update, unless an earlier changeset of it has.
  func keepStateBefore(_ state: consuming LineState) {
    if before == nil { before = .some(state) }
  }

  /// Goes back to `state`.
  func restore(_ state: consuming LineState) { current = state }

  /// Puts `count` sections, asked for from `range.lowerBound` on, in place of the sections `range`.
  func load(
    _ range: Range<Int>, count: Int, from source: some LineSource, _ host: any LayoutHost
  ) throws(LayoutError) {
    try load(range, count: count, from: source, host, into: &current)
  }

  private func load(
    _ range: Range<Int>, count: Int, from source: some LineSource, _ host: any LayoutHost,
    into state: inout LineState
  ) throws(LayoutError) {
    let first = range.lowerBound
    let common = try source.commonExtent()
    let numbers = try shapeNumbers(first..<first + count, from: source, in: &state)
    let shapes = state.index.shapes
    let isSingleColumn = state.style.isSingleColumn
    var oversize = oversizeItem
    var asked = 0
    // What an item of the section at hand may be long before it is noted; one is noted at most.
    var limit = Double.infinity
    try state.index.replaceSections(range, count: count) { place throws(LayoutError) in
      let items = host.numberOfItems(inSection: first + place)
      guard items >= 0 else { throw .count(section: first + place, items) }
      let shape = numbers[min(place, numbers.count - 1)]
      if !isSingleColumn && oversize == nil {
        limit = shapes[shape].rule.available + LineRule.tolerance
        if let common, items > 0, common.cross > limit {
          oversize = ItemPath(section: first + place, item: 0)
        }
      }
      if common == nil { asked += items }
      return SectionContent(shape: shape, itemCount: items, commonExtent: common)
    } extents: { place, items, extents throws(LayoutError) in
      let known = extents.count
      try source.appendExtents(ofItems: items, inSection: first + place, to: &extents)
      guard limit < .infinity else { return }
      if let item = extents[known...].firstIndex(where: { $0.cross > limit }) {
        oversize = ItemPath(section: first + place, item: items.lowerBound + item - known)
        limit = .infinity
      }
    }
    sizesAsked += asked
    oversizeItem = oversize
  }

  /// The shape of each section, or the one that all of them have.
  private func shapeNumbers(
    _ sections: Range<Int>, from source: some LineSource, in state: inout LineState
  ) throws(LayoutError) -> [Int] {
    if let shared = try source.sharedMetrics() { return [state.number(of: shared)] }
    var numbers: [Int] = []
    numbers.reserveCapacity(sections.count)
    for section in sections {
      let metrics = try source.metrics(ofSection: section)
      if let last = numbers.last, state.metrics[last] == metrics {
        numbers.append(last)
      } else {
        numbers.append(state.number(of: metrics))
      }
    }
    return numbers
  }

  private static func isOversize(_ extent: ItemExtent, _ rule: LineRule) -> Bool {
    extent.cross > rule.available + LineRule.tolerance
  }

  // MARK: Queries

  /// Appends everything that overlaps `rect` (FL-18).
  func appendAttributes(
    in rect: Rect, of layout: LineLayout, to buffer: inout [LayoutAttributes]
  ) {
    guard !rect.isEmpty else { return }
    current.appendAttributes(in: rect, of: layout, &scratch, to: &buffer)
  }

  func attributes(ofItem path: ItemPath) -> LayoutAttributes? {
    current.attributes(ofItem: path, &scratch)
  }

  func attributes(
    ofKind kind: ElementKind, at path: ElementPath, pinned: PinnedRange?
  ) -> LayoutAttributes? {
    current.attributes(ofKind: kind, at: path, pinned: pinned)
  }

  /// The attributes of `element` before the update that is being prepared.
  func attributesBefore(_ element: LayoutElement, pinned: PinnedRange?) -> LayoutAttributes? {
    switch element.category {
    case .cell:
      guard let path = element.path.itemPath else { return nil }
      return before?.attributes(ofItem: path, &scratch) ?? nil
    case .supplementary:
      return before?.attributes(ofKind: element.kind, at: element.path, pinned: pinned) ?? nil
    case .decoration: return nil
    }
  }

  /// What preparations, edits and queries have done so far.
  var work: LayoutWork {
    LayoutWork(
      extents: current.index.work, sizesAsked: sizesAsked, placesVisited: scratch.placesVisited)
  }

  /// The first item that shows from `start` to `end` along the scroll direction, and where its frame
  /// begins there. O(log *n* + what shows) with a tree.
  func firstItem(
    from start: Double, to end: Double, of layout: LineLayout
  ) -> (path: ItemPath, main: Double)? {
    let axis = current.style.axis
    var rect = Rect.zero
    rect.origin[axis] = start
    rect.size[axis] = end - start
    // Across the scroll direction, everything: whoever looks may have scrolled sideways.
    rect.origin[axis.crossing] = -0x1p52
    rect.size[axis.crossing] = 0x1p53
    shown.removeAll(keepingCapacity: true)
    appendAttributes(in: rect, of: layout, to: &shown)
    let first = shown.first { $0.category == .cell }
    return first.flatMap { first in first.itemPath.map { ($0, first.frame.min(axis)) } }
  }

  /// Where the frame of the item at `path` begins along the scroll direction, in points; nil if there
  /// is no such item.
  func start(of path: ItemPath) -> Double? {
    attributes(ofItem: path)?.frame.min(current.style.axis)
  }
}

// MARK: Edits

extension LineSolver {
  /// Resizes single items, in order. O(log n) each with a tree.
  func resize(_ sizes: [(path: ItemPath, extent: ItemExtent)]) {
    for (path, extent) in sizes where exists(path) {
      noteOversize(extent, at: path)
      current.index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [extent])
    }
  }

  func exists(_ path: ItemPath) -> Bool {
    path.section >= 0 && path.section < current.index.sectionCount && path.item >= 0
      && path.item < current.index.section(at: path.section).itemCount
  }

  /// Asks for the extents of single items, for `resize(_:)`.
  func ask(
    _ paths: [ItemPath], from source: some LineSource
  ) throws(LayoutError) -> [(path: ItemPath, extent: ItemExtent)] {
    var sizes: [(path: ItemPath, extent: ItemExtent)] = []
    let common = try source.commonExtent()
    for path in paths {
      if let common {
        sizes.append((path, common))
      } else {
        sizesAsked += 1
        sizes.append((path, try source.extent(ofItem: path.item, inSection: path.section)))
      }
    }
    return sizes
  }

  private func noteOversize(_ extent: ItemExtent, at path: ItemPath) {
    guard oversizeItem == nil, !current.style.isSingleColumn else { return }
    let rule = current.index.shapes[current.index.section(at: path.section).shape].rule
    if Self.isOversize(extent, rule) { oversizeItem = path }
  }
}
