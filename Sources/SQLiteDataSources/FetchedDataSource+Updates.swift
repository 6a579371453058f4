#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import Diffing
  import GRDB
  import ItemStores

  extension FetchedDataSource {
    /// Shows what was committed since the last refresh: one update of the view for each transaction.
    ///
    /// - Returns: The number of updates.
    /// - Throws: `FetchedDataError`. The view shows the last whole state, and the next refresh tries
    ///   again. After a commit that does not fit the request, that is the next one after another commit.
    ///   `.view` if a cell was wrong; the update was applied.
    /// - Complexity: O(*k* log *n*) for *k* touched rows; all keys are fetched where a commit cannot be
    ///   followed.
    @discardableResult
    public func refresh() throws(FetchedDataError) -> Int {
      guard view != nil else { throw ended() }
      var updates = 0
      lastError = nil
      while contents != nil, let step = feed.next() {
        hasChangedContents = false
        try noting { () throws(FetchedDataError) in
          do throws(FetchedDataError) {
            updates += try mustRefetch && !step.isFailure ? refetch(.error) : show(step)
          } catch {
            // The next refresh tries again: the view or the database may be ready by then.
            if !hasChangedContents, !step.isFailure { feed.putBack(step) }
            throw error
          }
        }
      }
      return updates
    }

    private func show(_ step: ChangeFeed.Step) throws(FetchedDataError) -> Int {
      switch step {
      case .commit(let commit): return try show(commit)
      case .refetch(let reason):
        return try refetch(configuration.strategy == .refetch ? .chosen : reason)
      case .failure(let error):
        mustRefetch = true
        throw error
      }
    }

    /// Looks whether other connections or processes have committed; `refresh()` then shows it.
    ///
    /// It waits until this connection is free.
    ///
    /// - Throws: `FetchedDataError`.
    public func checkOtherConnections() throws(FetchedDataError) {
      do {
        try writer.unsafeReentrantWrite { try ChangeHub.checkOtherConnections($0) }
      } catch {
        throw FetchedDataError(error, path: writer.path)
      }
    }

    // MARK: Commits

    private func show(_ commit: ChangeFeed.Commit) throws(FetchedDataError) -> Int {
      guard let (changes, isRelevant) = changes(of: commit), isRelevant else { return 0 }
      var ambiguous: FetchedDataError?
      var needsRefetch = false
      guard let plan = contents?.plan, let numbers = contents?.numbers else { return 0 }
      let places = newPlaces(of: commit)
      try update { () throws(CollectionViewError) in
        do {
          let changed = try contents?.index.apply(changes) { new, existing in
            // Not of `contents`, whose index is changing.
            try isBefore(new, existing, places, plan, numbers)
          }
          statistics.followedCommits += 1
          for change in changes { cache.remove(change.id) }
          return changed.map { refreshed($0.changeset, commit.changedSections) }
        } catch is UnknownKey {
          needsRefetch = true
        } catch {
          ambiguous = FetchedDataError(error, path: writer.path)
        }
        return Changeset()
      }
      if needsRefetch { return try refetch(.ambiguousKey) }
      if let ambiguous {
        feed.putBack(.refetch(.error))
        throw ambiguous
      }
      return 1
    }

    /// Returns the changes of the index, and whether one of them is of a row that is or was shown.
    private func changes(
      of commit: ChangeFeed.Commit
    ) -> (changes: [RowChange<SectionKey>], isRelevant: Bool)? {
      guard contents != nil else { return nil }
      var isRelevant = !commit.changedSections.isEmpty
      var changes: [RowChange<SectionKey>] = []
      changes.reserveCapacity(commit.rows.count)
      for row in commit.rows {
        guard let id = contents?.numbers.number(of: row.identity) else { continue }
        if row.place == nil, contents?.index.path(of: id) == nil { continue }
        isRelevant = true
        changes.append(
          RowChange(
            id: id, place: row.place.map { ($0.section, $0.key) }, contentChanged: true))
      }
      return (changes, isRelevant)
    }

    /// The places of the rows of a commit, for rows of equal keys.
    private func newPlaces(of commit: ChangeFeed.Commit) -> [Int64: RowPlace] {
      guard let contents, !contents.plan.layout.sorts.isEmpty else { return [:] }
      var places: [Int64: RowPlace] = [:]
      for row in commit.rows {
        guard let place = row.place, contents.plan.layout.isAmbiguous(place.key),
          let id = contents.numbers.knownNumber(of: row.identity)
        else { continue }
        places[id] = place
      }
      return places
    }

    /// Returns whether a row of a commit comes before another one of an equal key.
    private func isBefore(
      _ new: Int64, _ existing: Int64, _ places: [Int64: RowPlace], _ plan: FetchPlan,
      _ numbers: RowNumbers
    ) throws -> Bool {
      guard let place = places[new] else { return new < existing }
      let other = try places[existing]?.sorts ?? sorts(of: existing, place, plan, numbers)
      let order = plan.layout.sorts.compare(place.sorts, other)
      return order == 0 ? new < existing : order < 0
    }

    /// Fetches the sort terms of a row that a commit has not touched.
    private func sorts(
      of id: Int64, _ place: RowPlace, _ plan: FetchPlan, _ numbers: RowNumbers
    ) throws -> [SortValue] {
      statistics.keyQueries += 1
      let identity = numbers.identity(of: id, usesRowID: plan.layout.usesRowID)
      let found = try writer.unsafeReentrantRead { database in
        let reader = try KeyReader(
          plan.lookUp.sql, plan.lookUp.arguments, plan.layout, database)
        try reader.seek(identity)
        let found = try reader.step() ? reader.place : nil
        try reader.rewind()
        return found
      }
      // The connection may be ahead of the index.
      guard let found, found.key == place.key, found.section == place.section,
        feed.waitingChange(of: identity) == nil
      else { throw UnknownKey() }
      return found.sorts
    }

    // MARK: Fetching all keys

    /// Fetches all keys, and updates the view by the difference.
    private func refetch(_ reason: RefetchReason) throws(FetchedDataError) -> Int {
      statistics.refetches += 1
      statistics.lastRefetchReason = reason
      let fetched = try fetchKeys()
      try update {
        guard let before = contents else { return nil }
        let changes = changeset(from: before.index, to: fetched.index)
        show(fetched)
        return changes
      }
      return 1
    }

    private func changeset(
      from before: RowIndex<SectionKey>, to after: RowIndex<SectionKey>
    ) -> Changeset? {
      var differ = Differ()
      do throws(DiffingError) {
        let changes = try differ.changeset(
          from: before.sections, to: after.sections, by: ValueIdentity<Int64>.self)
        // Nobody knows which contents have changed: what is shown, or may be from the cache, is filled
        // again.
        var paths = Set(cache.ids.compactMap { before.path(of: $0) })
        paths.formUnion(view?.itemPathsForVisibleItems ?? [])
        let kept = paths.filter {
          $0.section < before.sectionCount && $0.item < before.rowCount(inSection: $0.section)
            && after.path(of: before.id(at: $0)) != nil
        }
        return changes.with(reconfiguredItems: Array(kept))
      } catch {
        return nil
      }
    }

    // MARK: The view

    /// Returns a changeset with the items of sections that have changed.
    private func refreshed(_ changeset: Changeset, _ values: [DatabaseValue]) -> Changeset {
      guard !values.isEmpty, let index = contents?.index else { return changeset }
      for value in values { sectionItems[value] = nil }
      let changed = Set(values)
      let sections = (0..<index.sectionCount).filter {
        changed.contains(index.sectionKey(at: $0).value)
      }
      return changeset.followed(by: Changeset(reloadedSections: sections))
    }

    /// Runs an update of the view; `change` replaces the contents, and returns nil to reload.
    private func update(
      _ change: () throws(CollectionViewError) -> Changeset?
    ) throws(FetchedDataError) {
      do {
        try performControlledUpdate(
          isExact: true,
          change: { () throws(CollectionViewError) in
            hasChangedContents = true
            guard let changes = try change(), !configuration.reloadsAfterChanges else { return nil }
            return configuration.contentUpdates == .ignore
              ? changes.with(reconfiguredItems: []) : changes
          },
          rollBack: { [weak view] in
            // The database has moved on, so the contents do not go back: the next pass shows them.
            view?.reloadData()
          })
      } catch {
        throw .view(error)
      }
    }
  }

  /// The place of a row among rows of equal keys cannot be told any more.
  private struct UnknownKey: Error {}

  extension ChangeFeed.Step {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  extension RowIndex<SectionKey> {
    /// The ids in their sections, to compare.
    fileprivate var sections: SectionedStore<SectionKey, FlatIndexedStore<Int64>> {
      var ids: [[Int64]] = []
      ids.reserveCapacity(sectionCount)
      var first = 0
      for section in 0..<sectionCount {
        let count = rowCount(inSection: section)
        ids.append(self.ids(inGlobalRange: first..<(first + count)))
        first += count
      }
      return SectionedStore(
        sectionIDs: (0..<sectionCount).map { sectionKey(at: $0) },
        store: FlatIndexedStore(sections: ids))
    }
  }
#endif
