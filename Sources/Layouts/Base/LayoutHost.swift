public import Geometry

/// The host of a layout: the geometry and counts of a collection view, and no view.
///
/// A layout holds its host weakly. `LayoutSession` is a host without a collection view.
public protocol LayoutHost: AnyObject {
  /// The visible rectangle in the content's coordinates: its origin is the content offset.
  var bounds: Rect { get }
  /// The margins between the bounds' edges and the content.
  var contentInset: EdgeInsets { get }
  /// The direction of the user's language. The default is left to right.
  var effectiveUserInterfaceLayoutDirection: UserInterfaceLayoutDirection { get }
  /// The number of sections; the data source's, cached.
  var numberOfSections: Int { get }

  /// Returns the number of items in `section`; the data source's, cached. O(1).
  ///
  /// - Precondition: `section` is in `0..<numberOfSections`.
  func numberOfItems(inSection section: Int) -> Int

  /// Tells the host that `context` invalidates the layout, which needs a preparation.
  func layoutWasInvalidated(with context: LayoutInvalidationContext)

  /// Tells the host that elements of `section` have moved, as where it scrolls by itself, while those
  /// of other sections are where they were.
  ///
  /// - Returns: True if the host asks the layout for them in its next pass. False, the default, has
  ///   the layout invalidate itself instead.
  func elementsDidMove(inSection section: Int) -> Bool
}

extension LayoutHost {
  /// False.
  public func elementsDidMove(inSection section: Int) -> Bool { false }

  /// Left to right.
  public var effectiveUserInterfaceLayoutDirection: UserInterfaceLayoutDirection { .leftToRight }

  /// Throws if bounds or insets are NaN, infinite or of negative size.
  func checkGeometry() throws(LayoutError) {
    try LayoutError.check(bounds)
    guard contentInset.isFinite else {
      throw .insets(property: "contentInset", section: nil, contentInset)
    }
  }
}

extension LayoutError {
  /// Throws if `bounds` are NaN, infinite or of negative size.
  static func check(_ bounds: Rect) throws(LayoutError) {
    guard bounds.origin.x.isFinite, bounds.origin.y.isFinite, bounds.size.isUsable else {
      throw .bounds(bounds)
    }
  }
}
