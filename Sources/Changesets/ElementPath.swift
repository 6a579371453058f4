/// The path of a supplementary or decoration element: any number of indexes, the first of which
/// names its section (clauses C-3 to C-7).
///
/// Paths of one and two levels are stored in place; deeper ones take an array. Every index counts
/// in comparing and hashing.
public struct ElementPath: Hashable, Sendable {
  @usableFromInline
  enum Storage: Hashable, Sendable {
    case one(Int)
    case two(Int, Int)
    case deep([Int])
  }

  @usableFromInline
  let storage: Storage

  /// The path of the one element that section `section` has of a kind, as a header: `[section, 0]`.
  @inlinable
  public init(section: Int) {
    storage = .two(section, 0)
  }

  /// The same two levels as `path`.
  @inlinable
  public init(_ path: ItemPath) {
    storage = .two(path.section, path.item)
  }

  /// The two levels; nil where there are more or fewer.
  public var itemPath: ItemPath? {
    if case .two(let section, let item) = storage { ItemPath(section: section, item: item) } else { nil }
  }

  /// The section.
  public var section: Int { 0 }
  /// The number of levels.
  public var count: Int { 2 }
}
