public import HeadlessCollectionView

/// A delegate whose items can be copied and pasted: a copy puts two texts on a pasteboard, a paste
/// appends what is there to the data, as a section of its own, and reloads.
public final class CopyAndPaste: CollectionViewDelegate {
  private let source: NestedArraySource
  /// What was copied last.
  public private(set) var pasteboard: [String] = []

  /// The delegate of a view over `source`.
  public init(_ source: NestedArraySource) { self.source = source }

  /// Every item has a menu.
  public func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { true }

  /// Of copying and pasting.
  public func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { action == .copy || action == .paste }

  /// Copies or pastes.
  public func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {
    if action == .copy {
      pasteboard = ["1", "2"]
    } else if action == .paste {
      source.sections.append(pasteboard)
      collectionView.reloadData()
    }
  }
}
