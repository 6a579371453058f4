/// What one update does to sections and items: deletes, inserts, moves and reloads.
///
/// Places that something is taken from, and reloads, are indexes before the whole update; places
/// that something is put at are indexes after it. The order in which the operations were asked for
/// means nothing, so each array is kept sorted and equal updates are equal values. A changeset may
/// be illegal: `validate(sectionCountsBefore:sectionCountsAfter:)` tells. Source: BU-1, BU-3.
public struct Changeset: Hashable, Sendable {
  /// Sections that go away, by index before; ascending.
  public let deletedSections: [Int]

  /// Sections that come, by index after; ascending.
  public let insertedSections: [Int]

  /// Sections that change their place; ascending by source.
  public let movedSections: [Move<Int>]

  /// Sections whose items are asked for again, by index before; ascending, each once.
  public let reloadedSections: [Int]

  /// Items that go away, by path before; ascending.
  public let deletedItems: [ItemPath]

  /// Items that come, by path after; ascending.
  public let insertedItems: [ItemPath]

  /// Items that change their place, within a section or between two; ascending by source.
  public let movedItems: [Move<ItemPath>]

  /// Items whose content is asked for again, by path before; ascending, each once.
  public let reloadedItems: [ItemPath]

  /// An update of these operations, in any order; an item or section reloaded twice is so once.
  ///
  /// - Complexity: O(*e* log *e*) for *e* operations; O(*e*) if each array is sorted.
  public init(
    deletedSections: [Int] = [], insertedSections: [Int] = [], movedSections: [Move<Int>] = [],
    reloadedSections: [Int] = [], deletedItems: [ItemPath] = [], insertedItems: [ItemPath] = [],
    movedItems: [Move<ItemPath>] = [], reloadedItems: [ItemPath] = []
  ) {
    self.deletedSections = deletedSections.inOrder()
    self.insertedSections = insertedSections.inOrder()
    self.movedSections = movedSections.inOrder()
    self.reloadedSections = reloadedSections.inOrder().withoutRepeats()
    self.deletedItems = deletedItems.inOrder()
    self.insertedItems = insertedItems.inOrder()
    self.movedItems = movedItems.inOrder()
    self.reloadedItems = reloadedItems.inOrder().withoutRepeats()
  }
}

extension Changeset {
  /// Whether the update does nothing at all.
  public var isEmpty: Bool { count == 0 }

  /// The number of operations; a move is one.
  public var count: Int {
    deletedSections.count + insertedSections.count + movedSections.count + reloadedSections.count
      + deletedItems.count + insertedItems.count + movedItems.count + reloadedItems.count
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
