#if SQLITE
  import Changesets

  /// The updates of one refresh, matched with the commits that they show.
  struct FetchedUpdateMatch {
    let before: FetchedModelState
    let commits: [FetchedPerformer.PendingCommit]
    let configuration: FetchedStressConfiguration
    /// Whether all keys were fetched, which shows several commits at once.
    let refetched: Bool
    /// Whether a layout pass was due, which may need rows that a commit has taken.
    let neededPass: Bool
    let mutation: FetchedMutation?

    /// Throws unless each commit that changed rows is one update, in order.
    ///
    /// A commit without a difference may be an update too, of nothing, or with rows that it touched.
    func check(_ events: [FetchedEvent]) throws(Mismatch) {
      if configuration.updates == .reloading
        || (events.contains { $0.changeset == nil } && (commits.count > 1 || neededPass))
      {
        return try checkReloads(events.count)
      }
      if let difference = difference(events[...], before, commits[...], skipped: []) {
        throw difference
      }
    }

    /// Looks for a way to match `events` with commits.
    ///
    /// - Parameters:
    ///   - events: The updates that are not matched yet.
    ///   - state: The state that the updates before have led to.
    ///   - rest: The commits that no update has shown yet.
    ///   - skipped: Commits without a difference that were passed over, and may still be updates.
    /// - Returns: The first difference of the last one tried; nil if one fits.
    private func difference(
      _ events: ArraySlice<FetchedEvent>, _ state: FetchedModelState,
      _ rest: ArraySlice<FetchedPerformer.PendingCommit>,
      skipped: [FetchedPerformer.PendingCommit]
    ) -> Mismatch? {
      guard let event = events.first else {
        return rest.contains { $0.state.sections != state.sections }
          ? Mismatch(
            "refresh() after \(commits.count) commits", expected: "an update for each",
            found: "\(rest.count) commits that no update shows") : nil
      }
      guard let changeset = event.changeset else {
        return Mismatch("refresh()", expected: "updates", found: "a reload of the view")
      }
      let same = Array(rest.prefix { $0.state.sections == state.sections })
      var found: Mismatch?
      // A fetch of all keys shows all that was committed.
      for length in Set([same.count + 1, refetched ? rest.count : 0]).sorted()
      where length > 0 && length <= rest.count {
        let shown = Array(rest.prefix(length))
        let next = shown[length - 1].state
        let difference =
          difference(state, next, changeset, touched: shown)
          ?? difference(
            events.dropFirst(), next, rest.dropFirst(length), skipped: skipped + same)
        guard let difference else { return nil }
        found = found ?? difference
      }
      // A commit that changed nothing.
      var others = skipped + same
      if let index = others.firstIndex(where: {
        difference(state, state, changeset, touched: [$0]) == nil
      }) {
        others.remove(at: index)
        let difference = difference(
          events.dropFirst(), state, rest.dropFirst(same.count), skipped: others)
        guard let difference else { return nil }
        found = found ?? difference
      }
      return found
        ?? Mismatch(
          "refresh()", expected: "no more updates", found: FetchedUpdateCheck.text(changeset))
    }

    /// Throws unless there is a reload or an update for each commit that changed rows. A reload comes
    /// where it is wished, and where a row of the state before is missing that a pass needs.
    private func checkReloads(_ count: Int) throws(Mismatch) {
      var changes = 0
      var state = before
      for commit in commits {
        if commit.state.sections != state.sections { changes += 1 }
        state = commit.state
      }
      let range = (refetched ? min(1, changes) : changes)...commits.count
      try Mismatch.require(
        range.contains(count), "refresh() after \(commits.count) commits",
        expected: "\(range) reloads", found: "\(count)")
    }

    private func difference(
      _ before: FetchedModelState, _ after: FetchedModelState, _ changeset: Changeset,
      touched: [FetchedPerformer.PendingCommit]
    ) -> Mismatch? {
      do throws(Mismatch) {
        try FetchedUpdateCheck(
          before: before, after: after, changeset: mutated(changeset),
          mayBeTouched: { row in touched.contains { $0.touched.mayHave(row) } },
          isIncremental: !refetched, refills: configuration.updates != .ignoring,
          mayReload: configuration.sections == .relationship
            && (refetched || touched.contains { $0.touched.hasParents })
        ).check()
        return nil
      } catch {
        return error
      }
    }

    /// Returns the changeset as a mutation has it.
    private func mutated(_ changeset: Changeset) -> Changeset {
      switch mutation {
      case .losesMove: changeset.with(movedItems: Array(changeset.movedItems.dropLast()))
      case .losesInsert: changeset.with(insertedItems: Array(changeset.insertedItems.dropLast()))
      case .refillsTooMuch:
        changeset.with(
          reconfiguredItems: before.sections.indices.flatMap { section in
            before.sections[section].rows.indices.map { ItemPath(section: section, item: $0) }
          })
      case .movesByInsert:
        changeset.with(
          deletedItems: changeset.deletedItems + changeset.movedItems.map(\.source),
          insertedItems: changeset.insertedItems + changeset.movedItems.map(\.target),
          movedItems: [])
      default: changeset
      }
    }
  }
#endif
