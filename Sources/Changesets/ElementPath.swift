/// The path of a supplementary or decoration element: any number of indexes, the first of which
/// names its section (clauses C-3 to C-7).
///
/// Paths of one and two levels are stored in place; deeper ones take an array. Every index counts
/// in comparing and hashing.
public struct ElementPath: Sendable {
  @usableFromInline
  enum Storage: Sendable {
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
}
