import Changesets
import Geometry
import Layouts

extension CollectionView {
  /// The policy for a view that was dequeued for a request and not returned (RU-6).
  public var unreturnedViewPolicy: UnreturnedViewPolicy {
    get { request.unreturnedViewPolicy }
    set { request.unreturnedViewPolicy = newValue }
  }

  /// A view for an element, from the data source or, for a decoration, from the layout's
  /// registration; dequeued for this request and no other.
  func dequeueView(
    for attributes: LayoutAttributes, from dataSource: any CollectionViewDataSource
  ) throws(CollectionViewError) -> CollectionReusableView {
    try checkExists(attributes)
    let attributes = isMovingItem ? attributesInDataSource(attributes) : attributes
    request.begin(attributes)
    let start = workTime
    let view: CollectionReusableView
    do {
      view = try askForView(attributes, from: dataSource)
      let end = workTime
      try checkIdentity(view, attributes)
      if let start, let end { noteFilling(of: view, since: start, until: end) }
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
    _ attributes: LayoutAttributes, from dataSource: any CollectionViewDataSource
  ) throws(CollectionViewError) -> CollectionReusableView {
    switch attributes.category {
    case .cell:
      guard let path = attributes.itemPath else { throw .noView(attributes.element) }
      work.viewCalls += 1
      return try dataSource.collectionView(self, cellForItemAt: path)
    case .supplementary:
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
    return try dequeue(queue.number, frame: attributes.inline.bounds)
  }

  /// Returns the source of a decoration's view: the layout's registration. In a transition, it can
  /// be the registration of the end that has the element.
  private func decorationSource(of attributes: LayoutAttributes) -> ViewSource? {
    let own = collectionViewLayout.decorationRegistration(ofKind: attributes.kind)
    guard own == nil, let transition else { return own as? ViewSource }
    let ends = [transition.source, transition.target]
    let end = ends.first { $0.shownAttributes(for: attributes.element) != nil }
    return end?.decorationRegistration(ofKind: attributes.kind) as? ViewSource
  }

  /// Takes decorations away that another layout has made of something else than this one would.
  ///
  /// A view that goes away, or the delegate, may change what is shown meanwhile: each place is looked
  /// at again.
  func dropForeignDecorations() {
    var place = window.elements.count
    while place > 0 {
      place = min(place, window.elements.count) - 1
      guard place >= 0 else { return }
      let element = window.elements[place]
      guard element.attributes.category == .decoration,
        let source = decorationSource(of: element.attributes), let number = element.view.queue,
        pool.source(of: number)?.isSame(as: source) != true
      else { continue }
      endDisplayingAndPutBack(window.remove(at: place))
    }
  }

  /// Throws unless the element's section and, for a cell, its item exist (ERR-attr).
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
    let isDequeued =
      view.place == .dequeued
      && (request.isLastDequeued(view) || request.strays.contains { $0 === view })
    guard isDequeued, request.dequeuedCount == 1 || unreturnedViewPolicy == .requeue else {
      throw .notDequeued(attributes.element, dequeued: request.dequeuedCount)
    }
    // The queue is the element's: no cell for a header, no header of another kind.
    guard let number = view.queue, pool.kinds[number].category == attributes.category,
      pool.kinds[number].kind == attributes.kind
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

/// A policy for a view that was dequeued for a request and not returned (RU-6).
public enum UnreturnedViewPolicy: String, Hashable, Sendable {
  /// The request fails.
  case error
  /// The view goes back into its queue.
  case requeue
}

/// The request that the collection view is making of an app, and the views dequeued for it.
struct PendingRequest {
  enum Kind {
    case none
    case counts
    case view
    case preparation
  }

  private(set) var kind = Kind.none
  /// The element whose view is asked for; the last one where none is.
  ///
  /// Every row that enters sets it: a cell's path and frame are plain bytes. The frame is the one
  /// before the transform, as its size is that of the cell's content.
  private(set) var askedCell = AskedCell(path: ItemPath(section: 0, item: 0), frame: .zero)
  private(set) var asksForCell = true
  private var askedOther: LayoutAttributes?
  /// The last view dequeued for it, and how many were.
  private(set) var dequeued: CollectionReusableView?
  /// The identifier of the same view: to compare it counts no references.
  private var dequeuedID: ObjectIdentifier?
  private(set) var dequeuedCount = 0
  /// All but the last, where there were several.
  private(set) var strays: [CollectionReusableView] = []
  /// The number of the registration that was made last before a view was asked for.
  private(set) var lastRegistrationNumber = 0
  /// The time that making views has taken in it, in nanoseconds.
  var makingNanoseconds = 0
  var unreturnedViewPolicy = UnreturnedViewPolicy.error
  /// The cell that must be returned again, and not dequeued.
  var reconfigured: CollectionViewCell?

  mutating func begin(_ kind: Kind) { self.kind = kind }

  mutating func begin(_ attributes: LayoutAttributes) {
    kind = .view
    makingNanoseconds = 0
    lastRegistrationNumber = CollectionViews.lastRegistrationNumber()
    if attributes.category == .cell, let path = attributes.itemPath {
      askedCell = AskedCell(path: path, frame: attributes.inline.bounds)
      asksForCell = true
    } else {
      askedOther = attributes
      asksForCell = false
    }
  }

  /// The element whose view is asked for; nil where none is.
  var element: LayoutElement? { kind == .view ? asked : nil }

  private var asked: LayoutElement {
    let other = asksForCell ? nil : askedOther?.element
    return other ?? .cell(askedCell.path)
  }

  /// The frame of `element` before its transform, if its view is asked for.
  func frame(of element: LayoutElement) -> Rect? {
    guard kind == .view, asked == element else { return nil }
    return asksForCell ? askedCell.frame : askedOther?.inline.bounds
  }

  /// The item whose cell is asked for.
  struct AskedCell: BitwiseCopyable {
    let path: ItemPath
    let frame: Rect
  }

  mutating func add(_ view: CollectionReusableView) {
    if let dequeued { strays.append(dequeued) }
    dequeued = view
    dequeuedID = ObjectIdentifier(view)
    dequeuedCount += 1
  }

  /// Returns a Boolean value that indicates whether `view` is the last one that was dequeued.
  @inline(__always)
  func isLastDequeued(_ view: CollectionReusableView) -> Bool {
    dequeuedID == ObjectIdentifier(view)
  }

  /// Ends the request; the views that it held go away with what this returns.
  @inline(__always)
  mutating func end() -> Ended {
    let ended = Ended(dequeued: dequeued, reconfigured: reconfigured, strays: strays)
    kind = .none
    dequeued = nil
    dequeuedID = nil
    dequeuedCount = 0
    reconfigured = nil
    if !strays.isEmpty { strays = [] }
    return ended
  }

  /// Ends the request if `view` is the only one that it holds, which then stays with the caller.
  ///
  /// - Returns: Whether it has ended.
  @inline(__always)
  mutating func end(holdingOnly view: CollectionReusableView) -> Bool {
    guard isLastDequeued(view), dequeuedCount == 1, reconfigured == nil else { return false }
    kind = .none
    dequeued = nil
    dequeuedID = nil
    dequeuedCount = 0
    return true
  }

  /// The views of a request that has ended.
  struct Ended {
    let dequeued: CollectionReusableView?
    let reconfigured: CollectionViewCell?
    let strays: [CollectionReusableView]
  }

  /// The request for an error's message; nil if none is under way.
  var described: CollectionViewError.Request? {
    switch kind {
    case .none: nil
    case .counts: .counts
    case .view: .view(asked)
    case .preparation: .preparation
    }
  }
}
