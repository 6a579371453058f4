public import Changesets
public import Geometry
public import Layouts

extension CollectionView {
  /// The size of everything, by the layout.
  public var contentSize: Size { collectionViewLayout.contentSize }

  /// The items whose cells are shown; ascending (RU-10). O(*v* log *v*) for *v* views.
  public var itemPathsForVisibleItems: [ItemPath] {
    window.elements.compactMap { $0.attributes.category == .cell ? $0.attributes.itemPath : nil }
      .sorted()
  }

  /// The cells that are shown, in the order of their items; none from a `reloadData()` to the next
  /// pass, as in UIKit.
  public var visibleCells: [CollectionViewCell] {
    itemPathsForVisibleItems.compactMap { cellForItem(at: $0) }
  }

  /// The number of cells, supplementary and decoration views that are shown. O(1).
  public var visibleViewCount: Int { window.elements.count }

  /// Returns the cell of the item at `path`, or nil if none is bound to it (RU-11).
  ///
  /// A cell is bound to its item while it is shown, while it stays ready after it has left, and from
  /// when it has been made ahead of the scroll direction. `visibleCells` has only cells that are shown.
  public func cellForItem(at path: ItemPath) -> CollectionViewCell? {
    guard let place = window.place(ofCell: path) else {
      return offscreen.index(of: path).map { offscreen.cells[$0].view }
    }
    return window.elements[place].view as? CollectionViewCell
  }

  /// The view of a supplementary element; nil unless it is shown.
  public func supplementaryView(
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) -> CollectionReusableView? {
    view(for: .supplementary(kind, path))
  }

  /// The view of any element; nil unless it is shown.
  public func view(for element: LayoutElement) -> CollectionReusableView? {
    window.place(of: element).map { window.elements[$0].view }
  }

  /// The supplementary elements of `kind` that are shown; ascending.
  public func elementPathsForVisibleSupplementaryElements(ofKind kind: ElementKind) -> [ElementPath]
  {
    window.elements.filter {
      $0.attributes.category == .supplementary && $0.attributes.kind == kind
    }
    .map(\.attributes.path).sorted()
  }

  /// The elements that are shown, in the order in which they lie: the hindmost first.
  ///
  /// By `zIndex`, then category, kind and path.
  ///
  /// - Complexity: O(*v* log *v*) for *v* views.
  public var viewsInDisplayOrder: [(attributes: LayoutAttributes, view: CollectionReusableView)] {
    window.elements.sorted { $0.attributes.isBehind($1.attributes) }
      .map { ($0.attributes, $0.view) }
  }

  /// The item whose cell is shown at `point`, in content coordinates: the foremost one; nil if there
  /// is none (BUG-29).
  public func itemPathForItem(at point: Point) -> ItemPath? {
    window.elements.lazy.map(\.attributes).foremostItem(at: point)
  }

  /// Returns the item that `cell` is bound to, as `cellForItem(at:)`; nil for one that is shown as a
  /// header.
  public func itemPath(for cell: CollectionViewCell) -> ItemPath? {
    let shown = window.elements.first { $0.view === cell && $0.attributes.category == .cell }
    return shown?.attributes.itemPath ?? offscreen.cells.first { $0.view === cell }?.path
  }

  /// The attributes that the layout has for an item; nil if there is no such item, or if the layout
  /// has not been prepared.
  public func layoutAttributesForItem(at path: ItemPath) -> LayoutAttributes? {
    collectionViewLayout.isPrepared ? collectionViewLayout.shownItem(at: path) : nil
  }

  /// Which items' cells linger or have been made ahead; for tests and tools.
  public var itemPathsForOffscreenCells: [ItemPath] { offscreen.cells.map(\.path).sorted() }
}
