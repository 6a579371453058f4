public import HeadlessCollectionView

/// A delegate whose items can be copied and pasted.
///
/// A copy puts two texts on a pasteboard. A paste appends them to the data as a new section and
/// reloads the view; it does nothing before the first copy.
public final class CopyAndPaste: CollectionViewDelegate {
  private let source: NestedArraySource
  /// The texts that were copied last.
  public private(set) var pasteboard: [String] = []

  /// Creates the delegate of a view over `source`.
  public init(_ source: NestedArraySource) { self.source = source }

  /// Returns true: every item has a menu.
  public func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { true }

  /// Returns true for the actions that copy and paste.
  public func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { action == .copy || action == .paste }

  /// Copies two texts, or pastes what was copied last.
  public func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {
    if action == .copy {
      pasteboard = ["1", "2"]
    } else if action == .paste, !pasteboard.isEmpty {
      source.sections.append(pasteboard)
      collectionView.reloadData()
    }
  }
}
