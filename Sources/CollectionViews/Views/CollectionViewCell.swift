public import Geometry
public import Layouts

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
    didSet { if isSelected != oldValue { stateHasChanged() } }
  }
  /// A Boolean value that indicates whether a touch highlights the cell; set by the collection
  /// view.
  @safe @exclusivity(unchecked) public final var isHighlighted = false {
    didSet { if isHighlighted != oldValue { stateHasChanged() } }
  }
  /// The view behind the content, whatever the state; a `CellSubview` has the cell's size.
  public final var backgroundView: AnyObject? { didSet { fit(backgroundView) } }
  /// The view that lies above `backgroundView` while the cell is selected or highlighted.
  public final var selectedBackgroundView: AnyObject? { didSet { fit(selectedBackgroundView) } }
  /// The app's view of the item; a `CellSubview` has the cell's size.
  public final var contentView: AnyObject? {
    didSet {
      fit(contentView)
      if place == .live { contentHasChanged() }
    }
  }
  /// The view that has made the cell; nil for one that a program has made.
  weak var collectionView: CollectionView?
  /// The state of the cell's content configuration and of its changes of size; nil for a cell that
  /// has neither.
  @safe @exclusivity(unchecked) final var configurations: CellConfigurations? {
    didSet { hasConfigurations = configurations != nil }
  }

  /// A cell of a size that its layout has for it, or none.
  public required init(frame: Rect) { super.init(frame: frame) }

  /// Called when the cell is selected, deselected, highlighted or no longer so.
  open func stateDidChange() {}

  /// The state for `updateConfiguration(using:)`: selected, highlighted and reordered or not.
  ///
  /// Overrides add to super's what they know, and call `setNeedsUpdateConfiguration()` when it changes.
  open var configurationState: CellConfigurationState {
    var state = CellConfigurationState()
    state.isSelected = isSelected
    state.isHighlighted = isHighlighted
    state.isReordering = configurations?.isReordering ?? false
    return state
  }

  /// Updates the content for a state; never call it, but `setNeedsUpdateConfiguration()`.
  ///
  /// The default replaces `contentConfiguration` and `backgroundConfiguration` by their `updated(for:)`
  /// if `automaticallyUpdatesContentConfiguration` and `automaticallyUpdatesBackgroundConfiguration` are
  /// true.
  open func updateConfiguration(using state: CellConfigurationState) {
    if automaticallyUpdatesContentConfiguration, let content = contentConfiguration {
      contentConfiguration = content.updated(for: state)
    }
    if automaticallyUpdatesBackgroundConfiguration, let background = backgroundConfiguration {
      backgroundConfiguration = background.updated(for: state)
    }
  }

  /// Called when `backgroundConfiguration` has become another one, by `==`. The default does nothing.
  open func backgroundConfigurationDidChange() {}

  /// Returns the layout's attributes, with the size that the view of a content configuration needs.
  open override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    guard hasConfigurations, let content = contentView as? any ContentView else {
      return attributes
    }
    var preferred = attributes
    preferred.size = content.fittingSize(for: attributes.size)
    return preferred
  }

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
    subview.frame = Rect(origin: .zero, size: size)
  }

  private func stateHasChanged() {
    stateDidChange()
    if hasConfigurations { setNeedsUpdateConfiguration() }
  }

  private func contentHasChanged() {
    guard collectionView?.selfSizingInvalidation == .enabledIncludingConstraints else { return }
    invalidateIntrinsicContentSize()
  }

  /// Sets whether a user moves the cell's item.
  final func setReordering(_ isReordering: Bool) {
    guard let configurations, configurations.isReordering != isReordering else { return }
    configurations.isReordering = isReordering
    setNeedsUpdateConfiguration()
  }

  override func resetOwnedState() {
    super.resetOwnedState()
    isSelected = false
    isHighlighted = false
    if hasConfigurations { configurations?.prepareForReuse() }
  }
}

/// A view inside a cell, which the cell keeps at its own size.
public protocol CellSubview: AnyObject {
  /// The place and size in the cell's coordinates, in points.
  var frame: Rect { get set }
}
