import Changesets
import Geometry

/// The lines that a line-based layout has prepared, and the undo log of the update in progress.
///
/// Requests metrics and sizes from a source, hands them to a `LineSolver`, and answers queries from
/// it. Everything that a query needs of the host, such as the pinned range, is an argument.
package final class PreparedLines {
  /// The lines as they are now. Neither they nor what queries keep need exclusivity checks: they hold
  /// values, and run code of others only where a preparation asks a source.
  @safe @exclusivity(unchecked) package var solver: LineSolver
  /// The lines before the update that is being prepared.
  var undoLog = LayoutUndoLog()
  /// The number of item sizes requested so far, one by one.
  var sizesAsked = 0
  private let strategy: ExtentStrategy
  /// The memory of the index's answers.
  @safe @exclusivity(unchecked) var scratch = ExtentBuffer()
  /// The sections that have scrolled by themselves since the last preparation.
  @safe @exclusivity(unchecked) var orthogonalSections = SectionValues<OrthogonalSection>()
  /// The memory of answers that are looked at here, or copied on.
  @safe @exclusivity(unchecked) var found: [LayoutAttributes] = []
  /// An array whose memory the next request of extents takes; some hundred items at most.
  var spareItems: [SizedItem] = []

  init(_ strategy: ExtentStrategy) {
    self.strategy = strategy
    solver = LineSolver(index: strategy.makeIndex())
  }

  /// The work of all preparations, edits and queries so far.
  var work: LayoutWork {
    LayoutWork(
      extents: solver.index.work, sizesAsked: sizesAsked, placesVisited: scratch.placesVisited)
  }

  // MARK: Preparing

  /// Requests everything again and forms all lines.
  ///
  /// - Parameters:
  ///   - source: The layout's settings and its delegate.
  ///   - style: The style of the new lines.
  ///   - crossExtent: The extent of the content across the scroll direction, in points.
  ///   - host: The host that knows the counts.
  ///   - keepsBefore: A Boolean value that indicates whether to keep the present lines for the hooks
  ///     of the update that is being prepared.
  /// - Throws: What the source throws, and `LayoutError` for counts and extents out of range; the
  ///   lines then stay as they are.
  func reload(
    from source: some LineSource, style: LineStyle, crossExtent: Double, host: any LayoutHost,
    keepsBefore: Bool
  ) throws(LayoutError) {
    var fresh = LineSolver(index: strategy.makeIndex())
    fresh.style = style
    fresh.crossExtent = crossExtent
    fresh.index.work = solver.index.work
    fresh.orthogonalOffsets = solver.orthogonalOffsets
    let sections = host.numberOfSections
    guard ItemPath.isCount(sections) else { throw .count(section: nil, sections) }
    try load(.all(sections), from: source, host, into: &fresh)
    try fresh.checkExtent()
    if keepsBefore { undoLog.keepCopy(of: solver) } else { undoLog.end() }
    solver = fresh
  }

  /// Gives the same sections and items another style or lines of another length.
  func relayout(style: LineStyle, crossExtent: Double) throws(LayoutError) {
    guard style != solver.style || crossExtent != solver.crossExtent else { return }
    undoLog.keepCopy(of: solver)
    let (styleBefore, extentBefore) = (solver.style, solver.crossExtent)
    solver.style = style
    guard crossExtent != extentBefore else { return }
    solver.setCrossExtent(crossExtent)
    do {
      try solver.checkExtent()
    } catch {
      solver.style = styleBefore
      solver.setCrossExtent(extentBefore)
      throw error
    }
    solver.checkOversizeItem()
  }

  // MARK: Queries

  /// Appends the elements that overlap `rect` (FL-18).
  func appendAttributes(in rect: Rect, pinned: PinnedRange?, to buffer: inout [LayoutAttributes]) {
    guard !rect.isEmpty else { return }
    solver.appendAttributes(in: rect, pinned: pinned, &scratch, to: &buffer)
  }

  func attributes(ofItem path: ItemPath) -> LayoutAttributes? {
    solver.attributes(ofItem: path, &scratch)
  }

  func attributes(
    ofKind kind: ElementKind, at path: ElementPath, pinned: PinnedRange?
  ) -> LayoutAttributes? {
    solver.attributes(ofKind: kind, at: path, pinned: pinned, &scratch)
  }

  func attributes(ofDecoration kind: ElementKind, at path: ElementPath) -> LayoutAttributes? {
    solver.attributes(ofDecoration: kind, at: path)
  }

  /// Returns the attributes of `element` before the update that is being prepared.
  func attributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? {
    let path = element.path
    switch element.category {
    case .cell:
      guard let path = path.itemPath else { return nil }
      return undoLog.withLinesBefore(solver, through: path.section) { lines in
        lines.attributes(ofItem: path, &scratch)
      }
    case .supplementary:
      let pinned = undoLog.pinnedBefore
      // The place of an element of all content depends on every section.
      let last = path.count == 1 ? Int.max : path.section
      return undoLog.withLinesBefore(solver, through: last) { lines in
        lines.attributes(ofKind: element.kind, at: path, pinned: pinned, &scratch)
      }
    case .decoration:
      guard solver.composition != nil else { return nil }
      return undoLog.withLinesBefore(solver, through: path.section) { lines in
        lines.attributes(ofDecoration: element.kind, at: path)
      }
    }
  }

  /// Returns the first item from `start` to `end` along the scroll direction that satisfies
  /// `isWanted`, and the beginning of its frame, in points. O(log *n* + visible items) with a tree.
  ///
  /// An item of lines may lie anywhere across the scroll direction: the user may have scrolled
  /// sideways. One of a composition lies within `crossRange`: a section may go on far beside it.
  func firstItem(
    from start: Double, to end: Double, across crossRange: Range<Double>, pinned: PinnedRange?,
    where isWanted: (ItemPath) -> Bool
  ) -> (path: ItemPath, main: Double)? {
    let across = across(crossRange)
    // In a single column the item at the first point is the first, and mostly the wanted one.
    let first = solver.style.isSingleColumn ? min(start + 1, end) : end
    return item(from: start, to: first, across, pinned: pinned, where: isWanted)
      ?? (first < end ? item(from: start, to: end, across, pinned: pinned, where: isWanted) : nil)
  }

  /// Returns the range across the scroll direction in which elements are looked for.
  private func across(_ crossRange: Range<Double>) -> Range<Double> {
    solver.composition == nil ? -0x1p52..<0x1p52 : crossRange
  }

  private func item(
    from start: Double, to end: Double, _ across: Range<Double>, pinned: PinnedRange?,
    where isWanted: (ItemPath) -> Bool
  ) -> (path: ItemPath, main: Double)? {
    find(from: start, to: end, across, pinned: pinned)
    for attributes in found where attributes.category == .cell {
      if let path = attributes.itemPath, isWanted(path) {
        return (path, attributes.frame.min(solver.style.axis))
      }
    }
    return nil
  }

  /// Returns the supplementary element that begins first from `start` on and before `end` along the
  /// scroll direction, sticks to no edge and satisfies `isWanted`; nil if none does.
  func firstSupplementary(
    from start: Double, before end: Double, across crossRange: Range<Double>,
    where isWanted: (LayoutElement) -> Bool
  ) -> (element: LayoutElement, main: Double)? {
    find(from: start, to: end, across(crossRange), pinned: nil)
    var first: (element: LayoutElement, main: Double)?
    for attributes in found where attributes.category == .supplementary {
      let main = attributes.frame.min(solver.style.axis)
      if main >= start, main < first?.main ?? end, isWanted(attributes.element) {
        first = (attributes.element, main)
      }
    }
    return first
  }

  /// Puts the elements of a range along the scroll direction into `found`.
  private func find(
    from start: Double, to end: Double, _ across: Range<Double>, pinned: PinnedRange?
  ) {
    let axis = solver.style.axis
    var rect = Rect.zero
    rect.origin[axis] = start
    rect.size[axis] = end - start
    rect.origin[axis.crossing] = across.lowerBound
    rect.size[axis.crossing] = across.upperBound - across.lowerBound
    found.removeAll(keepingCapacity: true)
    appendAttributes(in: rect, pinned: pinned, to: &found)
  }

  /// Returns the frame of an item or a supplementary element that sticks to no edge; nil if there is
  /// none.
  func frameWithoutPinning(of element: LayoutElement) -> Rect? {
    guard element.category == .cell else {
      return attributes(ofKind: element.kind, at: element.path, pinned: nil)?.frame
    }
    return element.path.itemPath.flatMap { attributes(ofItem: $0) }?.frame
  }

  // MARK: Edits

  /// Applies one step, which the undo log records.
  func apply(_ step: LayoutUndoStep) {
    undoLog.record(step, of: solver)
    solver.apply(step)
  }

  /// Returns to the lines before the update, and ends it.
  func rollBack() {
    if let before = undoLog.endAndTakeLinesBefore(solver) { solver = before }
  }

  /// Gives single items, headers and footers other extents.
  ///
  /// - Returns: The lines before, where lines of another length may make the content infinite; else nil.
  /// - Throws: `LayoutError.contentExtent` if the content would become infinite; nothing has changed
  ///   then.
  func resize(
    _ items: [SizedItem], _ bars: [(section: Int, metrics: SectionMetrics)]
  ) throws(LayoutError) -> LineSolver? {
    let longest = max(
      items.lazy.map(\.extent.main).max() ?? 0, bars.lazy.map(\.metrics.largest).max() ?? 0)
    let saved = solver.mayOverflow(with: longest) ? Optional.some(solver.copy()) : nil
    for (section, metrics) in bars {
      let shape = solver.shapeNumber(for: metrics)
      guard shape != solver.index.section(at: section).shape else { continue }
      apply(.setShape(shape, section: section))
    }
    for (path, extent) in items {
      apply(.resize(path, extent))
      if path == solver.oversizeItem { solver.checkOversizeItem() }
      solver.noteOversize(extent, at: path)
    }
    guard let saved else { return nil }
    do {
      try solver.checkExtent()
    } catch {
      undoLog.keepCopy(of: solver)
      solver = saved
      throw error
    }
    return saved
  }
}

// MARK: Requests

/// An item by its path, and its extent.
typealias SizedItem = (path: ItemPath, extent: ItemExtent)

extension PreparedLines {
  /// Requests the extents of single items.
  func requestExtents(
    ofItems paths: [ItemPath], from source: some LineSource
  ) throws(LayoutError) -> [SizedItem] {
    guard !paths.isEmpty else { return [] }
    var items = spareItems
    spareItems = []
    items.removeAll(keepingCapacity: true)
    items.reserveCapacity(paths.count)
    if let common = try source.commonExtent() {
      for path in paths { items.append((path, common)) }
      return items
    }
    for path in paths {
      sizesAsked += 1
      items.append((path, try source.extent(ofItem: path.item, inSection: path.section)))
    }
    return items
  }

  /// Returns the metrics of sections whose headers and footers have the extents that they prefer, or
  /// that the source has for them. All other metrics of the sections stay (IC-6).
  ///
  /// - Throws: What the source throws, and `LayoutError.frame` for an invalid size.
  func requestMetrics(
    of requests: [BoundaryRequest], from source: some LineSource
  ) throws(LayoutError) -> [(section: Int, metrics: SectionMetrics)] {
    var (answers, changed) = ([Int: SectionMetrics](), [Int: SectionMetrics]())
    for request in requests
    where request.section >= 0 && request.section < solver.index.sectionCount {
      let extent: WritableKeyPath<SectionMetrics, Double>
      switch request.kind {
      case .sectionHeader: extent = \.headerExtent
      case .sectionFooter: extent = \.footerExtent
      default: continue
      }
      let shape = solver.index.section(at: request.section).shape
      var metrics = changed[request.section] ?? solver.metrics[shape]
      if let size = request.size {
        try request.checkSize()
        metrics[keyPath: extent] = size[solver.style.axis]
      } else {
        var answer = answers[request.section]
        if answer == nil { answer = try source.metrics(ofSection: request.section) }
        answers[request.section] = answer
        if let answer { metrics[keyPath: extent] = answer[keyPath: extent] }
      }
      changed[request.section] = metrics
    }
    return changed.map { ($0, $1) }.sorted { $0.section < $1.section }
  }
}
