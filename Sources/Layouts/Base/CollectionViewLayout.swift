public import Changesets
public import Geometry

/// The abstract base class of layouts, which decide where every element of a collection view is and
/// how it looks.
///
/// A subclass overrides `prepare()`, `contentSize`, the rectangle query and the queries for one
/// element. It reads its host's bounds and counts, and no view. Elements may overlap, stack and
/// move anywhere.
///
///     final class ColumnLayout: CollectionViewLayout {
///       private var count = 0
///
///       override func prepare() throws(LayoutError) {
///         count = host?.numberOfItems(inSection: 0) ?? 0
///       }
///
///       override var contentSize: Size { Size(width: 320, height: 44 * Double(count)) }
///
///       override func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
///         guard path.section == 0, 0..<count ~= path.item else { return nil }
///         let frame = Rect(x: 0, y: 44 * Double(path.item), width: 320, height: 44)
///         return LayoutAttributes(cell: path, frame: frame)
///       }
///
///       override func layoutAttributesForElements(
///         in rect: Rect, into buffer: inout [LayoutAttributes]
///       ) {
///         for item in 0..<count {
///           let path = ItemPath(section: 0, item: item)
///           guard let attributes = layoutAttributesForItem(at: path) else { continue }
///           if attributes.frame.overlaps(rect) { buffer.append(attributes) }
///         }
///       }
///     }
///
/// A layout is confined to the isolation in which it was created, as its host is.
///
/// Unchecked exclusivity marks properties that are plain bytes or are changed by this module alone,
/// by statements that call no code of others.
open class CollectionViewLayout {
  /// The collection view or other host, which sets it.
  ///
  /// Another host has other counts and bounds: the layout is then unprepared, and forgets the
  /// pending invalidations of the host before.
  @safe @exclusivity(unchecked) public weak var host: (any LayoutHost)? {
    didSet { if host !== oldValue { forgetPreparation() } }
  }
  /// The invalidations since the last preparation.
  @safe @exclusivity(unchecked) public private(set) var pendingInvalidation = PendingInvalidation()
  {
    didSet { isInvalidated = !pendingInvalidation.isEmpty }
  }
  /// A Boolean value that indicates whether invalidations are pending.
  @safe @exclusivity(unchecked) private(set) final var isInvalidated = false
  /// A Boolean value that indicates whether `prepare()` has succeeded since the host was set.
  @safe @exclusivity(unchecked) public private(set) var isPrepared = false
  /// A Boolean value that indicates whether the layout is prepared and no invalidation is pending.
  package final var isUpToDate: Bool { isPrepared && !isInvalidated }
  /// A Boolean value that indicates whether `prepare()` is running.
  @safe @exclusivity(unchecked) private(set) final var isPreparing = false
  @safe @exclusivity(unchecked) private var wasInvalidatedWhilePreparing = false
  /// The number of calls of `prepare()`.
  @safe @exclusivity(unchecked) package private(set) final var preparationCount = 0
  var decorations: [ElementKind: Any] = [:]
  /// A Boolean value that indicates whether the host shows mirror images of the answers.
  @safe @exclusivity(unchecked) package internal(set) final var isMirrored = false
  /// The same before the last update. It lies where an object has room without growing.
  final var wasMirrored = false
  /// The width, in points, in whose middle the mirror stands; that before the last update.
  final var mirrorWidth = 0.0
  final var mirrorWidthBefore = 0.0
  /// The last offset along x at the last preparation, in points.
  final var mirroredEnd = 0.0

  /// Creates a layout without a host.
  public init() {}

  // MARK: Geometry

  /// Computes whatever the queries need; called before the first of them and after invalidations.
  ///
  /// `pendingInvalidation` says what has changed since the last time. The default does nothing.
  ///
  /// - Throws: `LayoutError` for sizes, lengths and counts that make no sense; the layout then
  ///   answers as before.
  open func prepare() throws(LayoutError) {}

  /// The extent of everything, in points; the bounds move inside of it. The default is zero.
  open var contentSize: Size { .zero }

  /// Appends the attributes of every element that overlaps `rect`; allocates nothing if `buffer`
  /// has room.
  ///
  /// The order is free; a collection view sorts by `zIndex` and path if it matters. The default
  /// appends nothing.
  open func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {}

  /// A Boolean value that indicates whether the rectangle query has sections in ascending order, each
  /// as `replaceElements(ofSection:in:at:of:)` has it. The default is false.
  package var answersBySection: Bool { false }

  /// Replaces the attributes of a section's elements at `places`, all that a host keeps of an answer
  /// whose sections ascend, by those that overlap `rect` now.
  ///
  /// It calls no code of others.
  ///
  /// - Returns: The places of the section's elements; nil, the default, if the layout cannot answer
  ///   about the section alone, and nothing is replaced then.
  package func replaceElements(
    ofSection section: Int, in rect: Rect, at places: Range<Int>,
    of buffer: inout [LayoutAttributes]
  ) -> Range<Int>? { nil }

  /// Returns the attributes of the item at `path`, the same as the rectangle query gives; nil if
  /// there is no such item (FL-19). The default is nil.
  open func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? { nil }

  /// Returns the attributes of a supplementary element; nil if the layout has none. The default is
  /// nil.
  open func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { nil }

  /// Returns the attributes of a decoration element; nil if the layout has none. The default is
  /// nil.
  open func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { nil }

  // MARK: Direction

  /// The direction that the layout is written for. The default is left to right.
  open var developmentLayoutDirection: UserInterfaceLayoutDirection { .leftToRight }

  /// A Boolean value that indicates whether a host with the other direction shows the mirror image of
  /// the layout. The default is false.
  ///
  /// The layout still works in its own direction. Only the host's bounds are those of the mirror image.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

  // MARK: Invalidation

  /// The class of the contexts that this layout makes and understands (IC-2).
  open class var invalidationContextClass: LayoutInvalidationContext.Type {
    LayoutInvalidationContext.self
  }

  /// Invalidates what `context` names; the next layout pass prepares the layout again.
  ///
  /// One pass serves several calls (IC-3). A call from inside `prepare()` is an error, which
  /// `prepareIfNeeded()` throws. Overrides call super.
  open func invalidateLayout(with context: LayoutInvalidationContext) {
    if isPreparing {
      wasInvalidatedWhilePreparing = true
      return
    }
    pendingInvalidation.add(context)
    host?.layoutWasInvalidated(with: context)
  }

  /// Returns a Boolean value that indicates whether new bounds need a preparation; scrolling should
  /// not. The default is false (IC-5).
  ///
  /// Called for every change of the bounds; it must change nothing (FL-20).
  open func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { false }

  /// Returns the context for new bounds that need a preparation.
  open func invalidationContext(forBoundsChange newBounds: Rect) -> LayoutInvalidationContext {
    Self.invalidationContextClass.init()
  }

  /// Returns a Boolean value that indicates whether an element's preferred attributes need a
  /// preparation. The default is false.
  open func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool { false }

  /// Returns the error for an element that prefers another size in each pass; nil if the host is not
  /// to count its passes.
  package func feedbackLoopError(for element: LayoutElement) -> LayoutError? {
    element.category == .decoration ? nil : .feedbackLoop(element)
  }

  /// Returns the context for an element's preferred attributes (IC-8). The default names the
  /// element.
  open func invalidationContext(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> LayoutInvalidationContext {
    let context = Self.invalidationContextClass.init()
    switch original.category {
    case .cell: context.invalidateItems(at: original.itemPath.map { [$0] } ?? [])
    case .supplementary:
      context.invalidateSupplementaryElements(ofKind: original.kind, at: [original.path])
    case .decoration:
      context.invalidateDecorationElements(ofKind: original.kind, at: [original.path])
    }
    return context
  }

  // MARK: Offsets

  /// Returns where scrolling should end instead of at `offset`. The default is `offset`.
  ///
  /// Also called once after the layout of an update or of another layout (AN-7).
  open func targetContentOffset(forProposedContentOffset offset: Point) -> Point { offset }

  /// Returns where a fling at `velocity` points a second should end instead of at `offset`.
  open func targetContentOffset(
    forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
  ) -> Point {
    targetContentOffset(forProposedContentOffset: offset)
  }

  // MARK: Updates

  /// Called after `prepare()` in an update, before the hooks for single elements (AN-1).
  open func prepare(forUpdates updates: [UpdateItem]) {}

  /// Returns the attributes from which an inserted or moved item animates, by its path after the
  /// update.
  ///
  /// Nil, the default, fades an inserted item in at its place and moves others from theirs (AN-3).
  open func initialLayoutAttributesForAppearingItem(at path: ItemPath) -> LayoutAttributes? { nil }

  /// Returns the attributes to which a deleted or moved item animates, by its path before the
  /// update.
  open func finalLayoutAttributesForDisappearingItem(at path: ItemPath) -> LayoutAttributes? { nil }

  /// Returns the attributes from which an appearing supplementary or decoration element animates.
  open func initialLayoutAttributesForAppearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { nil }

  /// Returns the attributes to which a disappearing supplementary or decoration element animates.
  open func finalLayoutAttributesForDisappearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { nil }

  /// Returns the attributes of `element` before the update that is being prepared, by its path
  /// before.
  ///
  /// Answers between `prepare()` and `finalizeUpdates()`. Nil, the default, if a layout keeps
  /// nothing of its state before.
  open func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? { nil }

  /// Returns the supplementary elements of `kind` that an update removes beyond those of deleted
  /// sections.
  open func elementPathsToDeleteForSupplementaryView(ofKind kind: ElementKind) -> [ElementPath] {
    []
  }

  /// Returns the supplementary elements of `kind` that an update adds beyond those of inserted
  /// sections.
  open func elementPathsToInsertForSupplementaryView(ofKind kind: ElementKind) -> [ElementPath] {
    []
  }

  /// Returns decoration elements of `kind` that an update removes.
  open func elementPathsToDeleteForDecorationView(ofKind kind: ElementKind) -> [ElementPath] { [] }

  /// Returns decoration elements of `kind` that an update adds.
  open func elementPathsToInsertForDecorationView(ofKind kind: ElementKind) -> [ElementPath] { [] }

  /// Called as the last step of an update, inside its animation (AN-1); hosts call it after every
  /// preparation with a changeset. Overrides call super.
  open func finalizeUpdates() {}

  /// Called before an animated change of the bounds from `oldBounds` (AN-6).
  open func prepare(forAnimatedBoundsChange oldBounds: Rect) {}

  /// Called after an animated change of the bounds (AN-6).
  open func finalizeAnimatedBoundsChange() {}

  // MARK: Items that a user moves

  /// Returns the path for an item that a user holds at `position`, by the paths that the layout has now;
  /// `path`, its own, to leave it there.
  ///
  /// The default returns the foremost item whose frame contains the position, which may be `path`.
  open func targetItemPath(
    forInteractivelyMovingItem path: ItemPath, withPosition position: Point
  ) -> ItemPath {
    foremostItem(at: position) ?? path
  }

  /// Returns the attributes of the item at `path` while a user holds it at `position`. The default
  /// returns the item's, with the position as its centre, in front of everything.
  open func layoutAttributesForInteractivelyMovingItem(
    at path: ItemPath, withTargetPosition position: Point
  ) -> LayoutAttributes? {
    var attributes = layoutAttributesForItem(at: path)
    attributes?.center = position
    attributes?.zIndex = .max
    return attributes
  }

  /// Returns the context for a step of items that a user moves; the host adds their paths, and the
  /// move if the paths have changed.
  ///
  /// The default names no items, and all keep their sizes: the data source has its old order until the
  /// movement ends, so that a delegate would answer for another item.
  open func invalidationContext(
    forInteractivelyMovingItems targetItemPaths: [ItemPath], withTargetPosition position: Point,
    previousItemPaths: [ItemPath], previousPosition: Point
  ) -> LayoutInvalidationContext {
    let context = Self.invalidationContextClass.init()
    context.keepsItemSizes = true
    return context
  }

  /// Returns the context for the end of a movement by a user; the host adds the move back of one that
  /// is cancelled. The default names no items, and all keep their sizes.
  open func invalidationContextForEndingInteractiveMovementOfItems(
    toFinalItemPaths finalItemPaths: [ItemPath], previousItemPaths: [ItemPath],
    movementCancelled: Bool
  ) -> LayoutInvalidationContext {
    let context = Self.invalidationContextClass.init()
    context.keepsItemSizes = true
    return context
  }

  // MARK: Transitions

  /// Called before another layout takes this one's place (TR-1).
  ///
  /// In an interactive transition, the view refuses to be updated or to get another layout from here,
  /// by `.reentrant`; so it does in `prepareForTransition(from:)` and `finalizeTransition()`.
  open func prepareForTransition(to newLayout: CollectionViewLayout) {}

  /// Called before this layout takes another one's place (TR-1).
  open func prepareForTransition(from oldLayout: CollectionViewLayout) {}

  /// Called on both layouts after one has replaced the other (TR-1).
  open func finalizeTransition() {}
}

extension CollectionViewLayout {
  /// Prepares the layout if it is unprepared or invalidated; for hosts.
  ///
  /// Does nothing without a host: pending invalidations stay.
  ///
  /// - Returns: The invalidations that the preparation has handled, with the offset adjustment that
  ///   the host must make.
  /// - Throws: What `prepare()` throws; all invalidations then stay pending. Otherwise
  ///   `LayoutError.invalidatedWhilePreparing` if the layout was invalidated from inside
  ///   `prepare()` (IC-10). The preparation has then applied what was pending, also changesets, and
  ///   nothing is applied twice. One context stays pending that invalidates everything and has the
  ///   offset adjustments that the host has not made: the next call computes everything again. The
  ///   error alone tells the host about that context.
  public final func prepareIfNeeded() throws(LayoutError) -> PendingInvalidation {
    guard host != nil, !isPrepared || !pendingInvalidation.isEmpty else {
      return PendingInvalidation()
    }
    isPreparing = true
    preparationCount += 1
    wasInvalidatedWhilePreparing = false
    defer { isPreparing = false }
    do {
      try prepare()
    } catch {
      if wasInvalidatedWhilePreparing {
        pendingInvalidation.add(Self.invalidationContextClass.init())
      }
      throw error
    }
    let done = pendingInvalidation
    pendingInvalidation = PendingInvalidation()
    if wasInvalidatedWhilePreparing {
      invalidateEverything(after: done)
      throw .invalidatedWhilePreparing
    }
    isPrepared = true
    noteMirror(isOfUpdate: done.changeCount > 0)
    return done
  }

  /// Leaves one context pending for all of `done` and for what has been invalidated meanwhile.
  private func invalidateEverything(after done: PendingInvalidation) {
    let context = Self.invalidationContextClass.init()
    context.invalidateEverything = true
    context.invalidateDataSourceCounts = true
    context.contentOffsetAdjustment = done.contentOffsetAdjustment
    context.contentSizeAdjustment = done.contentSizeAdjustment
    pendingInvalidation.add(context)
  }

  /// Removes `context` from the pending invalidations; for hosts whose call failed.
  package final func withdrawInvalidation(_ context: LayoutInvalidationContext) {
    pendingInvalidation.remove(context)
  }

  private func forgetPreparation() {
    isPrepared = false
    // A context's deinitialiser may be code of others: it runs after the change.
    let dropped = pendingInvalidation
    defer { withExtendedLifetime(dropped) {} }
    pendingInvalidation = PendingInvalidation()
    // Half of what is being prepared may be of the host before.
    wasInvalidatedWhilePreparing = true
  }
}
