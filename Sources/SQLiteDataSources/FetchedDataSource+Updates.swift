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
    ///   again. After a commit that does not fit the request, the next one fetches all keys.
    ///   `.view` if a cell was wrong; the update was applied.
    /// - Complexity: O(*k* log *n*) for *k* touched rows; all keys are fetched where a commit cannot be
    ///   followed.
    @discardableResult
    public func refresh() throws(FetchedDataError) -> Int {
      guard view != nil else { throw ended() }
      var updates = 0
      lastError = nil
      while contents != nil, let step = feed.next() ?? stepThatIsMissing {
        hasChangedContents = false
        defer { commitAtHand = nil }
        try noting { () throws(FetchedDataError) in
          do throws(FetchedDataError) {
            if let missing, !step.isFailure {
              updates += try refetch(missing)
            } else {
              updates += try show(step)
            }
          } catch {
            let isBehind = feed.count > 0 || missing != nil
            if hasChangedContents, step.isCommit, error.isUnavailableItem, isBehind {
              // A commit that waits has taken the row out, and is shown next.
              updates += 1
              return
            }
            // The next refresh tries again: the view or the database may be ready by then.
            if !hasChangedContents, !step.isFailure { feed.putBack(step) }
            throw error
          }
        }
      }
      return updates
    }

    /// The step after a commit that did not fit the request: by now the rows may.
    private var stepThatIsMissing: ChangeFeed.Step? { missing.map { .refetch($0) } }

    private func show(_ step: ChangeFeed.Step) throws(FetchedDataError) -> Int {
      switch step {
      case .commit(let commit): return try show(commit)
      case .refetch(let reason):
        return try refetch(configuration.strategy == .refetch ? .chosen : reason)
      case .failure(let error):
        missing = .error
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
      let updates = try apply(commit)
      // Behind the update, which holds the numbers as they were: a copy would be made of all of them.
      releaseNumbers(of: commit)
      return updates
    }

    /// Gives the numbers of the rows back that a commit has taken out.
    private func releaseNumbers(of commit: ChangeFeed.Commit) {
      for row in commit.rows where row.place == nil {
        guard let id = contents?.numbers.knownNumber(of: row.identity),
          contents?.index.path(of: id) == nil
        else { continue }
        contents?.numbers.release(row.identity)
      }
    }

    private func apply(_ commit: ChangeFeed.Commit) throws(FetchedDataError) -> Int {
      // Also of sections that are not shown: they may come back. Not before the index has changed: a fetch
      // of all keys in its place reloads the sections whose items are known.
      func forgetSections() {
        for value in commit.changedSections { sectionItems[value] = nil }
      }
      guard let (changes, isRelevant) = changes(of: commit) else { return 0 }
      guard isRelevant else {
        forgetSections()
        return 0
      }
      var failure: FetchedDataError?
      guard let plan = contents?.plan, let numbers = contents?.numbers else { return 0 }
      let places = newPlaces(of: commit)
      let contentsNumber = contentsNumber
      commitAtHand = commit
      try update { () throws(CollectionViewError) in
        // The view was brought up to date first: its delegate may have reloaded meanwhile.
        guard contentsNumber == self.contentsNumber else { return Changeset() }
        do {
          let changed = try contents?.index.apply(changes) { new, existing in
            // Not of `contents`, whose index is changing.
            try isBefore(new, existing, places, plan, numbers)
          }
          statistics.followedCommits += 1
          commitAtHand = nil
          forgetSections()
          for change in changes { cache.remove(change.id) }
          return changed.map { refreshed($0.changeset, commit.changedSections) }
        } catch {
          failure = FetchedDataError(error, path: writer.path)
          guard error is UnknownKey else { return Changeset() }
          do throws(FetchedDataError) {
            let fetched = try fetchAgain(.ambiguousKey)
            failure = nil
            return replaceContents(by: fetched)
          } catch {
            failure = error
          }
        }
        return Changeset()
      }
      guard let failure else { return 1 }
      missing = .error
      throw failure
    }

    /// Returns the changes of the index, and whether one of them is of a row that is or was shown.
    private func changes(
      of commit: ChangeFeed.Commit
    ) -> (changes: [RowChange<SectionKey>], isRelevant: Bool)? {
      guard contents != nil else { return nil }
      var isRelevant = !sections(of: commit.changedSections).isEmpty
      var changes: [RowChange<SectionKey>] = []
      changes.reserveCapacity(commit.rows.count)
      for row in commit.rows {
        if row.place == nil {
          // Rows that are not shown get no number.
          guard let known = contents?.numbers.knownNumber(of: row.identity),
            contents?.index.path(of: known) != nil
          else { continue }
        }
        guard let id = contents?.numbers.number(of: row.identity) else { continue }
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
      let found = try read { database in
        let reader = try KeyReader(
          plan.lookUp.sql, plan.lookUp.arguments, plan.layout, database)
        reader.seek(identity)
        let found = try reader.step() ? reader.place : nil
        reader.rewind()
        return found
      }
      feed.awaitCommit()
      // The connection may be ahead of the index.
      guard let found, found.key == place.key, found.section == place.section,
        feed.waitingChange(of: identity) == nil, !feed.hasUnknownChanges
      else { throw UnknownKey() }
      return found.sorts
    }

    // MARK: Fetching all keys

    /// Fetches all keys, and updates the view by the difference.
    private func refetch(_ reason: RefetchReason) throws(FetchedDataError) -> Int {
      let fetched = try fetchAgain(reason)
      let contentsNumber = contentsNumber
      try update {
        contentsNumber == self.contentsNumber ? replaceContents(by: fetched) : Changeset()
      }
      return 1
    }

    private func fetchAgain(_ reason: RefetchReason) throws(FetchedDataError) -> FetchedContents {
      statistics.refetches += 1
      statistics.lastRefetchReason = reason
      return try fetchKeys()
    }

    /// Shows other keys, and returns the difference; nil if that cannot be told.
    private func replaceContents(by fetched: FetchedContents) -> Changeset? {
      guard let before = contents else { return nil }
      let changes = changeset(from: before.index, to: fetched.index)
      show(fetched)
      return changes
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
        paths.formUnion(view?.itemPathsForOffscreenCells ?? [])
        let kept = paths.filter {
          $0.section < before.sectionCount && $0.item < before.rowCount(inSection: $0.section)
            && after.path(of: before.id(at: $0)) != nil
        }
        // The same holds for items of sections that were read from another table.
        let inserted = Set(changes.insertedSections)
        let sections = (0..<after.sectionCount).filter {
          sectionItems[after.sectionKey(at: $0).value] != nil && !inserted.contains($0)
        }
        let refilled = changes.with(reconfiguredItems: Array(kept))
        guard !sections.isEmpty else { return refilled }
        return refilled.followed(by: Changeset(reloadedSections: sections))
      } catch {
        return nil
      }
    }

    // MARK: The view

    /// Returns a changeset with the items of sections that have changed.
    private func refreshed(_ changeset: Changeset, _ values: [DatabaseValue]) -> Changeset {
      // A new section is asked for anyway; a reload would take the cells of rows that move there.
      let inserted = Set(changeset.insertedSections)
      let sections = sections(of: values).filter { !inserted.contains($0) }
      guard !sections.isEmpty else { return changeset }
      return changeset.followed(by: Changeset(reloadedSections: sections))
    }

    /// Returns the sections with some values. O(*s*), unless there are no values.
    private func sections(of values: [DatabaseValue]) -> [Int] {
      guard !values.isEmpty, let index = contents?.index else { return [] }
      let changed = Set(values)
      return (0..<index.sectionCount).filter {
        changed.contains(index.sectionKey(at: $0).value)
      }
    }

    /// Runs an update of the view; `change` replaces the contents, and returns nil to reload.
    ///
    /// The view is reloaded instead if a cell of the state before cannot be filled any more: its row has
    /// gone, so only the state after can be shown.
    private func update(
      _ change: () throws(CollectionViewError) -> Changeset?
    ) throws(FetchedDataError) {
      hasChangedContents = false
      do {
        try performControlledUpdate(
          isExact: true,
          change: { () throws(CollectionViewError) in
            hasChangedContents = true
            var changes = try change()
            if configuration.reloadsAfterChanges { changes = nil }
            if configuration.contentUpdates == .ignore {
              changes = changes?.with(reconfiguredItems: [])
            }
            willApply?(changes)
            return changes
          },
          rollBack: { [weak view] in
            // The database has moved on, so the contents do not go back: the next pass shows them.
            view?.reloadData()
          })
      } catch {
        guard case .itemUnavailable = error, !hasChangedContents else { throw .view(error) }
        hasChangedContents = true
        do throws(CollectionViewError) {
          _ = try change()
        } catch {
          throw .view(error)
        }
        willApply?(nil)
        reloadControlled {}
      }
    }
  }

  /// The place of a row among rows of equal keys cannot be told any more.
  private struct UnknownKey: Error {}

  extension ChangeFeed.Step {
    fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
  }

  extension FetchedDataError {
    /// A Boolean value that indicates whether the view could not have the item of a cell.
    fileprivate var isUnavailableItem: Bool {
      if case .view(.itemUnavailable) = self { true } else { false }
    }
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
