public import Geometry

/// A description of the content of a cell, which makes and fills the view that shows it.
///
///     struct NameContent: ContentConfiguration {
///       var name = ""
///       var isBold = false
///
///       func makeContentView() -> any ContentView { NameView(self) }
///
///       func updated(for state: CellConfigurationState) -> NameContent {
///         var content = self
///         content.isBold = state.isSelected
///         return content
///       }
///     }
///
/// A value: a cell compares nothing and applies each configuration that it is given.
public protocol ContentConfiguration {
  /// Returns a new view that shows the content. Called once for a cell, and again only if the view that
  /// it has does not support a later configuration.
  func makeContentView() -> any ContentView

  /// Returns the configuration for a cell in `state`. The default returns this one.
  func updated(for state: CellConfigurationState) -> Self
}

extension ContentConfiguration {
  /// Returns this configuration.
  public func updated(for state: CellConfigurationState) -> Self { self }
}

/// A view inside a cell that shows a content configuration.
public protocol ContentView: CellSubview {
  /// The configuration that is shown. Setting one that the view does not support may do nothing.
  var configuration: any ContentConfiguration { get set }

  /// Returns a Boolean value that indicates whether the view can show `configuration`. The default says
  /// so if its type is that of the shown one.
  func supports(_ configuration: any ContentConfiguration) -> Bool

  /// Returns the size that the content needs, in points, where the layout has `size` for it. The
  /// default returns `size`.
  func fittingSize(for size: Size) -> Size
}

extension ContentView {
  /// Returns a Boolean value that indicates whether both configurations have one type.
  public func supports(_ configuration: any ContentConfiguration) -> Bool {
    type(of: configuration) == type(of: self.configuration)
  }

  /// Returns the layout's size.
  public func fittingSize(for size: Size) -> Size { size }
}

/// The state of a cell that has a content configuration or asks for its size again.
final class CellConfigurations {
  var content: (any ContentConfiguration)?
  var updatesContent = true
  var background: (any BackgroundConfiguration)?
  var updatesBackground = true
  var updateHandler: ((CollectionViewCell, CellConfigurationState) -> Void)?
  var isReordering = false
  /// A Boolean value that indicates whether the next layout pass updates the configuration.
  var needsUpdate = false
  /// A Boolean value that indicates whether an update runs: what it sets needs no other one.
  var isUpdating = false
  /// A Boolean value that indicates whether the next layout pass asks which size the cell prefers.
  var needsFitting = false

  /// Prepares for another item: the state is not known any more.
  func prepareForReuse() {
    needsUpdate = true
    needsFitting = false
    isReordering = false
  }
}
