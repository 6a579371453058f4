public import Changesets
public import CollectionViews
public import Diffing

/// A comparison of two snapshots, which any thread may make, and a data source applies.
///
/// ```swift
/// let shown = source.baseline                                   // where the view is
/// let prepared = await Task.detached { shown.prepare(next) }.value
/// try source.apply(prepared)                                    // where the view is
/// ```
///
/// A value without a reference to the view: it can be sent anywhere.
public struct PreparedSnapshot<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Sendable
{
  /// The snapshot that is shown once this is applied.
  public let snapshot: DiffableSnapshot<SectionID, ItemID>
  @usableFromInline let state: ContentsState
  @usableFromInline let changes: Changeset?

  @inlinable
  init(_ snapshot: DiffableSnapshot<SectionID, ItemID>, state: ContentsState, changes: Changeset?) {
    self.snapshot = snapshot
    self.state = state
    self.changes = changes
  }
}

/// The snapshot that a data source showed at a moment, to compare with others on any thread.
public struct DiffableBaseline<SectionID: Hashable & Sendable, ItemID: Hashable & Sendable>:
  Sendable
{
  /// The snapshot.
  public let snapshot: DiffableSnapshot<SectionID, ItemID>
  @usableFromInline let state: ContentsState

  @inlinable
  init(_ snapshot: DiffableSnapshot<SectionID, ItemID>, state: ContentsState) {
    self.snapshot = snapshot
    self.state = state
  }

  /// Compares this with another snapshot, on the thread of the caller.
  ///
  /// - Complexity: One comparison by a new `Differ`, which allocates its scratch memory.
  @inlinable
  public func prepare(
    _ next: DiffableSnapshot<SectionID, ItemID>
  ) -> PreparedSnapshot<SectionID, ItemID> {
    var differ = Differ()
    return PreparedSnapshot(next, state: state, changes: snapshot.changes(to: next, by: &differ))
  }

  /// Compares this with another snapshot, on a thread of the concurrent pool.
  @inlinable
  @concurrent
  func prepareInBackground(
    _ next: DiffableSnapshot<SectionID, ItemID>
  ) async -> PreparedSnapshot<SectionID, ItemID> {
    prepare(next)
  }
}

extension DiffableDataSource {
  /// The snapshot that is shown, to prepare others on any thread. O(1).
  @inlinable
  public var baseline: DiffableBaseline<SectionID, ItemID> {
    DiffableBaseline(contents.snapshot, state: contents.state)
  }

  /// Shows a snapshot that was compared elsewhere, as `apply(_:animatingDifferences:completion:)`.
  ///
  /// If this data source has shown anything else since the baseline was taken, or the baseline is
  /// another one's, the snapshots are compared again, here: the result is the same in any case.
  ///
  /// - Parameters:
  ///   - prepared: The snapshot, prepared by a baseline, best of this data source.
  ///   - animatingDifferences: Whether changes are animated. The update is otherwise the same.
  ///   - completion: Called after the animations have ended, or at once if there are none.
  /// - Throws: As `apply(_:animatingDifferences:completion:)`.
  /// - Complexity: One update; no comparison by a differ while nothing else was shown. Each section
  ///   with an outline is compared with its *v* visible items, O(*v* log *n*).
  @inlinable
  public func apply(
    _ prepared: PreparedSnapshot<SectionID, ItemID>, animatingDifferences: Bool = true,
    completion: (() -> Void)? = nil
  ) throws(CollectionViewError) {
    try update(animatingDifferences, completion) {
      let isCurrent = prepared.state == contents.state
      let changes = isCurrent ? prepared.changes : changes(to: prepared.snapshot)
      contents.show(prepared.snapshot.withoutMarks)
      return changes
    }
  }

  /// Shows a snapshot by one update, and compares it with the shown one on another thread.
  ///
  /// Call it from the isolation of the view, which is free while the snapshots are compared. Snapshots
  /// are shown in the order of the calls, each after those before it are shown or have failed. What is
  /// applied meanwhile by other methods is shown at once; the comparison is then repeated.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot to show.
  ///   - animatingDifferences: Whether changes are animated.
  ///   - isolation: The isolation of the view, by default the caller's.
  /// - Throws: As `apply(_:animatingDifferences:completion:)`. Snapshots that wait are not concerned.
  /// - Complexity: The comparison takes no time of the caller's thread, except if other methods have
  ///   applied something during three comparisons in a row.
  public func applyInBackground(
    _ snapshot: Snapshot, animatingDifferences: Bool = true,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CollectionViewError) {
    await takeTurn(isolation: isolation)
    defer { giveTurn() }
    var prepared = await baseline.prepareInBackground(snapshot)
    var attempts = 1
    while prepared.state != contents.state, attempts < 3 {
      attempts += 1
      prepared = await baseline.prepareInBackground(snapshot)
    }
    try apply(prepared, animatingDifferences: animatingDifferences)
  }

  /// Waits until the calls before this one have ended. All of them run in one isolation, so that
  /// nothing comes between a look at the turns and their change.
  private func takeTurn(isolation: isolated (any Actor)?) async {
    guard turns.isTaken else {
      turns.isTaken = true
      return
    }
    await withCheckedContinuation(isolation: isolation) { turns.waiting.append($0) }
  }

  private func giveTurn() {
    guard !turns.waiting.isEmpty else {
      turns.isTaken = false
      return
    }
    turns.waiting.removeFirst().resume()
  }
}

/// The calls that wait to show a snapshot, in their order.
struct ApplyTurns {
  var isTaken = false
  var waiting: [CheckedContinuation<Void, Never>] = []
}

extension DiffableSnapshot {
  /// Returns the changes from this snapshot to `next`, with those that its marks request; nil if there
  /// are too many items to compare.
  @inlinable
  func changes(to next: DiffableSnapshot, by differ: inout Differ) -> Changeset? {
    do throws(DiffingError) {
      let changes = try differ.changeset(
        from: SectionedStore(sectionIDs: names.ids, store: store),
        to: SectionedStore(sectionIDs: next.names.ids, store: next.store),
        by: ValueIdentity<ItemID>.self)
      return next.marks.isEmpty ? changes : changes.followed(by: next.markedChanges)
    } catch {
      return nil
    }
  }
}
