/// The path of a supplementary or decoration element: any number of indexes, at least one, the first
/// of which names its section.
///
/// What the further indexes mean is the layout's business; nothing bounds them. Paths of one and two
/// levels are stored in place; deeper ones take an array.
@frozen
public struct ElementPath: Sendable {
  /// The indexes; each depth has one case only, so that equal paths are stored alike.
  @usableFromInline
  enum Storage: Sendable {
    case one(Int)
    case two(Int, Int)
    case deep([Int])
  }

  @usableFromInline let storage: Storage

  /// The path of the one element that section `section` has of a kind, as a header: `[section, 0]`.
  @inlinable
  public init(section: Int) { storage = .two(section, 0) }

  /// The same two levels as `path`.
  @inlinable
  public init(_ path: ItemPath) { storage = .two(path.section, path.item) }

  /// A path of `indexes`, the section first.
  ///
  /// - Parameter indexes: One index for each level.
  /// - Complexity: O(depth); one allocation for three levels and more.
  /// - Precondition: `indexes` is not empty.
  @inlinable
  public init(_ indexes: some Collection<Int>) {
    let first = indexes.startIndex
    require(
      first != indexes.endIndex,
      "ElementPath.init(_: []): there are 0 indexes; a path has a section at least")
    let second = indexes.index(after: first)
    if second == indexes.endIndex {
      storage = .one(indexes[first])
    } else if indexes.index(after: second) == indexes.endIndex {
      storage = .two(indexes[first], indexes[second])
    } else {
      storage = .deep(Array(indexes))
    }
  }
}

// MARK: Levels

extension ElementPath {
  /// The number of levels, 1 or more.
  @inlinable
  public var count: Int {
    switch storage {
    case .one: 1
    case .two: 2
    case .deep(let indexes): indexes.count
    }
  }

  /// The section that the element belongs to: the first index.
  @inlinable
  public var section: Int {
    switch storage {
    case .one(let section), .two(let section, _): section
    case .deep(let indexes): indexes[0]
    }
  }

  /// The path as an item's; nil unless it has two levels, both in the range of an `Int32`.
  @inlinable
  public var itemPath: ItemPath? {
    guard case .two(let section, let item) = storage else { return nil }
    return ItemPath(exactlySection: section, item: item)
  }

  /// The index at `level`, the section's being level 0.
  ///
  /// - Parameter level: A number of levels above the one asked for.
  /// - Returns: The index there.
  /// - Complexity: O(1); no allocation.
  /// - Precondition: `level` is in `0..<count`.
  @inlinable
  public subscript(level: Int) -> Int {
    require(
      level >= 0 && level < count,
      "ElementPath.subscript(level: \(level)): \(self) has \(count) levels, so level must be in "
        + "0..<\(count)")
    return switch storage {
    case .one(let section): section
    case .two(let section, let item): level == 0 ? section : item
    case .deep(let indexes): indexes[level]
    }
  }

  /// The same path in another section, as when sections before it come or go.
  ///
  /// - Parameter section: The new first index.
  /// - Returns: A path of the same depth and tail.
  /// - Complexity: O(depth); one allocation for three levels and more.
  @inlinable
  public func replacingSection(with section: Int) -> ElementPath {
    switch storage {
    case .one: return ElementPath(storage: .one(section))
    case .two(_, let item): return ElementPath(storage: .two(section, item))
    case .deep(var indexes):
      indexes[0] = section
      return ElementPath(storage: .deep(indexes))
    }
  }

  @inlinable
  init(storage: Storage) { self.storage = storage }
}

// MARK: Comparing

extension ElementPath: Hashable {
  /// Returns a Boolean value that indicates whether all indexes are the same.
  @inlinable
  public static func == (left: ElementPath, right: ElementPath) -> Bool {
    switch (left.storage, right.storage) {
    case (.one(let section), .one(let other)): section == other
    case (.two(let section, let item), .two(let other, let otherItem)):
      section == other && item == otherItem
    case (.deep(let indexes), .deep(let others)): indexes == others
    default: false
    }
  }

  /// Feeds the depth and every index to `hasher`.
  ///
  /// - Parameter hasher: What takes them in.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    switch storage {
    case .one(let section): hasher.combine(section)
    case .two(let section, let item):
      hasher.combine(section)
      hasher.combine(item)
    case .deep(let indexes): for index in indexes { hasher.combine(index) }
    }
  }
}

extension ElementPath: Comparable {
  /// Orders paths level by level; of two that agree as far as both go, the shorter is first.
  ///
  /// - Parameters:
  ///   - left: A path.
  ///   - right: Another.
  /// - Returns: Whether `left` comes first.
  /// - Complexity: O(the lesser depth); no allocation.
  @inlinable
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    let shared = min(left.count, right.count)
    for level in 0..<shared {
      let (index, other) = (left[level], right[level])
      if index != other { return index < other }
    }
    return left.count < right.count
  }
}

// MARK: Writing

extension ElementPath: ExpressibleByArrayLiteral {
  /// A path as it prints: `[2, 0, 7]`.
  ///
  /// - Parameter elements: One index for each level.
  /// - Precondition: There is at least one.
  @inlinable
  public init(arrayLiteral elements: Int...) { self.init(elements) }
}

extension ElementPath: CustomStringConvertible {
  /// `[2, 0, 7]`, the section first.
  public var description: String {
    "[" + (0..<count).map { "\(self[$0])" }.joined(separator: ", ") + "]"
  }
}

extension ElementPath: Codable {
  /// Reads an array of indexes.
  ///
  /// - Parameter decoder: Where the array is.
  /// - Throws: A `DecodingError`, also where the array is empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let indexes = try container.decode([Int].self)
    guard !indexes.isEmpty else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "a path without a section: the array has 0 indexes")
    }
    self.init(indexes)
  }

  /// Writes an array of the indexes.
  ///
  /// - Parameter encoder: Where it goes.
  /// - Throws: What the encoder does.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode((0..<count).map { self[$0] })
  }
}
