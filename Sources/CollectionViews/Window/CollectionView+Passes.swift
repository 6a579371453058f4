import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// How often a pass is repeated because bounds or sizes changed in it.
  static let maxPasses = 16
  /// How many passes of one call an item may bring about by wishing for another size (IC-8).
  static let maxWishesOfItem = 2

  /// Does what is due: asks for counts, prepares the layout, and has the views shown that belong into
  /// the bounds; what a run loop calls for each frame.
  ///
  /// Nothing is asked while the bounds are empty (E-1), and nothing is done where nothing has
  /// changed. From inside of a request or of a delegate's method it does nothing; what is due then
  /// stays due.
  ///
  /// - Complexity: The layout's query, and O(visible).
  /// - Throws: What the data source and the layout got wrong. Views that have been handed out by then
  ///   are shown; the rest is due in the next call.
  public func layoutIfNeeded() throws(CollectionViewError) {
    guard !isInPass, transaction == nil, request.kind == .none else { return }
    noticeLostDataSource()
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
  }

  /// Passes until nothing is due any more.
  func layOut() throws(CollectionViewError) {
    if !wishes.isEmpty { wishes.removeAll(keepingCapacity: true) }
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
    adjustOffset(by: done.contentOffsetAdjustment)
  }

  private func adjustOffset(by adjustment: Point) {
    guard adjustment != .zero else { return }
    moveBounds(
      to: Point(x: bounds.origin.x + adjustment.x, y: bounds.origin.y + adjustment.y),
      isAdjustment: true)
  }

  private func checkGeometry() throws(CollectionViewError) {
    guard bounds.origin.x.isFinite, bounds.origin.y.isFinite, bounds.size.isUsable else {
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
    defer { request.end() }
    work.preparations += 1
    let done: PendingInvalidation
    do {
      done = try layout.prepareIfNeeded()
    } catch {
      throw .layout(error)
    }
    // An update that nothing was shown of; others end when they have been animated.
    if !done.changes.isEmpty, transaction == nil { layout.finalizeUpdates() }
    guard layout.contentSize.isUsable else { throw .layout(.contentSize(layout.contentSize)) }
    return done
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

  // MARK: Views

  /// Has the views shown that belong into the bounds, and puts back those that do not.
  ///
  /// What leaves is put back before anything is asked for, so that no more views are made than are
  /// seen at once (E-8).
  func showVisible() throws(CollectionViewError) {
    hasShownElements = true
    queryVisible()
    work.passes += 1
    window.match(answer, in: bounds, skipsHidden: !showsHiddenElements)
    for index in window.leaving.indices { leave(window.leaving[index]) }
    if let repeated = window.repeated {
      throw .layout(.repeated(answer[repeated].element))
    }
    for index in window.changed.indices {
      let change = window.changed[index]
      if !animator.isEmpty, change.element < window.elements.count {
        animator.stop(window.elements[change.element].view)
      }
      try apply(answer[change.answer], at: change.element)
    }
    for index in window.entering.indices {
      // A reload from inside of a request: the rest belongs to what was before (IC-10).
      guard counts.isValid else { return }
      try enter(answer[window.entering[index]])
    }
    guard counts.isValid else { return }
    try prefetch()
  }

  func queryVisible() {
    answer.removeAll(keepingCapacity: true)
    collectionViewLayout.layoutAttributesForElements(in: bounds, into: &answer)
    work.attributesReturned += answer.count
  }

  /// Gives a shown view other attributes (RU-5); one of another size is asked for its wish (IC-8).
  func apply(
    _ attributes: LayoutAttributes, at place: Int
  ) throws(CollectionViewError) {
    // Whoever is told of a change may have removed what was to be changed.
    guard place < window.elements.count,
      window.elements[place].attributes.element == attributes.element
    else { return }
    let view = window.elements[place].view
    let isResized = window.elements[place].attributes.size != attributes.size
    window.setAttributes(attributes, at: place)
    apply(attributes, to: view)
    if isResized { try fit(view, attributes) }
  }

  func apply(_ attributes: LayoutAttributes, to view: CollectionReusableView) {
    guard view.layoutAttributes != attributes else { return }
    view.layoutAttributes = attributes
    work.applied += 1
    view.apply(attributes)
  }

  /// A shown view leaves: it lingers, or goes back into its queue.
  private func leave(_ element: LiveElement) {
    endDisplaying(element, putsBack: false)
    // The delegate may have begun a reload: then the cell is of no use any more.
    let lingers =
      isPrefetchingEnabled && reusePolicy.lingeringLimit > 0 && counts.isValid
      && element.attributes.category == .cell
    if lingers { park(element) } else { putBack(element.view) }
  }

  /// Tells the delegate that a view is no longer shown.
  func endDisplaying(_ element: LiveElement, putsBack: Bool) {
    work.ended += 1
    if !animator.isEmpty { animator.stop(element.view) }
    let attributes = element.attributes
    if delegateMethods.contains(.display), let delegate {
      switch attributes.category {
      case .cell:
        if let cell = element.view as? CollectionViewCell, let path = attributes.itemPath {
          delegate.collectionView(self, didEndDisplaying: cell, forItemAt: path)
        }
      case .supplementary:
        delegate.collectionView(
          self, didEndDisplayingSupplementaryView: element.view,
          forElementOfKind: attributes.kind, at: attributes.path)
      case .decoration: break
      }
    }
    if putsBack { putBack(element.view) }
  }

  /// Gets a view for an element that comes to be shown, and shows it.
  func enter(_ attributes: LayoutAttributes) throws(CollectionViewError) {
    guard window.place(of: attributes) == nil else {
      throw .layout(.repeated(attributes.element))
    }
    let view: CollectionReusableView
    if attributes.category == .cell, let path = attributes.itemPath,
      let cell = parked.take(path)
    {
      work.returned += 1
      view = cell
    } else {
      view = try obtainView(for: attributes)
      // What was asked for is no longer what is shown: a reload was begun meanwhile.
      guard counts.isValid, transaction?.isReload != true else { return putBack(view) }
    }
    do {
      try fit(view, attributes)
    } catch {
      putBack(view)
      throw error
    }
    show(view, attributes)
  }

  /// Shows a view that is filled.
  func show(_ view: CollectionReusableView, _ attributes: LayoutAttributes) {
    if let cell = view as? CollectionViewCell, let path = attributes.itemPath {
      synchronizeState(of: cell, at: path)
    }
    apply(attributes, to: view)
    view.place = .live
    window.insert(attributes, view)
    work.displayed += 1
    guard delegateMethods.contains(.display), let delegate else { return }
    switch attributes.category {
    case .cell:
      if let cell = view as? CollectionViewCell, let path = attributes.itemPath {
        delegate.collectionView(self, willDisplay: cell, forItemAt: path)
      }
    case .supplementary:
      delegate.collectionView(
        self, willDisplaySupplementaryView: view, forElementOfKind: attributes.kind,
        at: attributes.path)
    case .decoration: break
    }
  }

  /// Asks a filled view which size it wishes for, and has the layout prepare again for another.
  func fit(
    _ view: CollectionReusableView, _ attributes: LayoutAttributes
  ) throws(CollectionViewError) {
    let preferred = view.preferredLayoutAttributesFitting(attributes)
    guard preferred != attributes else { return }
    guard preferred.element == attributes.element else {
      throw .layout(.otherElement(asked: attributes.element, answered: preferred.element))
    }
    guard preferred.size.isUsable else {
      throw .layout(
        attributes.itemPath.map { .itemSize($0, preferred.size) }
          ?? .frame(attributes.element, preferred.frame))
    }
    guard
      collectionViewLayout.shouldInvalidateLayout(
        forPreferredAttributes: preferred, originalAttributes: attributes)
    else { return }
    if let path = attributes.itemPath {
      wishes[path, default: 0] += 1
      if wishes[path, default: 0] > Self.maxWishesOfItem {
        throw .layout(.feedbackLoop(path))
      }
    }
    collectionViewLayout.invalidateLayout(
      with: collectionViewLayout.invalidationContext(
        forPreferredAttributes: preferred, originalAttributes: attributes))
    needsAnotherPass = true
  }
}

// MARK: Requests

extension CollectionView {
  /// A view for an element, from the data source or, for a decoration, from the layout's
  /// registration; dequeued for this request and no other (D-12).
  func obtainView(
    for attributes: LayoutAttributes
  ) throws(CollectionViewError) -> CollectionReusableView {
    try checkExists(attributes)
    request.begin(attributes)
    let view: CollectionReusableView
    do {
      view = try askForView(attributes)
      try checkIdentity(view, attributes)
    } catch {
      takeBackDequeued(except: nil)
      request.end()
      throw error
    }
    takeBackDequeued(except: view)
    request.end()
    return view
  }

  private func askForView(
    _ attributes: LayoutAttributes
  ) throws(CollectionViewError) -> CollectionReusableView {
    switch attributes.category {
    case .cell:
      guard let dataSource, let path = attributes.itemPath else {
        throw .noView(attributes.element)
      }
      work.viewCalls += 1
      return try dataSource.collectionView(self, cellForItemAt: path)
    case .supplementary:
      guard let dataSource else { throw .noView(attributes.element) }
      work.viewCalls += 1
      return try dataSource.collectionView(
        self, viewForSupplementaryElementOfKind: attributes.kind, at: attributes.path)
    case .decoration:
      return try dequeueDecoration(attributes)
    }
  }

  private func dequeueDecoration(
    _ attributes: LayoutAttributes
  ) throws(CollectionViewError) -> CollectionReusableView {
    guard let source = decorationSource(of: attributes) else {
      throw .noDecoration(attributes.kind)
    }
    let number = pool.number(ofDecoration: .decoration(attributes.kind), from: source)
    return try dequeue(number) { attributes }
  }

  /// What a decoration is made from: the layout's registration; in a transition, that of the end
  /// which has the element.
  private func decorationSource(of attributes: LayoutAttributes) -> ViewSource? {
    let own = collectionViewLayout.decorationRegistration(ofKind: attributes.kind)
    guard own == nil, let transition else { return own as? ViewSource }
    let ends = [transition.source, transition.target]
    let end = ends.first { $0.layoutAttributes(for: attributes.element) != nil }
    return end?.decorationRegistration(ofKind: attributes.kind) as? ViewSource
  }

  /// Takes decorations away that another layout has made of something else than this one would.
  func dropForeignDecorations() {
    for place in window.elements.indices.reversed() {
      let element = window.elements[place]
      guard element.attributes.category == .decoration,
        let source = decorationSource(of: element.attributes), let number = element.view.queue,
        pool.source(of: number)?.isSame(as: source) != true
      else { continue }
      endDisplaying(window.remove(at: place), putsBack: true)
    }
  }

  /// Whether the element's section and, for a cell, its item exist (ERR-attr).
  private func checkExists(_ attributes: LayoutAttributes) throws(CollectionViewError) {
    let counts = counts.counts
    let section = attributes.section
    guard section >= 0, section < counts.count else {
      if attributes.category == .cell, let path = attributes.itemPath {
        throw .layout(.noSuchItem(path, itemsInSection: nil))
      }
      throw .layout(.noSuchSection(attributes.element, sections: counts.count))
    }
    guard attributes.category == .cell, let path = attributes.itemPath else { return }
    guard path.item >= 0, path.item < counts[section] else {
      throw .layout(.noSuchItem(path, itemsInSection: counts[section]))
    }
  }

  private func checkIdentity(
    _ view: CollectionReusableView, _ attributes: LayoutAttributes
  ) throws(CollectionViewError) {
    if let cell = request.reconfigured, cell === view, request.dequeuedCount == 0 { return }
    let isDequeued = view.place == .dequeued && request.isDequeued(view)
    guard isDequeued, request.dequeuedCount == 1 || strayViewRule == .requeue else {
      throw .notDequeued(attributes.element, dequeued: request.dequeuedCount)
    }
    // The queue is the element's: no cell for a header, no header of another kind.
    guard let number = view.queue, pool.key(of: number).category == attributes.category,
      pool.key(of: number).kind == attributes.kind
    else {
      throw .viewClass(
        attributes.element, found: view.queue.map { "\(pool.key(of: $0))" } ?? "\(type(of: view))",
        expected: "view registered for it")
    }
  }

  private func takeBackDequeued(except view: CollectionReusableView?) {
    for stray in request.strays where stray !== view && stray.place == .dequeued { putBack(stray) }
    if let last = request.dequeued, last !== view, last.place == .dequeued { putBack(last) }
  }
}
