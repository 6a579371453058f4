public import Changesets

/// One update of a script: what the view is told, what becomes of the data, and how it is called.
public struct ViewUpdate: Hashable, Sendable {
  /// What the view is told.
  public var told: Changeset
  /// What becomes of the data where that is something else; nil for what the view is told, as far as
  /// it is legal.
  public var done: Changeset?
  /// The number of items that an inserted or reloaded section has besides those that move into it, by
  /// its index after; none where absent.
  public var newCounts: [Int: Int]
  /// Items whose cells are filled anew, by path before.
  public var reconfigured: [ItemPath]
  /// How many blocks are open around the operations; 0 has each called on its own, so that there can
  /// be one only.
  public var depth: Int
  /// Whether the data changes before the outermost block and not in it.
  public var isDataFirst: Bool
  /// Whether the calls come in the opposite order.
  public var isReversed: Bool
  /// Whether `reloadData()` is called inside of the block.
  public var isReload: Bool

  /// An update in one block, in which the data changes as the view is told.
  public init(
    _ told: Changeset = Changeset(), newCounts: [Int: Int] = [:], reconfigured: [ItemPath] = []
  ) {
    self.told = told
    self.newCounts = newCounts
    self.reconfigured = reconfigured
    depth = 1
    isDataFirst = false
    isReversed = false
    isReload = false
  }

  /// How many calls it takes, where each method is called once with all its paths.
  var callCount: Int {
    let lists = [
      told.deletedSections.isEmpty, told.insertedSections.isEmpty, told.reloadedSections.isEmpty,
      told.deletedItems.isEmpty, told.insertedItems.isEmpty, told.reloadedItems.isEmpty,
      reconfigured.isEmpty,
    ]
    return lists.count { !$0 } + told.movedSections.count + told.movedItems.count
  }
}

extension ViewUpdate: Codable {
  private enum CodingKeys: String, CodingKey {
    case told, done, newCounts, reconfigured, depth, isDataFirst, isReversed, isReload
  }

  /// Reads what there is; what is absent is as in a plain update.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decodeIfPresent(Changeset.self, forKey: .told) ?? Changeset(),
      newCounts: try fields.decodeIfPresent([Int: Int].self, forKey: .newCounts) ?? [:],
      reconfigured: try fields.decodeIfPresent([ItemPath].self, forKey: .reconfigured) ?? [])
    done = try fields.decodeIfPresent(Changeset.self, forKey: .done)
    depth = try fields.decodeIfPresent(Int.self, forKey: .depth) ?? depth
    isDataFirst = try fields.decodeIfPresent(Bool.self, forKey: .isDataFirst) ?? false
    isReversed = try fields.decodeIfPresent(Bool.self, forKey: .isReversed) ?? false
    isReload = try fields.decodeIfPresent(Bool.self, forKey: .isReload) ?? false
  }

  /// Writes what is not as in a plain update.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    if !told.isEmpty { try fields.encode(told, forKey: .told) }
    try fields.encodeIfPresent(done, forKey: .done)
    if !newCounts.isEmpty { try fields.encode(newCounts, forKey: .newCounts) }
    if !reconfigured.isEmpty { try fields.encode(reconfigured, forKey: .reconfigured) }
    if depth != 1 { try fields.encode(depth, forKey: .depth) }
    if isDataFirst { try fields.encode(isDataFirst, forKey: .isDataFirst) }
    if isReversed { try fields.encode(isReversed, forKey: .isReversed) }
    if isReload { try fields.encode(isReload, forKey: .isReload) }
  }
}
