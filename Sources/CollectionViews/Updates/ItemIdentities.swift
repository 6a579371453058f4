public import Changesets

/// Who the items are, and who they were before the last update, where updates are audited.
///
/// Identifiers are an app's own objects, whose `deinit` is its code. Those no longer held are handed
/// out, and released after the change.
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

/// A data source that says who its items are, for the audit of updates.
public protocol CollectionViewIdentifyingDataSource: CollectionViewDataSource {
  /// Returns an identifier that tells the item at `path` from the others. It stays the same while
  /// the item lives.
  func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable
}

extension CollectionView {
  /// A Boolean value that indicates whether updates are audited. The default is false.
  ///
  /// In an audit, each item that an update does not insert or reload must be the item that was at
  /// its source path.
  ///
  /// An audit is a debugging aid: it finds data that were changed otherwise than the view was told,
  /// even if the counts add up. Nothing is audited unless the data source is a
  /// `CollectionViewIdentifyingDataSource`.
  ///
  /// The view asks for all identifiers with the counts and keeps them until the next update. A
  /// difference is thrown as `.itemIdentity` and nothing is applied; a lenient view reloads. Items
  /// with equal identifiers are not told apart. An audit that is turned on inside an update begins
  /// with the next one.
  ///
  /// - Complexity: O(items) for each update and reload.
  public var auditsItemIdentities: Bool {
    get { updates.auditsItemIdentities }
    set {
      updates.auditsItemIdentities = newValue
      beginIdentities(with: nil)
      let isAtRest = request.kind == .none && updates.open == nil
      guard let dataSource, counts.isValid, isAtRest else { return }
      request.begin(.counts)
      defer { endRequest() }
      beginIdentities(with: askIdentities(of: dataSource, counts.counts))
    }
  }

  /// Replaces the identities after the counts have been asked again.
  func replaceIdentities(with newIdentities: [[AnyHashable]]?) {
    // An identifier that goes away may look at the view.
    let dropped = counts.identities.replace(with: newIdentities)
    withExtendedLifetime(dropped) {}
  }

  private func beginIdentities(with newIdentities: [[AnyHashable]]?) {
    let dropped = counts.identities.begin(with: newIdentities)
    withExtendedLifetime(dropped) {}
  }

  /// The identifiers of all items; nil where updates are not audited.
  func askIdentities(
    of dataSource: any CollectionViewDataSource, _ itemCounts: [Int]
  ) -> [[AnyHashable]]? {
    guard updates.auditsItemIdentities,
      let dataSource = dataSource as? any CollectionViewIdentifyingDataSource
    else { return nil }
    return itemCounts.indices.map { section in
      (0..<itemCounts[section]).map { item in
        dataSource.collectionView(self, itemIdentifierAt: ItemPath(section: section, item: item))
      }
    }
  }
}
