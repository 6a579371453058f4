#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// A row that the index has and that a transaction takes out of its place, or may leave there.
  struct TouchedRow: Sendable {
    /// The rows before it, before the update.
    var row: Int32
    var leaf: Int32
    var offset: Int32
    var section: Int32
    /// The rows of its section before it.
    var item: Int32
    /// The number of its change.
    var change: Int32
    /// A Boolean value that indicates whether the row stays among its neighbours.
    var stays = false

    var path: ItemPath { ItemPath(section: Int(section), item: Int(item)) }
  }

  /// A row that a transaction gives a place.
  struct PlacedRow: Sendable {
    var id: Int64
    var key: RowKey
    /// The place of the section: the section that it is or comes before, and its number among those
    /// that come there.
    var sectionOrder: Int64
    /// The untouched rows before it.
    var gap: Int32
    /// The section; of a new one, -1.
    var section: Int32
    /// The row before the update, as an index of `removed`; of a new row, -1.
    var removed: Int32
    var change: Int32

    /// The order of a section that there is, which comes behind new ones at its place.
    static func order(ofSection section: Int) -> Int64 { Int64(section) << 32 | 0xFFFF_FFFF }

    /// The order of the new section with `number`, before section `next`.
    static func order(ofNewSection number: Int, before next: Int) -> Int64 {
      Int64(next) << 32 | Int64(number)
    }

    @inline(__always)
    static func isInOrder(_ left: PlacedRow, _ right: PlacedRow) -> Bool {
      if left.gap != right.gap { return left.gap < right.gap }
      if left.sectionOrder != right.sectionOrder { return left.sectionOrder < right.sectionOrder }
      return left.key != right.key ? left.key < right.key : left.id < right.id
    }

    @inline(__always)
    func isTied(with other: PlacedRow) -> Bool {
      gap == other.gap && sectionOrder == other.sectionOrder && key == other.key
    }
  }

  /// The rows of one leaf that a search has still to compare.
  struct SearchRange: Sendable {
    var leaf: Int32
    /// The rows before the leaf.
    var leafStart: Int32
    var lower: Int32
    var upper: Int32
  }

  /// A change of the number of rows of a section.
  struct SectionGrowth: Sendable {
    var section: Int32
    var rows: Int32
  }

  /// A section that comes.
  struct NewSection<SectionKey: Comparable> {
    var key: SectionKey
    /// The section before the update that it comes before.
    var next: Int
    /// The row that it comes for, as an index of `placed`.
    var placed: Int
    var rows = 0
  }

  extension NewSection: Sendable where SectionKey: Sendable {}

  /// The lists that `RowIndex.apply` fills, kept so that an update allocates little.
  ///
  /// Sendable because an index changes them only while nothing else refers to them.
  final class ApplyScratch<SectionKey: Comparable>: @unchecked Sendable {
    /// Rows that stay with the key that they have and change their content.
    @safe @exclusivity(unchecked) var refilled: [ItemPath] = []
    /// Rows that go, or get another place; in their order.
    @safe @exclusivity(unchecked) var removed: [TouchedRow] = []
    /// Rows that come, or get another place; in their order.
    @safe @exclusivity(unchecked) var placed: [PlacedRow] = []
    /// The leaf that each of the placed rows belongs into, before they are sorted.
    @safe @exclusivity(unchecked) var ranges: [SearchRange] = []
    @safe @exclusivity(unchecked) var newSections: [NewSection<SectionKey>] = []
    @safe @exclusivity(unchecked) var growths: [SectionGrowth] = []
    @safe @exclusivity(unchecked) var deletedSections: [Int] = []
    /// Rows that may stay, as indices of `placed`.
    @safe @exclusivity(unchecked) var candidates: [Int] = []
    /// Leaves with few rows left.
    @safe @exclusivity(unchecked) var smallLeaves: [Int] = []
    /// The leaf and the offset of the row of each change, -1 for a new row; then its place in `removed`.
    @safe @exclusivity(unchecked) var found: [(leaf: Int32, offset: Int32)] = []

    func clear() {
      refilled.removeAll(keepingCapacity: true)
      removed.removeAll(keepingCapacity: true)
      placed.removeAll(keepingCapacity: true)
      ranges.removeAll(keepingCapacity: true)
      newSections.removeAll(keepingCapacity: true)
      growths.removeAll(keepingCapacity: true)
      deletedSections.removeAll(keepingCapacity: true)
      candidates.removeAll(keepingCapacity: true)
      smallLeaves.removeAll(keepingCapacity: true)
      found.removeAll(keepingCapacity: true)
    }

    /// Frees the memory of an update of many rows.
    func shrink() {
      guard removed.capacity + placed.capacity + refilled.capacity > 16_384 else { return }
      refilled = []
      removed = []
      placed = []
      ranges = []
      newSections = []
      growths = []
      candidates = []
      smallLeaves = []
      found = []
    }

    var byteCount: Int {
      refilled.capacity * 8 + removed.capacity * MemoryLayout<TouchedRow>.stride
        + placed.capacity * MemoryLayout<PlacedRow>.stride + ranges.capacity * 16
        + growths.capacity * 8
        + newSections.capacity * MemoryLayout<NewSection<SectionKey>>.stride
        + (deletedSections.capacity + candidates.capacity + smallLeaves.capacity) * 8
        + found.capacity * 8
    }
  }

  // MARK: Untouched rows

  extension ApplyScratch {
    /// Returns the number of untouched rows before row `row`.
    @inline(__always)
    func untouchedRows(before row: Int) -> Int { row - removed.count(before: row) }

    /// Returns the untouched row with `gap` untouched rows before it.
    @inline(__always)
    func untouchedRow(after gap: Int) -> Int {
      gap + removed.indices.partitioningIndex { Int(removed[$0].row) - $0 > gap }
    }
  }
#endif
