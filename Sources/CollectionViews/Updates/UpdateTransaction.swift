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
  /// The error that ended an inner block.
  var failure: CollectionViewError?

  /// The operations, where they have been given as a whole and nothing else has been asked for.
  private var given: Changeset?
  /// The sections that `given` names, where it is all that has been done to the data: their own source
  /// says so, and has checked it.
  private(set) var exact: ChangedSections?
  private var deletedSections: [Int] = []
  private var insertedSections: [Int] = []
  private var movedSections: [Changeset.Move<Int>] = []
  private var reloadedSections: [Int] = []
  private var deletedItems: [ItemPath] = []
  private var insertedItems: [ItemPath] = []
  private var movedItems: [Changeset.Move<ItemPath>] = []
  private var reloadedItems: [ItemPath] = []
  private var otherReconfiguredItems: [ItemPath] = []

  /// One operation, or several of one sort.
  enum Operation {
    case deleteSections([Int])
    case insertSections([Int])
    case moveSection(Changeset.Move<Int>)
    case reloadSections([Int])
    case deleteItems([ItemPath])
    case insertItems([ItemPath])
    case moveItem(Changeset.Move<ItemPath>)
    case reloadItems([ItemPath])
    /// Items whose cells are filled again and kept, by path before.
    case reconfigureItems([ItemPath])
  }

  private var isEmpty: Bool {
    given == nil && deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && reloadedSections.isEmpty && deletedItems.isEmpty && insertedItems.isEmpty
      && movedItems.isEmpty && reloadedItems.isEmpty && otherReconfiguredItems.isEmpty
  }

  /// Asks for one operation more.
  mutating func add(_ operation: Operation) {
    takeApart()
    switch operation {
    case .deleteSections(let sections): deletedSections += sections
    case .insertSections(let sections): insertedSections += sections
    case .moveSection(let move): movedSections.append(move)
    case .reloadSections(let sections): reloadedSections += sections
    case .deleteItems(let paths): deletedItems += paths
    case .insertItems(let paths): insertedItems += paths
    case .moveItem(let move): movedItems.append(move)
    case .reloadItems(let paths): reloadedItems += paths
    case .reconfigureItems(let paths): otherReconfiguredItems += paths
    }
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
    otherReconfiguredItems += changeset.reconfiguredItems
  }

  /// All that has been asked for.
  var changeset: Changeset {
    given
      ?? Changeset(
        deletedSections: deletedSections, insertedSections: insertedSections,
        movedSections: movedSections, reloadedSections: reloadedSections,
        deletedItems: deletedItems, insertedItems: insertedItems, movedItems: movedItems,
        reloadedItems: reloadedItems, reconfiguredItems: otherReconfiguredItems)
  }
}

/// The settings for checking updates.
struct UpdateSettings {
  var offscreenPolicy = OffscreenUpdatePolicy.validate
  var auditsItemIdentities = false
}

/// The error of the last update, and whether it still has to be thrown.
struct UpdateErrors {
  private(set) var last: CollectionViewError?
  /// A Boolean value that indicates whether the next pass or update throws `last`.
  private(set) var isHeld = false
  /// A Boolean value that indicates whether the last update was applied.
  var isApplied = true

  /// Forgets the error of the update before.
  mutating func begin(isApplied: Bool) { self = UpdateErrors(isApplied: isApplied) }

  /// Remembers an error that the caller has been told of, or that has been repaired.
  mutating func note(_ error: CollectionViewError) { if !isHeld { last = error } }

  /// Keeps an error that nobody has been told of; the first one stays, unless `error` is an `earlier`
  /// one.
  mutating func hold(_ error: CollectionViewError, isEarlier: Bool = false) {
    guard !isHeld || isEarlier else { return }
    last = error
    isHeld = true
  }

  /// Returns the error that is held, which is then only remembered.
  mutating func takeHeld() -> CollectionViewError? {
    guard isHeld else { return nil }
    isHeld = false
    return last
  }
}

/// A policy for an update that nobody can see (clause BU-7).
public enum OffscreenUpdatePolicy: String, Hashable, Sendable {
  /// The update must be legal and lead to the data source's counts, as every other.
  case validate
  /// The update becomes a reload: its block changes the data, and its operations are ignored.
  case reloadInstead
}

extension CollectionView {
  /// The policy for an update before the first layout pass, or while the bounds are empty. By
  /// default the update must be legal, as every other (BU-7).
  ///
  /// If the update becomes a reload, completions are called at once, with true.
  /// `reloadDataSelection` then decides the selection. Data that were changed before the block are
  /// no error then (BU-6).
  public var offscreenUpdatePolicy: OffscreenUpdatePolicy {
    get { updateSettings.offscreenPolicy }
    set { updateSettings.offscreenPolicy = newValue }
  }
}
