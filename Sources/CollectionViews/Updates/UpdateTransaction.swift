import Changesets
import Layouts

/// The changes that an app has asked for inside an update's block, until its outermost end (b.3).
struct UpdateTransaction {
  /// In the order in which the blocks end: inner before outer (BU-20).
  var completions: [(Bool) -> Void] = []
  /// A Boolean value that indicates whether `reloadData()` was called. All other operations are
  /// then ignored.
  var isReload = false
  /// A Boolean value that indicates whether the operations are being applied.
  var isCommitting = false
  /// The layouts that a lenient rule installs after the update.
  var laterLayouts: [(CollectionViewLayout, Bool, ((Bool) -> Void)?)] = []
  /// The first error: of an operation, or the one that ended an inner block.
  var failure: CollectionViewError?

  /// The operations, where they have been given as a whole and nothing else has been asked for.
  private var given: Changeset?
  /// The sections that `given` names, where it is all that has been done to the data: their own source
  /// says so, and has checked it.
  private(set) var exact: ChangedSections?
  var deletedSections: [Int] = []
  var insertedSections: [Int] = []
  var movedSections: [Changeset.Move<Int>] = []
  var reloadedSections: [Int] = []
  var deletedItems: [ItemPath] = []
  var insertedItems: [ItemPath] = []
  var movedItems: [Changeset.Move<ItemPath>] = []
  var reloadedItems: [ItemPath] = []
  var reconfiguredItems: [ItemPath] = []

  private var isEmpty: Bool {
    given == nil && deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && reloadedSections.isEmpty && deletedItems.isEmpty && insertedItems.isEmpty
      && movedItems.isEmpty && reloadedItems.isEmpty && reconfiguredItems.isEmpty
  }

  /// Remembers the error of an operation, unless there is one already.
  mutating func refuse(_ error: CollectionViewError) { failure = failure ?? error }

  /// Asks for the operation that `append` adds to one of the lists, unless it is refused.
  mutating func add(
    _ append: (inout UpdateTransaction) -> Void, unless refusal: CollectionViewError?
  ) {
    if let refusal { return refuse(refusal) }
    takeApart()
    append(&self)
  }

  /// Asks for all operations of `changeset`, which are kept as they are where there are no others.
  mutating func add(_ changeset: Changeset, _ exact: ChangedSections? = nil) {
    guard isEmpty else {
      takeApart()
      return append(changeset)
    }
    given = changeset
    self.exact = exact
  }

  private mutating func takeApart() {
    exact = nil
    if let changeset = given.take() { append(changeset) }
  }

  private mutating func append(_ changeset: Changeset) {
    deletedSections += changeset.deletedSections
    insertedSections += changeset.insertedSections
    movedSections += changeset.movedSections
    reloadedSections += changeset.reloadedSections
    deletedItems += changeset.deletedItems
    insertedItems += changeset.insertedItems
    movedItems += changeset.movedItems
    reloadedItems += changeset.reloadedItems
    reconfiguredItems += changeset.reconfiguredItems
  }

  /// All that has been asked for.
  var changeset: Changeset {
    given
      ?? Changeset(
        deletedSections: deletedSections, insertedSections: insertedSections,
        movedSections: movedSections, reloadedSections: reloadedSections,
        deletedItems: deletedItems, insertedItems: insertedItems, movedItems: movedItems,
        reloadedItems: reloadedItems, reconfiguredItems: reconfiguredItems)
  }
}

/// The update that is open, the settings of updates, and what became of the last one.
struct UpdateState {
  /// The update under way; nil between updates.
  var open: UpdateTransaction?
  var validation = UpdateValidation.strict
  var offscreenPolicy = OffscreenUpdatePolicy.validate
  var auditsItemIdentities = false
  /// A Boolean value that indicates whether the data source alone inserts, deletes and moves (L-2).
  var isControlled = false

  /// The error of the last update.
  private(set) var lastError: CollectionViewError?
  /// A Boolean value that indicates whether the next pass or update throws `lastError`.
  private(set) var isHeld = false
  /// A Boolean value that indicates whether the last update was applied.
  var isApplied = true

  /// Forgets the error of the update before.
  mutating func begin(isApplied: Bool) {
    lastError = nil
    isHeld = false
    self.isApplied = isApplied
  }

  /// Remembers an error that the caller has been told of, or that has been repaired.
  mutating func note(_ error: CollectionViewError) { if !isHeld { lastError = error } }

  /// Keeps an error that nobody has been told of; the first one stays, unless `error` is an `earlier`
  /// one.
  mutating func hold(_ error: CollectionViewError, isEarlier: Bool = false) {
    guard !isHeld || isEarlier else { return }
    lastError = error
    isHeld = true
  }

  /// Returns the error that is held, which is then only remembered.
  mutating func takeHeld() -> CollectionViewError? {
    guard isHeld else { return nil }
    isHeld = false
    return lastError
  }
}

/// The strictness with which updates are checked (b.5).
public enum UpdateValidation: String, Hashable, Sendable {
  /// Contradictions and doubled operations are errors, and nothing is applied.
  case strict
  /// They are repaired where there is one sensible reading; an update whose counts do not add up
  /// becomes a reload.
  case lenient
}

/// A policy for an update that nobody can see (clause BU-7).
public enum OffscreenUpdatePolicy: String, Hashable, Sendable {
  /// The update must be legal and lead to the data source's counts, as every other.
  case validate
  /// The update becomes a reload: its block changes the data, and its operations are ignored.
  case reloadInstead
}

extension CollectionView {
  /// The strictness of update checks: contradictory operations are errors, or are repaired where
  /// possible (b.5).
  public var updateValidation: UpdateValidation {
    get { updates.validation }
    set { updates.validation = newValue }
  }

  /// The policy for an update before the first layout pass, or while the bounds are empty. By
  /// default the update must be legal, as every other (BU-7).
  ///
  /// If the update becomes a reload, completions are called at once, with true.
  /// `reloadDataSelection` then decides the selection. Data that were changed before the block are
  /// no error then (BU-6).
  public var offscreenUpdatePolicy: OffscreenUpdatePolicy {
    get { updates.offscreenPolicy }
    set { updates.offscreenPolicy = newValue }
  }
}
