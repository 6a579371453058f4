public import Changesets
public import Geometry

/// A layout of sections that are described by values: items in groups, groups in groups, and a group
/// that repeats.
///
/// It solves a section's group once for each container. The extent index then finds the group of an
/// item by its number. With `ExtentStrategy.tree`, a section of items that do not size themselves takes
/// the same memory for any number of items, and a query costs O(log sections + items near the
/// rectangle), which are those within the reach of the frame that lies farthest outside of its group.
/// `docs/compositional.md` lists the rules, also where UIKit's are open, and what costs more.
///
///     let item = LayoutItem(
///       LayoutSize(width: .fractionalWidth(0.25), height: .fractionalHeight(1)))
///     let row = LayoutGroup.horizontal(
///       LayoutSize(width: .fractionalWidth(1), height: .absolute(90)), subitems: [.item(item)])
///     var section = LayoutSection(group: row)
///     section.interGroupSpacing = 8
///     let layout = CompositionalLayout(section: section)
///
/// Sections of several kinds come from a closure, which the layout calls once for each section, and
/// again after a reload of the section, `invalidateLayout()` or a change of the container's size:
///
///     let layout = CompositionalLayout { section, environment in
///       section == 0 ? banner : environment.contentSize.width > 600 ? wideGrid : grid
///     }
///
/// The properties that pin headers and footers of lines, or let them size themselves, have no effect:
/// each boundary item has its own dimensions and `pinToVisibleBounds`.
open class CompositionalLayout: LineLayout {
  /// Returns the description of a section; nil is an error.
  public typealias SectionProvider = (
    _ section: Int, _ environment: LayoutEnvironment
  ) -> LayoutSection?

  /// The settings that no section has.
  @safe @exclusivity(unchecked) public var configuration: CompositionalLayoutConfiguration {
    didSet {
      guard configuration != oldValue else { return }
      if scrollDirection != configuration.scrollDirection {
        scrollDirection = configuration.scrollDirection
      }
      invalidateLayout()
    }
  }
  /// The description of all sections; nil if a provider has one for each.
  let sharedSection: SharedSection?
  private let provider: SectionProvider?
  /// The elements that handlers of visible items have changed; nil while no section has one, and while
  /// handlers are called, which may ask this layout.
  @safe @exclusivity(unchecked) private var visibleItems: VisibleItems?
  /// The items that the preparation resizes, until groups are measured.
  private var resizedItems: [(path: ItemPath, preferredSize: Size?)] = []

  /// Creates a layout whose sections have one description.
  public init(
    section: LayoutSection,
    configuration: CompositionalLayoutConfiguration = CompositionalLayoutConfiguration(),
    extents: ExtentStrategy = .tree
  ) {
    self.configuration = configuration
    sharedSection = SharedSection(consume section)
    provider = nil
    super.init(extents)
    scrollDirection = configuration.scrollDirection
  }

  /// Creates a layout whose sections have the descriptions that `sectionProvider` gives.
  public init(
    configuration: CompositionalLayoutConfiguration = CompositionalLayoutConfiguration(),
    extents: ExtentStrategy = .tree, sectionProvider: @escaping SectionProvider
  ) {
    self.configuration = configuration
    sharedSection = nil
    provider = sectionProvider
    super.init(extents)
    scrollDirection = configuration.scrollDirection
  }

  /// The scroll direction, which is the configuration's.
  public override var scrollDirection: Axis {
    didSet {
      if configuration.scrollDirection != scrollDirection {
        configuration.scrollDirection = scrollDirection
      }
    }
  }

  func description(ofSection section: Int, in environment: LayoutEnvironment) -> LayoutSection? {
    sharedSection?.section ?? provider?(section, environment)
  }

  // MARK: Preparing

  override func needsReload(_ style: LineStyle, _ pending: PendingInvalidation) -> Bool {
    super.needsReload(style, pending) || lines.solver.composition?.environment != environment
  }

  private var environment: LayoutEnvironment? {
    host.map { LayoutEnvironment(contentSize: $0.bounds.size, contentInsets: $0.contentInset) }
  }

  override func prepareLines() throws(LayoutError) {
    guard let environment else { return }
    resizedItems = []
    let pending = pendingInvalidation
    let composition: LayoutComposition
    if let prepared = lines.solver.composition, pending.changeCount <= 1,
      !needsReload(style, pending)
    {
      composition = prepared
    } else {
      do {
        composition = try LayoutComposition(configuration, in: environment)
      } catch {
        throw .composition(error)
      }
    }
    try prepareLines(from: CompositionalSource(self, composition, pending))
    isPinning = composition.isPinned
    // A handler may ask the layout: it finds no changes then.
    let before = visibleItems.take()
    guard composition.hasHandlers else { return }
    var items = before ?? VisibleItems()
    items.callHandlers(of: lines, in: ownBounds ?? .zero, pinned: pinnedRange, environment)
    visibleItems = items
  }

  // MARK: Queries

  open override func layoutAttributesForElements(
    in rect: Rect, into buffer: inout [LayoutAttributes]
  ) {
    let first = buffer.count
    super.layoutAttributesForElements(in: rect, into: &buffer)
    visibleItems?.replace(in: rect, &buffer, from: first)
  }

  /// A subclass may answer otherwise about the rectangle, and handlers move elements.
  package override var answersBySection: Bool {
    type(of: self) == CompositionalLayout.self && lines.solver.composition?.hasHandlers == false
  }

  /// Answers about sections that scroll by themselves.
  package override func replaceElements(
    ofSection section: Int, in rect: Rect, at places: Range<Int>,
    of buffer: inout [LayoutAttributes]
  ) -> Range<Int>? {
    lines.replaceElements(
      ofSection: section, in: rect, pinned: pinnedRange, at: places, of: &buffer)
  }

  open override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    visibleItems?.attributes(of: .cell(path)) ?? super.layoutAttributesForItem(at: path)
  }

  open override func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    visibleItems?.attributes(of: .supplementary(kind, path))
      ?? super.layoutAttributesForSupplementaryElement(ofKind: kind, at: path)
  }

  open override func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? {
    visibleItems?.attributes(of: .decoration(kind, path))
      ?? lines.attributes(ofDecoration: kind, at: path)
  }

  // MARK: Invalidation

  /// Returns true if the size of the container changes, or if the bounds move and an element follows
  /// them.
  open override func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool {
    guard let composition = lines.solver.composition else { return false }
    // Called for every frame of scrolling: reads the host only where it is needed.
    if newBounds.size != composition.environment.contentSize { return host != nil }
    if composition.hasHandlers, let host, newBounds != host.bounds { return true }
    return super.shouldInvalidateLayout(forBoundsChange: newBounds)
  }

  /// Returns a context that asks for the sections again if the size of the container changes.
  open override func invalidationContext(
    forBoundsChange newBounds: Rect
  ) -> LayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    if let context = context as? FlowLayoutInvalidationContext {
      context.invalidateFlowLayoutDelegateMetrics =
        newBounds.size != lines.solver.composition?.environment.contentSize
    }
    return context
  }

  /// Returns true if the item, header or footer sizes itself along an axis and prefers another extent
  /// there.
  open override func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool {
    switch original.category {
    case .cell:
      guard let path = original.itemPath, let template = lines.template(ofSection: path.section)
      else { return false }
      return template.lets(item: path.item, of: original.size, prefer: preferred.size)
    case .supplementary:
      guard let place = BoundaryRequest(original.kind, original.path, nil) else { return false }
      return lines.describedBoundary(place.section)?
        .lets(original.kind, of: original.size, prefer: preferred.size) ?? false
    case .decoration: return false
    }
  }

  /// Returns true: the description of each element says.
  override func takesPreferredSize(of element: LayoutElement) -> Bool { true }

  override func movesContent(_ element: LayoutElement) -> Bool {
    guard let place = BoundaryRequest(element.kind, element.path, nil) else { return false }
    return lines.describedBoundary(place.section)?.items.contains {
      $0.kind == place.kind && $0.isOutside
    } ?? false
  }

  package override func feedbackLoopError(for element: LayoutElement) -> LayoutError? {
    guard let place = lines.descriptionPath(of: element) else { return nil }
    return .composition(CompositionError(path: place, problem: .unsettled(element)))
  }

  override func extent(of size: Size, forItemAt path: ItemPath) -> ItemExtent {
    guard let template = lines.template(ofSection: path.section) else {
      return super.extent(of: size, forItemAt: path)
    }
    var extent = template.itemExtent
    switch template.arrangement {
    case .fixed, .measured, .orthogonal: break
    case .lines: extent.main = size[template.axis]
    case .wrapping:
      if template.sizesAlong { extent.main = size[template.axis] }
      extent.cross = size[template.axis.crossing]
    }
    return extent
  }

  override func itemsToResize(
    _ items: [(path: ItemPath, preferredSize: Size?)]
  ) -> [(path: ItemPath, preferredSize: Size?)] {
    resizedItems = items
    // Groups are measured at once, by `linesDidChange`.
    return items.filter { lines.template(ofSection: $0.path.section)?.measuresGroups != true }
  }

  override func mayFailLate(_ pending: PendingInvalidation, isReloading: Bool) -> Bool {
    // Nothing is worth keeping before the first preparation. The lengths of a reload are not known yet,
    // and both indexes live while it makes the new one in any case.
    guard !isReloading else { return isPrepared }
    var longest: Double?
    for context in pending.contexts {
      // Elements that are named return to what their description says.
      if context.namesElements {
        longest = max(longest ?? 0, lines.solver.composition?.longestExtent ?? 0)
      }
      guard let context = context as? FlowLayoutInvalidationContext else { continue }
      for size in context.preferredSizes.values {
        guard size.isUsable else { return true }
        longest = max(longest ?? 0, size.width, size.height)
      }
      for size in context.preferredSupplementarySizes.values {
        guard size.isUsable else { return true }
        longest = max(longest ?? 0, size.width, size.height)
      }
    }
    return longest.map { lines.solver.mayOverflow(with: $0) } ?? false
  }

  /// Takes what is known of sections and items by number to the numbers after the changeset.
  override func changesetDidApply(_ change: Changeset) throws(LayoutError) {
    let isMeasured = lines.solver.composition?.isMeasured == true
    guard change.changesSections || isMeasured else { return }
    let map = ChangesetMap(change)
    if change.changesSections {
      lines.moveBoundaries(by: map)
      moveOrthogonalOffsets(by: map)
    }
    if isMeasured { try lines.measureGroups(after: map) }
    if change.changesSections || lines.solver.farSections.isStale {
      lines.solver.updateFarSections()
    }
  }

  override func linesDidChange(
    _ pending: PendingInvalidation, isReloaded: Bool
  ) throws(LayoutError) {
    let resized = resizedItems
    resizedItems = []
    if isReloaded {
      if pending.invalidateEverything { lines.solver.orthogonalOffsets = OrthogonalOffsets() }
      for change in pending.changes where change.changesSections {
        moveOrthogonalOffsets(by: ChangesetMap(change))
      }
    }
    try lines.resizeBoundaries(pending.boundaryRequests)
    if lines.solver.composition?.isMeasured == true {
      if isReloaded { try lines.measureAllGroups() }
      try lines.measureGroups(of: resized)
    }
    if isReloaded || lines.solver.farSections.isStale { lines.solver.updateFarSections() }
    // Groups that are measured clamp the offsets of their sections.
    if isReloaded || pending.changeCount > 0 { clampOrthogonalOffsets() }
  }
}
