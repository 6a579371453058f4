import Changesets
import Layouts

extension CollectionView {
  /// A view for an element, from the data source or, for a decoration, from the layout's
  /// registration; dequeued for this request and no other (D-12).
  func dequeueView(
    for attributes: LayoutAttributes
  ) throws(CollectionViewError) -> CollectionReusableView {
    try checkExists(attributes)
    request.begin(attributes)
    let view: CollectionReusableView
    do {
      view = try askForView(attributes)
      try checkIdentity(view, attributes)
    } catch {
      returnDequeued(except: nil)
      endRequest()
      throw error
    }
    if !request.end(holdingOnly: view) {
      returnDequeued(except: view)
      endRequest()
    }
    return view
  }

  /// Ends the request under way. A view that only it held goes away after that, and may look round.
  @inline(__always)
  func endRequest() {
    let ended = request.end()
    withExtendedLifetime(ended) {}
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
    let queue = pool.number(ofDecoration: .decoration(attributes.kind), from: source)
    return try dequeue(queue.number) { attributes.frame }
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
    if attributes.category == .cell, let path = attributes.itemPath, counts.has(path) { return }
    guard attributes.category != .cell || attributes.itemPath != nil else {
      throw .layout(.pathDepth(attributes.element))
    }
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
    guard isDequeued, request.dequeuedCount == 1 || unreturnedViewPolicy == .requeue else {
      throw .notDequeued(attributes.element, dequeued: request.dequeuedCount)
    }
    // The queue is the element's: no cell for a header, no header of another kind.
    guard let number = view.queue, pool.holds(number, attributes.category, attributes.kind)
    else {
      throw .viewClass(
        attributes.element, found: view.queue.map { "\(pool.key(of: $0))" } ?? "\(type(of: view))",
        expected: "view registered for it")
    }
  }

  private func returnDequeued(except view: CollectionReusableView?) {
    for stray in request.strays where stray !== view && stray.place == .dequeued { putBack(stray) }
    if let last = request.dequeued, last !== view, last.place == .dequeued { putBack(last) }
  }
}
