public import Geometry

/// A view for one item, which knows whether it is selected and highlighted.
///
///     final class NameCell: CollectionViewCell {
///       var name = ""
///     }
///
/// How that looks is the app's: see `backgroundView` and `selectedBackgroundView`, or override
/// `stateDidChange()`.
open class CollectionViewCell: CollectionReusableView {
  /// A Boolean value that indicates whether the cell's item is selected; set by the collection
  /// view.
  @safe @exclusivity(unchecked) public final var isSelected = false {
    didSet { if isSelected != oldValue { stateDidChange() } }
  }
  /// A Boolean value that indicates whether a touch highlights the cell; set by the collection
  /// view.
  @safe @exclusivity(unchecked) public final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { stateDidChange() } }
  }
  /// The view behind the content, whatever the state; a `CellSubview` has the cell's size.
  public final var backgroundView: AnyObject? { didSet { fit(backgroundView) } }
  /// The view that lies above `backgroundView` while the cell is selected or highlighted.
  public final var selectedBackgroundView: AnyObject? { didSet { fit(selectedBackgroundView) } }
  /// The app's view of the item; a `CellSubview` has the cell's size.
  public final var contentView: AnyObject? { didSet { fit(contentView) } }

  /// A cell of a size that its layout has for it, or none.
  public required init(frame: Rect) { super.init(frame: frame) }

  /// Called when the cell is selected, deselected, highlighted or no longer so.
  open func stateDidChange() {}

  /// The background that is seen: the selected one while the cell is selected or highlighted and has
  /// one, else the usual one (SE-14).
  public final var effectiveBackground: AnyObject? {
    isSelected || isHighlighted ? selectedBackgroundView ?? backgroundView : backgroundView
  }

  /// The backgrounds, the lowest first: the selected one is there while it is seen (SE-14).
  public final var backgrounds: [AnyObject] {
    let selected = isSelected || isHighlighted ? selectedBackgroundView : nil
    return [backgroundView, selected].compactMap { $0 }
  }

  /// Gives the content and the backgrounds the cell's new size.
  override func sizeDidChange() {
    fit(contentView)
    fit(backgroundView)
    fit(selectedBackgroundView)
  }

  private func fit(_ subview: AnyObject?) {
    guard let subview = subview as? any CellSubview else { return }
    hasSizedSubviews = true
    subview.frame = Rect(origin: .zero, size: frame.size)
  }

  override func resetOwnedState() {
    super.resetOwnedState()
    isSelected = false
    isHighlighted = false
  }
}

/// A view inside a cell, which the cell keeps at its own size.
public protocol CellSubview: AnyObject {
  /// The place and size in the cell's coordinates, in points.
  var frame: Rect { get set }
}
