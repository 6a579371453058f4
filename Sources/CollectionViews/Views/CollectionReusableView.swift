import Changesets
public import Geometry
public import Layouts

/// A view that a collection view shows, and uses again when it is no longer seen.
///
/// It has no pixels: a view is its state and what the app's subclass adds to it. A collection view
/// makes one through `init(frame:)` or a template, and hands it to the data source to be filled. It
/// then applies the layout's attributes to it, and puts it into a queue when it leaves.
open class CollectionReusableView {
  /// The identifier it was registered under; nil for decoration views and for what is made by hand.
  public package(set) final var reuseIdentifier: String?
  @safe @exclusivity(unchecked) private final var applied = LayoutAttributes(
    cell: ItemPath(section: 0, item: 0))
  @safe @exclusivity(unchecked) private final var hasApplied = false
  /// A Boolean value that indicates whether `sizeDidChange()` has anything to do.
  @safe @exclusivity(unchecked) final var hasSizedSubviews = false
  /// A Boolean value that indicates whether a cell has configurations.
  @safe @exclusivity(unchecked) final var hasConfigurations = false
  /// The stage of the view's life, from its making to its release.
  @safe @exclusivity(unchecked) final var place = Place.made
  /// `queue`, or -1: in the bytes that the flags leave.
  @safe @exclusivity(unchecked) private final var queueNumber: Int32 = -1
  /// The size it was made or dequeued for, until attributes are applied.
  @safe @exclusivity(unchecked) final var initialFrame: Rect {
    didSet {
      guard hasSizedSubviews, !hasApplied else { return }
      let size = initialFrame.size
      if size != oldValue.size || size != applied.size { sizeDidChange() }
    }
  }

  /// The queue it came from; a view never changes it (RU-1).
  final var queue: Int? {
    get { queueNumber < 0 ? nil : Int(queueNumber) }
    set { queueNumber = newValue.map { Int32($0) } ?? -1 }
  }

  /// A view of a size that its layout has for it, or none.
  public required init(frame: Rect) { initialFrame = frame }

  /// The attributes last applied; nil before the first and from the dequeue to the next.
  public final var layoutAttributes: LayoutAttributes? { hasApplied ? applied : nil }

  /// The view's frame, in content coordinates.
  public final var frame: Rect { hasApplied ? applied.frame : initialFrame }

  /// The view's size before its transform, which is that of its content.
  @inline(__always)
  final var size: Size { hasApplied ? applied.size : initialFrame.size }

  /// The opacity that the layout gives the view; 1 before attributes are applied.
  public final var alpha: Double { hasApplied ? applied.alpha : 1 }

  /// A Boolean value that indicates whether the layout hides the view.
  public final var isHidden: Bool { hasApplied && applied.isHidden }

  /// Called once after a template has made the view, and for no other view.
  open func awakeFromTemplate() {}

  /// Called inside of the dequeue whenever the view is used again, never on a new one.
  ///
  /// What a collection view itself puts on a view is gone by then. The default does nothing.
  open func prepareForReuse() {}

  /// Called with the layout's attributes when they differ from the ones last applied (RU-5).
  open func apply(_ attributes: LayoutAttributes) {}

  /// Returns the attributes that the view prefers to the layout's, after it has been filled. The
  /// default returns the layout's.
  ///
  /// A layout that lets elements size themselves is told of another size and prepares again (IC-8).
  open func preferredLayoutAttributesFitting(_ attributes: LayoutAttributes) -> LayoutAttributes {
    attributes
  }

  /// Called on visible views before one layout takes another's place (TR-2).
  open func willTransition(from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout)
  {}

  /// Called on visible views after one layout has taken another's place (TR-2).
  open func didTransition(from oldLayout: CollectionViewLayout, to newLayout: CollectionViewLayout)
  {}

  /// Takes attributes over.
  ///
  /// - Returns: Whether they are others than those last applied.
  @inline(__always)
  final func take(_ attributes: LayoutAttributes) -> Bool {
    if attributes.isInline { return take(attributes.inline) }
    if hasApplied, applied == attributes { return false }
    let isResized = hasSizedSubviews && size != attributes.size
    applied = attributes
    hasApplied = true
    if isResized { sizeDidChange() }
    return true
  }

  /// Takes attributes over that have no field in an object.
  ///
  /// - Returns: Whether they are others than those last applied.
  @inline(__always)
  final func take(_ attributes: InlineAttributes) -> Bool {
    if hasApplied, applied.isEqual(to: attributes) { return false }
    let isResized = hasSizedSubviews && size != attributes.bounds.size
    applied.take(attributes)
    hasApplied = true
    if isResized { sizeDidChange() }
    return true
  }

  /// Called when the size of a view with sized subviews has changed.
  func sizeDidChange() {}

  /// Removes what the collection view itself has put on the view (RU-4).
  func resetOwnedState() { hasApplied = false }
}

extension CollectionReusableView {
  /// A stage of a view's life, from its making to its release.
  enum Place: UInt8 {
    /// Made by a program, or handed out and not yet returned.
    case made
    /// On its way from a dequeue to the request's answer.
    case dequeued
    /// Shown.
    case live
    /// Bound to an item that is not shown: it lingers, or has been fetched ahead.
    case offscreen
    /// Going away in an animation.
    case departing
    /// Waiting to be used again.
    case queued
  }
}
