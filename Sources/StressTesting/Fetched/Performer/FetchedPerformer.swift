#if SQLITE
  import Changesets
  import CollectionViews
  import GRDB
  import Geometry
  import SQLiteDataSources

  /// Performs operations on a database, its source and the view, and compares them with fetches of
  /// everything.
  final class FetchedPerformer {
    let configuration: FetchedStressConfiguration
    let mutation: FetchedMutation?
    let source: ShownFetchedSource
    let screen = FetchedStressView()
    private let database: FetchedStressDatabase
    private let allKeys: [[DatabaseValue]]

    /// The state that the view shows; nil where commits of others have left it open.
    var shown: FetchedModelState? = FetchedModelState()
    /// The commits that the source has not shown, in order.
    var pending: [PendingCommit] = []
    /// The state of the database.
    var latest: FetchedModelState
    /// A Boolean value that indicates whether the source has fetched, and follows.
    private(set) var isLoaded = false
    /// A Boolean value that indicates whether others have committed since the source last looked.
    private(set) var hasForeignCommits = false
    /// A Boolean value that indicates whether the schema has changed since the last fetch.
    private(set) var hasOtherSchema = false
    /// All contents that each row has had, for cells that keep theirs.
    private(set) var history: [[DatabaseValue]: Set<[DatabaseValue]>] = [:]
    /// Statements whose transaction ended by itself, as a failing one does: the source does not hear of
    /// that, and finds their rows touched at the next commit.
    private var unendedStatements: [FetchedStatement] = []
    /// A Boolean value that indicates whether a layout pass is due, which may need rows of the state that
    /// is shown.
    private var needsPass = true
    /// The number of operations that were not passed over.
    private(set) var performedCount = 0

    /// A commit of the source's connection.
    struct PendingCommit {
      let state: FetchedModelState
      let touched: TouchedRows
    }

    init(
      _ configuration: FetchedStressConfiguration, process: (any StressWriterProcess)? = nil,
      mutation: FetchedMutation? = nil
    ) throws {
      self.configuration = configuration
      self.mutation = mutation
      database = try FetchedStressDatabase(configuration, process: process)
      allKeys = try database.keys(0..<60)
      latest = try database.state()
      source = try ShownFetchedSource.make(
        configuration, for: screen, in: database.writer, mutation: mutation)
    }

    /// Ends the script: the files of the database go away.
    ///
    /// - Returns: What is wrong if the source still holds the connection.
    func end() -> Mismatch? {
      source.reset()
      do {
        try database.remove()
        return nil
      } catch {
        return Mismatch("the end of the connection", expected: "no error", found: "\(error)")
      }
    }

    /// Performs `operation`, or passes it over where it makes no sense, and returns the first difference
    /// it made.
    func perform(_ operation: FetchedOperation) -> Mismatch? {
      guard operation.isWithinLimits else { return nil }
      performedCount += 1
      screen.beginOperation()
      do throws(Mismatch) {
        try run(operation)
        try checkFills()
        if let violation = screen.view.firstViolation() {
          throw Mismatch("the view's invariants", expected: "none broken", found: violation)
        }
        if pending.isEmpty, !hasForeignCommits, let shown, !operation.leavesPass {
          try checkAnswers(shown)
        }
      } catch {
        return error
      }
      return nil
    }

    private func run(_ operation: FetchedOperation) throws(Mismatch) {
      switch operation {
      case .transaction(let statements, let ends, let by):
        try write(statements, ends, by: database.writer(for: by))
      case .refresh:
        if mutation == .forgetsRefresh, screen.view.work.passes % 4 == 3 {
          shown = latest
          pending = []
          return
        }
        try refresh()
      case .checkOthers:
        do {
          try source.checkOthers()
        } catch {
          throw Mismatch("checkOtherConnections()", expected: "no error", found: "\(error)")
        }
        let wasForeign = hasForeignCommits
        hasForeignCommits = false
        if wasForeign { try refreshAfterOthers() } else { try refresh() }
      case .reload:
        do { try source.reload() } catch {
          throw Mismatch("reload()", expected: "no error", found: "\(error)")
        }
        try Mismatch.check(
          "the updates and reloads by reload()", [nil], screen.events.map(\.changeset))
        isLoaded = true
        becomeCurrent()
      case .reset:
        source.reset()
        try Mismatch.check(
          "the updates and reloads by reset()", [nil], screen.events.map(\.changeset))
        isLoaded = false
        becomeCurrent()
      case .layOut: try layOut()
      case .scroll(let y):
        needsPass = true
        screen.view.setContentOffset(Point(x: 0, y: Double(y)), animated: false)
      }
    }

    /// The view shows the state of the database, or nothing before the first fetch.
    private func becomeCurrent() {
      shown = isLoaded ? latest : FetchedModelState()
      needsPass = true
      pending = []
      hasForeignCommits = false
      hasOtherSchema = false
    }

    // MARK: Writing

    private func write(
      _ statements: [FetchedStatement], _ ends: FetchedOperation.Ending,
      by writer: FetchedOperation.Writer
    ) throws(Mismatch) {
      var sqlWriter = FetchedStatementWriter(configuration, isAutocommit: ends == .none)
      let hasIndex = statements.contains(.changeSchema) && database.hasIndex
      // Outside of a transaction a savepoint would begin one.
      let usual = ends == .none ? statements.filter { !$0.isSavepoint } : statements
      let transaction = FetchedTransaction(
        statements: usual.flatMap { sqlWriter.sql($0, hasIndex: hasIndex) }, ends: ends)
      if statements.contains(.changeSchema) { hasOtherSchema = true }
      do throws(FetchedSQLFailure) {
        let isMissed = mutation == .missesCommits && configuration.storage != .memory
        if writer == .own, !isMissed {
          let touched = TouchedRows(unendedStatements + statements, allKeys: allKeys)
          let (states, isEnded) = try database.performOwn(transaction)
          unendedStatements = isEnded ? [] : unendedStatements + statements
          for state in states {
            remember(state)
            if isLoaded { pending.append(PendingCommit(state: state, touched: touched)) }
          }
        } else {
          try database.performForeign(transaction, by: writer == .own ? .connection : writer)
          if isLoaded, !isMissed { hasForeignCommits = true }
          do {
            remember(try database.state())
          } catch {
            throw FetchedSQLFailure(statement: configuration.modelQuery, message: "\(error)")
          }
          if isMissed {
            pending.append(PendingCommit(state: latest, touched: TouchedRows([], allKeys: allKeys)))
          }
        }
      } catch {
        throw Mismatch(
          "the statement \(error.statement)", expected: "done, or a broken constraint",
          found: error.message)
      }
    }

    private func remember(_ state: FetchedModelState) {
      latest = state
      for row in state.sections.flatMap(\.rows) { history[row.key, default: []].insert(row.values) }
    }

    // MARK: Refreshing

    /// Refreshes until no row is missing that a later commit has taken.
    ///
    /// - Returns: The number of updates that the calls returned; nil if one of them threw.
    private func callRefresh(isOpen: Bool) throws(Mismatch) -> Int? {
      var hasThrown = false
      var count = 0
      var last = ""
      for _ in 0...(pending.count + 4) {
        do {
          count += try source.refresh()
          return hasThrown ? nil : count
        } catch {
          guard isOpen || pending.count > 1 || needsPass, Self.isUnavailable(error) else {
            throw Mismatch("refresh()", expected: "no error", found: "\(error)")
          }
          hasThrown = true
          last = "\(error)"
        }
      }
      throw Mismatch(
        "refresh(), called \(pending.count + 5) times", expected: "all commits shown",
        found: "the error \(last)")
    }

    /// Returns whether an error says that a row of the state that is shown has gone meanwhile.
    static func isUnavailable(_ error: any Error) -> Bool {
      switch error {
      case FetchedDataError.view(.itemUnavailable), CollectionViewError.itemUnavailable: true
      default: false
      }
    }

    private func refresh() throws(Mismatch) {
      guard !hasForeignCommits, let before = shown else {
        // Commits that are followed see what others have done: the state is open until they are noticed.
        _ = try callRefresh(isOpen: true)
        if isLoaded, hasForeignCommits {
          shown = nil
          pending = []
        }
        return
      }
      let statistics = source.statistics()
      let neededPass = needsPass
      let count = try callRefresh(isOpen: false)
      if let count {
        try Mismatch.check("the updates that refresh() returned", screen.events.count, count)
      }
      try FetchedUpdateMatch(
        before: before, commits: pending, configuration: configuration,
        refetched: try refetched(since: statistics), neededPass: neededPass, mutation: mutation
      ).check(screen.events)
      if isLoaded { becomeCurrentAfterRefresh() }
    }

    private func becomeCurrentAfterRefresh() {
      shown = latest
      if !pending.isEmpty { hasOtherSchema = false }
      pending = []
    }

    /// Returns whether all keys were fetched since; an error where every commit could be followed.
    private func refetched(since before: FetchStatistics) throws(Mismatch) -> Bool {
      let after = source.statistics()
      let refetches = after.refetches - before.refetches
      guard refetches > 0 else { return false }
      let reason = after.lastRefetchReason
      let isAllowed =
        !configuration.isFollowed || hasOtherSchema || configuration.updates == .sparing
        || (pending.count > 1 && reason == .ambiguousKey)
      try Mismatch.require(
        isAllowed, "the fetches of all keys by refresh()", expected: "none",
        found: "\(refetches), because of \(reason.map { "\($0)" } ?? "nothing")")
      return true
    }

    private func refreshAfterOthers() throws(Mismatch) {
      _ = try callRefresh(isOpen: true)
      guard isLoaded else { return }
      if let shown, !shown.sections.isEmpty, screen.events.count == 1,
        let changeset = screen.events[0].changeset
      {
        try FetchedUpdateCheck(
          before: shown, after: latest, changeset: changeset, mayBeTouched: { _ in true },
          isIncremental: false, refills: true, mayReload: configuration.sections == .relationship
        ).check()
      }
      becomeCurrent()
    }

    // MARK: Layout passes

    /// Lays out. A row of the state that is shown may be missing while commits wait.
    func layOut() throws(Mismatch) {
      do throws(CollectionViewError) {
        try screen.view.layoutIfNeeded()
        needsPass = false
      } catch {
        guard !pending.isEmpty || hasForeignCommits || shown == nil, Self.isUnavailable(error)
        else {
          throw Mismatch("the layout pass", expected: "no error", found: "\(error)")
        }
        needsPass = true
      }
    }
  }
#endif
