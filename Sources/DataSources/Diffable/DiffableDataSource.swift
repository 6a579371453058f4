public import Changesets
public import CollectionViews
public import Diffing
public import ItemStores
import Synchronization

/// A data source that shows snapshots of identifiers, and finds the changes from one to the next,
/// as `UICollectionViewDiffableDataSource` does.
///
/// ```swift
/// let source = DiffableDataSource<String, UUID>(for: view, cells: cells)
/// var snapshot = source.snapshot()
/// try snapshot.appendSections(["inbox"])
/// try snapshot.appendItems(messages.map(\.id))
/// try source.apply(snapshot)
/// ```
///
/// Keep it alive: the view references its data source weakly, and the data source its view. Apply a
/// snapshot to change the items; each is one update of the view.
public final class DiffableDataSource<
  SectionID: Hashable & Sendable, ItemID: Hashable & Sendable
>: ClosureDataSource, CollectionViewIdentifyingDataSource {
  /// The type of the snapshots.
  public typealias Snapshot = DiffableSnapshot<SectionID, ItemID>
  /// A closure that dequeues the cell of an item for its path, fills it and returns it.
  public typealias CellProvider =
    (CollectionView, ItemPath, ItemID) throws(CollectionViewError) -> CollectionViewCell

  /// The closure that makes headers and other supplementary views; nil if the layout shows none.
  /// This object retains it, so it must not retain this object.
  public var supplementaryViewProvider: SupplementaryViewProvider? {
    get { supplementaryView }
    set { supplementaryView = newValue }
  }

  /// The closures that decide about expanding and collapsing items, and are told of it. This object
  /// retains them, so they must not retain this object.
  public var sectionSnapshotHandlers = SectionSnapshotHandlers<ItemID>()

  /// The closures that decide which items a user may move, and are told of moves. This object retains
  /// them, so they must not retain this object.
  public var reorderingHandlers = ReorderingHandlers<SectionID, ItemID>()

  /// A closure that returns the reuse identifier of the cell that an item would get, without making
  /// one; nil if that is not known, as by default for cells of a closure.
  ///
  /// Policies that estimate how long a cell takes ask it for candidates (RU-26). Cells of one
  /// registration have its identifier, unless you set another closure. This object retains it, so it
  /// must not retain this object.
  public var reuseIdentifierProvider: ((ItemPath, ItemID) -> String?)?

  @usableFromInline let contents: Contents
  @usableFromInline var differ = Differ()
  /// The calls that compare in the background.
  var turns = ApplyTurns()

  /// A snapshot that the data source shares with its closures.
  @usableFromInline
  final class Contents {
    @usableFromInline var snapshot = Snapshot() { didSet { state.count += 1 } }
    /// The identity of the shown snapshot: two equal states show the same items.
    @usableFromInline private(set) var state = ContentsState()
    /// The outlines of the sections that have one; the snapshot has their visible items.
    @usableFromInline var outlines: [SectionID: DiffableSectionSnapshot<ItemID>] = [:]

    @usableFromInline
    init() {}

    /// Shows another snapshot; outlines whose section is gone, or shows other items than theirs, are
    /// forgotten. O(*v* log *n*) for *v* visible items of sections with an outline.
    @inlinable
    func show(_ snapshot: Snapshot) {
      self.snapshot = snapshot
      guard !outlines.isEmpty else { return }
      outlines = outlines.filter { section, outline in
        guard let index = snapshot.indexOfSection(section) else { return false }
        let range = snapshot.store.globalRange(ofSection: index)
        return range.count == outline.numberOfVisibleItems
          && snapshot.itemIdentifiers(inGlobalRange: range) == outline.visibleItems
      }
    }
  }

  /// Creates the data source of `view`, with an empty snapshot.
  ///
  /// - Parameters:
  ///   - view: The view that shows the items, referenced weakly.
  ///   - cellProvider: Makes a cell. This object retains it, so it must not retain this object.
  @inlinable
  public init(for view: CollectionView, cellProvider: @escaping CellProvider) {
    let contents = Contents()
    self.contents = contents
    super.init(
      for: view, sectionCount: { contents.snapshot.store.sectionCount },
      itemCount: { contents.snapshot.store.itemCount(inSection: $0) },
      cell: { view, path throws(CollectionViewError) in
        try cellProvider(view, path, contents.snapshot.store[path])
      })
  }

  /// Creates the data source of `view`, with an empty snapshot and cells of one registration.
  ///
  /// - Parameters:
  ///   - view: The view that shows the items, referenced weakly.
  ///   - registration: The type of the cells and the closure that fills them.
  @inlinable
  public convenience init<Cell: CollectionViewCell>(
    for view: CollectionView, cells registration: CellRegistration<Cell, ItemID>
  ) {
    self.init(for: view) { view, path, item throws(CollectionViewError) in
      try view.dequeueConfiguredReusableCell(using: registration, for: path, item: item)
    }
    let identifier = registration.identifier
    reuseIdentifierProvider = { _, _ in identifier }
  }

  /// Returns what `reuseIdentifierProvider` says of the item at `path`.
  public override func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? { reuseIdentifierProvider?(path, contents.snapshot.store[path]) }

  /// Returns a Boolean value that indicates whether `reorderingHandlers` let a user move the item.
  public override func collectionView(
    _ collectionView: CollectionView, canMoveItemAt path: ItemPath
  ) -> Bool { canMove(path) }

  /// Moves an item in the snapshot, as a user has moved it on the screen.
  public override func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) { move(source, to: target) }

  /// Returns the identifier of the item at `path`, for the audit of updates.
  public func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable { contents.snapshot.store[path] }
}

/// Tells apart what the data sources of this process show and have shown.
@usableFromInline
struct ContentsState: Equatable, Sendable {
  /// The number of the data source.
  private let source = sourceCount.add(1, ordering: .relaxed).newValue
  /// The number of times that its snapshot was set.
  var count = 0
}

/// The number of diffable data sources that were made.
private let sourceCount = Atomic(0)

// MARK: The current snapshot

extension DiffableDataSource {
  /// Returns a copy of the current snapshot, to edit and apply. O(1).
  @inlinable
  public func snapshot() -> Snapshot { contents.snapshot }

  /// Returns the identifier of the item at `path`; nil if there is none. O(log *n*).
  @inlinable
  public func itemIdentifier(for path: ItemPath) -> ItemID? {
    contents.snapshot.itemIdentifier(at: path)
  }

  /// Returns the path of an item; nil if it is absent. Costs a look-up in the snapshot.
  @inlinable
  public func itemPath(for item: ItemID) -> ItemPath? { contents.snapshot.itemPath(of: item) }

  /// Returns the identifier of the section at `index`; nil if there is none.
  @inlinable
  public func sectionIdentifier(for index: Int) -> SectionID? {
    contents.snapshot.sectionIdentifier(at: index)
  }

  /// Returns the index of a section; nil if it is absent.
  @inlinable
  public func index(for section: SectionID) -> Int? { contents.snapshot.indexOfSection(section) }

  /// The results and costs of the last comparison of two snapshots.
  @inlinable
  public var diffStatistics: DiffStatistics { differ.statistics }
}

extension DiffableDataSource {
  /// Shows `snapshot` by one update with the fewest moves, which keeps the cells of items that
  /// stay.
  ///
  /// The same update reloads and reconfigures what the snapshot marks. A marked item that also
  /// moves keeps its cell, which is filled again. A marked section that moves, or that items move
  /// into or out of, is deleted and inserted.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show.
  ///   - animatingDifferences: Whether changes are animated. The update is otherwise the same.
  ///   - completion: Called after the animations have ended, or at once if there are none.
  /// - Throws: What `CollectionView.performBatchUpdates(_:completion:)` throws; the snapshot before
  ///   is restored if nothing of the update was applied. Throws `.editInsideUpdate` inside
  ///   another update's block, and changes nothing.
  /// - Complexity: One comparison by `Differ`, one of the *v* visible items of sections with an
  ///   outline, O(*v* log *n*), and one update. Reloads everything if there are more items than a
  ///   differ can compare.
  @inlinable
  public func apply(
    _ snapshot: Snapshot, animatingDifferences: Bool = true, completion: (() -> Void)? = nil
  ) throws(CollectionViewError) {
    try update(animatingDifferences, completion) {
      let changes = changes(to: snapshot)
      contents.show(snapshot.withoutMarks)
      return changes
    }
  }

  /// Changes the contents, and updates the view by the changes.
  ///
  /// - Parameters:
  ///   - animates: Whether the changes are animated.
  ///   - completion: Called after the animations have ended, or at once if there are none.
  ///   - change: Changes the contents and returns the operations; nil reloads everything. An error
  ///     leaves the contents as they are.
  /// - Throws: As `apply(_:animatingDifferences:completion:)`, and what `change` throws.
  @inlinable
  func update(
    _ animates: Bool, _ completion: (() -> Void)?,
    by change: () throws(CollectionViewError) -> Changeset?
  ) throws(CollectionViewError) {
    guard let view else {
      _ = try change()
      completion?()
      return
    }
    try view.refuseNestedEdit()
    let isAnimated = view.animationsEnabled
    if !animates { view.animationsEnabled = false }
    var isApplying = true
    defer {
      isApplying = false
      if !animates { view.animationsEnabled = isAnimated }
    }
    var before: (Snapshot, [SectionID: DiffableSectionSnapshot<ItemID>])?
    var done = 0
    do {
      try view.performBatchUpdates(
        { () throws(CollectionViewError) in
          // Not earlier: the layout pass before the block may show another snapshot.
          let shown = (contents.snapshot, contents.outlines)
          let changes = try change()
          before = shown
          done = view.work.updates + view.work.reloads
          if let changes { try view.apply(changes) } else { view.reloadData() }
        },
        completion: { [weak view] _ in
          // Animations that the completion starts run as usual. The completion may also come later.
          if isApplying, !animates { view?.animationsEnabled = isAnimated }
          completion?()
        })
    } catch {
      if let before, view.work.updates + view.work.reloads == done {
        (contents.snapshot, contents.outlines) = before
      }
      throw error
    }
  }

  /// Shows `snapshot` by a full reload, without a comparison; no cell stays with its item.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show.
  ///   - completion: Called at once; the next layout pass requests the cells.
  @inlinable
  public func applySnapshotUsingReloadData(_ snapshot: Snapshot, completion: (() -> Void)? = nil) {
    contents.show(snapshot.withoutMarks)
    view?.reloadData()
    completion?()
  }

  /// Returns the changes from the current snapshot to `snapshot`; nil if there are too many items
  /// to compare.
  @inlinable
  func changes(to snapshot: Snapshot) -> Changeset? {
    contents.snapshot.changes(to: snapshot, by: &differ)
  }
}
