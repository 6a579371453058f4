import Changesets
import Geometry

/// The engine of the line-based layouts: prepares a state from a source, and answers from it.
package final class LineSolver {
  package var current: LineState
  var history = LayoutUndoLog()
  /// How many item sizes have been asked for so far.
  var sizesAsked = 0
  private let strategy: ExtentStrategy
  private var scratch = ExtentBuffer()
  private var shown: [LayoutAttributes] = []

  init(_ strategy: ExtentStrategy) {
    self.strategy = strategy
    current = LineState(index: strategy.makeIndex())
  }

  // MARK: Preparing

  /// Prepares everything anew, and keeps the state before if an update is being prepared that
  /// `keepsBefore`. On an error the state is as before.
  func reload(
    from source: some LineSource, style: LineStyle, crossExtent: Double, host: any LayoutHost,
    keepsBefore: Bool
  ) throws(LayoutError) {
    var state = LineState(index: strategy.makeIndex())
    state.style = style
    state.crossExtent = crossExtent
    state.index.work = current.index.work
    let sections = host.numberOfSections
    guard ItemPath.isCount(sections) else { throw .count(section: nil, sections) }
    try load(.all(sections), from: source, host, into: &state)
    try state.checkExtent()
    if keepsBefore { history.keep(current) } else { history.forget() }
    current = state
  }

  /// The same sections and items in another style or on lines of another length.
  func relay(style: LineStyle, crossExtent: Double) throws(LayoutError) {
    guard style != current.style || crossExtent != current.crossExtent else { return }
    history.keep(current)
    let (styleBefore, extentBefore) = (current.style, current.crossExtent)
    current.style = style
    guard crossExtent != extentBefore else { return }
    current.setCrossExtent(crossExtent)
    do {
      try current.checkExtent()
    } catch {
      current.style = styleBefore
      current.setCrossExtent(extentBefore)
      throw error
    }
    current.checkOversizeItem()
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
  func attributesBefore(_ element: LayoutElement) -> LayoutAttributes? {
    history.keep(current)
    switch element.category {
    case .cell:
      guard let path = element.path.itemPath else { return nil }
      return history.before?.attributes(ofItem: path, &scratch) ?? nil
    case .supplementary:
      return history.before?.attributes(
        ofKind: element.kind, at: element.path, pinned: history.pinned) ?? nil
    case .decoration: return nil
    }
  }

  /// What preparations, edits and queries have done so far.
  var work: LayoutWork {
    LayoutWork(
      extents: current.index.work, sizesAsked: sizesAsked, placesVisited: scratch.placesVisited)
  }

  /// The first item that shows from `start` to `end` along the scroll direction and that
  /// `isWanted`, and where its frame begins there. O(log *n* + what shows) with a tree.
  func firstItem(
    from start: Double, to end: Double, of layout: LineLayout, where isWanted: (ItemPath) -> Bool
  ) -> (path: ItemPath, main: Double)? {
    // In a single column, what reaches the first point is the first, and mostly the one wanted.
    let first = current.style.isSingleColumn ? min(start + 1, end) : end
    return item(from: start, to: first, of: layout, where: isWanted)
      ?? (first < end ? item(from: start, to: end, of: layout, where: isWanted) : nil)
  }

  private func item(
    from start: Double, to end: Double, of layout: LineLayout, where isWanted: (ItemPath) -> Bool
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
    for attributes in shown where attributes.category == .cell {
      if let path = attributes.itemPath, isWanted(path) {
        return (path, attributes.frame.min(axis))
      }
    }
    return nil
  }

  /// Where the frame of the item at `path` begins along the scroll direction, in points; nil if there
  /// is no such item.
  func start(of path: ItemPath) -> Double? {
    attributes(ofItem: path)?.frame.min(current.style.axis)
  }
}

// MARK: Edits

extension LineSolver {
  /// Carries one edit out, to be taken back if an update is being prepared.
  func perform(_ edit: LayoutUndoStep) {
    history.note(edit, of: current)
    current.perform(edit)
  }

  /// Gives single items other extents. O(log *n*) each with a tree.
  func resize(_ sizes: some Sequence<(path: ItemPath, extent: ItemExtent)>) {
    for (path, extent) in sizes {
      perform(.resize(path, extent))
      if path == current.oversizeItem { current.checkOversizeItem() }
      current.noteOversize(extent, at: path)
    }
  }

  /// Gives items, headers and footers other extents where the content stays finite; else throws and
  /// changes nothing.
  func resize(
    _ sizes: [(path: ItemPath, extent: ItemExtent)],
    _ bars: [(section: Int, metrics: SectionMetrics)]
  ) throws(LayoutError) {
    let longest = max(
      sizes.lazy.map(\.extent.main).max() ?? 0, bars.lazy.map(\.metrics.largest).max() ?? 0)
    let saved = current.mayOverflow(with: longest) ? Optional.some(current.copy()) : nil
    for (section, metrics) in bars {
      let shape = current.number(of: metrics)
      guard shape != current.index.section(at: section).shape else { continue }
      perform(.reshape(section: section, shape: shape))
    }
    resize(sizes)
    guard let saved else { return }
    do {
      try current.checkExtent()
    } catch {
      history.keep(current)
      current = saved
      throw error
    }
  }

  /// Asks for the extents of single items.
  func ask(
    _ paths: [ItemPath], from source: some LineSource
  ) throws(LayoutError) -> [(path: ItemPath, extent: ItemExtent)] {
    guard !paths.isEmpty else { return [] }
    var sizes: [(path: ItemPath, extent: ItemExtent)] = []
    sizes.reserveCapacity(paths.count)
    if let common = try source.commonExtent() {
      for path in paths { sizes.append((path, common)) }
      return sizes
    }
    for path in paths {
      sizesAsked += 1
      sizes.append((path, try source.extent(ofItem: path.item, inSection: path.section)))
    }
    return sizes
  }

  /// Asks for the extents of headers and footers; all else of the sections stays as it is (IC-6).
  func ask(
    _ bars: [HeaderFooterRequest], from source: some LineSource
  ) throws(LayoutError) -> [(section: Int, metrics: SectionMetrics)] {
    guard !bars.isEmpty else { return [] }
    let shared = try source.sharedMetrics()
    var answers: [(section: Int, metrics: SectionMetrics)] = []
    for bar in bars where bar.section >= 0 && bar.section < current.index.sectionCount {
      var asked = shared
      if asked == nil { asked = try source.metrics(ofSection: bar.section) }
      guard let asked else { continue }
      var metrics = current.metrics[current.index.section(at: bar.section).shape]
      if bar.hasHeader { metrics.headerExtent = asked.headerExtent }
      if bar.hasFooter { metrics.footerExtent = asked.footerExtent }
      answers.append((bar.section, metrics))
    }
    return answers
  }
}
