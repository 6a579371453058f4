public import Changesets
public import CollectionViews
public import Diffing
public import ItemStores
public import Layouts

/// Shows snapshots of identifiers in a collection view, and finds out itself what has changed from
/// one to the next, as `UICollectionViewDiffableDataSource` does (N-4).
///
/// Somebody has to keep it alive: the view holds its data source weakly, and this its view. All edits
/// are snapshots that are applied; each is one update of the view.
public final class DiffableDataSource<
  SectionID: Hashable & Sendable, ItemID: Hashable & Sendable
>: CollectionViewIdentifyingDataSource {
  /// What is shown.
  public typealias Snapshot = DiffableSnapshot<SectionID, ItemID>
  /// Makes and fills the cell of an item: dequeues it for the path, and returns it.
  public typealias CellProvider =
    (CollectionView, ItemPath, ItemID) throws(CollectionViewError) -> CollectionViewCell
  /// Makes and fills the view of a supplementary element.
  public typealias SupplementaryViewProvider =
    (CollectionView, ElementKind, ElementPath) throws(CollectionViewError) -> CollectionReusableView

  /// Makes headers and what else the layout shows; nil, as at first, where it shows none. Held for as
  /// long as this lives, so let it not hold what holds this.
  public var supplementaryViewProvider: SupplementaryViewProvider?

  @usableFromInline let contents: Contents
  @usableFromInline var differ = Differ()
  @usableFromInline let sectionCount: () -> Int
  @usableFromInline let itemCount: (Int) -> Int
  @usableFromInline
  let cell: (CollectionView, ItemPath) throws(CollectionViewError) -> CollectionViewCell
  @usableFromInline weak var view: CollectionView?

  /// A snapshot that the data source and the closures it asks share.
  @usableFromInline
  final class Contents {
    @usableFromInline var snapshot = Snapshot()

    @usableFromInline
    init() {}
  }

  /// Serves an empty snapshot to `view`, whose data source it becomes.
  ///
  /// - Parameters:
  ///   - view: What shows the items; held weakly.
  ///   - cellProvider: Makes a cell; held for as long as this lives, so let it not hold what holds
  ///     this.
  @inlinable
  public init(for view: CollectionView, cellProvider: @escaping CellProvider) {
    // Compiled for the types of the identifiers where this is, as a method asked through a protocol
    // would not be.
    let contents = Contents()
    self.contents = contents
    self.view = view
    sectionCount = { contents.snapshot.store.sectionCount }
    itemCount = { contents.snapshot.store.itemCount(inSection: $0) }
    cell = { view, path throws(CollectionViewError) in
      try cellProvider(view, path, contents.snapshot.store[path])
    }
    view.dataSource = self
  }

  /// Serves an empty snapshot to `view` in cells of one registration.
  ///
  /// - Parameters:
  ///   - view: What shows the items; held weakly.
  ///   - registration: How cells are made and filled.
  @inlinable
  public convenience init<Cell: CollectionViewCell>(
    for view: CollectionView, cells registration: CellRegistration<Cell, ItemID>
  ) {
    self.init(for: view) { view, path, item throws(CollectionViewError) in
      try view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }
  }

  // MARK: What the view asks

  /// The snapshot's number of sections.
  public func numberOfSections(in collectionView: CollectionView) -> Int { sectionCount() }

  /// The snapshot's number of items in `section`.
  public func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int { itemCount(section) }

  /// The cell of the item at `path`.
  public func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    try cell(collectionView, path)
  }

  /// The view of a supplementary element; `CollectionViewError.noView` where there is no provider.
  public func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    guard let supplementaryViewProvider else { throw .noView(.supplementary(kind, path)) }
    return try supplementaryViewProvider(collectionView, kind, path)
  }

  /// The identifier of the item at `path`, for the audit of updates (F-11).
  public func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { contents.snapshot.store[path] }
}

// MARK: What there is

extension DiffableDataSource {
  /// What is shown: a copy, to be edited and applied. O(1).
  @inlinable
  public func snapshot() -> Snapshot { contents.snapshot }

  /// The identifier of the item at `path`; nil if there is none. O(log *n*).
  @inlinable
  public func itemIdentifier(for path: ItemPath) -> ItemID? {
    contents.snapshot.itemIdentifier(at: path)
  }

  /// The path of an item; nil if it is not there. The cost is that of a look-up in a snapshot.
  @inlinable
  public func itemPath(for item: ItemID) -> ItemPath? { contents.snapshot.itemPath(of: item) }

  /// The identifier of the section at `index`; nil if there is none.
  @inlinable
  public func sectionIdentifier(for index: Int) -> SectionID? {
    contents.snapshot.sectionIdentifier(at: index)
  }

  /// The index of a section; nil if it is not there.
  @inlinable
  public func index(for section: SectionID) -> Int? { contents.snapshot.indexOfSection(section) }

  /// What the last comparison of two snapshots found and took.
  @inlinable
  public var diffStatistics: DiffStatistics { differ.statistics }
}

extension DiffableDataSource {
  /// Shows `snapshot`, by one update that keeps the cells of items that stay, with the fewest moves.
  ///
  /// What the snapshot wants reloaded or reconfigured is so in the same update: an item that also moves
  /// keeps its cell and has it filled anew, and a section that also moves, or that items move into or
  /// out of, is deleted and inserted.
  ///
  /// - Parameters:
  ///   - snapshot: What is to be shown.
  ///   - animatingDifferences: Whether changes are animated. Without, the same update is made with
  ///     nothing to animate.
  ///   - completion: Called when the animations have ended, or at once where there are none.
  /// - Throws: What `CollectionView.performBatchUpdates(_:completion:)` throws; where nothing of the
  ///   update has been carried out, the snapshot is the one before. `.editInsideUpdate`, with nothing
  ///   changed, inside of another update's block.
  /// - Complexity: One comparison by `Differ`, and one update. More items than that counts are reloaded.
  @inlinable
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(CollectionViewError) {
    guard let view else {
      contents.snapshot = snapshot.withoutMarks
      completion?()
      return
    }
    try view.refuseNestedEdit()
    let isAnimated = view.animationsEnabled
    if !animatingDifferences { view.animationsEnabled = false }
    var isApplying = true
    defer {
      isApplying = false
      if !animatingDifferences { view.animationsEnabled = isAnimated }
    }
    var before: Snapshot?
    var done = 0
    do {
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          // Not earlier: what is laid out before the block may show another snapshot.
          let changes = changes(to: snapshot)
          before = contents.snapshot
          done = view.work.updates + view.work.reloads
          contents.snapshot = snapshot.withoutMarks
          if let changes { try view.apply(changes) } else { view.reloadData() }
        },
        completion: { [weak view] _ in
          // What the completion begins is animated as ever. It may also come later.
          if isApplying, !animatingDifferences { view?.animationsEnabled = isAnimated }
          completion?()
        })
    } catch {
      if let before, view.work.updates + view.work.reloads == done { contents.snapshot = before }
      throw error
    }
  }

  /// Shows `snapshot` by a full reload: nothing is compared, and no cell stays with its item.
  ///
  /// - Parameters:
  ///   - snapshot: What is to be shown.
  ///   - completion: Called at once; cells are asked for in the next layout pass.
  @inlinable
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
    contents.snapshot = snapshot.withoutMarks
    view?.reloadData()
    completion?()
  }

  /// What leads from what is shown to `snapshot`; nil where there are too many items to compare.
  @inlinable
  func changes(to snapshot: Snapshot) -> Changeset? {
    let shown = contents.snapshot
    do throws(DiffingError) {
      let changes = try differ.changeset(
        from: SectionedStore(sectionIDs: shown.names.ids, store: shown.store),
        to: SectionedStore(sectionIDs: snapshot.names.ids, store: snapshot.store),
        by: ValueIdentity<ItemID>.self)
      return snapshot.marks.isEmpty ? changes : changes.followed(by: snapshot.markedChanges)
    } catch {
      return nil
    }
  }
}
