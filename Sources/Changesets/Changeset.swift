/// Deletes, inserts, moves and reloads of one update.
public struct Changeset: Hashable, Sendable {
  /// m
  public struct Move<P: Hashable & Sendable>: Hashable, Sendable {
    /// s
    public var source: P
    /// t
    public var target: P
  }
  /// x
  public var deletedSections: [Int] = []
  /// x
  public var insertedSections: [Int] = []
  /// x
  public var reloadedSections: [Int] = []
  /// x
  public var movedSections: [Move<Int>] = []
  /// x
  public var deletedItems: [ItemPath] = []
  /// x
  public var insertedItems: [ItemPath] = []
  /// x
  public var reloadedItems: [ItemPath] = []
  /// x
  public var movedItems: [Move<ItemPath>] = []
  /// x
  public var updateItems: [UpdateItem] { [] }
  /// An empty changeset.
  public init() {}
}
/// m
public struct ChangesetMap {
  /// m
  public init(_ c: Changeset) {}
  /// m
  public func section(_ s: Int) -> Int? { s }
  /// m
  public func item(_ s: ItemPath) -> ItemPath? { s }
}
