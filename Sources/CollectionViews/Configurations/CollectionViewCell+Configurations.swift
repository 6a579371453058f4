import Changesets
import Geometry
import Layouts

/// Content by configurations, as in `UICollectionViewCell`.
///
/// Set `contentConfiguration` where the cell is filled. States change it in the next layout pass: one
/// update a pass, however many states have changed.
extension CollectionViewCell {
  /// The content; nil, the default, for a cell that an app fills otherwise.
  ///
  /// Setting it gives it to `contentView`, or replaces that by a view that the configuration makes. It
  /// stays when the cell is used again, so that the same view serves the next item. A shown cell is
  /// asked for its size again, unless `CollectionView.selfSizingInvalidation` is `.disabled`.
  public final var contentConfiguration: (any ContentConfiguration)? {
    get { configurations?.content }
    set {
      let configurations = neededConfigurations()
      configurations.content = newValue
      show(newValue)
      if !configurations.isUpdating { setNeedsUpdateConfiguration() }
      invalidateIntrinsicContentSize()
    }
  }

  /// A Boolean value that indicates whether updates replace `contentConfiguration` by its
  /// `updated(for:)`. The default is true.
  public final var automaticallyUpdatesContentConfiguration: Bool {
    get { configurations?.updatesContent ?? true }
    set { neededConfigurations().updatesContent = newValue }
  }

  /// A closure that updates the cell for its state, after `updateConfiguration(using:)`; nil by default.
  ///
  /// Setting it makes an update necessary. The cell retains it, and passes itself.
  public final var configurationUpdateHandler:
    ((CollectionViewCell, CellConfigurationState) -> Void)?
  {
    get { configurations?.updateHandler }
    set {
      neededConfigurations().updateHandler = newValue
      setNeedsUpdateConfiguration()
    }
  }

  /// Has the next layout pass update the configuration for the cell's state, once.
  ///
  /// Called when a state changes that the collection view knows of, and when the cell is used again.
  /// O(1).
  public final func setNeedsUpdateConfiguration() {
    neededConfigurations().needsUpdate = true
    if place == .live { collectionView?.noteDueCell() }
  }

  /// Says that the content needs another size: the next layout pass asks for it, and the layout moves
  /// the others out of the way in an animation.
  ///
  /// Does nothing if `CollectionView.selfSizingInvalidation` is `.disabled`, or while the cell is not
  /// shown: it is asked when it is. O(1).
  public final func invalidateIntrinsicContentSize() {
    guard place == .live, let collectionView, collectionView.selfSizingInvalidation != .disabled
    else { return }
    neededConfigurations().needsFitting = true
    collectionView.noteDueCell()
  }

  final func neededConfigurations() -> CellConfigurations {
    if let configurations { return configurations }
    let made = CellConfigurations()
    configurations = made
    return made
  }

  private func show(_ content: (any ContentConfiguration)?) {
    guard let content else {
      contentView = nil
      return
    }
    if let shown = contentView as? any ContentView, shown.supports(content) {
      shown.configuration = content
    } else {
      contentView = content.makeContentView()
    }
  }

  /// Updates the configuration if that is due.
  final func updateConfigurationIfNeeded() {
    guard let configurations, configurations.needsUpdate else { return }
    configurations.needsUpdate = false
    configurations.isUpdating = true
    defer { configurations.isUpdating = false }
    let state = configurationState
    updateConfiguration(using: state)
    configurations.updateHandler?(self, state)
  }
}

extension CollectionView {
  /// Which changes of a shown cell make the view ask for its size again. The default is `.enabled`.
  public var selfSizingInvalidation: SelfSizingInvalidation {
    get { pass.selfSizing }
    set { pass.selfSizing = newValue }
  }

  /// Notes that a shown cell has something to do in the next pass.
  func noteDueCell() { pass.hasDueCells = true }

  /// Forgets that cells are due if none is any more: filling a shown cell again has updated it. O(visible)
  /// where some were.
  func forgetUpdatedCells() {
    guard pass.hasDueCells else { return }
    pass.hasDueCells = window.elements.contains { element in
      guard let configurations = (element.view as? CollectionViewCell)?.configurations else {
        return false
      }
      return configurations.needsUpdate || configurations.needsFitting
    }
  }

  /// Gives a cell that is about to be shown its state, and its content for that.
  func configure(_ view: CollectionReusableView, at path: ItemPath?) {
    guard let cell = view as? CollectionViewCell, let path else { return }
    synchronizeState(of: cell, at: path)
    cell.updateConfigurationIfNeeded()
    // It is asked next.
    cell.configurations?.needsFitting = false
  }
}

/// Which changes of a shown cell make a collection view ask for its size again.
public enum SelfSizingInvalidation: String, Hashable, Sendable {
  /// None: a size stays until the layout asks.
  case disabled
  /// A new content configuration, and `invalidateIntrinsicContentSize()`.
  case enabled
  /// Also another `contentView`, whatever has put it there: UIKit's constraints of a content, which do
  /// not exist here.
  case enabledIncludingConstraints
}
