public import Changesets
public import Geometry

/// A layout: where every element of a collection view is and how it looks (clauses A-8, I-1).
///
/// Abstract; a subclass overrides `prepare()`, `contentSize`, the rectangle query and the queries
/// for one element. It sees its host's bounds and counts, and no view. Nothing is assumed of the
/// geometry: elements may overlap, stack and move anywhere (I-2).
///
/// Confined to whoever created it, as its host is.
open class CollectionViewLayout {
  /// The collection view, or whatever else is laid out; set by itself.
  ///
  /// Another host has other counts and bounds: the layout is then not prepared, and what was pending
  /// for the one before is forgotten.
  public weak var host: (any LayoutHost)? {
    didSet { if host !== oldValue { forgetPreparation() } }
  }
  /// What has been invalidated since the last preparation.
  public private(set) var pendingInvalidation = PendingInvalidation()
  /// Whether `prepare()` has succeeded since the layout was given its host.
  @safe @exclusivity(unchecked) public private(set) var isPrepared = false
  private var isPreparing = false
  private var wasInvalidatedWhilePreparing = false
  /// How often `prepare()` has been called.
  private(set) final var preparationCount = 0
  var decorations: [ElementKind: Any] = [:]

  /// A layout without a host.
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

  /// Appends the attributes of every element that overlaps `rect`; allocates nothing where `buffer`
  /// has room.
  ///
  /// The order is free; a collection view sorts by `zIndex` and path where it matters. The default
  /// appends nothing.
  open func layoutAttributesForElements(in rect: Rect, into buffer: inout [LayoutAttributes]) {}

  /// The attributes of the item at `path`, the same as the rectangle query gives; nil if there is
  /// no such item (FL-19). The default is nil.
  open func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? { nil }

  /// The attributes of a supplementary element; nil where the layout has none. The default is nil.
  open func layoutAttributesForSupplementaryElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { nil }

  /// The attributes of a decoration element; nil where the layout has none. The default is nil.
  open func layoutAttributesForDecorationElement(
    ofKind kind: ElementKind, at path: ElementPath
  ) -> LayoutAttributes? { nil }

  // MARK: Invalidation

  /// The class of the contexts that this layout makes and understands (IC-2).
  open class var invalidationContextClass: LayoutInvalidationContext.Type {
    LayoutInvalidationContext.self
  }

  /// Marks what `context` names as no longer right; the next layout pass prepares anew.
  ///
  /// Several calls before that pass are taken together (IC-3). From inside `prepare()` it is an
  /// error, which `prepareIfNeeded()` throws. Overrides call super.
  open func invalidateLayout(with context: LayoutInvalidationContext) {
    if isPreparing {
      wasInvalidatedWhilePreparing = true
      return
    }
    pendingInvalidation.add(context)
    host?.layoutWasInvalidated(with: context)
  }

  /// Whether new bounds need a new preparation; scrolling should not. The default is false (IC-5).
  ///
  /// Asked for every change of the bounds, and pure: it changes nothing (FL-20).
  open func shouldInvalidateLayout(forBoundsChange newBounds: Rect) -> Bool { false }

  /// The context for new bounds that need a new preparation.
  open func invalidationContext(forBoundsChange newBounds: Rect) -> LayoutInvalidationContext {
    Self.invalidationContextClass.init()
  }

  /// Whether an element's own wish for `preferred` needs a new preparation. The default is false.
  open func shouldInvalidateLayout(
    forPreferredAttributes preferred: LayoutAttributes,
    originalAttributes original: LayoutAttributes
  ) -> Bool { false }

  /// The context for an element's own wish (IC-8); the default names the element.
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

  /// Where scrolling should end that would end at `offset`; the default leaves it there.
  ///
  /// Also asked once when an update or another layout has been laid out (AN-7).
  open func targetContentOffset(forProposedContentOffset offset: Point) -> Point { offset }

  /// Where a fling should end that would end at `offset`, at `velocity` points a second.
  open func targetContentOffset(
    forProposedContentOffset offset: Point, withScrollingVelocity velocity: Point
  ) -> Point {
    targetContentOffset(forProposedContentOffset: offset)
  }

  // MARK: Updates

  /// Called after `prepare()` in an update, before the hooks for single elements (AN-1).
  open func prepare(forUpdates updates: [UpdateItem]) {}

  /// Where an item that appears comes from, or a survivor of an update; by its path afterwards.
  ///
  /// Nil, the default, means the usual: where it is now, with alpha 0, or where it was (AN-3).
  open func initialLayoutAttributesForAppearingItem(at path: ItemPath) -> LayoutAttributes? { nil }

  /// Where an item that disappears goes to, or a survivor of an update; by its path before.
  open func finalLayoutAttributesForDisappearingItem(at path: ItemPath) -> LayoutAttributes? { nil }

  /// Where a supplementary or decoration element that appears comes from.
  open func initialLayoutAttributesForAppearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { nil }

  /// Where a supplementary or decoration element that disappears goes to.
  open func finalLayoutAttributesForDisappearingElement(
    _ element: LayoutElement
  ) -> LayoutAttributes? { nil }

  /// Where `element` was before the update that is being prepared, by its path before.
  ///
  /// Answers between `prepare()` and `finalizeUpdates()`; nil, the default, where a layout keeps
  /// nothing of its state before.
  open func layoutAttributesBeforeUpdate(of element: LayoutElement) -> LayoutAttributes? { nil }

  /// Supplementary elements of `kind` that an update removes beyond those of deleted sections.
  open func pathsToDeleteForSupplementaryElements(ofKind kind: ElementKind) -> [ElementPath] { [] }

  /// Supplementary elements of `kind` that an update adds beyond those of inserted sections.
  open func pathsToInsertForSupplementaryElements(ofKind kind: ElementKind) -> [ElementPath] { [] }

  /// Decoration elements of `kind` that an update removes.
  open func pathsToDeleteForDecorationElements(ofKind kind: ElementKind) -> [ElementPath] { [] }

  /// Decoration elements of `kind` that an update adds.
  open func pathsToInsertForDecorationElements(ofKind kind: ElementKind) -> [ElementPath] { [] }

  /// Called as the last step of an update, inside its animation (AN-1); hosts call it after every
  /// preparation with a changeset. Overrides call super.
  open func finalizeUpdates() {}

  /// Called before an animated change of the bounds from `oldBounds` (AN-6).
  open func prepare(forAnimatedBoundsChange oldBounds: Rect) {}

  /// Called after an animated change of the bounds (AN-6).
  open func finalizeAnimatedBoundsChange() {}

  // MARK: Transitions

  /// Called before another layout takes this one's place (TR-1).
  open func prepareForTransition(to newLayout: CollectionViewLayout) {}

  /// Called before this layout takes another one's place (TR-1).
  open func prepareForTransition(from oldLayout: CollectionViewLayout) {}

  /// Called on both layouts when one has taken the other's place (TR-1).
  open func finalizeTransition() {}
}

extension CollectionViewLayout {
  /// The attributes of every element that overlaps `rect`, in an array of their own.
  public final func layoutAttributesForElements(in rect: Rect) -> [LayoutAttributes] {
    var buffer: [LayoutAttributes] = []
    layoutAttributesForElements(in: rect, into: &buffer)
    return buffer
  }

  /// The attributes of `element`, whatever its category; nil where the layout has none.
  public final func layoutAttributes(for element: LayoutElement) -> LayoutAttributes? {
    switch element.category {
    case .cell: element.path.itemPath.flatMap { layoutAttributesForItem(at: $0) }
    case .supplementary:
      layoutAttributesForSupplementaryElement(ofKind: element.kind, at: element.path)
    case .decoration:
      layoutAttributesForDecorationElement(ofKind: element.kind, at: element.path)
    }
  }

  /// Marks everything the layout computed itself as no longer right; counts are not asked again.
  public final func invalidateLayout() {
    invalidateLayout(with: Self.invalidationContextClass.init())
  }

  /// Prepares the layout if it never was or has been invalidated; for hosts.
  ///
  /// Without a host there is nothing to prepare for: nothing is called, and what is pending stays so.
  ///
  /// - Returns: What had been invalidated, with the offset adjustment that the host is to make.
  /// - Throws: What `prepare()` throws; what was pending then stays so, with what was invalidated
  ///   meanwhile. Else `LayoutError.invalidatedWhilePreparing` where the layout was invalidated from inside of
  ///   `prepare()` (IC-10), which by then has carried out what was pending, changesets too. Nothing
  ///   of that is left pending, so that nothing is carried out twice, but one context that
  ///   invalidates everything and has the offset adjustments that the host has not made: the next
  ///   call computes all of it anew. The host is not told of that context but by the error.
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
    return done
  }

  /// Leaves one context pending for all of `done` and for what has been invalidated meanwhile.
  private func invalidateEverything(after done: PendingInvalidation) {
    let context = Self.invalidationContextClass.init()
    context.invalidatesEverything = true
    context.invalidatesDataSourceCounts = true
    context.contentOffsetAdjustment = done.contentOffsetAdjustment
    context.contentSizeAdjustment = done.contentSizeAdjustment
    pendingInvalidation.add(context)
  }

  /// Takes back what `context` invalidates, where it still is pending; for hosts whose call failed.
  package final func withdrawInvalidation(_ context: LayoutInvalidationContext) {
    pendingInvalidation.remove(context)
  }

  private func forgetPreparation() {
    isPrepared = false
    pendingInvalidation = PendingInvalidation()
    // Half of what is being prepared may be of the host before.
    wasInvalidatedWhilePreparing = true
  }

  /// Names what decoration views of `kind` are made from; nil takes the name back (clause D-5).
  ///
  /// What a registration is, is between the caller and the collection view.
  public final func registerDecoration(_ registration: Any?, ofKind kind: ElementKind) {
    decorations[kind] = registration
  }

  /// What decoration views of `kind` are made from; nil where nothing is registered.
  public final func decorationRegistration(ofKind kind: ElementKind) -> Any? { decorations[kind] }
}
