/// Who the items are, and who they were before the last update, where updates are audited (F-11).
///
/// Identifiers are an app's own objects, and what they do when they go away is its own code: whatever
/// is no longer held is handed out, to be let go of after the change.
struct ItemIdentities {
  /// The identifiers of the items, by section; nil where updates are not audited.
  private(set) var now: [[AnyHashable]]?
  /// Those before the last `replace(with:)`.
  private(set) var before: [[AnyHashable]]?

  /// Puts others in the place of these, which `rollBack()` can return to.
  ///
  /// - Returns: What was `before`, which nothing holds any more.
  mutating func replace(with newIdentities: [[AnyHashable]]?) -> [[AnyHashable]]? {
    let dropped = before
    before = now
    now = newIdentities
    return dropped
  }

  /// Returns to those before the last `replace(with:)`.
  mutating func rollBack() { swap(&now, &before) }

  /// Begins or ends an audit: there is nothing before.
  ///
  /// - Returns: All that was held.
  mutating func begin(with newIdentities: [[AnyHashable]]?) -> ItemIdentities {
    let dropped = self
    self = ItemIdentities(now: newIdentities, before: nil)
    return dropped
  }
}
