import Changesets
import Geometry
import Layouts

/// What the collection view is asking an app for, and the views that the app has dequeued meanwhile.
struct PendingRequest {
  enum Kind {
    case none
    case counts
    case view
    case preparation
  }

  private(set) var kind = Kind.none
  /// The attributes of the element whose view is asked for; of the last one where none is.
  private var asked = LayoutAttributes(cell: ItemPath(section: 0, item: 0))
  /// The last view dequeued for it, and how many were.
  private(set) var dequeued: CollectionReusableView?
  private(set) var dequeuedCount = 0
  /// All but the last, where there were several.
  private(set) var strays: [CollectionReusableView] = []
  /// The number of the registration that was made last before a view was asked for.
  private(set) var lastRegistrationNumber = 0
  /// The cell that is to be returned again, and not dequeued (N-3).
  var reconfigured: CollectionViewCell?

  mutating func begin(_ kind: Kind) { self.kind = kind }

  mutating func begin(_ attributes: LayoutAttributes) {
    kind = .view
    lastRegistrationNumber = CollectionViews.lastRegistrationNumber()
    asked = attributes
  }

  /// The attributes of the element whose view is asked for; nil where none is.
  var attributes: LayoutAttributes? { kind == .view ? asked : nil }

  mutating func add(_ view: CollectionReusableView) {
    if let dequeued { strays.append(dequeued) }
    dequeued = view
    dequeuedCount += 1
  }

  /// The frame of the cell that is asked for, if it is the one at `path`.
  @inline(__always)
  func frame(ofCell path: ItemPath) -> Rect? {
    guard kind == .view, asked.category == .cell, asked.itemPath == path else { return nil }
    return asked.frame
  }

  @inline(__always)
  func isDequeued(_ view: CollectionReusableView) -> Bool {
    if view === dequeued { return true }
    return !strays.isEmpty && strays.contains { $0 === view }
  }

  /// Ends the request; the views that it held go away with what this returns.
  @inline(__always)
  mutating func end() -> Ended {
    let ended = Ended(dequeued: dequeued, reconfigured: reconfigured, strays: strays)
    kind = .none
    dequeued = nil
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
    guard dequeued === view, dequeuedCount == 1, reconfigured == nil else { return false }
    kind = .none
    dequeued = nil
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
    case .view: .view(asked.element)
    case .preparation: .preparation
    }
  }
}
