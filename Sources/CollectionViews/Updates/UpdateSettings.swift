/// How updates are read.
struct UpdateSettings {
  var unseenRule = UnseenUpdateRule.validate
  var auditsItemIdentities = false
}

/// What becomes of an update that nobody can see (clause BU-7).
public enum UnseenUpdateRule: String, Hashable, Sendable {
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
  public var unseenUpdateRule: UnseenUpdateRule {
    get { updateSettings.unseenRule }
    set { updateSettings.unseenRule = newValue }
  }
}
