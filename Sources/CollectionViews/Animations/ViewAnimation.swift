public import Layouts

/// What an update or another layout does to one view, from where to where (clauses AN-8, I-13).
public struct ViewAnimation {
  /// Why the view moves.
  public enum Role: String, Hashable, Sendable {
    /// Its item or section was inserted.
    case inserted
    /// Its item or section was deleted.
    case deleted
    /// It is shown before and after, and may be elsewhere.
    case moved
    /// It shows an item's content as it was before a reload.
    case reloadedBefore
    /// It shows an item's content after a reload.
    case reloadedAfter
    /// Its item comes from where it was not seen.
    case scrolledIn
    /// Its item goes to where it is not seen.
    case scrolledOut
  }

  /// What the view shows: by its path after, or before for a view that goes away.
  ///
  /// Later updates move the path of a view that is scrolled out, as they do that of one that is shown.
  public private(set) var element: LayoutElement
  /// The view.
  public let view: CollectionReusableView
  /// Where it begins.
  public private(set) var source: LayoutAttributes
  /// Where it ends.
  public private(set) var target: LayoutAttributes
  /// Why it moves; an item that is deleted while its view is scrolled out is `.deleted` from then on.
  public internal(set) var role: Role
  /// When it begins, in the clock's seconds.
  public let startTime: Double
  /// How long it takes, in seconds.
  public let duration: Double

  /// Where the view is at `time`: in a line from source to target, and at rest before and after.
  public func attributes(at time: Double) -> LayoutAttributes {
    let fraction = duration > 0 ? min(max((time - startTime) / duration, 0), 1) : 1
    return source.interpolated(to: target, fraction: fraction)
  }

  /// Has the view show the same element at the path that it has now.
  mutating func replaceElement(with newElement: LayoutElement) {
    element = newElement
    source = source.replacingElement(with: newElement)
    target = target.replacingElement(with: newElement)
  }

  /// Whether the view goes away when it has arrived.
  public var isDeparture: Bool {
    switch role {
    case .deleted, .reloadedBefore, .scrolledOut: true
    case .inserted, .moved, .reloadedAfter, .scrolledIn: false
    }
  }
}
