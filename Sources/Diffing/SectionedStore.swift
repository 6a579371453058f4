public import ItemStores

/// A store whose sections have identifiers, so that sections which come, go and move are told apart.
public struct SectionedStore<SectionID: Hashable, Store: ItemStore> {
  /// One identifier for each section of `store`, in order.
  public var sectionIDs: [SectionID]

  /// The items.
  public var store: Store

  /// The sections of `store`, named in order by `sectionIDs`.
  ///
  /// Whether there are as many names as sections is checked where two are compared.
  @inlinable
  public init(sectionIDs: [SectionID], store: Store) {
    self.sectionIDs = sectionIDs
    self.store = store
  }
}

extension SectionedStore: Sendable where SectionID: Sendable, Store: Sendable {}
