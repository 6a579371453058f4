public import Changesets
public import Geometry
public import Layouts

/// Owns a collection view and is its data source.
///
/// Subclasses override the data source's methods. One that conforms to `CollectionViewDelegate` is the
/// view's delegate, too.
open class CollectionViewController: CollectionViewDataSource {
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
    collectionView.delegate = self as? any CollectionViewDelegate
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

  /// Nil: the identifier of the cell that an item would get is not known.
  open func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? { nil }

  /// False: no item is moved by a user.
  open func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { false }

  /// Does nothing: overridden where items are moved by a user.
  open func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {}
}
