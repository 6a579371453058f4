public import Changesets
public import Geometry
public import Layouts

/// Owns a collection view and is its data source and delegate.
///
/// Subclasses override the data source's methods, and `collectionView(_:didSelectItemAt:)` and what
/// else they need to know.
open class CollectionViewController: CollectionViewDataSource, CollectionViewDelegate {
  /// The view.
  public let collectionView: CollectionView
  /// A Boolean value that indicates whether `viewWillAppear()` clears the selection.
  public var clearsSelectionOnViewWillAppear = true
  /// A Boolean value that indicates whether the view is on the screen.
  public private(set) var isViewVisible = false

  /// A controller of a new view.
  public init(
    frame: Rect, collectionViewLayout layout: CollectionViewLayout,
    clock: ManualClock = ManualClock()
  ) {
    collectionView = CollectionView(frame: frame, collectionViewLayout: layout, clock: clock)
    collectionView.dataSource = self
    collectionView.delegate = self
  }

  /// The view is about to appear: it is laid out, and nothing is selected in it any more unless
  /// `clearsSelectionOnViewWillAppear` is off. Overrides call super.
  ///
  /// - Throws: What `CollectionView.layoutIfNeeded()` throws.
  open func viewWillAppear() throws(CollectionViewError) {
    if clearsSelectionOnViewWillAppear { try collectionView.selectItem(at: nil) }
    isViewVisible = true
    try collectionView.layoutIfNeeded()
  }

  /// The view has gone from the screen. Overrides call super.
  open func viewDidDisappear() { isViewVisible = false }

  /// One section.
  open func numberOfSections(in collectionView: CollectionView) -> Int { 1 }

  /// No items.
  open func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { 0 }

  /// No cells: overridden wherever there are items.
  open func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    throw .noView(.cell(path))
  }

  /// No supplementary views.
  open func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    throw .noView(.supplementary(kind, path))
  }

  /// All methods.
  open var implementedMethods: CollectionViewDelegateMethods { .all }

  // MARK: The delegate's methods
  // They repeat the protocol's defaults: what a protocol's extension gives is no member of the class,
  // and no subclass can override it.

  /// Yes.
  open func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  open func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {}
  /// Does nothing.
  open func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {}

  /// Yes.
  open func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { true }
  /// Yes.
  open func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  open func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {}
  /// Does nothing.
  open func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {}

  /// Does nothing.
  open func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {}
  /// Does nothing.
  open func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) {}
  /// Does nothing.
  open func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {}
  /// Does nothing.
  open func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {}

  /// No.
  open func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { false }
  /// No.
  open func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { false }
  /// Does nothing.
  open func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {}

  /// Does nothing.
  open func collectionViewDidScroll(_ collectionView: CollectionView) {}
  /// Does nothing.
  open func collectionViewWillBeginDragging(_ collectionView: CollectionView) {}
  /// Does nothing.
  open func collectionViewDidEndDragging(
    _ collectionView: CollectionView, willDecelerate: Bool
  ) {}
  /// Does nothing.
  open func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {}
  /// Does nothing.
  open func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}

  /// The usual one.
  open func collectionView(
    _ collectionView: CollectionView,
    transitionLayoutForOldLayout oldLayout: CollectionViewLayout, newLayout: CollectionViewLayout
  ) -> TransitionLayout? { nil }
  /// The proposal.
  open func collectionView(
    _ collectionView: CollectionView, targetContentOffsetForProposedContentOffset offset: Point
  ) -> Point { offset }
}
