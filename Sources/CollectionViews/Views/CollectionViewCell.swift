public import Geometry

/// A view for one item, which knows whether it is selected and highlighted (clause A-7).
///
/// How that looks is the app's: see `backgroundView` and `selectedBackgroundView`, or override
/// `stateDidChange()`.
open class CollectionViewCell: CollectionReusableView {
  /// Whether its item is selected; set by the collection view (G-4).
  @safe @exclusivity(unchecked) public final var isSelected = false {
    didSet { if isSelected != oldValue { stateDidChange() } }
  }
  /// Whether a touch is on it; set by the collection view.
  @safe @exclusivity(unchecked) public final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { stateDidChange() } }
  }
  /// What lies behind the content, whatever the state; nil for nothing (G-6).
  public final var backgroundView: AnyObject?
  /// What lies above `backgroundView` while the cell is selected or highlighted (G-7).
  public final var selectedBackgroundView: AnyObject?
  /// What the app shows of the item; the cell itself never looks at it.
  public final var contentView: AnyObject?

  /// A cell of a size that its layout has for it, or none.
  public required init(frame: Rect) { super.init(frame: frame) }

  /// Called when the cell is selected, deselected, highlighted or no longer so.
  open func stateDidChange() {}

  /// The background that is seen: the selected one while the cell is selected or highlighted and has
  /// one, else the usual one (G-7, SE-14).
  public final var effectiveBackground: AnyObject? {
    isSelected || isHighlighted ? selectedBackgroundView ?? backgroundView : backgroundView
  }

  /// The backgrounds, the lowest first: the selected one is there while it is seen (SE-14).
  public final var backgrounds: [AnyObject] {
    let selected = isSelected || isHighlighted ? selectedBackgroundView : nil
    return [backgroundView, selected].compactMap { $0 }
  }

  override func resetOwnedState() {
    super.resetOwnedState()
    isSelected = false
    isHighlighted = false
  }
}
