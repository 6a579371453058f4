public import Geometry
public import Layouts

/// A description of the background of a cell or of a section, as a value.
///
///     struct Card: BackgroundConfiguration {
///       var color = "paper"
///
///       func updated(for state: CellConfigurationState) -> Card {
///         Card(color: state.isSelected ? "blue" : "paper")
///       }
///     }
///     cell.backgroundConfiguration = Card()
///
/// It takes the place of `UIBackgroundConfiguration`. A background that is equal to the one before is
/// no change. A section's background is a decoration of class `SectionBackgroundView`, whose value is in
/// the layout's attributes.
public protocol BackgroundConfiguration: CustomLayoutAttributes {
  /// Returns the background for a cell in `state`. The default returns this one.
  func updated(for state: CellConfigurationState) -> Self
}

extension BackgroundConfiguration {
  /// Returns this background.
  public func updated(for state: CellConfigurationState) -> Self { self }
}

/// Backgrounds by configurations, as in `UICollectionViewCell`.
extension CollectionViewCell {
  /// The background; nil, the default, for a cell that has none or uses background views.
  ///
  /// Setting one removes `backgroundView` and `selectedBackgroundView`, which it takes the place of. It
  /// stays when the cell is used again. If it is another one than before, by `==`, the cell is told by
  /// `backgroundConfigurationDidChange()`, and updated for its state in the next layout pass, once,
  /// together with its content.
  public final var backgroundConfiguration: (any BackgroundConfiguration)? {
    get { configurations?.background }
    set {
      if newValue != nil {
        backgroundView = nil
        selectedBackgroundView = nil
      }
      guard !isSameBackground(newValue, configurations?.background) else { return }
      let configurations = neededConfigurations()
      configurations.background = newValue
      backgroundConfigurationDidChange()
      if !configurations.isUpdating { setNeedsUpdateConfiguration() }
    }
  }

  /// A Boolean value that indicates whether updates replace `backgroundConfiguration` by its
  /// `updated(for:)`. The default is true.
  public final var automaticallyUpdatesBackgroundConfiguration: Bool {
    get { configurations?.updatesBackground ?? true }
    set { neededConfigurations().updatesBackground = newValue }
  }
}

private func isSameBackground(
  _ background: (any CustomLayoutAttributes)?, _ other: (any CustomLayoutAttributes)?
) -> Bool {
  background.isEqual(to: other)
}

/// The background of a section: a decoration view that has the value of the layout's attributes.
///
///     layout.registerDecoration(ViewSource.viewClass(SectionBackgroundView.self), ofKind: card)
///     var background = LayoutDecorationItem.background(elementKind: card)
///     background.custom = Card()
///     section.decorationItems = [background]
///
/// A section has no state: its value is updated for `CellConfigurationState()`.
open class SectionBackgroundView: CollectionReusableView {
  /// The background; nil if the layout's attributes have none.
  public final private(set) var backgroundConfiguration: (any BackgroundConfiguration)?

  /// A background of a size that its layout has for it, or none.
  public required init(frame: Rect) { super.init(frame: frame) }

  /// Called when `backgroundConfiguration` has become another one, by `==`. The default does nothing.
  open func backgroundConfigurationDidChange() {}

  /// Takes the background of the layout's attributes. Overrides call super.
  open override func apply(_ attributes: LayoutAttributes) {
    let given = attributes.custom as? any BackgroundConfiguration
    let background = given.map { Self.updated($0) }
    guard !isSameBackground(background, backgroundConfiguration) else { return }
    backgroundConfiguration = background
    backgroundConfigurationDidChange()
  }

  private static func updated(
    _ background: any BackgroundConfiguration
  ) -> any BackgroundConfiguration { background.updated(for: CellConfigurationState()) }
}
