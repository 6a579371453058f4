/// The operations of one update on sections and items: deletes, inserts, moves, reloads and
/// reconfigurations.
///
///     let update = Changeset(
///       deletedItems: [ItemPath(section: 0, item: 3)],
///       movedSections: [.init(from: 2, to: 0)])
///     let after = before.applying(update, newItem: { photo(at: $0) }, newSection: { _ in [] })
///
/// Deletes, reloads, reconfigurations and the sources of moves are indexes before the whole update;
/// inserts and the targets of moves are indexes after it. The order of the operations means nothing:
/// each array is kept sorted, and equal updates are equal values. A changeset may be illegal, which
/// `validate(sectionCountsBefore:sectionCountsAfter:)` reports. Source: BU-1, BU-3.
public struct Changeset: Hashable, Sendable {
  /// Shared between copies: an update is handed on many times, and counting references to nine
  /// arrays each time costs as much as editing a tree.
  private let shared: Shared

  /// An update of these operations, in any order; an item or section reloaded twice is so once.
  /// O(*e* log *e*) for *e* operations; O(*e*) if each array is sorted.
  public init(
    deletedSections: [Int] = [], insertedSections: [Int] = [], movedSections: [Move<Int>] = [],
    reloadedSections: [Int] = [], deletedItems: [ItemPath] = [], insertedItems: [ItemPath] = [],
    movedItems: [Move<ItemPath>] = [], reloadedItems: [ItemPath] = [],
    reconfiguredItems: [ItemPath] = []
  ) {
    shared = Shared(
      Operations(
        deletedSections: deletedSections.inOrder(), insertedSections: insertedSections.inOrder(),
        movedSections: movedSections.inOrder(),
        reloadedSections: reloadedSections.inOrder().withoutRepeats(),
        deletedItems: deletedItems.inOrder(), insertedItems: insertedItems.inOrder(),
        movedItems: movedItems.inOrder(),
        reloadedItems: reloadedItems.inOrder().withoutRepeats(),
        reconfiguredItems: reconfiguredItems.inOrder().withoutRepeats()))
  }

  private struct Operations: Hashable, Sendable {
    let deletedSections: [Int]
    let insertedSections: [Int]
    let movedSections: [Move<Int>]
    let reloadedSections: [Int]
    let deletedItems: [ItemPath]
    let insertedItems: [ItemPath]
    let movedItems: [Move<ItemPath>]
    let reloadedItems: [ItemPath]
    let reconfiguredItems: [ItemPath]
  }

  private final class Shared: Sendable {
    let operations: Operations

    init(_ operations: Operations) { self.operations = operations }
  }

  /// Returns a Boolean value that indicates whether both are of the same operations.
  ///
  /// - Parameters:
  ///   - left: An update.
  ///   - right: Another.
  /// - Returns: Whether all their operations are equal.
  /// - Complexity: O(*e*) for *e* operations; O(1) for copies of one value.
  public static func == (left: Changeset, right: Changeset) -> Bool {
    left.shared === right.shared || left.shared.operations == right.shared.operations
  }

  /// Feeds all operations to `hasher`.
  ///
  /// - Parameter hasher: What takes them in.
  public func hash(into hasher: inout Hasher) { hasher.combine(shared.operations) }
}

extension Changeset {
  /// Sections that go away, by index before; ascending.
  public var deletedSections: [Int] { shared.operations.deletedSections }

  /// Sections that come, by index after; ascending.
  public var insertedSections: [Int] { shared.operations.insertedSections }

  /// Sections that change their place; ascending by source.
  public var movedSections: [Move<Int>] { shared.operations.movedSections }

  /// Sections whose items are asked for again, by index before; ascending, each once.
  public var reloadedSections: [Int] { shared.operations.reloadedSections }

  /// Items that go away, by path before; ascending.
  public var deletedItems: [ItemPath] { shared.operations.deletedItems }

  /// Items that come, by path after; ascending.
  public var insertedItems: [ItemPath] { shared.operations.insertedItems }

  /// Items that change their place, within a section or between two; ascending by source.
  public var movedItems: [Move<ItemPath>] { shared.operations.movedItems }

  /// Items whose content is asked for again, by path before; ascending, each once.
  public var reloadedItems: [ItemPath] { shared.operations.reloadedItems }

  /// Items whose content has changed and whose views stay, by path before; ascending, each once.
  ///
  /// Unlike a reload, it combines with every other operation. An item that moves keeps its view,
  /// which is filled again. On an item that goes away or is reloaded, it has no effect.
  public var reconfiguredItems: [ItemPath] { shared.operations.reconfiguredItems }
}

extension Changeset {
  /// Returns a copy in which the given operations replace those of their kind.
  @usableFromInline
  package func with(
    deletedSections: [Int]? = nil, insertedSections: [Int]? = nil,
    movedSections: [Move<Int>]? = nil, reloadedSections: [Int]? = nil,
    deletedItems: [ItemPath]? = nil, insertedItems: [ItemPath]? = nil,
    movedItems: [Move<ItemPath>]? = nil, reloadedItems: [ItemPath]? = nil,
    reconfiguredItems: [ItemPath]? = nil
  ) -> Changeset {
    Changeset(
      deletedSections: deletedSections ?? self.deletedSections,
      insertedSections: insertedSections ?? self.insertedSections,
      movedSections: movedSections ?? self.movedSections,
      reloadedSections: reloadedSections ?? self.reloadedSections,
      deletedItems: deletedItems ?? self.deletedItems,
      insertedItems: insertedItems ?? self.insertedItems,
      movedItems: movedItems ?? self.movedItems,
      reloadedItems: reloadedItems ?? self.reloadedItems,
      reconfiguredItems: reconfiguredItems ?? self.reconfiguredItems)
  }

  /// A Boolean value that indicates whether the update does nothing at all.
  public var isEmpty: Bool { count == 0 }

  /// A Boolean value that indicates whether an operation is on a whole section.
  public var changesSections: Bool {
    !(deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && reloadedSections.isEmpty)
  }

  /// The number of operations; a move is one.
  public var count: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deletedItems.count + insertedItems.count + movedItems.count + reloadedItems.count
      + reconfiguredItems.count
  }

  /// The change of place of one section or item.
  public struct Move<Place: Comparable & Hashable & Sendable>: Hashable, Sendable {
    /// The place before the whole update.
    public let source: Place

    /// The place after the whole update.
    public let target: Place

    /// A move from `source` to `target`.
    public init(from source: Place, to target: Place) {
      self.source = source
      self.target = target
    }
  }
}

extension Changeset.Move: Comparable {
  /// Orders moves by source, then by target.
  ///
  /// - Parameters:
  ///   - left: A move.
  ///   - right: Another.
  /// - Returns: Whether `left` comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.source != right.source ? left.source < right.source : left.target < right.target
  }
}

extension Changeset.Move: CustomStringConvertible {
  /// `[0, 1] → [2, 0]`.
  public var description: String { "\(source) → \(target)" }
}

extension Changeset.Move: Encodable where Place: Encodable {}
extension Changeset.Move: Decodable where Place: Decodable {}

extension Changeset: Codable {
  private enum CodingKeys: String, CodingKey {
    case deletedSections, insertedSections, movedSections, reloadedSections
    case deletedItems, insertedItems, movedItems, reloadedItems, reconfiguredItems
  }

  /// Reads the operations that there are; an array that is absent is empty.
  ///
  /// - Parameter decoder: Where they are.
  /// - Throws: A `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func places<Place: Decodable>(_ key: CodingKeys) throws -> [Place] {
      try container.decodeIfPresent([Place].self, forKey: key) ?? []
    }
    self.init(
      deletedSections: try places(.deletedSections),
      insertedSections: try places(.insertedSections),
      movedSections: try places(.movedSections),
      reloadedSections: try places(.reloadedSections),
      deletedItems: try places(.deletedItems),
      insertedItems: try places(.insertedItems),
      movedItems: try places(.movedItems),
      reloadedItems: try places(.reloadedItems),
      reconfiguredItems: try places(.reconfiguredItems))
  }

  /// Writes the arrays that are not empty.
  ///
  /// - Parameter encoder: Where they go.
  /// - Throws: What the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    func write<Place: Encodable>(_ places: [Place], _ key: CodingKeys) throws {
      if !places.isEmpty { try container.encode(places, forKey: key) }
    }
    try write(deletedSections, .deletedSections)
    try write(insertedSections, .insertedSections)
    try write(movedSections, .movedSections)
    try write(reloadedSections, .reloadedSections)
    try write(deletedItems, .deletedItems)
    try write(insertedItems, .insertedItems)
    try write(movedItems, .movedItems)
    try write(reloadedItems, .reloadedItems)
    try write(reconfiguredItems, .reconfiguredItems)
  }
}
