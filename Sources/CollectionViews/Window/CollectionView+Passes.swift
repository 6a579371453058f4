import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// How often a pass is repeated because bounds or sizes changed in it.
  static let maxPasses = 16
  /// How many passes of one call an item may bring about by wishing for another size (IC-8).
  static let maxPreferredSizeRequests = 2

  /// Does what is due: asks for counts, prepares the layout, and has the views shown that belong into
  /// the bounds; what a run loop calls for each frame.
  ///
  /// Nothing is asked while the bounds are empty (E-1), and nothing is done where nothing has
  /// changed. From inside of a request or of a delegate's method it does nothing; what is due then
  /// stays due.
  ///
  /// - Complexity: The layout's query, and O(visible).
  /// - Throws: The error of an operation outside of an update block, once. What the data source and the
  ///   layout got wrong: views that have been handed out by then are shown; the rest is due in the
  ///   next call.
  public func layoutIfNeeded() throws(CollectionViewError) {
    guard !isInPass, transaction == nil, request.kind == .none else { return }
    noticeLostDataSource()
    if updateErrors.isHeld { try throwHeldUpdateError() }
    guard needsLayout else { return }
    guard !bounds.isEmpty else {
      guard bounds.size.isUsable else { throw .layout(.bounds(bounds)) }
      // Nothing is seen any more; what there is to do is done when something is again.
      if visibleViewCount > 0 { removeAllViews() }
      return
    }
    isInPass = true
    defer { isInPass = false }
    try layOut()
    if updateErrors.isHeld { try throwHeldUpdateError() }
  }

  /// Passes until nothing is due any more.
  func layOut() throws(CollectionViewError) {
    try checkGeometry()
    forgetPreferredSizeRequests()
    needsAnotherPass = false
    for _ in 0..<Self.maxPasses {
      needsLayout = false
      do {
        try prepareLayout()
        // What was invalidated on the way has been prepared.
        needsLayout = false
        try showVisible()
      } catch {
        needsLayout = true
        throw error
      }
      guard needsAnotherPass else { return }
      needsAnotherPass = false
    }
    needsLayout = true
    throw .unsettled(passes: Self.maxPasses)
  }

  /// Has every item wish anew: views are counted by their items' paths, which an update changes.
  func forgetPreferredSizeRequests() {
    if !preferredSizeRequests.isEmpty { preferredSizeRequests.removeAll(keepingCapacity: true) }
  }

  // MARK: Preparation

  /// Asks for counts if that is due, prepares the layout, and moves the offset as it wishes and as
  /// the content allows.
  func prepareLayout() throws(CollectionViewError) {
    // Offsets may be adjusted and clamped, which may invalidate the layout again, and delegates are
    // told of that.
    for _ in 0..<Self.maxPasses {
      if !counts.isValid { try askCounts() }
      try prepareInvalidated()
      // Whoever is told of a clamped offset may move it again.
      let isClamped = clampOffset()
      if counts.isValid, isLayoutSettled, !isClamped { return }
    }
    throw .unsettled(passes: Self.maxPasses)
  }

  /// Whether no layout is to be prepared, the two ends of a transition among them.
  var isLayoutSettled: Bool {
    func isSettled(_ layout: CollectionViewLayout) -> Bool {
      layout.isPrepared && layout.pendingInvalidation.isEmpty
    }
    guard isSettled(collectionViewLayout) else { return false }
    return transition.map { isSettled($0.source) && isSettled($0.target) } ?? true
  }

  private func prepareInvalidated() throws(CollectionViewError) {
    if transition != nil { try prepareEnds() }
    let layout = collectionViewLayout
    guard !layout.isPrepared || !layout.pendingInvalidation.isEmpty else { return }
    try checkGeometry()
    let done = try prepare(layout)
    if transition != nil { followTransition() }
    try adjustOffset(by: done.contentOffsetAdjustment)
  }

  private func adjustOffset(by adjustment: Point) throws(CollectionViewError) {
    guard adjustment != .zero else { return }
    let offset = Point(x: bounds.origin.x + adjustment.x, y: bounds.origin.y + adjustment.y)
    guard offset.isFinite else {
      throw .layout(.bounds(Rect(origin: offset, size: bounds.size)))
    }
    moveBounds(to: offset, isAdjustment: true)
  }

  private func checkGeometry() throws(CollectionViewError) {
    guard bounds.origin.isFinite, bounds.size.isUsable else {
      throw .layout(.bounds(bounds))
    }
    guard contentInset.isFinite else {
      throw .layout(.insets(property: "contentInset", section: nil, contentInset))
    }
  }

  /// Prepares one layout, in which no update may be begun (BU-24).
  func prepare(
    _ layout: CollectionViewLayout
  ) throws(CollectionViewError) -> PendingInvalidation {
    // The layout is about to read them.
    if !counts.isValid { try askCounts() }
    request.begin(.preparation)
    defer { endRequest() }
    work.preparations += 1
    let done: PendingInvalidation
    do {
      done = try layout.prepareIfNeeded()
    } catch {
      throw .layout(error)
    }
    if layout === collectionViewLayout { noticeLostFits(done) }
    // An update that nothing was shown of; others end when they have been animated.
    if !done.changes.isEmpty, transaction == nil { layout.finalizeUpdates() }
    guard layout.contentSize.isUsable else {
      invalidateAgain(layout, after: done)
      throw .layout(.contentSize(layout.contentSize))
    }
    return done
  }

  /// Has every shown view asked for its size again where the layout may have dropped preferred sizes:
  /// another invalidation came between them and the preparation.
  private func noticeLostFits(_ done: PendingInvalidation) {
    guard unpreparedFits > 0 else { return }
    if done.contexts.count > unpreparedFits { fitsEveryView = true }
    unpreparedFits = 0
  }

  /// Forgets what views preferred under another layout; the next pass asks all of them.
  func fitAgain() {
    fitsEveryView = true
    unpreparedFits = 0
  }

  /// Has a layout that has come to nonsense be prepared anew by the next pass, which would else show
  /// that.
  private func invalidateAgain(_ layout: CollectionViewLayout, after done: PendingInvalidation) {
    let context = type(of: layout).invalidationContextClass.init()
    context.invalidateEverything = true
    context.contentOffsetAdjustment = done.contentOffsetAdjustment
    layout.invalidateLayout(with: context)
  }

  /// Whether the offset is where there is content, or is held elsewhere.
  ///
  /// Whoever is told of an update's offset may have moved it again.
  var isOffsetAllowed: Bool {
    scroll.isBeyondAllowed || transition != nil || clamped(bounds.origin) == bounds.origin
  }

  /// Moves the offset to where there is content, unless a finger, a bounce or a transition holds it
  /// elsewhere.
  ///
  /// - Returns: Whether it was elsewhere.
  private func clampOffset() -> Bool {
    guard !scroll.isBeyondAllowed, transition == nil else { return false }
    let clamped = clamped(bounds.origin)
    guard clamped != bounds.origin else { return false }
    moveBounds(to: clamped, isAdjustment: true, movesGoals: false)
    return true
  }
}
