/// How updates are read.
struct UpdateSettings {
  var offscreenPolicy = OffscreenUpdatePolicy.validate
  var auditsItemIdentities = false
}

/// The error of the last update, and whether it still has to be thrown.
struct UpdateErrors {
  private(set) var last: CollectionViewError?
  /// A Boolean value that indicates whether the next pass or update throws `last`.
  private(set) var isHeld = false

  /// Forgets the error of the update before.
  mutating func begin() { self = UpdateErrors() }

  /// Remembers an error that the caller has been told of, or that has been repaired.
  mutating func note(_ error: CollectionViewError) { if !isHeld { last = error } }

  /// Keeps an error that nobody has been told of; the first one stays.
  mutating func hold(_ error: CollectionViewError) {
    guard !isHeld else { return }
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

/// What becomes of an update that nobody can see (clause BU-7).
public enum OffscreenUpdatePolicy: String, Hashable, Sendable {
  /// It must be legal and lead to the data source's counts, as every other.
  case validate
  /// It is a reload: its block changes the data, and its operations count for nothing.
  case reloadInstead
}

extension CollectionView {
  /// What becomes of an update before the first layout pass, or while the bounds are empty; the
  /// default is that it must be legal, as every other (BU-7).
  ///
  /// In place of an update that is a reload, completions are called at once, with true; the selection
  /// is what `reloadDataSelection` says. Data that have been changed before the block are no error
  /// then (BU-6).
  public var offscreenUpdatePolicy: OffscreenUpdatePolicy {
    get { updateSettings.offscreenPolicy }
    set { updateSettings.offscreenPolicy = newValue }
  }
}
