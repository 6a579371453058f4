#if SQLITE
  import Foundation
  package import GRDB
  import Synchronization

  /// The changes that commits have made to the rows of one source, in order, until it shows them.
  ///
  /// The connection that writes fills it, the source's thread empties it.
  package final class ChangeFeed: Sendable {
    /// A reaction to a commit.
    package enum Step: Sendable {
      /// Some rows have other places or other content.
      case commit(Commit)
      /// A fetch of all keys, and their comparison.
      case refetch(RefetchReason)
      /// The commit does not fit the request.
      case failure(FetchedDataError)
    }

    /// The rows that one transaction has touched, as they are after it.
    package struct Commit: Sendable {
      package var rows: [TouchedRow] = []
      /// The values of sections whose items have changed.
      package var changedSections: [DatabaseValue] = []

      /// Returns what the transaction has done to a row: nil for nothing, else whether it comes or goes.
      package func change(of identity: RowIdentity) -> Bool? {
        rows.first { $0.identity == identity }.map { $0.comesOrGoes || $0.place == nil }
      }
    }

    /// A row that a transaction has touched.
    package struct TouchedRow: Sendable {
      package let identity: RowIdentity
      /// Its place after the commit; nil if it is not in the result.
      package let place: RowPlace?
      /// A Boolean value that indicates whether the row is another one than before, or was taken out.
      package let comesOrGoes: Bool
    }

    fileprivate struct State {
      var steps: [Step] = []
      var isActive = true
      var isCommitting = false
      var changeLimit = 1_000
      /// The number of rows in the steps.
      var waitingRows = 0
    }

    private let state = Mutex(State())
    /// Called after a step was added, by the thread that writes.
    private let notify: @Sendable () -> Void
    let path: String
    /// Returns what is wrong with the value of the section of a row.
    let sectionError: @Sendable (DatabaseValue, RowIdentity) -> FetchedDataError?

    package init(
      path: String,
      sectionError: @escaping @Sendable (DatabaseValue, RowIdentity) -> FetchedDataError?,
      notify: @escaping @Sendable () -> Void
    ) {
      self.path = path
      self.sectionError = sectionError
      self.notify = notify
    }

    /// A Boolean value that indicates whether the source still wants changes.
    package var isActive: Bool { state.withLock { $0.isActive } }

    /// Ends the feed: nothing is added any more.
    package func end() {
      state.withLock { state in
        state.isActive = false
        state.removeAll()
      }
    }

    /// The most rows of a commit that are followed one by one.
    package var changeLimit: Int {
      get { state.withLock { $0.changeLimit } }
      set { state.withLock { $0.changeLimit = newValue } }
    }

    func add(_ step: Step) {
      let isAdded = state.withLock { state in
        guard state.isActive else { return false }
        state.add(step)
        state.isCommitting = false
        return true
      }
      if isAdded { notify() }
    }

    /// Calls the source, as if a step had been added: it has found by itself what it lacks.
    package func wake() { if isActive { notify() } }

    /// Puts a step that could not be shown before all others.
    package func putBack(_ step: Step) {
      state.withLock { state in
        guard state.isActive else { return }
        state.steps.insert(step, at: 0)
        state.waitingRows += step.rowCount
      }
    }

    /// Returns the earliest step, which is then taken.
    package func next() -> Step? {
      state.withLock { state in
        guard !state.steps.isEmpty else { return nil }
        let step = state.steps.removeFirst()
        state.waitingRows -= step.rowCount
        return step
      }
    }

    /// Forgets all steps: what is fetched from now on shows them.
    package func clear() { state.withLock { $0.removeAll() } }

    /// Notes that a commit is about to be seen by other connections, before its step is here.
    func beginCommit() { state.withLock { $0.isCommitting = true } }

    /// Notes that the commit has no step, or was rolled back.
    func endCommit() { state.withLock { $0.isCommitting = false } }

    /// Waits for the step of a commit that a read on another connection may have seen, a tenth of a second
    /// at most: looking up its rows takes milliseconds.
    func awaitCommit() {
      for _ in 0..<200 {
        guard state.withLock({ $0.isCommitting }) else { return }
        // Not by `Thread.sleep`, which waits as long as a clock is put back.
        usleep(500)
      }
    }

    /// The number of steps that wait.
    package var count: Int { state.withLock { $0.steps.count } }

    /// A Boolean value that indicates whether a step waits, or is about to, that does not tell its rows.
    package var hasUnknownChanges: Bool {
      state.withLock { state in state.isCommitting || state.steps.contains { !$0.isCommit } }
    }

    /// Returns what commits that wait have done to a row: nil for nothing, else whether it comes or goes.
    package func waitingChange(of identity: RowIdentity) -> Bool? {
      state.withLock { state in
        var change: Bool?
        for case .commit(let commit) in state.steps {
          if let next = commit.change(of: identity) { change = change ?? false || next }
        }
        return change
      }
    }
  }

  extension ChangeFeed.State {
    /// Adds a step behind the others, where it tells more than they do.
    fileprivate mutating func add(_ step: ChangeFeed.Step) {
      if case .failure = step { return steps.append(step) }
      // The fetch that waits shows all that was committed before it, this commit too.
      guard !steps.contains(where: \.isRefetch) else { return }
      waitingRows += step.rowCount
      if step.isCommit, waitingRows <= changeLimit { return steps.append(step) }
      // Of so many rows that a fetch is cheaper, or there must be one: it shows the commits before it.
      let fetch = step.isCommit ? .refetch(.manyChanges(waitingRows)) : step
      steps.removeAll(where: \.isCommit)
      steps.append(fetch)
      waitingRows = 0
    }

    fileprivate mutating func removeAll() {
      steps = []
      waitingRows = 0
    }
  }

  extension ChangeFeed.Step {
    /// The number of rows that it tells.
    fileprivate var rowCount: Int {
      if case .commit(let commit) = self { commit.rows.count } else { 0 }
    }

    fileprivate var isRefetch: Bool { if case .refetch = self { true } else { false } }

    var isCommit: Bool { if case .commit = self { true } else { false } }
  }
#endif
